# ruff: noqa: E501 (a table)
"""The rules that the reference predictors share: what a line may mean, and how the arguments are found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from api_pool import Call
from benchmarks.records.model import Record

DONE = re.compile(
    r"cancel|declin|already|\bdone\b|saved|confirmed|delivered|picked up|refund|completed|finished|shipped|no need|nothing to|"
    r"not needed|posted|lifted|handed to you|logged|synced|debit|STOP|已取消|取消|已拒绝|已经|完成|成功|已保存|已送达|已取件|退款|无需|不用|"
    r"解除|签收|已记录|已同步|自动扣款|退订|结束", re.I)  # fmt: skip
_TIMED = re.compile(r"^\d{1,2}:\d{2} (.*)$", re.S)


@dataclass(frozen=True)
class Looked:
    """A record as these predictors see it: the trace newest first, the device status, who and where."""

    trace: list[str]
    status: list[str]
    profile: str
    now: datetime
    names: tuple[str, ...]
    places: dict[str, str]

    def date(self, text: str) -> str | None:
        """An ISO date in a text."""
        found = re.search(r"\d{4}-\d{2}-\d{2}", text)
        return found[0] if found else None

    def clock(self, text: str) -> str | None:
        """The last HH:MM in a text."""
        found = re.findall(r"\b(\d{1,2}:\d{2})\b", text)
        return str(found[-1]) if found else None

    def person(self, text: str) -> str | None:
        """The first of the user's contacts that a text names."""
        found = [(text.find(name), name) for name in self.names if name in text]
        return min(found)[1] if found else None


def look(record: Record) -> Looked:
    """Read a record as plain lines."""
    trace = [match[1] if (match := _TIMED.match(line)) else line for line in reversed(record.lines("trace"))]
    zone = ZoneInfo(record.timezone or "UTC")
    now = datetime.fromtimestamp((record.frame_ms or 0) / 1000, zone)
    places = dict(re.findall(r"(?:Place|地点) (\S+?)[:：]\s*(.*?) \(", record.profile))
    status = list(record.lines("phone")[:14])
    return Looked(trace, status, record.profile, now, tuple(record.contacts), places)


Args = Callable[[re.Match[str], str, Looked], dict[str, Any] | None]


@dataclass(frozen=True)
class Rule:
    """A function, what a line must say, what the profile should say, and the arguments."""

    function: str
    evidence: re.Pattern[str]
    wish: re.Pattern[str]
    arguments: Args

    def wished(self, seen: Looked) -> bool:
        """Whether the profile speaks of it."""
        return bool(self.wish.search(seen.profile))

    def calls(self, line: str, seen: Looked) -> tuple[Call, ...]:
        """The calls that the line suggests; empty when it suggests none."""
        found = self.evidence.search(line)
        if not found:
            return ()
        arguments = self.arguments(found, line, seen)
        return () if arguments is None else (Call(name=self.function, arguments=arguments),)


def _rule(function: str, evidence: str, wish: str, arguments: Args) -> Rule:
    return Rule(function, re.compile(evidence, re.I), re.compile(wish, re.I), arguments)


def _fixed(**arguments: Any) -> Args:
    return lambda found, line, seen: dict(arguments)


def _who(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any] | None:
    name = seen.person(line)
    return {"recipient": name} if name else None


def _text_to(key: str, **more: Any) -> Args:
    def build(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any] | None:
        name = seen.person(line)
        return {"recipient": name, key: "OK", **more} if name else None

    return build


def _event(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any] | None:
    day, clock = seen.date(line), seen.clock(line)
    return {"title": "Appointment", "start": f"{day}T{clock}"} if day and clock else None


def _reminder(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any] | None:
    day, clock = seen.date(line), seen.clock(line)
    if day is None and clock is None:
        return None
    return {"text": "Reminder", "time": f"{day or seen.now.date().isoformat()}T{clock or '09:00'}"}


def _group(key: str, group: int = 1) -> Args:
    return lambda found, line, seen: {key: found[group].strip()} if found[group] else None


def _bill(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any] | None:
    amount = re.search(r"(\d+[.,]\d{2}) ?(\w+|元)", line)
    biller = re.search(r"\| (?:Today|今天)?[:：]? ?([^:：|]{2,30})[:：]", line)
    return {"biller": biller[1], "amount": amount[0]} if amount and biller else None


def _metric(kind: str, unit: str) -> Args:
    return lambda found, line, seen: {"kind": kind, "value": found[1], "unit": unit}


def _wanted(key: str, pattern: str) -> Args:
    """A value that the profile names."""
    compiled = re.compile(pattern, re.I)

    def build(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any] | None:
        match = compiled.search(seen.profile)
        return {key: next(group for group in match.groups() if group).strip()} if match else None

    return build


def _tomorrow(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any]:
    return {"date": (seen.now + timedelta(days=1)).date().isoformat()}


def _home(found: re.Match[str], line: str, seen: Looked) -> dict[str, Any] | None:
    place = seen.places.get("home") or seen.places.get("家")
    return {"destination": place} if place else None


