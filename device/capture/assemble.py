"""From outputs of commands to one PhoneState.

Keys are the commands as they were given (``dumpsys battery``, ``settings list global``, ``content query --uri
content://sms …``). A key is made canonical first: an ``adb … shell`` in front, redirections of stderr, quotes
and runs of blanks do not matter. A command that nothing here reads is passed over.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from device.capture import (
    parse_accessibility,
    parse_activity,
    parse_airplane,
    parse_alarm,
    parse_audio,
    parse_battery,
    parse_bluetooth,
    parse_connectivity,
    parse_content,
    parse_deviceidle,
    parse_display,
    parse_errors,
    parse_getprop,
    parse_hierarchy,
    parse_input,
    parse_location,
    parse_logcat,
    parse_media_session,
    parse_notification,
    parse_package,
    parse_power,
    parse_settings,
    parse_telephony,
    parse_uimode,
    parse_usagestats,
    parse_wifi,
    parse_window,
)
from device.capture.base import Reading, clean
from device.capture.getprop import Properties
from device.capture.hierarchy import Hierarchy
from device.capture.people import Row, read_calendar, read_calls, read_contacts, read_sms
from device.capture.settings import SettingsList, parse_settings_dump
from device.phone_state import PhoneState

__all__ = ["assemble", "normalise", "reads"]

# Command words → the part of a PhoneState that they fill. The longest that fits decides; outputs that fill the
# same part (`dumpsys window windows` and `… displays`) are read as one text, in the order given.
_PARTS: Final[dict[tuple[str, ...], tuple[str, Callable[[str], Reading]]]] = {
    ("dumpsys", "battery"): ("battery", parse_battery),
    ("dumpsys", "notification"): ("notifications", parse_notification),
    ("dumpsys", "wifi"): ("wifi", parse_wifi),
    ("dumpsys", "connectivity"): ("connectivity", parse_connectivity),
    ("dumpsys", "telephony.registry"): ("telephony", parse_telephony),
    ("dumpsys", "bluetooth_manager"): ("bluetooth", parse_bluetooth),
    ("dumpsys", "location"): ("location", parse_location),
    ("dumpsys", "alarm"): ("alarms", parse_alarm),
    ("dumpsys", "audio"): ("audio", parse_audio),
    ("dumpsys", "media_session"): ("media", parse_media_session),
    ("dumpsys", "power"): ("power", parse_power),
    ("dumpsys", "display"): ("display", parse_display),
    ("dumpsys", "window"): ("windows", parse_window),
    ("dumpsys", "activity"): ("activity", parse_activity),
    ("dumpsys", "activity", "activities"): ("activity", parse_activity),
    ("dumpsys", "activity", "a"): ("activity", parse_activity),
    ("dumpsys", "activity", "recents"): ("recents", parse_activity),
    ("dumpsys", "activity", "r"): ("recents", parse_activity),
    ("dumpsys", "input"): ("input", parse_input),
    ("dumpsys", "usagestats"): ("usage", parse_usagestats),
    ("dumpsys", "uimode"): ("ui_mode", parse_uimode),
    ("dumpsys", "deviceidle"): ("device_idle", parse_deviceidle),
    ("dumpsys", "accessibility"): ("accessibility", parse_accessibility),
    ("cmd", "connectivity", "airplane-mode"): ("airplane", parse_airplane),
    ("pm", "list", "packages"): ("packages", parse_package),
    ("cmd", "package", "list", "packages"): ("packages", parse_package),
    ("uiautomator", "dump"): ("hierarchy", parse_hierarchy),
    ("logcat",): ("logcat", parse_logcat),
}
_PEOPLE: Final[dict[str, tuple[str, Callable[[Sequence[Row]], Any]]]] = {
    "content://com.android.calendar": ("calendar_events", read_calendar),
    "content://sms": ("sms", read_sms),
    "content://call_log": ("calls", read_calls),
    "content://com.android.contacts": ("contacts", read_contacts),
    "content://contacts": ("contacts", read_contacts),
}
_NOISE: Final = re.compile(r"\s+[12]?>(?:&1|\s*/dev/null)")
_ADB: Final = re.compile(r"(?:\S*\badb(?:\s+-[sHPt]\s+\S+|\s+-[de])*\s+)?(?:shell|exec-out)\s+")
_XML: Final = re.compile(r"\.xml\b")
# The whole of `dumpsys activity` holds the recents among its sections.
_RECENTS: Final = re.compile(r"^ACTIVITY MANAGER RECENT TASKS(?:.*\n)(?:(?!ACTIVITY MANAGER |-{20}).*\n)*", re.M)
_NAMESPACES: Final = ("system", "secure", "global")


def normalise(command: str) -> tuple[str, ...]:
    """The words of a command without what does not change its output; of a pipe or list the first command."""
    text = _NOISE.sub("", clean(command)).strip()
    text = text[match.end() :] if (match := _ADB.match(text)) else text
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    if words and "/" in words[0]:
        words[0] = words[0].rpartition("/")[2]
    for index, word in enumerate(words):
        if word in ("|", ";", "&&", "||"):
            return tuple(words[:index])
        if word.endswith(";"):
            return (*words[:index], word.removesuffix(";"))
    return tuple(words)


def _part(words: Sequence[str]) -> tuple[str, Callable[[str], Reading]] | None:
    for length in range(min(4, len(words)), 0, -1):
        found = _PARTS.get(tuple(words[:length]))
        if found is not None:
            # Other forms (`dumpsys activity top`, `dumpsys battery set level 5`) are other outputs.
            if found[0] == "activity" and length == 2 and len(words) > 2 and not words[2].startswith("-"):
                return None
            return found
    return None


def _option(words: Sequence[str], name: str) -> str | None:
    return next((words[at + 1] for at, word in enumerate(words[:-1]) if word == name), None)


def reads(command: str) -> bool:
    """Whether `assemble` reads this command's output."""
    words = normalise(command)
    if _part(words) is not None or words[:2] in (("dumpsys", "package"), ("dumpsys", "settings")):
        return True
    if words[:2] in (("settings", "list"), ("settings", "get")) or words[:1] in (("getprop",), ("date",)):
        return True
    if words[:2] == ("content", "query"):
        uri = _option(words, "--uri") or ""
        return any(uri.startswith(known) for known in _PEOPLE) or uri.startswith("content://settings/")
    return _hierarchy(words)


