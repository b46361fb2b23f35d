"""`dumpsys activity activities` and `dumpsys activity recents` (ActivityTaskManagerService, Task, ActivityRecord)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Part, Reading, Whole, component, to_bool, to_int, whole_lines
from device.capture.window import window_title

__all__ = ["Activities", "RecentTask", "ResumedActivity", "parse_activity"]

_RESUMED: Final = re.compile(
    r"\s+(?:m?ResumedActivity): ActivityRecord\{([0-9a-f]{1,16}) u-?[0-9]{1,9} (\S+) t(-?[0-9]{1,9})\b"
)
_HIST: Final = re.compile(r"\s+\* Hist +#[0-9]{1,6}: ActivityRecord\{([0-9a-f]{1,16}) ")
_STATE: Final = re.compile(r"\s+state=([A-Z_]+)(?=\s|\Z)")
_TASK: Final = re.compile(r"\s*\* Task(?:Record)?\{[0-9a-f]{1,16} #([0-9]{1,9}) (.*)\Z")
_OLD_TASK: Final = re.compile(r"\s+Task id #([0-9]{1,9})\s*\Z")
_RECENT: Final = re.compile(r"\s*\* Recent #[0-9]{1,6}: Task(?:Record)?\{[0-9a-f]{1,16} #([0-9]{1,9}) ?(.*)\}\s*\Z")
_INFO: Final = re.compile(r"\s*\* RecentTaskInfo #[0-9]{1,6}:")
_AFFINITY: Final = re.compile(r"\bA=(?:[0-9]{1,9}:)?(\S+?)(?=[\s}]|\Z)")
_INTENT: Final = re.compile(r"\bI=([\w.]+/[\w.$]+)")
_REAL: Final = re.compile(r"\s+(?:realActivity|mActivityComponent)=\{?([\w.]+/[\w.$]+)\}?\s*\Z")
_DISPLAY: Final = re.compile(r"Display #([0-9]{1,9}) \(activities from top to bottom\):")


class ResumedActivity(Part):
    """The activity in front, its class as printed."""

    package: str
    activity: str
    task_id: int


class RecentTask(Part):
    """A recent task: the package of its component, and its affinity without the uid."""

    task_id: int
    package: str | None = None
    affinity: str | None = None


class Activities(Reading):
    """What runs in front. ``foreground_package`` is what the user faces: None when asleep or locked.

    For the ``recents`` form only the recent fields and ``task_ids`` (in recency order) are filled.
    """

    resumed: ResumedActivity | None = None
    resumed_state: str | None = None
    sleeping: bool | None = None
    keyguard_showing: bool | None = None
    foreground_package: str | None = None
    focused_window: str | None = None
    focused_package: str | None = None
    task_ids: tuple[int, ...] = ()
    displays: tuple[int, ...] = ()
    recent_count: int | None = None
    recents: tuple[RecentTask, ...] | None = None


def _recents(whole: Whole) -> Activities:
    tasks: list[tuple[int, str]] = []
    real: dict[int, str] = {}
    task: int | None = None
    for line in whole.lines:
        if (match := _RECENT.match(line)) is not None:
            task = int(match[1])
            tasks.append((task, match[2]))
        elif _INFO.match(line) is not None:
            task = None
        elif task is None and line.strip().startswith("id="):
            task = to_int(line.strip().removeprefix("id=").split(" ")[0])
        elif task is not None and (match := _REAL.match(line)) is not None:
            real.setdefault(task, match[1])
    recents = []
    for number, words in dict(tasks).items():
        affinity, intent = _AFFINITY.search(words), _INTENT.search(words)
        named = component(real.get(number) or (intent[1] if intent else None))
        recents.append(
            RecentTask(
                task_id=number,
                package=named[0] if named else None,
                affinity=affinity[1] if affinity else None,
            )
        )
    return Activities(
        complete=whole.complete,
        unread=whole.unread,
        task_ids=tuple(recent.task_id for recent in recents),
        recent_count=len(recents),
        recents=tuple(recents),
    )


def _resumed(lines: list[str]) -> tuple[ResumedActivity | None, str | None]:
    """The first resumed activity, and the state its own record prints."""
    states: dict[str, str] = {}
    record = ""
    for line in lines:
        if (match := _HIST.match(line)) is not None:
            record = match[1]
        elif record and (match := _STATE.match(line)) is not None:
            states.setdefault(record, match[1])
            record = ""
    for line in lines:
        if (match := _RESUMED.match(line)) is not None and (named := component(match[2])) is not None:
            resumed = ResumedActivity(package=named[0], activity=named[1], task_id=int(match[3]))
            return resumed, states.get(match[1])
    return None, None


def _flag(lines: list[str], *marks: str) -> bool | None:
    """The first value printed for the first mark that is printed at all (a line's first word)."""
    for mark in marks:
        for line in lines:
            bare = line.strip()
            if bare.startswith(mark):
                return to_bool(bare.removeprefix(mark).split(" ")[0])
    return None


def parse_activity(text: str) -> Activities:
    """Read `dumpsys activity activities` or `recents`; the recents are told by their lines."""
    whole = whole_lines(text)
    if next((line for line in whole.lines if line.strip()), "").startswith("ACTIVITY MANAGER RECENT TASKS"):
        return _recents(whole)
    resumed, state = _resumed(whole.lines)
    sleeping = _flag(whole.lines, "mSleeping=", "isSleeping=")
    keyguard = _flag(whole.lines, "mKeyguardShowing=", "isKeyguardShowing=")
    focus = next(
        (
            title
            for line in whole.lines
            if line.lstrip().startswith("mCurrentFocus=")
            and (title := window_title(line.partition("=")[2])) is not None
        ),
        None,
    )
    focused = component(focus)
    tasks = [int(match[1]) for line in whole.lines if (match := _TASK.match(line) or _OLD_TASK.match(line))]
    faced = resumed is not None and sleeping is False and keyguard is False and state in (None, "RESUMED")
    return Activities(
        complete=whole.complete,
        unread=whole.unread,
        resumed=resumed,
        resumed_state=state,
        sleeping=sleeping,
        keyguard_showing=keyguard,
        foreground_package=resumed.package if faced and resumed else None,
        focused_window=focus,
        focused_package=focused[0] if focused else None,
        task_ids=tuple(dict.fromkeys(tasks)),
        displays=tuple(dict.fromkeys(int(match[1]) for line in whole.lines if (match := _DISPLAY.match(line)))),
    )
