"""What is the same thing said otherwise: apps by their names, calls by what they do, defaults that are left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from benchmarks.proactive_mobile.texts import plain

# Name without case, spaces and marks → the app it means.
_ALIASES: dict[str, tuple[str, ...]] = {
    "com.whatsapp": ("whatsapp", "whatsappmessenger", "whats app"),
    "com.tencent.mm": ("wechat", "微信", "weixin"),
    "com.slack": ("slack",),
    "com.twitter.android": ("twitter", "x", "推特"),
    "com.google.android.apps.messaging": ("messages", "sms", "短信", "信息", "googlemessages", "messaging"),
    "com.google.android.gm": ("gmail", "mail", "email", "邮件", "谷歌邮箱"),
    "com.google.android.apps.maps": ("maps", "googlemaps", "地图", "谷歌地图"),
    "com.spotify.music": ("spotify", "声田"),
    "com.google.android.youtube": ("youtube", "油管"),
    "com.android.chrome": ("chrome", "googlechrome", "谷歌浏览器"),
    "com.google.android.deskclock": ("clock", "时钟", "闹钟"),
    "com.google.android.calendar": ("calendar", "googlecalendar", "日历"),
    "com.google.android.keep": ("keep", "googlekeep", "keepnotes", "笔记"),
    "com.google.android.apps.photos": ("photos", "googlephotos", "相册", "照片"),
    "com.google.android.GoogleCamera": ("camera", "相机"),
    "com.google.android.apps.walletnfcrel": ("wallet", "googlewallet", "googlepay", "钱包"),
    "com.google.android.apps.fitness": ("fit", "googlefit", "fitness", "健康"),
    "com.google.android.apps.translate": ("translate", "googletranslate", "翻译"),
    "com.google.android.apps.chromecast.app": ("home", "googlehome", "智能家居"),
    "com.google.android.apps.weather": ("weather", "天气"),
    "com.google.android.dialer": ("phone", "dialer", "电话"),
    "com.google.android.contacts": ("contacts", "通讯录", "联系人"),
    "com.ubercab": ("uber", "优步"),
    "com.ubercab.eats": ("ubereats",),
    "com.amazon.mShop.android.shopping": ("amazon", "amazonshopping", "亚马逊"),
    "com.aftership.AfterShip": ("aftership",),
    "us.zoom.videomeetings": ("zoom", "zoommeetings", "zoom会议"),
    "com.opentable": ("opentable",),
    "de.hafas.android.db": ("dbnavigator", "db"),
}
_PLAIN = re.compile(r"[\s\W_]+", re.UNICODE)


def _bare(text: str) -> str:
    return _PLAIN.sub("", unicodedata.normalize("NFKC", text).casefold())


_BY_NAME = {_bare(name): package for package, names in _ALIASES.items() for name in (package, *names)}


def app_of(text: str) -> str:
    """The package that an app's name means, else the bare name."""
    return _BY_NAME.get(_bare(text), _bare(text))


# Whose value counts where it is left out.
DEFAULTS: dict[tuple[str, str], Any] = {
    ("navigate_to", "mode"): "drive",
    ("check_route", "mode"): "drive",
    ("set_brightness", "auto"): False,
    ("create_calendar_event", "reminder_minutes"): None,
}
# An argument that nobody asked for and that makes it another deed.
NARROWING: dict[str, frozenset[str]] = {
    "set_alarm": frozenset({"days"}),
    "set_brightness": frozenset({"auto"}),
    "update_calendar_event": frozenset({"title", "start", "end", "location"}),
    "show_weather": frozenset({"date"}),
}
_MEETINGS = re.compile(
    r"(^|\.)(zoom\.us|meet\.google\.com|teams\.microsoft\.com|teams\.live\.com|webex\.com|voovmeeting\.com)\Z"
)
_SMS_APP = "com.google.android.apps.messaging"
_LANGUAGES = {"english": "en", "chinese": "zh", "german": "de", "french": "fr", "spanish": "es", "portuguese": "pt",
              "japanese": "ja", "italian": "it", "英语": "en", "英文": "en", "中文": "zh", "汉语": "zh", "德语": "de",
              "zhcn": "zh", "zhhans": "zh", "enus": "en", "engb": "en"}  # fmt: skip
_ON = {"on": "on", "true": "on", "开": "on", "打开": "on", "开启": "on", "off": "off", "false": "off", "关": "off",
       "关闭": "off", "关上": "off", "locked": "lock", "lock": "lock", "unlocked": "unlock", "unlock": "unlock",
       "锁": "lock", "锁上": "lock", "上锁": "lock"}  # fmt: skip