def _hierarchy(words: Sequence[str]) -> bool:
    return words[:1] == ("cat",) and any(_XML.search(word) for word in words[1:])


def _empty(reading: Reading) -> bool:
    """Whether nothing at all was read."""
    return all(
        getattr(reading, name) == field.get_default(call_default_factory=True)
        for name, field in type(reading).model_fields.items()
        if name not in ("complete", "unread")
    )


def _why(text: str) -> str:
    """In a few words, what stands in an output that answers nothing."""
    if not text.strip():
        return "no output"
    said = parse_errors(text[:4000])
    words = " ".join((said.token or text).split())[:120]
    return f"{said.kind}: {words}" if said.kind not in ("ok", "other") else f"not understood: {words}"


class _Assembly:
    """The state while it is put together."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.reasons: dict[str, str] = {}
        self.settings: dict[str, dict[str, str | None]] = {}
        self.listed: dict[str, SettingsList] = {}
        self.packages: dict[str, Any] = {}
        self.properties: dict[str, str] = {}

    def reading(self, part: str, parse: Callable[[str], Reading], text: str) -> None:
        reading = parse(text)
        if _empty(reading):
            self.reasons.setdefault(part, _why(text))
        else:
            self.fields.setdefault(part, reading)

    def other(self, words: Sequence[str], text: str) -> None:
        """Take an output that fills no single reading."""
        if words[:2] == ("settings", "list") and len(words) > 2:
            self._settings_list(words[-1] if words[2].startswith("-") else words[2], text)
        elif words[:2] == ("settings", "get") and len(words) > 3:
            self._setting(words, text)
        elif words[:2] == ("dumpsys", "settings"):
            for space, found in parse_settings_dump(text).items():
                self.listed.setdefault(space, found)
        elif words[:1] == ("getprop",):
            self._getprop(words, text)
        elif words[:2] == ("dumpsys", "package") and len(words) > 2:
            one = parse_package(text)
            if one.package is not None:
                self.packages[one.package] = one
            else:
                self.reasons[f"package {words[2]}"] = _why(text)
        elif words[:1] == ("date",):
            self._date(text)
        elif words[:2] == ("content", "query"):
            self._query(words, text)
        elif _hierarchy(words):
            self.reading("hierarchy", parse_hierarchy, text)

    def _settings_list(self, space: str, text: str) -> None:
        found = parse_settings(text)
        if space not in _NAMESPACES or not found.values:
            self.reasons[f"settings {space}"] = _why(text)
        else:
            self.listed[space] = found

    def _setting(self, words: Sequence[str], text: str) -> None:
        plain = [word for word in words[2:] if not word.startswith("--")]
        value = clean(text).removesuffix("\n")
        if "--user" in words:
            plain.remove(_option(words, "--user") or "")
        if len(plain) == 2 and plain[0] in _NAMESPACES and parse_errors(text).kind in ("ok", "usage", "other"):
            self.settings.setdefault(plain[0], {})[plain[1]] = None if value == "null" else value

    def _getprop(self, words: Sequence[str], text: str) -> None:
        if len(words) > 1:
            self.properties[words[1]] = clean(text).removesuffix("\n")
            return
        self.reading("properties", parse_getprop, text)

    def _date(self, text: str) -> None:
        lines = text.split()
        numbers = [line for line in lines if line.isascii() and line.isdigit() and len(line) in (10, 13)]
        best = max(numbers, key=len, default=None)
        if best is None:
            self.reasons["captured_at_ms"] = _why(text)
        else:
            self.fields["captured_at_ms"] = int(best) * (1 if len(best) == 13 else 1000)

    def _query(self, words: Sequence[str], text: str) -> None:
        uri = _option(words, "--uri") or ""
        projection = _option(words, "--projection")
        found = parse_content(text, projection.split(":") if projection else None)
        if uri.startswith("content://settings/"):
            space = uri.split("/")[3] if uri.count("/") > 2 else ""
            for row in found.rows if space in _NAMESPACES else ():
                name = row.get("name")
                if name:
                    self.settings.setdefault(space, {})[name] = row.get("value")
            return
        known = next((entry for start, entry in _PEOPLE.items() if uri.startswith(start)), None)
        if known is None:
            return
        part, read = known
        if found.row_count is None:
            self.reasons.setdefault(part, _why(text))
            return
        if found.unread:
            self.reasons[f"{part}, in part"] = "; ".join(found.unread)[:200]
        items = (*self.fields.get(part, ()), *read(found.rows))
        self.fields[part] = tuple(dict.fromkeys(items))

    def done(self) -> PhoneState:
        properties = self.fields.get("properties")
        values = {**(properties.values if properties else {}), **self.properties}
        if properties is None and values:
            text = "".join(f"[{key}]: [{value}]\n" for key, value in sorted(values.items()))
            properties = parse_getprop(text)
        settings = dict(self.listed)
        for space, single in self.settings.items():
            merged = {**(settings[space].values if space in settings else {}), **single}
            settings[space] = SettingsList(count=len(merged), values=merged)
        return PhoneState.model_validate(
            {
                **self.fields,
                **_identity(properties, settings),
                "properties": self.fields.get("properties"),
                "screen_texts": _screen_texts(self.fields.get("hierarchy")),
                "settings": settings,
                "package_info": self.packages,
                "reasons": {name: why for name, why in self.reasons.items() if name not in self.fields},
            }
        )


def _identity(properties: Properties | None, settings: Mapping[str, SettingsList]) -> dict[str, object]:
    locales = settings["system"].values.get("system_locales") if "system" in settings else None
    if properties is None:
        return {"locale": locales.partition(",")[0] or None if locales else None}
    return {
        "timezone": properties.timezone,
        "locale": properties.locale or (locales.partition(",")[0] if locales else None),
        "api_level": properties.sdk,
        "model": properties.model,
        "serial": properties.serial,
    }


def _screen_texts(hierarchy: Hierarchy | None) -> tuple[str, ...] | None:
    """Texts and, where a node has none, its description, in the dump's order; passwords are left out."""
    if hierarchy is None:
        return None
    words = (node.text or node.desc for node in hierarchy.walk() if not node.password)
    return tuple(word for word in words if word.strip())


