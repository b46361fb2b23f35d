"""Alarms and timers: by the clock's intents, and by its screens where Shell lacks SET_ALARM (Android 9 to 11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from api_pool.function import Args, Binding, Function, Proof, integer, params, string
from api_pool.functions.clock_screens import (
    DAY_NUMBER,
    DAY_WORDS,
    add_alarm,
    alarm_texts,
    alarms_tab,
    delete_alarm,
    start_timer,
    stop_timer,
    switch_alarm,
)
from api_pool.hands import fold
from api_pool.session import Session
from api_pool.sight import resolve
from device import BadInput, CommandFailed, CommandTimeout, Unsupported
from device.capture.alarm import Alarms, parse_alarm
from device.capture.base import duration_ms
from device.capture.notifications import parse_notification

SCENARIO = "schedule"
_AA = "android.intent.action."
_EXTRA = "android.intent.extra.alarm."
_REPEATS = {
    "everyday": set(DAY_NUMBER), "每天": set(DAY_NUMBER), "daily": set(DAY_NUMBER),
    "weekdays": {"mon", "tue", "wed", "thu", "fri"}, "工作日": {"mon", "tue", "wed", "thu", "fri"},
    "weekends": {"sat", "sun"}, "周末": {"sat", "sun"},
}  # fmt: skip
_ELAPSED = re.compile(
    r"^\s+ELAPSED(?:_WAKEUP)? #\d+: Alarm\{\S+ type \d.* (\S+)\}\s*$(?:\n(?!\s+\w+ #\d+: ).*){0,3}?"
    r"\n.*\b(?:origWhen|whenElapsed)=([+-]\S+)", re.M)  # fmt: skip


def _alarms(session: Session) -> Alarms:
    return parse_alarm(session.read("dumpsys alarm"))


def _clock(session: Session) -> str:
    return resolve(session, ["-a", f"{_AA}SET_ALARM"])


def _by_screen(session: Session) -> bool:
    """Whether Shell lacks SET_ALARM (packages/Shell/AndroidManifest.xml has it since Android 12)."""
    return session.api <= 30


def _next(session: Session, args: Args) -> datetime:
    """When an alarm of that time of day, on those days, rings next."""
    now = session.now()
    days = [DAY_NUMBER[day] for day in args.get("days") or []]
    for ahead in range(8):
        at = (now + timedelta(days=ahead)).replace(hour=args["hour"], minute=args["minute"], second=0, microsecond=0)
        if at > now and (not days or (at.isoweekday() % 7) + 1 in days):
            return at
    raise BadInput("no day of that alarm comes within a week", mend="name days as mon … sun")


def _alarm_before(session: Session, args: Args) -> dict[str, Any]:
    package, when = _clock(session), _next(session, args)
    when_ms = int(when.timestamp() * 1000)
    rang = had = _rings(session, package, when_ms)
    if had and (args.get("label") or args.get("days")) and session.plan is None:
        try:  # another alarm may stand at that time: only one of this label and these days is the same
            had = _row_fits(session, args, package)
        except (Unsupported, CommandTimeout, CommandFailed):
            had = True
    real = datetime.fromtimestamp(when_ms / 1000, session.timezone)  # an hour that the clocks leave out rings after it
    return {"package": package, "when_ms": when_ms, "time": f"{real:%Y-%m-%d %H:%M}", "had": had, "rang": rang}


def _row_fits(session: Session, args: Args, package: str) -> bool:
    """Whether the clock's list has a row of that time, label and days."""
    alarms_tab(session, package)
    rows = alarm_texts(session, args["hour"], args["minute"], args.get("label") or "")
    return any(not args.get("days") or _says(texts, args["days"]) for texts in rows)


