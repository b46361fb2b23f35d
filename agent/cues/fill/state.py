"""Deeds about the phone itself and what is connected to it: done only where its state differs."""

from __future__ import annotations

import re

from agent.cues.base import one
from agent.cues.facts import Facts
from agent.cues.fill.task import Fill, Filled, Task
from agent.cues.slots import device_in, seconds_in, state_in
from agent.lexicon import clauses
from agent.lexicon import living as living_words

_LOUDER = re.compile(r"\b(?:up|louder|loud|high|maximum|full|hear)\b|大|高|响", re.IGNORECASE)
_DARKEST = re.compile(r"as dark as|darkest|minimum|lowest|as low as|最低|最暗", re.IGNORECASE)
_STREAMS = (
    ("alarm", re.compile(r"alarm|闹钟", re.I)),
    ("ring", re.compile(r"ring|铃声", re.I)),
    ("call", re.compile(r"call volume|通话", re.I)),
)
_HOUR_S = 3600


def _switch(name: str, enabled: bool, state: bool | None, english: str, chinese: str, f: Facts) -> Filled | None:
    if state is enabled:
        return None  # already so
    return Filled(one(name, enabled=enabled), f.say(english, chinese))


def dnd(task: Task) -> Filled | None:
    """Do not disturb, if it is off."""
    if task.f.state.dnd is not False:
        return None
    alarms = living_words.ALARMS_ONLY.search(task.sentence) or re.search(r"alarm|闹钟", task.sentence, re.I)
    return Filled(
        one("set_do_not_disturb", mode="alarms" if alarms else "priority"),
        task.f.say("Turn on do not disturb?", "要打开勿扰模式吗？"),
    )


def vibrate(task: Task) -> Filled | None:
    """The ringer quiet, if it is loud."""
    f = task.f
    if f.state.ringer_mode != "normal" or f.state.dnd:
        return None
    silent = re.search(r"\bsilent\b|\bmuted?\b|静音", task.sentence, re.I) and not living_words.VIBRATE.search(
        task.sentence
    )
    mode = "silent" if silent else "vibrate"
    return Filled(
        one("set_ringer_mode", mode=mode),
        f.say(f"Set the phone to {mode}?", "要把手机调成" + ("静音吗？" if silent else "震动吗？")),
    )


def ring(task: Task) -> Filled | None:
    """The ringer loud, if it is quiet."""
    if task.f.state.ringer_mode not in ("vibrate", "silent"):
        return None
    return Filled(one("set_ringer_mode", mode="normal"), task.f.say("Turn the ringer on?", "要打开铃声吗？"))


def screen_timeout(task: Task) -> Filled | None:
    """The screen on for longer, if it goes off sooner."""
    wanted = min(seconds_in(task.sentence) or 600, _HOUR_S)
    now = task.f.state.setting("system", "screen_off_timeout")
    if now is not None and now.isdecimal() and int(now) >= wanted * 1000:
        return None
    return Filled(
        one("set_screen_timeout", seconds=wanted),
        task.f.say(f"Keep the screen on for {wanted // 60} minutes?", f"要让屏幕亮{wanted // 60}分钟吗？"),
    )


def dark(task: Task) -> Filled | None:
    """The dark theme, if it is off."""
    return _switch("set_dark_mode", True, task.f.state.dark_mode, "Turn on dark mode?", "要打开深色模式吗？", task.f)


def light(task: Task) -> Filled | None:
    """The light theme, if the dark one is on."""
    return _switch("set_dark_mode", False, task.f.state.dark_mode, "Turn off dark mode?", "要关闭深色模式吗？", task.f)


def brightness(f: Facts) -> float | None:
    """The screen's brightness from 0 to 1, None where the sensor has it or it is not known."""
    if f.state.setting("system", "screen_brightness_mode") == "1":
        return None
    display = f.state.display
    if display is not None and display.brightness:
        return display.brightness
    raw = f.state.setting("system", "screen_brightness")
    return int(raw) / 255 if raw is not None and raw.isdecimal() else None


