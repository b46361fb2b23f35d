"""A record's free text read by rules into what an agent works with: a phone state, a user profile, the world, and a
trajectory. What no rule reads is reported, and reaches a model as the text that it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agent.context import Context
from agent.profile import Place, UserProfile
from agent.trajectory import Kind, TrajectoryEvent
from agent.world import WorldInformation, look_around
from benchmarks.records.model import DIMENSIONS, Dimension, Record
from benchmarks.records.read_phone import Facts, clock_before, read_phone
from benchmarks.records.read_state import build_state
from device.capture.people import Call, Sms
from device.phone_state import PhoneState

_TIME = re.compile(r"(?P<date>\d{4}-\d{1,2}-\d{1,2})[ T]+(?P<at>\d{1,2}:\d{2})")
_ZONE = re.compile(
    r"\b(?P<zone>(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[\w/+-]+|UTC)\b"
)
_WEATHER = re.compile(r"(?:Weather|天气)\s*[:：]\s*(?P<text>.+)", re.I)
_HOLIDAY = re.compile(r"(?:Holiday|节假日|节日)\s*[:：]\s*(?P<text>.+)", re.I)
_NAME = re.compile(r"(?:Name|姓名|名字)\s*[:：]\s*(?P<text>.+)", re.I)
_COUNTRY = re.compile(r"(?:Country|国家)\s*[:：]\s*(?P<text>[A-Za-z]{2})\s*\Z", re.I)
_PLACE = re.compile(
    r"(?:Place|地点)\s+(?P<name>\S.*?)\s*[:：]\s*(?P<address>.*?)\s*[(（](?P<lat>-?\d+\.\d+)\s*[,，]\s*(?P<lon>-?\d+\.\d+)[)）]"
    r"(?:[,，]\s*Wi-?Fi\s+(?P<wifi>.+))?", re.I)  # fmt: skip
_PERSON = re.compile(r"(?:Person|关系)\s+(?P<who>\S.*?)\s*[:：]\s*(?P<what>.+)", re.I)
_KINDS = {"home": "home", "家": "home", "work": "work", "office": "work", "公司": "work", "单位": "work", "gym": "gym",
          "健身房": "gym", "station": "station", "车站": "station"}  # fmt: skip
_AT = re.compile(r"\[?(?P<at>\d{1,2}:\d{2})\]?\s*[-:：]?\s*(?P<rest>.*)\Z", re.S)
_APP = r"[^()（）]*?\s*[(（](?P<package>[A-Za-z][\w.]*\.[\w.]+)[)）]"
_NUMBER = r"(?:\s*[(（](?P<number>[+\d][\d\s]+)[)）])?"
_EVENTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.I | re.S))
    for name, pattern in (
        ("note", rf"notification from {_APP}\s*[:：]\s*(?P<said>.*)"),
        ("note", rf"{_APP}\s*的通知\s*[:：]\s*(?P<said>.*)"),
        ("sms", r"(?:received )?(?:an? )?SMS from (?P<who>[^:：]+?)\s*[:：]\s*(?P<said>.*)"),
        ("sms", r"收到\s*(?P<who>.+?)\s*的短信\s*[:：]\s*(?P<said>.*)"),
        ("sent", r"sent (?:an? )?SMS to (?P<who>[^:：]+?)\s*[:：]\s*(?P<said>.*)"),
        ("sent", r"发短信给\s*(?P<who>.+?)\s*[:：]\s*(?P<said>.*)"),
        ("missed", rf"missed (?:a )?call from (?P<who>.+?){_NUMBER}\s*\Z"),
        ("missed", rf"未接来电\s*[:：]\s*(?P<who>.+?){_NUMBER}\s*\Z"),
        ("call", rf"(?:talked on the phone with|call with) (?P<who>.+?){_NUMBER}\s*\Z"),
        ("call", rf"与\s*(?P<who>.+?){_NUMBER}\s*通话\s*\Z"),
        ("used", rf"(?:opened|打开)\s*{_APP}"),
        ("arrived", r"(?:arrived at|到达)\s*(?P<who>.+)"),
        ("left", r"(?:left|离开)\s*(?P<who>.+)"),
        ("plugged", r"charger connected|接上充电器|开始充电"),
        ("unplugged", r"charger disconnected|unplugged|拔下充电器"),
    )
)  # fmt: skip
_TRAJECTORY: dict[str, Kind] = {
    "note": "notification_posted", "sms": "message", "sent": "message", "missed": "call", "call": "call", "used": "app",
    "arrived": "place", "left": "place", "plugged": "charger", "unplugged": "charger",
}  # fmt: skip
_PIECE = 280  # characters: a longer line of a context may be cut before it reaches a model
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n")
_SPACE = re.compile(r"(?<=[\s,，、])")


class ToldWorld(WorldInformation):
    """The world, and what a record's text says of it or of the phone that no rule reads, as it stands there."""

    told: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """The world as readable lines."""
        return [*super().sentences(), *self.told]


