"""`dumpsys notification` (NotificationManagerService.java, NotificationRecord.java, ZenModeHelper.java).

Everything in a notification was written by an app, and through it often by a stranger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from pydantic import computed_field

from device.capture.base import Part, Reading, to_int, whole_lines
from device.capture.notification_extras import Extra, read_extras

__all__ = ["Message", "Notification", "Notifications", "ZenMode", "parse_notification"]

ZenMode = Literal["off", "important", "none", "alarms"]

_ZEN: Final[dict[str, ZenMode]] = {
    "ZEN_MODE_OFF": "off",
    "ZEN_MODE_IMPORTANT_INTERRUPTIONS": "important",
    "ZEN_MODE_NO_INTERRUPTIONS": "none",
    "ZEN_MODE_ALARMS": "alarms",
}
# android.app.Notification.FLAG_*, by bit
_FLAGS: Final = (
    "SHOW_LIGHTS",
    "ONGOING_EVENT",
    "INSISTENT",
    "ONLY_ALERT_ONCE",
    "AUTO_CANCEL",
    "NO_CLEAR",
    "FOREGROUND_SERVICE",
    "HIGH_PRIORITY",
    "LOCAL_ONLY",
    "GROUP_SUMMARY",
    "AUTOGROUP_SUMMARY",
    "CAN_COLORIZE",
    "BUBBLE",
)
_HEADER: Final = re.compile(
    r"    NotificationRecord\(0x[0-9a-f]{1,16}: pkg=(\S+) user=UserHandle\{-?[0-9]{1,9}\} id=(-?[0-9]{1,11}) "
    r"tag=(.{0,1500}?) importance=(-?[0-9]{1,5}) key=.{0,1500}?: Notification\((?:channel=(.{0,1500}?) (?=\w+=))?(.*)\Z"
)
_CATEGORY: Final = re.compile(r" category=(\S+?)(?=[ )]|\Z)")
_CHANNEL: Final = re.compile(r"effectiveNotificationChannel=NotificationChannel\{mId='(.*?)', mName=")
_ACTION: Final = re.compile(r"\s+\[[0-9]{1,4}\] \"(.*)\" -> ")
_WHEN: Final = re.compile(r"when=(?:[0-9]{1,19}/)?([0-9]{1,19})\Z")
_ARCHIVE: Final = re.compile(r"\s+mArchive=Archive \(([0-9]{1,9}) notifications?\)")
_ZEN_LINE: Final = re.compile(r"\s+mZenMode=(ZEN_MODE_\w+)\s*\Z")
_PART: Final = re.compile(
    r"(?:\[\{|, )(text|sender|time)=(.*?)"
    r"(?=, (?:text|sender|time|type|uri|extras|sender_person|sender_is_self|remote_input_history)=|\}\]\Z)",
    re.S,
)
_LONGEST_MESSAGE: Final = 8000  # Notification.safeCharSequence cuts a text at 5 KiB or less
# What may follow a ticker text, whatever lines that holds.
_AFTER_TICKER: Final = re.compile(r"\s+(?:vis=-?[0-9]|contentView=|color=0x|timeout=|actions=\{|extras=\{)")


class Message(Part):
    """A message of a messaging notification, where the phone prints it in the clear."""

    text: str
    sender: str | None = None
    time_ms: int | None = None


class Notification(Part):
    """A posted notification. ``redacted`` says that the dump withheld title or text; None when unknown.

    ``importance`` is the channel's 0 to 5; ``has_remote_input`` is True where the dump proves that it can be
    replied to (phones do not print it, so it is never False). ``when_ms`` is the app's time for it.
    """

    package: str
    id: int | None = None
    tag: str | None = None
    key: str | None = None
    importance: int | None = None
    title: str | None = None
    text: str | None = None
    sub_text: str | None = None
    big_text: str | None = None
    text_lines: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    ticker: str | None = None
    redacted: bool | None = None
    ongoing: bool | None = None
    flags: tuple[str, ...] | None = None
    when_ms: int | None = None
    posted_ms: int | None = None
    channel: str | None = None
    category: str | None = None
    group_key: str | None = None
    actions: tuple[str, ...] = ()
    has_remote_input: bool | None = None

    @property
    def is_group_summary(self) -> bool:
        """Whether it only stands for a group of others."""
        return self.flags is not None and ("GROUP_SUMMARY" in self.flags or "AUTOGROUP_SUMMARY" in self.flags)


class Notifications(Reading):
    """The posted notifications in the dump's order; ``archive_count`` counts past ones."""

    count: int | None = None
    records: tuple[Notification, ...] = ()
    zen_mode: ZenMode | None = None
    archive_count: int | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def records_at(self) -> dict[str, Notification]:
        """The records by their position, counted from 1."""
        return {str(at): record for at, record in enumerate(self.records, 1)}

    @computed_field  # type: ignore[prop-decorator]
    @property
    def big_text_lines(self) -> dict[str, int]:
        """Position → number of lines of the long text, for the records that have one."""
        return {
            str(at): record.big_text.count("\n") + 1
            for at, record in enumerate(self.records, 1)
            if record.big_text is not None
        }


