"""Cues about sound and light: the night, performances, classes, a screen too bright."""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts, words_of
from agent.cues.journeys import _reminders
from agent.cues.meaning import concepts
from agent.lexicon import living as words
from agent.lexicon import schedule
from agent.lexicon.messages import CANCELLED
from agent.text import clock_in

_NIGHT = (22, 0)
GRACE_MIN = 8  # the user may do it by themselves


def night_quiet(context: Context) -> Iterator[Finding]:
    """The hours begin in which the user wants do not disturb."""
    f = facts(context)
    if f.state.dnd is not False:
        return
    since = _since_start(f, words.DO_NOT_DISTURB.pattern)
    if since is None or not GRACE_MIN <= since <= 60:
        return
    if f.state.awake is not False and since < 20:
        return  # still in use: the phone falls silent when it is laid down
    mode = "alarms" if f.wish(words.ALARMS_ONLY.pattern) else "priority"
    yield Finding(
        topic="do not disturb", score=0.85, subject=f"night quiet {f.now:%m-%d}",
        intent=f.say("Turn on do not disturb for the night?", "要打开勿扰模式吗？"),
        calls=one("set_do_not_disturb", mode=mode), evidence=("the user's quiet hours",),
    )  # fmt: skip


def _since_start(f: Facts, pattern: str) -> float | None:
    """Minutes since the start of a habit or wish of that kind, today; None when there is none."""
    for habit in f.habits(pattern):
        since = f.since_habit(habit)
        if since is not None:
            return since
    for sentence in f.wishes(pattern):
        clock = clock_in(sentence)
        if clock is not None:
            return float((f.now.hour - clock[0]) * 60 + f.now.minute - clock[1])
    return None


def dark_at_night(context: Context) -> Iterator[Finding]:
    """The screen is on and light at the hour at which the user wants it dark."""
    f = facts(context)
    if f.state.awake is not True or f.state.dark_mode is not False or f.state.foreground_package is None:
        return
    since = _since_start(f, words.DARK_MODE.pattern)
    if since is not None and 0 <= since <= 120:
        yield Finding(
            topic="dark mode", score=0.8, subject=f"dark mode {f.now:%m-%d}",
            intent=f.say("Turn on dark mode?", "要打开深色模式吗？"), calls=one("set_dark_mode", enabled=True),
            evidence=("the user's wish",),
        )  # fmt: skip


def dim_at_night(context: Context) -> Iterator[Finding]:
    """The screen is bright at night, which the user does not like."""
    f = facts(context)
    if f.state.awake is not True or f.state.foreground_package is None:
        return
    wish = f.wish(words.BRIGHT.pattern, words.NIGHT.pattern)
    if wish is None:
        return
    begin = clock_in(wish) or _NIGHT
    level = _brightness(f)
    late = (f.now.hour, f.now.minute) >= begin or f.now.hour < 5
    if late and level is not None and level >= 0.5:
        yield Finding(
            topic="brightness", score=0.82, subject=f"bright {f.now:%m-%d}",
            intent=f.say("The screen is bright for the night. Dim it?", "屏幕太亮了，要调暗吗？"),
            calls=one("set_brightness", level=20), evidence=(wish, f"brightness {level:.0%}"),
        )  # fmt: skip


def _brightness(f: Facts) -> float | None:
    if f.state.setting("system", "screen_brightness_mode") == "1":
        return None  # automatic: the phone sees the dark itself
    display = f.state.display
    if display is not None and display.brightness:
        return display.brightness
    raw = f.state.setting("system", "screen_brightness")
    return int(raw) / 255 if raw is not None and raw.isdecimal() else None


def silence_for_event(context: Context) -> Iterator[Finding]:
    """A performance, lecture or the like is about to begin, and the phone is loud."""
    f = facts(context)
    if f.state.ringer_mode != "normal" or f.state.dnd:
        return
    wish = f.wish(schedule.HATES_RINGING.pattern)
    reminded = {plan.title for _, plan in _reminders(f, 20)}
    for plan in f.plans:
        until = f.minutes_to(plan.begin)
        near = (
            -6 <= until <= 4 or (plan.title in reminded and -6 <= until <= 12) or (_in_class(f) and -20 <= until <= 20)
        )
        if not near or not schedule.PERFORMANCE.search(f"{plan.title} {plan.location}"):
            continue
        if f.at_home or wish is None or not _of_its_kind(f, plan.text):
            continue
        yield _ringer(f, plan.title, f.say(f"“{plan.title}” is about to begin. Set the phone to vibrate?",
                                           f"“{plan.title}”要开始了，把手机调成震动吗？"), wish)  # fmt: skip
        return