def _alarm_act(session: Session, args: Args) -> dict[str, Any]:
    package = session.facts.get("package") or _clock(session)
    if _by_screen(session):
        label, days = args.get("label") or "", args.get("days") or []
        add_alarm(session, package, args["hour"], args["minute"], label, days)
        return {}
    argv = ["-a", f"{_AA}SET_ALARM", "--ei", f"{_EXTRA}HOUR", str(args["hour"]), "--ei",
            f"{_EXTRA}MINUTES", str(args["minute"]), "--ez", f"{_EXTRA}SKIP_UI", "true", "-p", package]  # fmt: skip
    if args.get("label"):
        argv += ["--es", f"{_EXTRA}MESSAGE", args["label"]]
    if args.get("days"):
        argv += ["--eial", f"{_EXTRA}DAYS", ",".join(str(DAY_NUMBER[day]) for day in args["days"])]
    session.start(argv)
    return {}


def _rings(session: Session, package: str, when_ms: int) -> bool:
    """Whether an alarm clock of the app, or the next user-visible one, stands at that time (±1 s).

    An app's other alarms count only where it sets no alarm clocks: DeskClock also wakes two hours before it rings
    (AlarmStateManager.java).
    """
    alarms = _alarms(session)
    if alarms.next_clock_alarm and abs(alarms.next_clock_alarm.time_ms - when_ms) < 1000:
        return True
    own = [alarm for alarm in alarms.alarms if alarm.package == package and alarm.when_ms is not None]
    clocks = [alarm for alarm in own if alarm.is_clock]
    return any(abs((alarm.when_ms or 0) - when_ms) < 1000 for alarm in clocks or own)


def _alarm_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The alarm service holds the time; the clock's own list holds label and days, where any were given."""
    if not _rings(session, known["package"], known["when_ms"]):
        return Proof("failed", f"no pending alarm of {known['package']} at {known['time']}")
    why = f"dumpsys alarm holds the clock's alarm at {known['time']}"
    label, days = args.get("label"), args.get("days")
    if label or days:
        try:
            alarms_tab(session, known["package"])
            rows = alarm_texts(session, args["hour"], args["minute"], label or "")
        except (Unsupported, CommandTimeout, CommandFailed) as error:
            return Proof("unverified", f"{why}; its list cannot be read ({error})")
        if not rows:
            return Proof("failed", f"{why}, but the clock's list shows none called {label!r} there")
        fitting = [texts for texts in rows if not days or _says(texts, days)]
        if not fitting:
            return Proof("failed", f"{why}, but its row says {rows[0]}, not {', '.join(days or [])}")
        why += f"; its row says {' · '.join(fitting[0])}"
    if known["had"]:
        return Proof("verified", f"{why} (one stood there before)", {"row": label}, changed=False)
    return Proof("verified", why)


def _says(texts: Sequence[str], days: Sequence[str]) -> bool:
    """Whether the words of a row name exactly these days."""
    words = {word for text in texts for word in re.split(r"[\s,，、·]+", fold(text)) if word}
    joined = fold(" ".join(texts)).replace(" ", "")
    for phrase, meant in _REPEATS.items():
        if phrase in joined:
            return set(days) == meant
    return {day for day, names in DAY_WORDS.items() if words & set(names)} == set(days)


def _alarm_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    if known.get("had"):
        raise CommandFailed("an alarm stood at that time before", mend="look at the clock's list by hand")
    label = args.get("label") or ""
    if known.get("rang") and not label:
        raise CommandFailed("another alarm stood at that time before", mend="look at the clock's list by hand")
    delete_alarm(session, known["package"], args["hour"], args["minute"], label)
    if known.get("rang"):  # another alarm stands at that time, so the clock's list is the witness
        if alarm_texts(session, args["hour"], args["minute"], label):
            raise CommandFailed(f"the alarm {label!r} is still in the clock's list")
        return
    if _rings(session, known["package"], known["when_ms"]):
        raise CommandFailed(f"the alarm at {known['time']} is still pending")


def _dismiss_target(session: Session, args: Args) -> tuple[int, int] | None:
    """Hour and minute of the alarm that is meant where only its screens can dismiss it: as given, or the next one."""
    if args.get("hour") is not None:
        return args["hour"], args.get("minute", 0)
    clocks = sorted(alarm.when_ms for alarm in _alarms(session).clock_alarms if alarm.when_ms is not None)
    if args.get("label") is None and clocks:
        at = datetime.fromtimestamp(clocks[0] / 1000, session.timezone)
        return at.hour, at.minute
    return None