def dim(task: Task) -> Filled | None:
    """The screen dimmed, if it is bright."""
    level, said = brightness(task.f), clauses.PERCENT.search(task.words)
    wanted = int(said[1]) if said and said[1] else 3 if _DARKEST.search(task.sentence) else 15
    if level is None or level <= max(0.3, wanted / 100):
        return None
    return Filled(one("set_brightness", level=wanted), task.f.say("Dim the screen?", "要调暗屏幕吗？"))


def brighten(task: Task) -> Filled | None:
    """The screen bright, if it is dim."""
    level = brightness(task.f)
    if level is None or level >= 0.75:
        return None
    return Filled(one("set_brightness", level=100), task.f.say("Turn the brightness up?", "要调高屏幕亮度吗？"))


def volume(task: Task) -> Filled | None:
    """A stream louder or softer, if it is not so already."""
    f = task.f
    stream = next((name for name, pattern in _STREAMS if pattern.search(task.words)), "music")
    said = re.search(r"(\d{1,3})\s?(?:%|percent|per cent)|百分之(\d{1,3})", task.words, re.I)
    up = bool(_LOUDER.search(task.words)) and not re.search(
        r"\b(?:down|low|soft|quiet|at most|not)\w*|小|低|轻|最多", task.words, re.I
    )
    level = min(100, int(said[1] or said[2])) if said else 80 if up else 20
    now = f.state.volume(stream)
    if now is None or now[1] <= 0:
        return None
    share = 100 * now[0] / now[1]
    if (share >= level - 5) if up else (share <= level + 5):
        return None
    return Filled(
        one("set_volume", stream=stream, level=level),
        f.say(f"Set the volume to {level} %?", f"要把音量调到{level}%吗？"),
    )


def pause(task: Task) -> Filled | None:
    """Playback paused, if something plays."""
    if task.f.state.playing is None:
        return None
    return Filled(one("control_playback", action="pause"), task.f.say("Pause the playback?", "要暂停播放吗？"))


def saver(task: Task) -> Filled | None:
    """Battery saver, if the battery is not full, not charging, and it is off."""
    f = task.f
    level = f.state.battery_percent
    if level is None or level > 60 or f.state.plugged_in is not False or f.state.battery_saver:
        return None
    return Filled(
        one("set_battery_saver", enabled=True),
        f.say(f"Battery is at {level} %. Turn on battery saver?", f"电量只剩{level}%，要打开省电模式吗？"),
    )


def flight_on(task: Task) -> Filled | None:
    """Airplane mode on, if it is off."""
    return _switch(
        "set_airplane_mode", True, task.f.state.airplane_mode, "Turn on airplane mode?", "要打开飞行模式吗？", task.f
    )


def flight_off(task: Task) -> Filled | None:
    """Airplane mode off, if it is on."""
    return _switch(
        "set_airplane_mode", False, task.f.state.airplane_mode, "Turn off airplane mode?", "要关闭飞行模式吗？", task.f
    )


def wifi_on(task: Task) -> Filled | None:
    """Wi-Fi on, if it is off."""
    return _switch("set_wifi", True, task.f.state.wifi_enabled, "Turn Wi-Fi on?", "要打开 Wi-Fi 吗？", task.f)


def wifi_off(task: Task) -> Filled | None:
    """Wi-Fi off, if it is on."""
    return _switch("set_wifi", False, task.f.state.wifi_enabled, "Turn Wi-Fi off?", "要关闭 Wi-Fi 吗？", task.f)


def bluetooth_on(task: Task) -> Filled | None:
    """Bluetooth on, if it is off."""
    return _switch(
        "set_bluetooth", True, task.f.state.bluetooth_enabled, "Turn Bluetooth on?", "要打开蓝牙吗？", task.f
    )