def assemble(outputs: Mapping[str, str], *, captured_at_ms: int | None = None, serial: str | None = None) -> PhoneState:
    """Read every output that is known and put the readings together; never raises on what a phone printed.

    ``captured_at_ms`` and ``serial`` are taken where the caller knows them better than the outputs.
    """
    assembly = _Assembly()
    texts: dict[str, tuple[Callable[[str], Reading], list[str]]] = {}
    for command, text in outputs.items():
        words = normalise(command)
        part = _part(words)
        if part is None:
            assembly.other(words, text)
        elif part[0] == "packages" and any(word in ("-3", "-s", "-d", "-e") for word in words):
            # A filtered list is no list of all packages; it stands in only when no other was read.
            texts.setdefault("packages, filtered", (part[1], []))[1].append(text)
        else:
            texts.setdefault(part[0], (part[1], []))[1].append(text)
            if words == ("dumpsys", "activity") and (match := _RECENTS.search(clean(text))) is not None:
                texts.setdefault("recents", (parse_activity, []))[1].append(match[0])
    filtered = texts.pop("packages, filtered", None)
    if filtered is not None and "packages" not in texts:
        texts["packages"] = filtered
    for name, (parse, pieces) in texts.items():
        # A cut piece must not run into the next: its last line goes to the end, where it shows as cut.
        ends = [piece.rfind("\n") + 1 for piece in pieces]
        joined = "".join(piece[:end] for piece, end in zip(pieces, ends, strict=True))
        joined += next((piece[end:] for piece, end in zip(pieces, ends, strict=True) if piece[end:]), "")
        assembly.reading(name, parse, joined)
    state = assembly.done()
    known = {"captured_at_ms": captured_at_ms, "serial": serial}
    return state.model_copy(update={name: value for name, value in known.items() if value is not None})