def _dismiss_before(session: Session, args: Args) -> dict[str, Any]:
    clocks = sorted({alarm.when_ms for alarm in _alarms(session).clock_alarms if alarm.when_ms is not None})
    return {"package": _clock(session), "clocks_ms": clocks}


def _dismiss_act(session: Session, args: Args) -> dict[str, Any]:
    package = session.facts.get("package") or _clock(session)
    if session.api == 30:
        return _dismiss_by_screen(session, args, package)
    argv = ["-a", f"{_AA}DISMISS_ALARM", "--es", f"{_EXTRA}SEARCH_MODE"]
    if args.get("hour") is not None:
        argv += ["android.time", "--ei", f"{_EXTRA}HOUR", str(args["hour"]), "--ei", f"{_EXTRA}MINUTES",
                 str(args.get("minute", 0)), "--ez", f"{_EXTRA}IS_PM",
                 "true" if args["hour"] >= 12 else "false"]  # fmt: skip
    elif args.get("label") is not None:
        argv += ["android.label", "--es", f"{_EXTRA}MESSAGE", args["label"]]
    else:
        argv += ["android.next"]
    try:
        session.start(argv)
    except CommandFailed:
        if session.api >= 31:
            raise
        return _dismiss_by_screen(session, args, package)  # a newer clock asks for SET_ALARM, which Shell lacks
    return {}


def _dismiss_by_screen(session: Session, args: Args, package: str) -> dict[str, Any]:
    target = _dismiss_target(session, args)
    if target is None:
        raise Unsupported("on this Android an alarm is dismissed by its time", mend="give hour and minute")
    switch_alarm(session, package, *target, args.get("label") or "", False)
    return {"switched": list(target)}


def _dismiss_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    clocks = {alarm.when_ms for alarm in _alarms(session).clock_alarms}
    gone = [when for when in known["clocks_ms"] if when not in clocks]
    if not known["clocks_ms"]:
        return Proof("failed", "no alarm was set")
    if not gone:
        return Proof("failed", "every alarm that was pending still is")
    times = [f"{datetime.fromtimestamp(when / 1000, session.timezone):%H:%M}" for when in gone]
    if args.get("hour") is not None and f"{args['hour']:02d}:{args.get('minute', 0):02d}" not in times:
        return Proof("failed", f"another alarm is gone: {', '.join(times)}")
    return Proof("verified", f"the alarm at {', '.join(times)} is no longer pending", {"gone_ms": gone})


def _dismiss_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    """The same alarm is planned anew by its own switch: SET_ALARM without its label and days would add another one."""
    for when in known["gone_ms"]:
        at = datetime.fromtimestamp(when / 1000, session.timezone)
        _rearm(session, known["package"], at, args.get("label") or "")
        if not _rings(session, known["package"], when):
            raise CommandFailed(f"no alarm is pending at {at:%H:%M} again", mend="switch it on in the clock by hand")


def _rearm(session: Session, package: str, at: datetime, label: str) -> None:
    """Off and on: a pre-dismissed alarm still counts as on, and only switching it plans its next instance anew."""
    switch_alarm(session, package, at.hour, at.minute, label, False)
    switch_alarm(session, package, at.hour, at.minute, label, True)


_SLACK_MS = 300  # two readings of the phone's clock, and the alarm's own rounding


def _pending(session: Session, package: str) -> list[int]:
    """In how many ms each pending alarm of the package that counts from boot is due."""
    text = session.read("dumpsys alarm")
    due = (duration_ms(match[2]) for match in _ELAPSED.finditer(text) if match[1] == package)
    return [ms for ms in due if ms is not None]


def _timer_before(session: Session, args: Args) -> dict[str, Any]:
    package = _clock(session)
    from_ms = session.device.now_ms()
    return {"package": package, "had_ms": _pending(session, package), "from_ms": from_ms}


