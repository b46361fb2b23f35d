"""The clock worked by its own screens: the only road where Shell lacks SET_ALARM (Android 9 to 11).

Resource ids are tried first, then words (English, Chinese, German): clocks differ. Ids: DeskClock's and this project's
simulated clock's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api_pool.hands import called, entry, field_called, find, fold, press, press_if_there, ready, scroll_to, write
from api_pool.session import Session
from api_pool.sight import launch
from device import CommandTimeout, Unsupported
from device.capture.hierarchy import Node

_TAB_ALARMS = called({"tab_alarms", "tab_menu_alarm"}, {"Alarm", "Alarms", "闹钟", "Wecker"})
_TAB_TIMERS = called({"tab_timers", "tab_menu_timer"}, {"Timer", "Timers", "计时器", "定时器"})
_ADD = called({"fab"}, {"Add alarm", "添加闹钟", "新建闹钟", "Wecker hinzufügen"})
_SAVE = called({"save", "done", "timepicker_ok_button"}, {"Save", "Done", "OK", "保存", "完成", "确定", "Speichern"})
_START = called({"start"}, {"Start", "开始", "启动", "Starten"})
_STOP = called({"stop"}, {"Stop", "停止", "Beenden"})
_DELETE = called({"delete"}, {"Delete", "删除", "Löschen"})
_HOUR = field_called({"hour", "input_hour", "edit_text_hour"}, {"Hour", "时", "Stunde"})
_MINUTE = field_called({"minute", "input_minute", "edit_text_minute"}, {"Minute", "分"})
_LABEL = field_called({"label", "edit_label"}, {"Label", "标签", "Titel"})
_TIMER_LABEL = field_called({"timer_label", "label"}, {"Label", "标签", "Titel"})
_TIMER_FIELDS = (
    ("hours", field_called({"timer_hours"}, {"Hours", "时", "Stunden"})),
    ("minutes", field_called({"timer_minutes"}, {"Minutes", "分", "Minuten"})),
    ("seconds", field_called({"timer_seconds"}, {"Seconds", "秒", "Sekunden"})),
)
DAY_WORDS = {
    "sun": ("sun", "sunday", "周日", "星期日", "so"),
    "mon": ("mon", "monday", "周一", "星期一", "mo"),
    "tue": ("tue", "tuesday", "周二", "星期二", "di"),
    "wed": ("wed", "wednesday", "周三", "星期三", "mi"),
    "thu": ("thu", "thursday", "周四", "星期四", "do"),
    "fri": ("fri", "friday", "周五", "星期五", "fr"),
    "sat": ("sat", "saturday", "周六", "星期六", "sa"),
}
DAY_NUMBER = {"sun": 1, "mon": 2, "tue": 3, "wed": 4, "thu": 5, "fri": 6, "sat": 7}


def typeable(session: Session, *texts: str) -> None:
    """Raises Unsupported, before anything is touched, for text that the back end cannot type."""
    for text in texts:
        if session.ui_name == "adb" and not (text.isascii() and text.isprintable()):
            raise Unsupported(
                f"{text!r} cannot be typed through plain adb (ASCII only)",
                mend="use the uiautomator2 back end (--ui uiautomator2)",
            )


@contextmanager
def clock_open(session: Session, package: str, tab: Callable[[Node], bool], what: str) -> Iterator[None]:
    """The clock in front on one of its tabs; a road that is not there becomes Unsupported, naming what was missing."""
    ready(session)
    launch(session, package)
    try:
        press(session, lambda node: tab(node) and node.clickable, f"the clock's {what} tab")
        yield
    except CommandTimeout as error:
        raise Unsupported(
            f"the clock {package} has no screens that are known here ({error})", mend="do it in the clock by hand"
        ) from error


def alarms_tab(session: Session, package: str) -> None:
    """Bring the clock's list of alarms to the front."""
    with clock_open(session, package, _TAB_ALARMS, "alarm"):
        find(session, _ADD, "the clock's add button")


def add_alarm(session: Session, package: str, hour: int, minute: int, label: str, days: list[str]) -> None:
    """Set an alarm in the clock's editor."""
    typeable(session, label)
    with clock_open(session, package, _TAB_ALARMS, "alarm"):
        press(session, _ADD, "the button that adds an alarm")
        write(session, _HOUR, str(hour), "the hour")
        write(session, _MINUTE, f"{minute:02d}", "the minute")
        if label:
            write(session, _LABEL, label, "the label")
        for day in days:
            press(session, called({f"day_{DAY_NUMBER[day]}"}, DAY_WORDS[day]), f"the day {day}")
        press(session, _SAVE, "the save button")