def _flags(text: str) -> tuple[str, ...] | None:
    if text.startswith("0x"):
        bits = to_int(text)
        if bits is None:
            return None
        return tuple(name for bit, name in enumerate(_FLAGS) if bits >> bit & 1)
    return tuple(name for name in text.split("|") if name and name != "0")


def _message(item: str) -> Message | None:
    """One item of android.messages; None where a text that plays keys leaves it in doubt."""
    found = _PART.findall(item) if len(item) < _LONGEST_MESSAGE else []
    values = dict(found)
    if "text" not in values or len(values) != len(found) or not item.startswith("Bundle[{"):
        return None
    sender = values.get("sender")
    return Message(
        text=values["text"],
        sender=None if sender == "null" else sender,
        time_ms=to_int(values.get("time")),
    )


class _Draft:
    """One record while it is read."""

    def __init__(self, header: re.Match[str]) -> None:
        words = header[6].partition(" publicVersion=Notification(")[0]
        category = _CATEGORY.search(words)
        self.fields: dict[str, object] = {
            "package": header[1],
            "id": to_int(header[2]),
            "tag": None if header[3] == "null" else header[3],
            "importance": to_int(header[4]),
            "channel": header[5],
            "category": category[1] if category else None,
        }
        self.extras: dict[str, Extra] | None = None
        self.actions: list[str] = []
        self.in_public = False
        self.in_actions = False

    def line(self, line: str) -> None:
        """Take a line of the body that is neither ticker nor extras."""
        bare = line.strip()
        key, equals, value = bare.partition("=")
        if self.in_actions:
            if (match := _ACTION.match(line)) is not None:
                self.actions.append(match[1])
                return
            self.in_actions = bare != "}"
        elif bare == "publicNotification=":
            self.in_public = True
        elif key == "stats":
            self.in_public = False
        elif bare == "actions={" and not self.in_public:
            self.in_actions = not self.actions
        elif not equals or self.in_public:
            return
        elif key == "key":
            # Vendors add words to the key in the header line; the line of its own is the key.
            self.fields.setdefault("key", value)
        elif key == "flags" and "flags" not in self.fields:
            flags = _flags(value)
            self.fields["flags"] = flags
            self.fields["ongoing"] = None if flags is None else "ONGOING_EVENT" in flags
        elif key == "groupKey":
            self.fields.setdefault("group_key", value)
        elif (match := _WHEN.match(bare)) is not None:
            when = to_int(match[1])
            self.fields.setdefault("when_ms", when or None)
        elif key == "mUpdateTimeMs":
            self.fields.setdefault("posted_ms", to_int(value) or None)
        elif (match := _CHANNEL.match(bare)) is not None:
            self.fields["channel"] = match[1]

    def done(self) -> Notification:
        fields = dict(self.fields)
        extras = self.extras
        if extras is not None:
            title, text = extras.get("android.title"), extras.get("android.text")
            fields["title"] = title.text if title else None
            fields["text"] = text.text if text else None
            for name, key in (("sub_text", "android.subText"), ("big_text", "android.bigText")):
                fields[name] = extras[key].text if key in extras else None
            fields["text_lines"] = extras["android.textLines"].items if "android.textLines" in extras else ()
            items = extras["android.messages"].items if "android.messages" in extras else ()
            fields["messages"] = tuple(message for item in items if (message := _message(item)) is not None)
            fields["redacted"] = bool(title and title.withheld) or bool(text and text.withheld)
            proof = any("RemoteInput@" in (extra.text or "") for extra in extras.values())
            fields["has_remote_input"] = True if proof else None
        fields["actions"] = tuple(self.actions)
        return Notification.model_validate(fields)


