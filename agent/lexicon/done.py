# ruff: noqa: E501 (a table of words)
"""How a phone shows that a deed has been done: which apps tell of it, in which words."""

from __future__ import annotations

import re

_I = re.IGNORECASE
_SAVED = r"saved|logged|recorded|stored|added|entered|synced|uploaded|已(?:保存|记录|录入|添加|同步|存|记)|(?:保存|记录|同步)(?:成功|完成)"

# function → (package, or anything; words of a notice; what opening such an app alone would prove)
DONE: dict[str, tuple[str, str, str]] = {
    "log_health_metric": ("", _SAVED, ""),
    "compose_post": ("twitter|instagram|facebook|weibo|mastodon|", r"\bposted|published|your post is|已(?:发布|发送|发表|转发)|发布成功|发表成功", ""),
    "show_payment_code": ("wallet|alipay|pay|", r"\bpayment\b|\bpaid\b|支付成功|付款成功|已支付|已付款", "walletnfcrel|alipay"),
    "pay_bill": ("", r"\bpaid\b|payment (?:received|made|sent|confirmed|successful)|支付成功|缴费成功|付款成功|已(?:支付|缴|付)", ""),
    "start_workout": ("fit|health|strava|", r"\brunning \||: running|\btracking\b|started|recording|in progress|\d:\d\d|saved|进行中|已开始|记录中", ""),
    "set_timer": ("clock", r"\btimer\b|running|计时|倒计时|定时", ""),
    "set_alarm": ("clock", r"alarm (?:set|for)|闹钟已", ""),
    "order_food": ("", r"\border (?:placed|confirmed|received|accepted)|on its way|being prepared|下单成功|已下单|已接单|配送中|bring (?:\w+ )?(?:food|sushi|pizza|dinner|cake)|带(?:了)?(?:吃的|饭|寿司|披萨|菜)", "ubercab.eats"),
    "search_product": ("", r"\border (?:placed|confirmed)|ordered|arrives in|下单成功|已下单|已购|买好了", "shopping"),
    "open_cart": ("", r"\border (?:placed|confirmed)|bought|下单成功|已下单", "shopping"),
    "show_weather": ("", r"^$", "apps.weather"),
    "reserve_table": ("opentable|", r"\breservation (?:confirmed|is confirmed|made)|table (?:is )?(?:booked|confirmed)|已(?:预订|订)|预订成功", "opentable"),
    "request_ride": ("ubercab|lyft|bolt|", r"\bdriver\b|on the way to you|your ride|司机|已接单|车辆", "ubercab$"),
    "create_calendar_event": ("calendar", r"\b(?:added|created|saved|invitation)|已(?:添加|创建|保存)", ""),
    "create_reminder": ("", r"\breminder (?:set|added|saved)|提醒已", ""),
    "create_note": ("keep|note", _SAVED, "keep"),
    "add_contact": ("contacts", _SAVED, "contacts"),
    "show_ticket": ("", r"\b(?:ticket|pass) (?:scanned|checked|validated)|已检票|检票成功|已入场", ""),
    "track_parcel": ("", r"\bdelivered\b|已签收", "aftership"),
    "play_music": ("", r"^$", "spotify"),
    "play_video": ("", r"^$", "youtube"),
    "web_search": ("", r"^$", ""),
    "translate_text": ("", r"^$", "translate"),
    "open_camera": ("", r"\b(?:photo|video|picture) saved|照片已|视频已", "camera"),
    "control_device": ("", r"\b(?:turned|switched) (?:on|off)|\bis (?:now )?(?:on|off|locked|closed)\b|is running|已(?:打开|关闭|启动|锁)", ""),
    "join_meeting": ("zoom|meet|teams", r"\bin (?:the )?(?:call|meeting)|会议中|正在开会", "videomeetings"),
    "navigate_to": ("", r"^$", "apps.maps"),
    "check_route": ("", r"^$", "apps.maps"),
    "free_up_storage": ("", r"\bfreed\b|space (?:is )?(?:ok|free)|已(?:清理|释放)", ""),
}  # fmt: skip
DONE_WORDS = {name: (re.compile(package or ".", _I), re.compile(words, _I), re.compile(opened, _I) if opened else None)
              for name, (package, words, opened) in DONE.items()}  # fmt: skip
COMPARED = re.compile(
    r"\b(?P<more>(?:warmer|hotter|higher|bigger|longer|more|louder) than|over|above|exceeds?|at least|rises? (?:above|over)|goes (?:above|over))\s[€$£¥]?(?P<n1>\d{1,5}(?:[.,]\d{1,2})?)"
    r"|\b(?P<less>(?:colder|cooler|lower|less|fewer|cheaper) than|under|below|falls? (?:below|under)|drops? (?:below|under|to))\s[€$£¥]?(?P<n2>\d{1,5}(?:[.,]\d{1,2})?)"
    r"|(?P<zmore>高于|超过|大于|多于|高过)\s?(?P<n3>\d{1,5}(?:\.\d{1,2})?)|(?P<zless>低于|不到|少于|小于|降到)\s?(?P<n4>\d{1,5}(?:\.\d{1,2})?)",
    _I,
)
NUMBERS = re.compile(r"-?\d{1,6}(?:[.,]\d{1,3})*")