def _time_words(hour: int, minute: int) -> set[str]:
    twelve = f"{hour % 12 or 12}:{minute:02d}"
    half = "am" if hour < 12 else "pm"
    return {f"{hour:02d}:{minute:02d}", f"{hour}:{minute:02d}", f"{twelve} {half}", f"{twelve}{half}", twelve}


def alarm_row(hour: int, minute: int, label: str = "") -> Callable[[Node], bool]:
    """Rows of the alarm list whose texts hold that time (and label)."""
    times = {fold(time) for time in _time_words(hour, minute)}

    def where(node: Node) -> bool:
        if not node.clickable or node.checkable or not node.children:
            return False
        texts = [fold(text) for part in node.walk() for text in (part.text, part.desc) if text]
        return any(text in times for text in texts) and (not label or any(fold(label) in text for text in texts))

    return where


def alarm_texts(session: Session, hour: int, minute: int, label: str = "") -> list[list[str]]:
    """What the rows of an alarm say, on the list in front: one for each that stands at that time (and has that label)."""
    where = alarm_row(hour, minute, label)
    try:
        first = scroll_to(session, where, f"the alarm at {hour:02d}:{minute:02d}")
    except CommandTimeout:
        return []
    rows = [row for row in session.hierarchy().walk() if where(row)] if first is not None else []
    return [[text for part in row.walk() for text in (part.text, part.desc) if text] for row in rows]


def delete_alarm(session: Session, package: str, hour: int, minute: int, label: str) -> None:
    """Delete an alarm from the clock's list."""
    with clock_open(session, package, _TAB_ALARMS, "alarm"):
        _tap_row(session, hour, minute, label)
        press(session, _DELETE, "the delete button")


def switch_alarm(session: Session, package: str, hour: int, minute: int, label: str, on: bool) -> None:
    """Turn an alarm of the list on or off by its switch."""
    with clock_open(session, package, _TAB_ALARMS, "alarm"):
        what = f"the switch of the alarm at {hour:02d}:{minute:02d}"
        row = scroll_to(session, alarm_row(hour, minute, label), what)
        if row is None:
            session.note(f"# on the screen: tap {what} (input tap X Y)")
            return
        knob = next((node for node in row.walk() if node.checkable and node.center), None)
        if knob is None or knob.center is None:
            raise CommandTimeout(f"{what} is not there")
        if knob.checked != on:
            session.ui.tap(*knob.center)


def _tap_row(session: Session, hour: int, minute: int, label: str) -> None:
    what = f"the alarm at {hour:02d}:{minute:02d}"
    row = scroll_to(session, alarm_row(hour, minute, label), what)
    if row is None:
        session.note(f"# on the screen: tap {what} (input tap X Y)")
    elif row.bounds is not None:
        session.ui.tap(row.bounds[0] + 40, (row.bounds[1] + row.bounds[3]) // 2)


def start_timer(session: Session, package: str, seconds: int, label: str) -> None:
    """Start a timer on the clock's timer tab."""
    typeable(session, label)
    parts = {"hours": seconds // 3600, "minutes": seconds // 60 % 60, "seconds": seconds % 60}
    with clock_open(session, package, _TAB_TIMERS, "timer"):
        for name, where in _TIMER_FIELDS:
            write(session, where, str(parts[name]), f"the timer's {name}")
        if label:
            write(session, _TIMER_LABEL, label, "the timer's label")
        press(session, _START, "the start button")


def stop_timer(session: Session, package: str, length: str, label: str) -> None:
    """Stop the running timer whose row holds that label, or else that length (`0:05:00`, `5:00`)."""
    wanted = fold(label or length)

    def row(node: Node) -> bool:
        texts = [fold(part.text) for part in node.walk() if part.text]
        return any(wanted in text for text in texts) and any(_STOP(part) for part in node.walk()) and entry(node) != ""

    with clock_open(session, package, _TAB_TIMERS, "timer"):
        found = scroll_to(
            session, lambda node: row(node) and len(list(node.walk())) < 12, f"the timer {label or length}"
        )
        if found is None:
            session.note("# on the screen: tap the timer's stop button (input tap X Y)")
            return
        knob = next(node for node in found.walk() if _STOP(node))
        if knob.center is None:
            raise CommandTimeout("the timer's stop button is not there")
        session.ui.tap(*knob.center)
        press_if_there(session, called(set(), {"Delete", "删除"}))