def _ticker(first: str, lines: list[str], at: int) -> tuple[str | None, int]:
    """The ticker text, which may span lines, and the index of the line after it; None when it has no end."""
    words = [first]
    while at < len(lines):
        if _AFTER_TICKER.match(lines[at]) is not None:
            text = "\n".join(words)
            return (None if text == "null" else text), at
        words.append(lines[at])
        at += 1
    return None, at


class _Counted(Iterator[str]):
    """An iterator over lines that knows how far it went."""

    def __init__(self, lines: list[str], at: int) -> None:
        self.lines, self.at = lines, at

    def __next__(self) -> str:
        if self.at >= len(self.lines):
            raise StopIteration
        self.at += 1
        return self.lines[self.at - 1]


def _records(lines: list[str], unread: list[str]) -> tuple[list[Notification], int, bool]:
    """The records of the list that starts at ``lines[0]``, the index after it, and whether it was closed."""
    drafts: list[_Draft] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if (match := _HEADER.match(line)) is not None:
            drafts.append(_Draft(match))
        elif line.startswith("    NotificationRecord("):
            unread.append(f"a record in no known form: {line[4:80]!r}")
        elif not drafts:
            continue
        elif line.startswith("  ") and line[2:3] not in ("", " "):
            return [draft.done() for draft in drafts], at - 1, True
        elif line.strip() == "extras={":
            counted = _Counted(lines, at)
            extras, closed = read_extras(counted, line[: len(line) - len("extras={")])
            at = counted.at
            if closed and not drafts[-1].in_public and drafts[-1].extras is None:
                drafts[-1].extras = {extra.key: extra for extra in reversed(extras)}
        elif line.strip().startswith("tickerText=") and not drafts[-1].in_public:
            ticker, at = _ticker(line.strip().removeprefix("tickerText="), lines, at)
            drafts[-1].fields.setdefault("ticker", ticker)
        else:
            drafts[-1].line(line)
    return [draft.done() for draft in drafts], at, False


def parse_notification(text: str) -> Notifications:
    """Read `dumpsys notification`, with or without --noredact."""
    whole = whole_lines(text)
    lines = whole.lines
    start = next((at for at, line in enumerate(lines) if line == "  Notification List:"), None)
    records: list[Notification] = []
    unread = list(whole.unread)
    after, closed = 0, False
    if start is not None:
        records, after, closed = _records(lines[start + 1 :], unread)
        after += start + 1
    rest = lines[after:]
    archive = next((int(match[1]) for line in rest if (match := _ARCHIVE.match(line))), None)
    zen = next((match[1] for line in rest if (match := _ZEN_LINE.match(line))), None)
    # The list is left out when nothing is posted; the archive comes after it.
    empty = start is None and archive is not None
    return Notifications(
        complete=whole.complete and (closed or empty),
        unread=tuple(unread),
        count=len(records) if records or closed else (0 if empty else None),
        records=tuple(records),
        zen_mode=_ZEN.get(zen or ""),
        archive_count=archive,
    )