def pieces(text: str) -> list[str]:
    """A text in pieces of at most 280 characters: whole, else by sentences, else by words, else cut. Nothing is lost
    but white space between pieces."""
    if len(text) <= _PIECE:
        return [text.strip()] if text.strip() else []
    for mark in (_SENTENCE, _SPACE):
        parts = [part for part in mark.split(text) if part.strip()]
        if len(parts) > 1:
            break
    else:
        return [part.strip() for n in range(0, len(text), _PIECE) if (part := text[n : n + _PIECE]).strip()]
    found: list[str] = []
    line = ""
    for part in parts:
        if line and len(line) + len(part) + 1 > _PIECE:
            found += pieces(line)
            line = ""
        line = f"{line} {part}" if line and not line.endswith(tuple("。！？；，、 ")) else line + part
    return found + pieces(line)


@dataclass
class ReadText:
    """What was read of a record, and by dimension what was not."""

    now: datetime
    state: PhoneState
    profile: UserProfile
    trajectory: list[TrajectoryEvent] = field(default_factory=list)
    weather: str | None = None
    holiday: str | None = None
    unread: dict[Dimension, list[str]] = field(default_factory=dict)

    def context(self, state: PhoneState | None = None) -> Context:
        """The four-dimension context; `state` takes the place of what was read (a captured one)."""
        state = state or self.state
        country = (self.profile.model_extra or {}).get("country")
        world = look_around(self.now, country=country, place=state.position, weather=self.weather)
        if self.holiday:
            world = world.model_copy(update={"holiday": self.holiday})
        told = [part for line in self.unread.get("world", ()) for part in pieces(line)]
        told += [f"device status: {part}" for line in self.unread.get("phone", ()) for part in pieces(line)]
        if told:
            world = ToldWorld.model_validate({**dict(world), "told": tuple(told)})
        pictures = tuple(dict.fromkeys(event.screenshot for event in self.trajectory if event.screenshot))
        return Context(user_profile=self.profile, device_status=state, world=world, trajectory=tuple(self.trajectory),
                       screenshots=pictures, reasons=("record",))  # fmt: skip


def read_record(record: Record) -> ReadText:
    """Read a record's text. Nothing in it can make this fail; what no rule fits is unread."""
    now = _now(record)
    unread: dict[Dimension, list[str]] = {dimension: [] for dimension in DIMENSIONS}
    facts = read_phone(record.lines("phone"), now)
    unread["phone"] = facts.unread
    profile, unread["profile"] = _profile(record)
    weather, holiday = None, None
    for line in record.lines("world"):
        if found := _WEATHER.match(line):
            weather = found["text"]
        elif found := _HOLIDAY.match(line):
            holiday = found["text"]
        elif not _TIME.search(line):
            unread["world"].append(line)
    state, events = _trace(record, facts, now, unread["trace"])
    return ReadText(now, state, profile, events, weather, holiday, {d: lines for d, lines in unread.items() if lines})


