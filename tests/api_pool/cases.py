"""Arguments for every function of the pool on the two test days, and what of the phone's true state each one changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

State = dict[str, Any]
MATRIX = (28, 29, 30, 31, 33, 34, 36)

CASES: dict[str, dict[str, Any]] = {
    "set_alarm": {"hour": 7, "minute": 30, "label": "Early train", "days": ["mon", "tue"]},
    "set_timer": {"seconds": 300, "label": "Tea"},
    "dismiss_alarm": {"hour": 6, "minute": 45},
    "create_calendar_event": {
        "title": "Dentist, O'Hara & co", "start": "2026-03-12T10:15", "location": "Vogel", "reminder_minutes": 30,
    },
    "update_calendar_event": {"event": "Bouldering", "start": "2026-03-11T19:00"},
    "list_calendar_events": {"start": "2026-03-11T00:00", "end": "2026-03-12T00:00"},
    "create_reminder": {"text": "Buy milk 牛奶", "time": "18:00"},
    "make_call": {"recipient": "Mama"},
    "dial": {"recipient": "Jonas Brandt"},
    "send_sms": {"recipient": "Mama", "body": "I'm late; $(reboot) `x` \"q\" 你好"},
    "compose_email": {"to": "a.b@example.com", "subject": "Hello & bye", "body": "text"},
    "send_message": {"app": "WhatsApp", "recipient": "Jonas Brandt", "text": "See you 8pm"},
    "reply_to_notification": {"notification": "are you there?", "text": "yes, soon"},
    "find_contact": {"name": "Aylin"},
    "add_contact": {"name": "New Person", "phone": "+49 170 5550001", "email": "n@example.com"},
    "set_wifi": {"enabled": False},
    "set_bluetooth": {"enabled": False},
    "set_mobile_data": {"enabled": False},
    "set_airplane_mode": {"enabled": True},
    "set_battery_saver": {"enabled": True},
    "set_do_not_disturb": {"mode": "alarms"},
    "set_ringer_mode": {"mode": "vibrate"},
    "set_volume": {"stream": "music", "level": 80},
    "set_brightness": {"level": 70},
    "set_dark_mode": {"enabled": True},
    "set_location_services": {"enabled": False},
    "set_screen_timeout": {"seconds": 120},
    "open_settings": {"page": "wifi"},
    "free_up_storage": {},
    "snooze_notification": {"notification": "are you there?", "minutes": 15},
    "open_app": {"app": "Spotify"},
    "close_app": {"app": "com.google.android.deskclock"},
    "navigate_to": {"destination": "Ostbloc Berlin", "mode": "walk"},
    "search_nearby": {"query": "pharmacy"},
    "request_ride": {"destination": "Airport BER"},
    "check_route": {"destination": "Torstr. 120", "mode": "transit"},
    "show_ticket": {"kind": "train", "reference": "K7XM2P"},
    "share_location": {"recipient": "Mama"},
    "order_food": {"query": "ramen", "restaurant": "Cocolo"},
    "reserve_table": {"restaurant": "Umami", "time": "20:30", "party_size": 2},
    "search_product": {"query": "phone case"},
    "open_cart": {},
    "show_payment_code": {},
    "pay_bill": {"biller": "Vattenfall", "amount": "EUR 84.20"},
    "play_music": {"query": "Lage der Nation"},
    "play_video": {"query": "climbing technique"},
    "control_playback": {"action": "pause"},
    "open_camera": {"mode": "video"},
    "take_screenshot": {},
    "share_file": {
        "path": "/storage/emulated/0/Download/Offsite_Agenda.pdf", "app": "Slack", "recipient": "Aylin Demir",
    },
    "start_workout": {"activity": "climbing"},
    "log_health_metric": {"kind": "weight", "value": "71.5", "unit": "kg"},
    "join_meeting": {"url_or_id": "845 1236 7890"},
    "create_note": {"text": "Remember the 牛奶", "title": "List"},
    "translate_text": {"text": "Bom dia Lena", "target_language": "en"},
    "web_search": {"query": "berlin weather"},
    "open_url": {"url": "https://example.com/a?b=1&c=2"},
    "show_weather": {"location": "Berlin"},
    "compose_post": {"app": "Twitter", "text": "Hello world"},
    "track_parcel": {"tracking_number": "JD0146", "carrier": "DHL"},
    "show_pickup_code": {"reference": "JD0146"},
    "control_device": {"device": "Coffee machine", "state": "on"},
    "run_scene": {"name": "Evening"},
}  # fmt: skip

# What a user in Shanghai would ask for, where it differs.
CHINESE: dict[str, dict[str, Any]] = {
    "set_alarm": {"hour": 6, "minute": 30, "label": "早班高铁", "days": ["mon", "sat"]},
    "set_timer": {"seconds": 480, "label": "泡茶"},
    "dismiss_alarm": {"hour": 7, "minute": 0},
    "create_calendar_event": {"title": "三（2）班家长会", "start": "2026-03-20T15:00", "location": "学校二楼“报告厅”"},
    "update_calendar_event": {"event": "力量训练", "start": "2026-03-11T19:30"},
    "create_reminder": {"text": "带身份证🚄", "time": "18:00"},
    "make_call": {"recipient": "妈妈"},
    "dial": {"recipient": "王老师"},
    "send_sms": {"recipient": "妈妈", "body": "妈，我晚上八点到；别等我吃饭“哈”"},
    "send_message": {"app": "WhatsApp", "recipient": "林悦", "text": "堵车，晚点到家"},
    "reply_to_notification": {"notification": "在吗？", "text": "yes, soon"},
    "find_contact": {"name": "李雯"},
    "add_contact": {"name": "周师傅", "phone": "138 0013 8001"},
    "snooze_notification": {"notification": "在吗？", "minutes": 15},
    "check_route": {"destination": "上海虹桥站", "mode": "transit"},
    "navigate_to": {"destination": "杭州东站", "mode": "drive"},
    "share_location": {"recipient": "妈妈"},
    "share_file": {
        "path": "/storage/emulated/0/Download/出差_日程.pdf", "app": "Slack", "recipient": "Klaus Weber",
    },
    "create_note": {"text": "记得买牛奶", "title": "清单"},
    "translate_text": {"text": "Guten Tag Herr Chen", "target_language": "zh"},
    "control_device": {"device": "咖啡机", "state": "开"},
    "run_scene": {"name": "观影"},
    "web_search": {"query": "上海天气"},
    "search_nearby": {"query": "药店"},
    "open_app": {"app": "Spotify"},
}  # fmt: skip


def _clock(state: State) -> Any:
    alarms = state["app_data"]["com.google.android.deskclock"]["alarms"]
    return sorted((a["hour"], a["minute"], a["label"], tuple(a["days"]), a["enabled"]) for a in alarms)


def _next_rings(state: State) -> Any:
    return sorted(a["when_ms"] for a in state["alarms"] if a["package"] == "com.google.android.deskclock")


def _events(state: State) -> Any:
    return sorted((e["title"], e["begin_ms"], e.get("location") or "") for e in state["providers"]["events"])


def _playing(state: State) -> Any:
    return sorted((s["package"], s["state"]) for s in state["media_sessions"] if s["state"] == "playing")


def _coffee(state: State) -> Any:
    home = state["app_data"].get("com.google.android.apps.chromecast.app")
    if home is None:
        return "off"
    return next(d["state"] for d in home["devices"] if d["name"] in ("Coffee machine", "咖啡机"))


def _pictures(state: State) -> Any:
    return sorted(entry["path"] for entry in state["providers"]["media"] if "/Screenshots/" in entry["path"])


@dataclass(frozen=True)
class Truth:
    """What of the true state a function changes, and (where it can be said shortly) to what."""

    look: Callable[[State], Any]
    becomes: Any = field(default=...)


UNDOABLE: dict[str, Truth] = {
    "set_alarm": Truth(_clock),
    "set_timer": Truth(lambda s: [t["length_s"] for t in s["app_data"]["com.google.android.deskclock"]["timers"]]),
    "dismiss_alarm": Truth(_next_rings),
    "create_calendar_event": Truth(_events),
    "update_calendar_event": Truth(_events),
    "create_reminder": Truth(_events),
    "add_contact": Truth(lambda s: sorted(c["name"] for c in s["providers"]["contacts"])),
    "set_wifi": Truth(lambda s: s["wifi"]["enabled"], False),
    "set_bluetooth": Truth(lambda s: s["bluetooth"]["enabled"], False),
    "set_mobile_data": Truth(lambda s: s["telephony"]["data_enabled"], False),
    "set_airplane_mode": Truth(lambda s: s["airplane_mode"], True),
    "set_battery_saver": Truth(lambda s: s["power"]["battery_saver"], True),
    "set_do_not_disturb": Truth(lambda s: s["notifications"]["zen_mode"], "alarms"),
    "set_ringer_mode": Truth(lambda s: s["audio"]["ringer_mode"], "vibrate"),
    "set_volume": Truth(lambda s: s["audio"]["streams"]["music"]["index"]),
    "set_brightness": Truth(lambda s: round(s["display"]["brightness"], 2), 0.7),
    "set_dark_mode": Truth(lambda s: s["ui_mode"]["night_mode"], "yes"),
    "set_location_services": Truth(lambda s: s["location"]["enabled"], False),
    "set_screen_timeout": Truth(lambda s: s["settings"]["system"]["screen_off_timeout"], "120000"),
    "snooze_notification": Truth(lambda s: [n["title"] for n in s["notifications"]["snoozed"]]),
    "play_music": Truth(_playing),
    "play_video": Truth(lambda s: s["tasks"][0]["package"] if s["tasks"] else None),
    "control_playback": Truth(_playing),
    "take_screenshot": Truth(_pictures),
    "control_device": Truth(_coffee, "on"),
}
