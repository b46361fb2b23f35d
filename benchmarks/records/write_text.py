"""A situation as text: the four dimensions, a statement a line, in English or Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.records.apps import label
from benchmarks.records.situation import Happened, Situation

_DAYS_ZH = "一二三四五六日"
_RINGER = {"normal": "正常", "vibrate": "振动", "silent": "静音"}
_DND = {"off": ("off", "关"), "priority": ("priority only", "仅限优先"), "alarms": ("alarms only", "仅限闹钟"),
        "none": ("total silence", "完全静音")}  # fmt: skip
_STREAMS = {
    "music": ("Media volume", "媒体音量"),
    "ring": ("Ring volume", "铃声音量"),
    "alarm": ("Alarm volume", "闹钟音量"),
}


@dataclass(frozen=True)
class Line:
    """A statement; `noise` when it was put in to distract."""

    text: str
    noise: bool = False
    picture: str | None = None


def profile_lines(s: Situation) -> list[Line]:
    """Who the user is and what they told."""
    zh = s.language == "zh"
    lines = [Line(f"姓名：{s.name}" if zh else f"Name: {s.name}")] if s.name else []
    if s.country:
        lines.append(Line(f"国家：{s.country}" if zh else f"Country: {s.country}"))
    for place in s.places:
        wifi = (f"，Wi-Fi {place.wifi}" if zh else f", Wi-Fi {place.wifi}") if place.wifi else ""
        where = f"{place.address} ({place.latitude:.4f}, {place.longitude:.4f})"
        lines.append(Line(f"地点 {place.name}：{where}{wifi}" if zh else f"Place {place.name}: {where}{wifi}"))
    lines += [Line(f"关系 {who}：{what}" if zh else f"Person {who}: {what}") for who, what in s.people.items()]
    lines += [Line(text) for text in s.about]
    return lines + [Line(text, noise=True) for text in s.noise_about]


def world_lines(s: Situation) -> list[Line]:
    """Time, weather, holiday."""
    zh = s.language == "zh"
    now = f"{s.now:%Y-%m-%d %H:%M}"
    day = f"星期{_DAYS_ZH[s.now.weekday()]}" if zh else f"{s.now:%A}"
    lines = [Line(f"时间：{now}，{day}，{s.timezone}" if zh else f"Time: {now}, {day}, {s.timezone}")]
    if s.weather:
        lines.append(Line(f"天气：{s.weather}" if zh else f"Weather: {s.weather}"))
    if s.holiday:
        lines.append(Line(f"节假日：{s.holiday}" if zh else f"Holiday: {s.holiday}"))
    return lines + [Line(text, noise=True) for text in s.noise_world]


def _switch(on: bool, zh: bool) -> str:
    return ("开" if on else "关") if zh else ("on" if on else "off")


def phone_lines(s: Situation) -> list[Line]:
    """The device status."""
    return [Line(text) for text in _phone(s)] + list(_notifications(s))


def _phone(s: Situation) -> Iterator[str]:
    zh = s.language == "zh"
    if zh:
        yield f"电量：{s.battery}%，{'充电中' if s.charging else '未充电'}"
    else:
        yield f"Battery: {s.battery} %, {'charging' if s.charging else 'not charging'}"
    yield f"省电模式：{_switch(s.saver, zh)}" if zh else f"Battery saver: {_switch(s.saver, zh)}"
    place = s.at_place()
    wifi = f"Wi-Fi {place.wifi if place and place.wifi else 'Guest'}"
    network = {"wifi": (wifi, wifi), "mobile": ("mobile data", "移动数据"), "none": ("none", "无")}[s.network][zh]
    yield f"网络：{network}" if zh else f"Network: {network}"
    if s.airplane:
        yield "飞行模式：开" if zh else "Airplane mode: on"
    yield f"铃声：{_RINGER[s.ringer]}" if zh else f"Ringer: {s.ringer}"
    yield f"勿扰：{_DND[s.dnd][1]}" if zh else f"Do not disturb: {_DND[s.dnd][0]}"
    for stream, level in s.volume.items():
        names = _STREAMS[stream]
        yield f"{names[1]}：{level}%" if zh else f"{names[0]}: {level} %"
    if s.brightness is not None:
        yield f"屏幕亮度：{s.brightness}%" if zh else f"Screen brightness: {s.brightness} %"
    if s.dark is not None:
        yield f"深色模式：{_switch(s.dark, zh)}" if zh else f"Dark theme: {_switch(s.dark, zh)}"
    where = f"{place.latitude:.4f}, {place.longitude:.4f}" if place else ""
    if zh:
        yield f"定位服务：{_switch(s.location, zh)}" + (f"，位置 {where}（{place.name}）" if place else "")
        yield f"蓝牙：{_switch(s.bluetooth, zh)}" + (f"，已连接 {s.headset}" if s.headset else "")
        yield f"屏幕：{'亮' if s.screen_on else '灭'}"
    else:
        yield f"Location services: {_switch(s.location, zh)}" + (f", position {where} ({place.name})" if place else "")
        yield f"Bluetooth: {_switch(s.bluetooth, zh)}" + (f", connected to {s.headset}" if s.headset else "")
        yield f"Screen: {_switch(s.screen_on, zh)}"
    if s.app:
        app = f"{label(s.app, s.language)} ({s.app})"
        yield f"前台应用：{app}" if zh else f"App in front: {app}"
    if s.playing:
        app = f"{label(s.playing.package, s.language)} ({s.playing.package})"
        what = s.playing.title + (f" – {s.playing.artist}" if s.playing.artist else "")
        yield f"正在播放：{what}，{app}" if zh else f"Playing: {what} in {app}"
    for at, name in s.alarms:
        yield f"闹钟：{at:%Y-%m-%d %H:%M} {name}".rstrip() if zh else f"Alarm: {at:%Y-%m-%d %H:%M} {name}".rstrip()
    for entry in s.calendar:
        span = f"{entry.start:%Y-%m-%d %H:%M}-{entry.end:%H:%M}"
        where = f" @ {entry.location}" if entry.location else ""
        yield f"日程：{span} {entry.title}{where}" if zh else f"Calendar: {span} {entry.title}{where}"
    for name, numbers in s.contacts.items():
        yield f"联系人：{name} {' '.join(numbers)}" if zh else f"Contact: {name} {' '.join(numbers)}"
    for path in s.files:
        yield f"文件：{path}" if zh else f"File: {path}"


def _notifications(s: Situation) -> Iterator[Line]:
    zh = s.language == "zh"
    for event in s.events:
        if event.kind == "note" and event.posted:
            app = f"{label(event.who, s.language)} ({event.who})"
            said = f"{event.title} | {event.text}"
            head = f"通知 [{event.at:%H:%M}] {app}：" if zh else f"Notification [{event.at:%H:%M}] {app}: "
            yield Line(head + said, noise=event.noise)


def trace_lines(s: Situation) -> list[Line]:
    """What happened, in time order."""
    events = sorted(s.events, key=lambda event: event.at)
    return [_happened(event, s.language) for event in events]


def _happened(event: Happened, language: str) -> Line:
    if event.kind == "picture":
        return Line("", noise=event.noise, picture=event.text)
    return Line(event_text(event, language), noise=event.noise)


def event_text(event: Happened, language: str) -> str:
    """An event as a line of the trace."""
    at, zh = f"{event.at:%H:%M}", language == "zh"
    if event.kind in ("note", "used"):
        app = f"{label(event.who, language)} ({event.who})"
        if event.kind == "used":
            return f"{at} 打开 {app}" if zh else f"{at} opened {app}"
        said = f"{event.title} | {event.text}"
        return f"{at} {app} 的通知：{said}" if zh else f"{at} notification from {app}: {said}"
    return f"{at} {_TEXTS[event.kind][zh].format(who=event.who, text=event.text, number=_number(event))}"


def _number(event: Happened) -> str:
    return f" ({event.number})" if event.number else ""


_TEXTS = {
    "sms": ("SMS from {who}: {text}", "收到 {who} 的短信：{text}"),
    "sent": ("sent SMS to {who}: {text}", "发短信给 {who}：{text}"),
    "missed": ("missed call from {who}{number}", "未接来电：{who}{number}"),
    "call": ("talked on the phone with {who}{number}", "与 {who}{number} 通话"),
    "arrived": ("arrived at {who}", "到达 {who}"),
    "left": ("left {who}", "离开 {who}"),
    "plugged": ("charger connected", "接上充电器"),
    "unplugged": ("charger disconnected", "拔下充电器"),
    "did": ("{text}", "{text}"),
}