def _timer_act(session: Session, args: Args) -> dict[str, Any]:
    package = session.facts.get("package") or _clock(session)
    if _by_screen(session):
        start_timer(session, package, args["seconds"], args.get("label") or "")
        return {"until_ms": session.device.now_ms()}
    argv = ["-a", f"{_AA}SET_TIMER", "--ei", f"{_EXTRA}LENGTH", str(args["seconds"]), "--ez",
            f"{_EXTRA}SKIP_UI", "true", "-p", package]  # fmt: skip
    if args.get("label"):
        argv += ["--es", f"{_EXTRA}MESSAGE", args["label"]]
    session.start(argv)
    return {"until_ms": session.device.now_ms()}


def _timer_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The clock has a pending alarm that was not there before and is due so many seconds after it was asked for."""
    before_ms = session.device.now_ms()
    due = _pending(session, known["package"])
    now_ms = session.device.now_ms()
    wanted = args["seconds"] * 1000
    after = {"pending": len(due)}
    old = [known["from_ms"] + ms for ms in known["had_ms"]]
    new = [ms for ms in due if not any(abs(before_ms + ms - at) <= _SLACK_MS for at in old)]
    first, last = known["from_ms"] + wanted - _SLACK_MS, known.get("until_ms", now_ms) + wanted + _SLACK_MS
    if any(first <= now_ms + ms and before_ms + ms <= last for ms in new):
        if label := args.get("label"):
            return _timer_label(session, known["package"], label, after)
        return Proof("verified", f"the clock holds a timer of {args['seconds']} s", after)
    if due:
        return Proof("failed", f"the clock's timers are due in {[ms // 1000 for ms in due]} s", after)
    return Proof("failed", "the clock holds no pending timer alarm", after)


def _timer_label(session: Session, package: str, label: str, after: dict[str, Any]) -> Proof:
    text = session.read("dumpsys notification --noredact")
    said = [record for record in parse_notification(text).records if record.package == package]
    if any(fold(label) in fold(f"{record.title or ''} {record.text or ''}") for record in said):
        return Proof("verified", f"the clock holds the timer, and its notification says {label!r}", after)
    if any(record.title for record in said):
        return Proof("failed", f"the clock holds the timer, but no notification of it says {label!r}", after)
    return Proof("unverified", "the clock holds the timer, but shows no notification with its label", after)


def _timer_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    seconds = args["seconds"]
    hours, rest = divmod(seconds, 3600)
    length = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
    had = len(_pending(session, known["package"]))
    stop_timer(session, known["package"], length, args.get("label") or "")
    if len(_pending(session, known["package"])) >= had:
        raise CommandFailed("the timer's alarm is still pending")


FUNCTIONS = [
    Function("set_alarm", SCENARIO, "Set an alarm.",
             params({"hour": integer("0 to 23", 0, 23), "minute": integer("0 to 59", 0, 59)},
                    {"label": string("its label", max_length=100),
                     "days": {"type": "array", "description": "repeat on these days", "maxItems": 7, "uniqueItems": True,
                              "items": {"type": "string", "enum": list(DAY_NUMBER)}}}),
             "reversible", "undoable", Binding(_alarm_act, _alarm_prove, _alarm_before, _alarm_undo)),
    Function("set_timer", SCENARIO, "Start a timer.",
             params({"seconds": integer("how long", 1, 86_400)}, {"label": string("its label", max_length=100)}),
             "reversible", "undoable", Binding(_timer_act, _timer_prove, _timer_before, _timer_undo)),
    Function("dismiss_alarm", SCENARIO, "Dismiss the next instance of an alarm (within 24 hours).",
             params({}, {"hour": integer("0 to 23", 0, 23), "minute": integer("0 to 59", 0, 59),
                         "label": string("its label", max_length=100)}),
             "reversible", "undoable", Binding(_dismiss_act, _dismiss_prove, _dismiss_before, _dismiss_undo)),
]  # fmt: skip
