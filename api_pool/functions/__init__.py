"""The 63 functions of this project's pool, in the order of docs/api_pool.md."""

from __future__ import annotations

from functools import cache

from api_pool.functions import calendar, intents, levels, linked, media, messages, people, radios, schedule
from api_pool.pool import Pool

_ORDER = (
    "set_alarm",
    "set_timer",
    "dismiss_alarm",
    "create_calendar_event",
    "update_calendar_event",
    "list_calendar_events",
    "create_reminder",
    "make_call",
    "dial",
    "send_sms",
    "compose_email",
    "send_message",
    "reply_to_notification",
    "find_contact",
    "add_contact",
    "set_wifi",
    "set_bluetooth",
    "set_mobile_data",
    "set_airplane_mode",
    "set_battery_saver",
    "set_do_not_disturb",
    "set_ringer_mode",
    "set_volume",
    "set_brightness",
    "set_dark_mode",
    "set_location_services",
    "set_screen_timeout",
    "open_settings",
    "free_up_storage",
    "snooze_notification",
    "open_app",
    "close_app",
    "navigate_to",
    "search_nearby",
    "request_ride",
    "check_route",
    "show_ticket",
    "share_location",
    "order_food",
    "reserve_table",
    "search_product",
    "open_cart",
    "show_payment_code",
    "pay_bill",
    "play_music",
    "play_video",
    "control_playback",
    "open_camera",
    "take_screenshot",
    "share_file",
    "start_workout",
    "log_health_metric",
    "join_meeting",
    "create_note",
    "translate_text",
    "web_search",
    "open_url",
    "show_weather",
    "compose_post",
    "track_parcel",
    "show_pickup_code",
    "control_device",
    "run_scene",
)


@cache
def default_pool() -> Pool:
    """The pool of 63."""
    modules = (schedule, calendar, people, messages, radios, levels, intents, linked, media)
    table = {function.name: function for module in modules for function in module.FUNCTIONS}
    return Pool.of("proactdroid-63", [table[name] for name in _ORDER])


__all__ = ["default_pool"]