def _now(record: Record) -> datetime:
    text = record.world or "\n".join(record.lines("trace")[:1])
    zone_name = record.timezone or (found["zone"] if (found := _ZONE.search(text)) else "UTC")
    try:
        zone: Any = ZoneInfo(zone_name)
    except (ZoneInfoNotFoundError, ValueError):
        zone = UTC
    if record.frame_ms is not None:
        return datetime.fromtimestamp(record.frame_ms / 1000, zone)
    if found := _TIME.search(text):
        try:
            year, month, day = (int(part) for part in found["date"].split("-"))
            hour, minute = (int(part) for part in found["at"].split(":"))
            return datetime(year, month, day, hour, minute, tzinfo=zone)
        except ValueError:
            pass
    return datetime(2000, 1, 1, tzinfo=zone)


def _profile(record: Record) -> tuple[UserProfile, list[str]]:
    data: dict[str, Any] = {"language": record.language or "en", "places": [], "people": {}, "about": []}
    unread: list[str] = []
    for line in record.lines("profile"):
        if found := _NAME.match(line):
            data["name"] = found["text"].strip()
        elif found := _COUNTRY.match(line):
            data["country"] = found["text"].upper()
        elif found := _PLACE.match(line):
            lat, lon = float(found["lat"]), float(found["lon"])
            kind = _KINDS.get(found["name"].casefold(), "")
            data["places"].append(Place(name=found["name"], kind=kind, latitude=lat, longitude=lon, address=found["address"],
                                        wifi=found["wifi"]))  # fmt: skip
        elif found := _PERSON.match(line):
            data["people"][found["who"]] = found["what"]
        elif line.strip():
            data["about"] += pieces(line)
    return UserProfile.model_validate(data), unread


def _trace(record: Record, facts: Facts, now: datetime, unread: list[str]) -> tuple[PhoneState, list[TrajectoryEvent]]:
    sms: list[Sms] = []
    calls: list[Call] = []
    events: list[TrajectoryEvent] = []
    numbers = {contact.name: contact.phones[0] for contact in facts.contacts if contact.phones}
    at = now - timedelta(minutes=1)
    for step in record.trace:
        if not isinstance(step, str):
            events.append(TrajectoryEvent(time_ms=_ms(at), kind="app", text="screen", screenshot=step.picture))
            continue
        timed = _AT.match(step.strip())
        at = clock_before(timed["at"], now) if timed else at
        text = timed["rest"] if timed else step.strip()
        name, found = _event(text)
        if found is None:
            unread.append(step)
            events += [TrajectoryEvent(time_ms=_ms(at), kind="app", text=part) for part in pieces(text)]
            continue
        when = _ms(at)
        groups = found.groupdict()
        who = (groups.get("who") or "").strip()
        number = groups.get("number") or numbers.get(who) or who
        if name in ("sms", "sent"):
            box = "inbox" if name == "sms" else "sent"
            sms.append(Sms.model_validate({"id": len(sms) + 1, "address": number, "body": groups["said"], "date_ms": when,
                                           "type": box, "read": name == "sent"}))  # fmt: skip
        elif name in ("missed", "call"):
            kind = "missed" if name == "missed" else "incoming"
            caller = who if who in numbers else None
            calls.append(Call.model_validate({"number": number, "name": caller, "date_ms": when, "type": kind,
                                              "duration_s": 0 if name == "missed" else 60,
                                              "is_new": name == "missed"}))  # fmt: skip
        subject = groups.get("package") or (number if name in ("sms", "sent", "missed", "call") else who)
        said = f"{groups['package']}: {groups['said']}" if name == "note" else text  # as the agent notes them itself
        events.append(TrajectoryEvent(time_ms=when, kind=_TRAJECTORY[name], text=said, subject=subject))
    sms.sort(key=lambda message: -(message.date_ms or 0))
    calls.sort(key=lambda call: -(call.date_ms or 0))
    state = build_state(facts, now, timezone=_zone_name(now), sms=tuple(sms), calls=tuple(calls))
    return state, sorted(events, key=lambda event: event.time_ms)


def _event(text: str) -> tuple[str, re.Match[str] | None]:
    for name, pattern in _EVENTS:
        found = pattern.match(text)
        if found and found[0]:
            return name, found
    return "", None


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _zone_name(now: datetime) -> str:
    return getattr(now.tzinfo, "key", None) or "UTC"
