"""Words by which windows show what was asked for: kinds, units, times, days, languages (English, Chinese, German)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime

from api_pool.function import Args
from api_pool.hands import fold
from api_pool.sight import Needle

# How to travel, in the words of Google's map links.
MODES = {"drive": "driving", "walk": "walking", "transit": "transit", "bike": "bicycling"}
_TRAVEL = {
    "drive": ("driving", "drive", "驾车", "自驾"), "walk": ("walking", "walk", "步行"),
    "transit": ("transit", "公交", "公共交通"), "bike": ("cycling", "bicycling", "骑行"),
}  # fmt: skip
_KINDS = {
    "train": ("train", "rail", "火车", "高铁", "Zug", "Bahn"), "flight": ("flight", "boarding pass", "航班", "登机牌", "Flug"),
    "bus": ("bus", "coach", "巴士", "大巴"), "event": ("event", "活动", "演出", "Veranstaltung"),
    "cinema": ("cinema", "movie", "电影", "Kino"), "parking": ("parking", "停车", "Parken"),
}  # fmt: skip
_METRICS = {
    "weight": ("体重", "Gewicht"), "water": ("饮水", "Wasser"), "blood_pressure": ("血压", "Blutdruck"),
    "heart_rate": ("心率", "Puls", "Herzfrequenz"), "sleep": ("睡眠", "Schlaf"), "steps": ("步数", "Schritte"),
    "blood_glucose": ("血糖", "Blutzucker"), "temperature": ("体温", "Temperatur"),
}  # fmt: skip
_LANGUAGES = {
    "en": ("English", "英语", "Englisch"), "zh": ("Chinese", "中文", "Chinesisch"), "de": ("German", "德语", "Deutsch"),
    "fr": ("French", "法语", "Französisch"), "es": ("Spanish", "西班牙语", "Spanisch"),
    "it": ("Italian", "意大利语", "Italienisch"),
    "pt": ("Portuguese", "葡萄牙语", "Portugiesisch"), "nl": ("Dutch", "荷兰语", "Niederländisch"),
    "pl": ("Polish", "波兰语", "Polnisch"), "tr": ("Turkish", "土耳其语", "Türkisch"), "ru": ("Russian", "俄语", "Russisch"),
    "ar": ("Arabic", "阿拉伯语", "Arabisch"), "hi": ("Hindi", "印地语"), "ja": ("Japanese", "日语", "Japanisch"),
    "ko": ("Korean", "韩语", "Koreanisch"), "vi": ("Vietnamese", "越南语", "Vietnamesisch"), "th": ("Thai", "泰语"),
}  # fmt: skip


def clock_words(values: Args) -> list[Needle]:
    """A time as reservation pages write it: 20:30 or 8:30 PM."""
    at = datetime.fromisoformat(values["time"])
    twelve = f"{at.hour % 12 or 12}:{at.minute:02d}"
    half = "PM" if at.hour >= 12 else "AM"
    return [(f"{at:%H:%M}", values["time"], f"{twelve} {half}", f"{twelve}{half}")]


def date_words(args: Args) -> list[Needle]:
    """A day as forecasts write it; nothing for a day that is none."""
    try:
        day = date.fromisoformat(args["date"])
    except (KeyError, ValueError):
        return [args.get("date", "")]
    short, long = f"{day:%b}", f"{day:%B}"
    named = [f"{day.day} {short}", f"{day.day} {long}", f"{short} {day.day}", f"{long} {day.day}"]
    return [(day.isoformat(), *named, f"{day.month}月{day.day}日", f"{day.day}.{day.month}.", f"{day.month}/{day.day}")]


def ticket_words(args: Args) -> list[Needle]:
    """The reference; of a ticket that is only called by its kind, that."""
    return [args.get("reference") or _KINDS[args["kind"]]]


def language_words(args: Args) -> list[Needle]:
    """The text and the language's name; its code only where no name is known here (short codes are words, too)."""
    code = args["target_language"].strip()
    return [args["text"], _LANGUAGES.get(fold(code).partition("-")[0], (code,))]


def metric_words(args: Args) -> list[Needle]:
    """The value, its unit and what was measured."""
    kind = args["kind"]
    return [args["value"], args["unit"], (kind, kind.replace("_", " "), *_METRICS[kind])]


def other_mode(texts: Iterable[str], mode: str) -> str | None:
    """A text that names another way to travel, where none names this one; None where the window tells nothing else."""
    shown = [fold(text) for text in texts]
    own, others = _TRAVEL[mode], [word for name, words in _TRAVEL.items() if name != mode for word in words]
    if any(word in text for text in shown for word in own):
        return None
    return next(
        (text for text in shown for word in others if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)), None
    )