_KINDS = frozenset(["performance", "lecture", "church", "library", "exam", "meeting", "cinema", "museum"])


def _of_its_kind(f: Facts, text: str) -> bool:
    """Whether a wish for silence is about that kind of event, or about none in particular."""
    wishes = [concepts(wish) & _KINDS for wish in f.wishes(schedule.HATES_RINGING.pattern)]
    about = concepts(text) & _KINDS or {"performance", "cinema"}
    return any(not kinds or kinds & about for kinds in wishes)


def _in_class(f: Facts) -> bool:
    return f.at_work and f.just_arrived(40)


def vibrate_at_place(context: Context) -> Iterator[Finding]:
    """The user has come to where, at these hours, the phone must not ring."""
    f = facts(context)
    if f.here is None or f.at_home or f.state.ringer_mode != "normal" or f.state.dnd or not f.just_arrived(30):
        return
    for habit in f.habits(f"{words.VIBRATE.pattern}|{words.SILENT.pattern}"):
        place = (habit.place or "").casefold()
        if f.within_habit(habit) and (not place or place in f"{f.here.name} {f.here.address} {f.here.kind}".casefold()):
            yield _ringer(f, f.here.name, f.say(f"You are at {f.here.name}. Set the phone to vibrate?",
                                                f"到{f.here.name}了，把手机调成震动吗？"), habit.what)  # fmt: skip
            return
    if f.here != f.work and f.here.kind not in ("university", "school", "library", "church", "theatre", "cinema"):
        return
    wish = f.wish(
        schedule.HATES_RINGING.pattern, r"lecture|class|library|church|meeting|court|上课|课堂|图书馆|会议|开会"
    )
    soon = [plan for plan in f.plans if 0 <= f.minutes_to(plan.begin) <= 35 and words_of(plan.title)]
    told = [m.at for s in f.recent(300, "mail", "sms", "chat") if not s.promotion and schedule.MOVED.search(s.text)
            and not CANCELLED.search(s.title) for m in f.moments(s) if m.has_time]  # fmt: skip
    if wish is not None and (soon or any(0 <= f.minutes_to(at) <= 35 for at in told)):
        yield _ringer(
            f, f.here.name, f.say("It starts soon. Set the phone to vibrate?", "快开始了，把手机调成震动吗？"), wish
        )


def _ringer(f: Facts, about: str, intent: str, evidence: str) -> Finding:
    return Finding(
        topic="ringer", score=0.83, subject=f"quiet {about} {f.now:%m-%d}", intent=intent,
        calls=one("set_ringer_mode", mode="vibrate"), evidence=(evidence, "ringer normal"),
    )  # fmt: skip


def ring_wanted(context: Context) -> Iterator[Finding]:
    """Someone will call and asks that the phone be loud, and it is not."""
    f = facts(context)
    if f.state.ringer_mode not in ("vibrate", "silent"):
        return
    for said in f.personal(40):
        if words.LOUD_WANTED.search(said.text):
            yield Finding(
                topic="ringer", score=0.8, subject=f"ring {said.sender} {said.time_ms}", source=said.source,
                intent=f.say("Turn the ringer on?", "要打开铃声吗？"), calls=one("set_ringer_mode", mode="normal"),
                evidence=(said.evidence, f"ringer {f.state.ringer_mode}"),
            )  # fmt: skip


def loud_at_night(context: Context) -> Iterator[Finding]:
    """Something plays loud through the speaker at an hour at which the user wants it low."""
    f = facts(context)
    wish = f.wish(words.VOLUME.pattern, words.NIGHT.pattern)
    volume = f.state.volume("music")
    if wish is None or volume is None or f.state.playing is None or f.audio_device is not None or volume[1] <= 0:
        return
    begin = clock_in(wish) or _NIGHT
    late = (f.now.hour, f.now.minute) >= begin or f.now.hour < 5
    if late and volume[0] / volume[1] > 0.5:
        yield Finding(
            topic="volume", score=0.8, subject=f"loud {f.now:%m-%d}",
            intent=f.say("It is late. Turn the volume down?", "夜深了，要调低音量吗？"),
            calls=one("set_volume", stream="music", level=25), evidence=(wish, f"volume {volume[0]} of {volume[1]}"),
        )  # fmt: skip


CUES = (ring_wanted, loud_at_night, night_quiet, dark_at_night, dim_at_night, silence_for_event, vibrate_at_place)
