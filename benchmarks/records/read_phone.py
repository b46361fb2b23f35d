"""The phone dimension's free text, English or Chinese, read by rules into facts of a phone state."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from device.capture.notifications import Notification
from device.capture.people import CalendarEvent, Contact

Match = re.Match[str]
_APP = r"(?:[^()（）]*?)\s*[(（](?P<package>[A-Za-z][\w.]*\.[\w.]+)[)）]"
_ON = r"(?P<on>on|enabled|active|开启?|打开|已开启|启用)"
_OFF = r"(?P<off>off|disabled|inactive|关闭?|已关闭|未开启|禁用)"
_SWITCH = rf"(?:is |are |turned |switched |[:：]|\s|已|处于)*(?:{_ON}|{_OFF})"


@dataclass
class Facts:
    """What was read of a phone, in plain values; what was not read stays absent."""

    values: dict[str, Any] = field(default_factory=dict)
    notifications: list[Notification] = field(default_factory=list)
    calendar: list[CalendarEvent] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)
    alarms: list[tuple[int, str]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    volumes: dict[str, int] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def clock_before(text: str, now: datetime) -> datetime:
    """The last time before now that it was HH:MM."""
    hour, minute = (int(part) for part in text.split(":"))
    at = now.replace(hour=hour % 24, minute=minute % 60, second=0, microsecond=0)
    return at if at <= now else at - timedelta(days=1)


# -- whole lines

_NOTE = re.compile(
    rf"(?:Notification|通知)\s*(?:\[(?P<at>\d{{1,2}}:\d{{2}})\]\s*)?{_APP}\s*[:：]\s*(?P<said>.*)\Z", re.I | re.S
)
_CALENDAR = re.compile(
    r"(?:Calendar|Event|日程|日历)\s*[:：]\s*(?P<date>\d{4}-\d{2}-\d{2})\s+(?P<from>\d{1,2}:\d{2})\s*[-–]\s*(?P<to>\d{1,2}:\d{2})"
    r"\s+(?P<title>.*?)(?:\s+@\s+(?P<where>.*))?\Z", re.I)  # fmt: skip
_CONTACT = re.compile(r"(?:Contact|联系人)\s*[:：]\s*(?P<name>.*?)\s+(?P<numbers>\+?\d[\d\s+]{4,})\Z", re.I)
_ALARM = re.compile(
    r"(?:(?:Next )?Alarm|(?:下一个)?闹钟)\s*[:：]\s*(?:(?P<date>\d{4}-\d{2}-\d{2})\s+)?(?P<at>\d{1,2}:\d{2})\s*(?P<name>.*)\Z",
    re.I,
)
_FILE = re.compile(r"(?:File|文件)\s*[:：]\s*(?P<path>/\S.*)\Z", re.I)
_PLAYING = re.compile(rf"(?:Playing|正在播放)\s*[:：]\s*(?P<what>.*?)(?:\s+in\s+|，\s*){_APP}\s*\Z", re.I)
_FRONT = re.compile(rf"(?:App in front|Foreground(?: app)?|前台(?:应用)?|当前应用)\s*[:：]\s*{_APP}", re.I)


def _note(facts: Facts, match: Match, now: datetime) -> None:
    title, bar, text = match["said"].partition(" | ")
    at = _ms(clock_before(match["at"], now)) if match["at"] else _ms(now)
    number = len(facts.notifications)
    facts.notifications.append(
        Notification(package=match["package"], id=number, key=f"0|{match['package']}|{number}|null|0",
                     title=title if bar else None, text=text if bar else title, posted_ms=at, when_ms=at)
    )  # fmt: skip


def _calendar(facts: Facts, match: Match, now: datetime) -> None:
    try:
        start = datetime.fromisoformat(f"{match['date']}T{match['from']:0>5}").replace(tzinfo=now.tzinfo)
        end = datetime.fromisoformat(f"{match['date']}T{match['to']:0>5}").replace(tzinfo=now.tzinfo)
    except ValueError:
        facts.unread.append(match[0])
        return
    end = end if end >= start else end + timedelta(days=1)
    facts.calendar.append(
        CalendarEvent(id=len(facts.calendar) + 1, title=match["title"], begin_ms=_ms(start), end_ms=_ms(end),
                      location=match["where"])
    )  # fmt: skip


def _contact(facts: Facts, match: Match, now: datetime) -> None:
    facts.contacts.append(Contact(name=match["name"], phones=tuple(match["numbers"].split())))


def _alarm(facts: Facts, match: Match, now: datetime) -> None:
    day = f"{match['date']}T" if match["date"] else f"{now:%Y-%m-%d}T"
    try:
        at = datetime.fromisoformat(f"{day}{match['at']:0>5}").replace(tzinfo=now.tzinfo)
    except ValueError:
        facts.unread.append(match[0])
        return
    at = at if match["date"] or at > now else at + timedelta(days=1)
    facts.alarms.append((_ms(at), match["name"].strip()))


def _file(facts: Facts, match: Match, now: datetime) -> None:
    facts.files.append(match["path"])


def _playing(facts: Facts, match: Match, now: datetime) -> None:
    title, dash, artist = match["what"].rpartition(" – ")
    facts.values["playing"] = (title or artist, artist if dash else "", match["package"])


def _front(facts: Facts, match: Match, now: datetime) -> None:
    facts.values["front"] = match["package"]


_LINES: tuple[tuple[re.Pattern[str], Callable[[Facts, Match, datetime], None]], ...] = (
    (_NOTE, _note),
    (_CALENDAR, _calendar),
    (_CONTACT, _contact),
    (_FILE, _file),
    (_PLAYING, _playing),
    (_FRONT, _front),
    (_ALARM, _alarm),
)

# -- clauses within a line

_PERCENT = r"\D{0,24}?(?P<n>\d{1,3})\s*[%％]"
_CLAUSES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.I))
    for name, pattern in (
        ("saver", rf"(?:battery saver|power saving(?: mode)?|省电模式|低电量模式){_SWITCH}"),
        ("battery", rf"(?:battery|charge level|电量|电池){_PERCENT}"),
        ("not_charging", r"not charging|unplugged|on battery|未充电|没有充电|未在充电"),
        ("charging", r"\bcharging\b|plugged in|正在充电|充电中"),
        ("airplane", rf"(?:airplane mode|aeroplane mode|flight mode|飞行模式){_SWITCH}"),
        ("no_network", r"(?:network|网络)\s*[:：]\s*(?:none|offline|无)|no (?:network|internet)|无网络|没有网络"),
        ("wifi", r"(?:Wi-?Fi|WLAN|无线网)\s*(?:connected to|network|已连接|[:：])?\s*[\"“「]?(?P<ssid>[^\s\"”」,，;；。]+)?"),
        ("mobile", r"mobile data|cellular|\b[45]G\b|移动数据|移动网络|蜂窝"),
        ("ringer", r"(?:ringer|ring mode|sound mode|铃声|响铃模式|情景模式)(?:\s*mode)?\s*(?:is|[:：])?\s*"
                   r"(?P<mode>normal|vibrate|vibration|silent|正常|响铃|振动|震动|静音)"),
        ("dnd", r"(?:do not disturb|DND|勿扰)(?:模式)?\s*(?:is|[:：])?\s*(?P<mode>off|on|priority(?: only)?|alarms(?: only)?|"
                r"total silence|none|关|开|仅限优先|仅限闹钟|完全静音)"),
        ("volume_music", rf"(?:media volume|music volume|媒体音量){_PERCENT}"),
        ("volume_ring", rf"(?:ring volume|铃声音量){_PERCENT}"),
        ("volume_alarm", rf"(?:alarm volume|闹钟音量){_PERCENT}"),
        ("brightness", rf"(?:brightness|亮度){_PERCENT}"),
        ("dark", rf"(?:dark (?:theme|mode)|深色模式|深色主题|暗色模式){_SWITCH}"),
        ("position", r"(?:position|位置|坐标|coordinates)\D{0,4}(?P<lat>-?\d{1,2}\.\d+)\s*[,，]\s*(?P<lon>-?\d{1,3}\.\d+)"),
        ("location", rf"(?:location(?: services)?|GPS|定位(?:服务)?){_SWITCH}"),
        ("bluetooth", rf"(?:bluetooth|蓝牙){_SWITCH}"),
        ("headset", r"(?:bluetooth|蓝牙).*?(?:connected to|已连接)\s*(?P<name>[^,，;；。]+)"),
        ("screen", r"(?:screen|屏幕)\s*(?:is|[:：])?\s*(?P<state>on\b|off\b|亮|灭|开|关)"),
    )
)  # fmt: skip
_RINGERS = {"normal": "normal", "正常": "normal", "响铃": "normal", "silent": "silent", "静音": "silent"}
_ZEN = {"off": "off", "关": "off", "on": "important", "开": "important", "priority": "important", "仅限优先": "important",
        "alarms": "alarms", "仅限闹钟": "alarms"}  # fmt: skip


def _clause(facts: Facts, name: str, match: Match) -> None:
    values = facts.values
    if name in ("saver", "airplane", "dark", "location", "bluetooth"):
        values.setdefault(name, match["on"] is not None)
    elif name in ("battery", "brightness") or name.startswith("volume_"):
        level = min(100, int(match["n"]))
        if name.startswith("volume_"):
            facts.volumes.setdefault(name[7:], level)
        else:
            values.setdefault(name, level)
    elif name in ("not_charging", "charging"):
        values.setdefault("charging", name == "charging")
    elif name == "wifi":
        ssid = match["ssid"]
        if ssid and re.fullmatch(r"off|disabled|关|关闭|已关闭", ssid, re.I):
            values.setdefault("wifi_on", False)
        else:
            values.setdefault("network", "wifi")
            if ssid and not re.fullmatch(r"on|enabled|开|开启|已连接|connected", ssid, re.I):
                values.setdefault("ssid", ssid)
    elif name in ("mobile", "no_network"):
        values.setdefault("network", "cellular" if name == "mobile" else "none")
    elif name == "ringer":
        values.setdefault("ringer", _RINGERS.get(match["mode"].casefold(), "vibrate"))
    elif name == "dnd":
        values.setdefault("dnd", _ZEN.get(match["mode"].casefold().removesuffix(" only"), "none"))
    elif name == "position":
        values.setdefault("position", (float(match["lat"]), float(match["lon"])))
    elif name == "headset":
        values.setdefault("headset", match["name"].strip())
    elif name == "screen":
        values.setdefault("screen_on", match["state"].casefold() in ("on", "亮", "开"))


# What makes each clause rule impossible: a word that must be there for it to be tried at all.
_HINT = re.compile(r"batter|charg|plug|电|充|airplane|flight|飞行|network|internet|网|wi-?fi|wlan|mobile|cellular|[45]G|移动|"
                   r"蜂窝|ring|sound|铃|情景|disturb|DND|勿扰|volume|音量|bright|亮|dark|深色|暗色|position|coordinates|位置|坐标|location|GPS|"
                   r"定位|bluetooth|蓝牙|screen|屏", re.I)  # fmt: skip


def read_phone(lines: list[str], now: datetime) -> Facts:
    """Read the lines of the phone dimension at a local time."""
    facts = Facts()
    for line in lines:
        text = line.strip().lstrip("-•* ").strip()
        if not text:
            continue
        for pattern, take in _LINES:
            if match := pattern.match(text):
                take(facts, match, now)
                break
        else:
            _clauses(facts, text)
    return facts


def _clauses(facts: Facts, text: str) -> None:
    if not _HINT.search(text):
        facts.unread.append(text)
        return
    for sentence in re.split(r"(?<=[。；;！!])|(?<=[a-z%])\.\s+", text):
        if not sentence.strip():
            continue
        seen = False
        for name, pattern in _CLAUSES:
            if match := pattern.search(sentence):
                if name == "charging" and "charging" in facts.values:
                    seen = True
                    continue
                _clause(facts, name, match)
                seen = True
        if not seen:
            facts.unread.append(sentence.strip())