def location_on(task: Task) -> Filled | None:
    """Location on, if it is off."""
    return _switch(
        "set_location_services", True, task.f.state.location_enabled, "Turn location on?", "要打开定位吗？", task.f
    )


def data_off(task: Task) -> Filled | None:
    """Mobile data off (whether it is on is not told by every phone)."""
    f, telephony = task.f, task.f.state.telephony
    if f.state.setting("global", "mobile_data") == "0":
        return None
    if re.search(r"roam|abroad|漫游|国外|境外", task.sentence, re.I) and getattr(telephony, "roaming", None) is False:
        return None
    return Filled(one("set_mobile_data", enabled=False), task.f.say("Turn mobile data off?", "要关闭移动数据吗？"))


def data_on(task: Task) -> Filled | None:
    """Mobile data on, if it is off."""
    if task.f.state.setting("global", "mobile_data") != "0":
        return None
    return Filled(one("set_mobile_data", enabled=True), task.f.say("Turn mobile data on?", "要打开移动数据吗？"))


def free_storage(task: Task) -> Filled | None:
    """The page that frees storage."""
    return Filled(one("free_up_storage"), task.f.say("Free up storage?", "要清理存储空间吗？"))


def screenshot(task: Task) -> Filled | None:
    """A screenshot."""
    return Filled(one("take_screenshot"), task.f.say("Take a screenshot?", "要截屏吗？"))


def photo(task: Task) -> Filled | None:
    """The camera for a photo."""
    return Filled(one("open_camera", mode="photo"), task.f.say("Open the camera?", "要打开相机拍照吗？"))


def film(task: Task) -> Filled | None:
    """The camera for a video."""
    return Filled(one("open_camera", mode="video"), task.f.say("Open the camera to film?", "要打开相机录像吗？"))


def pay_code(task: Task) -> Filled | None:
    """The payment code."""
    return Filled(one("show_payment_code"), task.f.say("Show your payment code?", "要出示付款码吗？"))


def pickup_code(task: Task) -> Filled | None:
    """The code of a parcel."""
    return Filled(one("show_pickup_code"), task.f.say("Show the pickup code?", "要显示取件码吗？"))


def cart(task: Task) -> Filled | None:
    """The shopping cart."""
    return Filled(one("open_cart"), task.f.say("Open the cart?", "要打开购物车吗？"))


def device(task: Task) -> Filled | None:
    """A device at home, into the state that the words say."""
    name, room = device_in(task.words)
    if not name:
        name, room = device_in(task.sentence)
    if not name:
        return None
    state = state_in(task.words)
    f = task.f
    return Filled(
        one("control_device", device=name.casefold(), state=state, room=room.casefold() if room else None),
        f.say(f"Set the {name} to {state}?", f"要{'打开' if state in ('on', 'open') else '关闭'}{name}吗？"),
        ("device",),
    )


FILLS: dict[str, Fill] = {
    "set_do_not_disturb": dnd,
    "set_ringer_mode:vibrate": vibrate,
    "set_ringer_mode:normal": ring,
    "set_screen_timeout": screen_timeout,
    "set_dark_mode:on": dark,
    "set_dark_mode:off": light,
    "set_brightness:low": dim,
    "set_brightness:high": brighten,
    "set_volume": volume,
    "control_playback:pause": pause,
    "set_battery_saver": saver,
    "set_airplane_mode:on": flight_on,
    "set_airplane_mode:off": flight_off,
    "set_wifi:on": wifi_on,
    "set_wifi:off": wifi_off,
    "set_bluetooth:on": bluetooth_on,
    "set_location_services:on": location_on,
    "set_mobile_data:off": data_off,
    "set_mobile_data:on": data_on,
    "free_up_storage": free_storage,
    "take_screenshot": screenshot,
    "open_camera:photo": photo,
    "open_camera:video": film,
    "show_payment_code": pay_code,
    "show_pickup_code": pickup_code,
    "open_cart": cart,
    "control_device": device,
}