def canonical(name: str, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A call in one spelling: of two functions that do the same, one is kept."""
    args = dict(arguments)
    if name == "open_url" and isinstance(args.get("url"), str) and _meeting(args["url"])[0]:
        return "join_meeting", {"url_or_id": args["url"]}
    if name == "send_message" and isinstance(args.get("app"), str) and app_of(args["app"]) == _SMS_APP:
        return "send_sms", {"recipient": args.get("recipient"), "body": args.get("text")}
    if name == "set_volume" and args.get("stream") == "ring" and args.get("level") == 0:
        return "set_ringer_mode", {"mode": "vibrate"}
    if name == "open_settings" and args.get("page") == "storage":
        return "free_up_storage", {}
    return name, args


def spelled_alike(argument: str, made: str, wanted: str, *, unit: Any = None) -> bool:
    """Whether two texts of an argument are the same thing: an app, a language, a switch's state, a meeting, a number
    (`unit`: what an argument of its own says of the one that was made), an address."""
    if argument == "app":
        return app_of(made) == app_of(wanted)
    if argument == "target_language":
        first, second = (_LANGUAGES.get(_bare(text), _bare(text)) for text in (made, wanted))
        return first == second
    if argument == "state":
        numbers = _quantity(made), _quantity(wanted)
        if numbers[0] is not None and numbers[1] is not None:
            return _same_quantity(numbers[0], numbers[1])
        first, second = (_ON.get(_bare(text), _bare(text)) for text in (made, wanted))
        return bool(first) and first == second
    if argument == "url_or_id":
        return _same_meeting(made, wanted)
    if argument == "url":
        return _address(made) == _address(wanted)
    if argument == "path":
        return made.strip() == wanted.strip()
    if argument in ("to", "email"):
        return bool(made.strip()) and made.strip().casefold() == wanted.strip().casefold()
    if argument in ("amount", "value"):
        first_number, second_number = _quantity(made), _quantity(wanted)
        if first_number is None or second_number is None:
            return bool(plain(made)) and plain(made) == plain(wanted)
        if argument == "value":  # its unit is an argument of its own: one in the text must be the same
            known = _unit(str(unit or ""))
            return (
                first_number[0] == second_number[0] and len({first_number[1] or known, second_number[1] or known}) == 1
            )
        return _same_quantity(first_number, second_number)
    if argument in ("tracking_number", "reference"):
        return _bare(made) == _bare(wanted)
    return False


def _same_quantity(first: tuple[float, str], second: tuple[float, str]) -> bool:
    return first[0] == second[0] and len({first[1], second[1]} - {""}) <= 1


_MEETING_ID = re.compile(r"\d{9,12}|[a-z]{3}-?[a-z]{4}-?[a-z]{3}|meetup-join")


def _meeting(url: str) -> tuple[str, str, str]:
    """Service, meeting and key of a meeting's address; empty texts for what is none."""
    parts = urlsplit(url)
    host = _MEETINGS.search(parts.hostname or "")
    steps = [step for step in parts.path.split("/") if step]
    which = next((step.casefold() for step in steps if _MEETING_ID.fullmatch(step.casefold())), "")
    if host is None or not which:
        return "", "", ""
    name = "/".join(steps) if which == "meetup-join" else which.replace("-", "")
    return host[2], name, parse_qs(parts.query).get("pwd", [""])[0]


def _same_meeting(made: str, wanted: str) -> bool:
    """Two addresses of one meeting (keys that both tell must agree), or an address and its number."""
    one, two = _meeting(made), _meeting(wanted)
    if "://" in made and "://" in wanted:
        if not one[0] or not two[0]:
            return _address(made) == _address(wanted)
        return one[:2] == two[:2] and (one[2] == two[2] or not one[2] or not two[2])
    first, second = ((one[1] if "://" in text else _bare(text)) for text, one in ((made, one), (wanted, two)))
    return bool(first) and first == second


def _address(text: str) -> tuple[str, str, str, int | None, str, str, str]:
    """An address part by part; http and https, and a leading www., are one."""
    parts = urlsplit(text.strip() if "://" in text else f"https://{text.strip()}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    scheme = "https" if parts.scheme in ("http", "https") else parts.scheme
    return (scheme, parts.username or "", (parts.hostname or "").removeprefix("www."),
            None if port in (80, 443) else port, parts.path.rstrip("/"), parts.query, parts.fragment)  # fmt: skip


_UNITS = {
    "eur": ("€", "eur", "euro", "euros"),
    "usd": ("$", "usd", "dollars"),
    "gbp": ("£", "gbp"),
    "cny": ("¥", "￥", "元", "块", "cny", "rmb", "人民币"),
    "percent": ("%", "percent"),
    "degrees": ("°", "°c", "degrees", "度"),
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words}


def _unit(text: str) -> str:
    word = text.casefold().strip()
    return _UNIT_OF.get(word, word)


_QUANTITY = re.compile(r"\s*([^\d\s.,+-]*)\s*(-?\d[\d.,' ]*)\s*(.*?)\s*\Z", re.DOTALL)


def _quantity(text: str) -> tuple[float, str] | None:
    """A number with its unit: `€ 84,20` and `84.20 EUR` are one."""
    match = _QUANTITY.match(text)
    if match is None:
        return None
    number = _number(match[2].strip())
    return None if number is None else (number, _unit(match[1] or match[3]))


def _number(text: str) -> float | None:
    if re.search(r"[ ']", text) and not re.fullmatch(r"-?\d{1,3}([ ']\d{3})+([.,]\d*)?", text):
        return None  # white space within a number stands between its thousands
    text = text.replace(" ", "").replace("'", "").rstrip(".,")
    if "," in text and "." in text:
        thousands = "," if text.rfind(".") > text.rfind(",") else "."
        text = text.replace(thousands, "").replace(",", ".")
    elif re.fullmatch(r"-?\d{1,3}(,\d{3})+", text):
        text = text.replace(",", "")
    else:
        text = text.replace(",", ".")
    try:
        return float(text)
    except ValueError:
        return None