_APPOINTMENT = r"booked for|evening on|appointment|slot|come on|已约在|定于|预约|送达"
RULES: tuple[Rule, ...] = (
    _rule("set_battery_saver", r"(?:battery|电量)\D{0,12}?\b(?:[1-9]|1\d) ?%.*(?:not charging|未充电|left|剩余)|^.*battery is low|电量低",
          r"battery saver|省电", _fixed(enabled=True)),
    _rule("free_up_storage", r"storage space running out|存储空间即将用尽", r"space|清理", _fixed()),
    _rule("set_airplane_mode", r"boarding completed|登机结束", r"airplane|飞行模式", _fixed(enabled=True)),
    _rule("set_airplane_mode", r"plane has landed|飞机已落地", r"landing|落地", _fixed(enabled=False)),
    _rule("set_do_not_disturb", r"bedroom lamp|卧室的灯|cinema ticket at the entrance|入场检了", r"alarm may ring|闹钟可以响|cinema|看电影",
          _fixed(mode="alarms")),
    _rule("set_ringer_mode", r"meeting.*in 5 minutes|会.*5 分钟后", r"vibrate|振动", _fixed(mode="vibrate")),
    _rule("make_call", r"missed call|未接来电", r"call|电话", _who),
    _rule("make_call", r"give me a ring|please ring|回个电话|请回电", r"ring|电话|回电", _who),
    _rule("join_meeting", r"(?:zoom\.us/j/|meeting id |会议号 ?)(\d{9,})", r"meeting|online|会议|线上", _group("url_or_id")),
    _rule("create_calendar_event", _APPOINTMENT, r"calendar|日历", _event),
    _rule("create_reminder", r"due back|need the figures|first dose|归还|前给我|服第一片", r"remind|提醒", _reminder),
    _rule("pay_bill", r"due today|due on|rent|今天到期|到期|房租", r"pay|付", _bill),
    _rule("track_parcel", r"\b((?:0034\d{16}|1Z\w{16}|JD\d{13}))\b", r"parcel|deliver|present|快递|快件|礼物", _group("tracking_number")),
    _rule("show_pickup_code", r"(?:code|取件码|return|退货) (\w{4,6})\b", r"locker|return|快递柜|退货", _group("reference")),
    _rule("show_ticket", r"(?:booking|订单) (\w{6,7})[,，].*(?:platform|站台)", r"ticket|票",
          lambda found, line, seen: {"kind": "train", "reference": found[1]}),
    _rule("show_ticket", r"(?:booking|订单) (\w{6,8})[,，].*(?:gate|登机口)", r"boarding pass|登机牌",
          lambda found, line, seen: {"kind": "flight", "reference": found[1]}),
    _rule("request_ride", r"left the train|下了火车", r"ride home|打车", _home),
    _rule("log_health_metric", r"(?:scale|体重秤)\D*([\d.]+) kg", r"weigh|体重", _metric("weight", "kg")),
    _rule("log_health_metric", r"([\d.]+) mmol/L", r"glucose|血糖", _metric("blood_glucose", "mmol/L")),
    _rule("log_health_metric", r"(\d{2,3}/\d{2,3}) mmHg", r"blood pressure|血压", _metric("blood_pressure", "mmHg")),
    _rule("start_workout", r"checked in at the gym|健身房签到", r"at the gym I track|健身房我记录",
          _wanted("activity", r"at the gym I track ([\w ]+)|健身房我记录([^。，]+)")),
    _rule("set_timer", r"boil for (\d+) minutes|煮 (\d+) 分钟", r"timer|定个时",
          lambda found, line, seen: {"seconds": 60 * int(found[1] or found[2])}),
    _rule("run_scene", r"arrived at home|到达 家|left home|离开 家|lay down|躺下|projector on|打开投影", r"scene|start \"|启动",
          _wanted("name", r"\"([^\"]+)\"|“([^”]+)”")),
    _rule("control_device", r"(?:light is off|灯关着)", r"light|灯", _fixed(device="Living room light", state="on")),
    _rule("control_device", r"dismissed the alarm|关掉了?闹钟", r"coffee machine|咖啡机", _fixed(device="Coffee machine", state="on")),
    _rule("show_weather", r"storm warning|大风预警|^Hike|徒步", r"forecast|weather|预报|天气", _fixed()),
    _rule("show_weather", r"tomorrow for the picnic|明天野餐", r"weather|天气", _tomorrow),
    _rule("open_url", r"(https?://[^\s，,：:|]+(?:/[^\s，,|]*)?)", r"open|read|page|打开|看", _group("url")),
    _rule("compose_post", r"(?:run finished|跑步结束).*?([\d.]+)", r"Twitter|推特",
          lambda found, line, seen: {"app": "Twitter", "text": f"{found[1]} km"}),
    _rule("open_camera", r"receipt|whiteboard|小票|白板|reading today|报送", r"photograph|picture|拍", _fixed(mode="photo")),
    _rule("take_screenshot", r"Chrome (?:shows|显示)", r"screenshot|截图", _fixed()),
    _rule("send_message", r"notification from WhatsApp|WhatsApp .*的通知", r"WhatsApp", _text_to("text", app="WhatsApp")),
    _rule("send_sms", r"traffic|delayed|路况|晚点|birthday|生日", r"text|SMS|tell|write|短信|消息|告诉", _text_to("body")),
    _rule("order_food", r"pizza as always|照旧点披萨|canteen has closed|食堂已关门", r"order|点",
          _wanted("query", r"order ([a-z ]+?)\.|点([^。，]+?)。")),
    _rule("search_nearby", r"fuel for|剩余油量", r"petrol|加油", _fixed(query="petrol station")),
    _rule("search_product", r"price drop|降价", r"cheaper|降价", _wanted("query", r"wait for the (.+?) to|在等(.+?)降价")),
    _rule("play_music", r"connected .*|连上了", r"listen|听", _wanted("query", r"listen to ([^.。]+)|我听([^.。]+)")),
    _rule("play_video", r"new episode|更新了|Live now|正在直播", r"watch|看", _wanted("query", r"watch (.+?) on|我看(.+?)。")),
    _rule("web_search", r"know what (.+?) means|知道(.+?)是什么意思", r"look up|搜",
          lambda found, line, seen: {"query": found[1] or found[2]}),
)  # fmt: skip
