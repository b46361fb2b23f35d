"""`dumpsys activity …`, in the layout of ActivityTaskManagerService and ActivityManagerService of each release."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from simulator.services.activity_records import (
    activity_title,
    base_intent,
    keyguard_controller,
    stack_blocks,
    task_name,
)
from simulator.services.formats import app_id, flag, intent_text, object_hash, short_component
from simulator.services.processes import SYSTEM_SERVER_PID

if TYPE_CHECKING:
    from simulator.phone import Phone

_DASHES = "-" * 79


def dump_activity(phone: Phone, args: list[str]) -> str:
    """One section, or all of them."""
    words = list(args)
    if "-p" in words:
        at = words.index("-p")
        del words[at : at + 2]
    words = [word for word in words if not word.startswith("-")]
    sections: dict[str, Callable[[Phone, list[str]], list[str]]] = {
        "broadcasts": _broadcasts,
        "b": _broadcasts,
        "services": _services,
        "s": _services,
        "recents": _recents,
        "r": _recents,
        "activities": _activities,
        "a": _activities,
        "top": _top,
        "processes": _processes,
        "p": _processes,
        "oom": _oom,
        "lastanr": _last_anr,
        "starter": _starter,
    }  # fmt: skip
    if not words:
        order = ("broadcasts", "services", "recents", "starter", "activities", "processes")
        return f"\n{_DASHES}\n".join("\n".join(sections[name](phone, [])) for name in order) + "\n"
    if words[0] in sections:
        return "\n".join(sections[words[0]](phone, words[1:])) + "\n"
    if words[0] in phone.state.packages:
        return "\n".join(_activities(phone, words)) + "\n"
    return f"Bad activity command, or no activities match: {words[0]}\nUse -h for help.\n"


def _last_anr(_phone: Phone, _words: list[str]) -> list[str]:
    return ["ACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)", "  <no ANR has occurred since boot>"]


def _starter(_phone: Phone, _words: list[str]) -> list[str]:
    return ["ACTIVITY MANAGER STARTER (dumpsys activity starter)", "  (nothing)"]


def _activities(phone: Phone, _words: list[str]) -> list[str]:
    api, service = phone.state.device.api_level, phone.activities
    lines = ["ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)"]
    lines.append("Display #0 (activities from top to bottom):")
    lines += stack_blocks(phone)
    shown = service.shown_resumed()
    record = service.record(*shown) if shown else None
    if api >= 30:
        lines.append("  Resumed activities in task display areas (from top to bottom):")
        lines += [f"    Resumed: {record}"] if record else []
        lines += ["", f"  ResumedActivity: {record}"] if record else [""]
    elif record:
        lines += [f"  ResumedActivity:{'' if api >= 29 else ' '}{record}"]
    lines += ["", "ActivityTaskSupervisor state:" if api >= 31 else "ActivityStackSupervisor state:"]
    tasks = service.shown_tasks()
    if tasks:
        focused = (
            "topDisplayFocusedRootTask" if api >= 31 else "topDisplayFocusedStack" if api >= 29 else "mFocusedStack"
        )
        lines.append(f"  {focused}={task_name(phone, tasks[0], stack=True)}")
    if api >= 29:
        sleeping = not phone.power.interactive
        lines += [
            *phone.windows.display_lines("  "),
            f"  mSleeping={flag(sleeping)} mAllSleepTokens=[{'keyguard' if sleeping else ''}]",
            *phone.windows.focus_lines("  "),
            "",
            *phone.windows.policy_lines("  "),
            "",
        ]
    lines += keyguard_controller(phone)
    lines += ["  LockTaskController:", "    mLockTaskModeState=NONE", "    mLockTaskModeTasks="]
    lines.append(f"  mCurTaskIdForUser={{0={phone.state.counters.get('task', 0)}}}")
    return lines


def _top(phone: Phone, _words: list[str]) -> list[str]:
    tasks = phone.activities.shown_tasks()
    if not tasks:
        return []
    task = tasks[0]
    activity = task.activities[-1]
    pid = phone.activities.pid_of(activity.package)
    name = short_component(activity.package, activity.cls)
    resumed = phone.activities.shown_resumed() is not None
    kind = phone.activities.task_kind(task)
    head = (
        f"TASK {task.id} id={task.id} userId=0"
        if phone.state.device.api_level >= 29
        else f"TASK {activity.package} id={task.id} userId=0"
    )
    return [
        head if kind == "home" else f"TASK {uid_affinity(phone, activity.package)} id={task.id} userId=0",
        f"  ACTIVITY {name} {activity.token} pid={pid if pid is not None else '(not running)'}"
        + (" userId=0" if phone.state.device.api_level >= 34 else ""),
        f"    Local Activity {object_hash(activity.token, 'local')} State:",
        f"      mResumed={flag(resumed)} mStopped={flag(not resumed)} mFinished=false",
        "      mChangingConfigurations=false",
        f"      mCurrentConfig={phone.windows.configuration()}",
        "      mLoadersStarted=true",
        f"    ViewRoot:\n      mAdded=true mRemoved=false\n      mWindow={activity_title(activity)}",
    ]


def uid_affinity(phone: Phone, package: str) -> str:
    """A task's affinity: with its uid from Android 11 on."""
    found = phone.state.packages.get(package)
    return f"{found.uid}:{package}" if found and phone.state.device.api_level >= 30 else package


def _recents(phone: Phone, _words: list[str]) -> list[str]:
    api = phone.state.device.api_level
    lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)"]
    home = next((t for t in phone.state.tasks if phone.activities.task_kind(t) == "home"), None)
    if home:
        lines.append(f"mRecentsUid={phone.state.packages[home.package].uid}")
        lines.append(f"mRecentsComponent=ComponentInfo{{{home.package}/com.android.quickstep.RecentsActivity}}")
    if api >= 29:
        lines.append("mFreezeTaskListReordering=false")
    lines.append("  Recent tasks:")
    known = phone.activities.shown_tasks()
    tasks = [*known[:1], *sorted(known[1:], key=lambda t: -t.last_active_ms)]
    for number, task in enumerate(tasks):
        lines.append(f"  * Recent #{number}: {task_name(phone, task)}")
    lines += ["", "  Visible recent tasks (most recent first):"]
    shown = [t for t in tasks if phone.activities.task_kind(t) != "home"]
    for number, task in enumerate(shown):
        root, top = task.activities[0], task.activities[-1]
        base = f"{{{root.package}/{root.cls}}}"
        active = max(0, task.last_active_ms - phone.clock.boot_ms)
        lines += [
            f"  * RecentTaskInfo #{number}: ",
            f"    id={task.id} userId=0 hasTask=true lastActiveTime={active}",
            f"    baseIntent={intent_text(base_intent(task), api=api)}",
            f"    baseActivity={base}",
            f"    topActivity={{{top.package}/{top.cls}}}",
            f"    realActivity={base}",
            "    isExcluded=false activityType=standard windowingMode=fullscreen supportsSplitScreenMultiWindow=true"
            + (" supportsMultiWindow=true" if api >= 31 else ""),
        ]
    return lines


def _services(phone: Phone, words: list[str]) -> list[str]:
    lines = ["ACTIVITY MANAGER SERVICES (dumpsys activity services)"]
    # What plays or shows an ongoing notification runs a foreground service.
    playing = [s.package for s in phone.state.media_sessions if s.state == "playing"]
    ongoing = [n.package for n in phone.state.notifications.posted if n.ongoing]
    running = [p for p in dict.fromkeys([*playing, *ongoing]) if p in phone.state.packages]
    wanted = [p for p in running if not words or p == words[0]]
    if not wanted:
        return [*lines, "  (nothing)"]
    lines.append("  User 0 active services:")
    for package in wanted:
        name = short_component(package, f"{package}.{'PlaybackService' if package in playing else 'OngoingService'}")
        lines += [
            f"  * ServiceRecord{{{object_hash(name)} u0 {name}}}",
            f"    intent={{cmp={name}}}",
            f"    packageName={package}",
            f"    processName={package}",
            f"    app={phone.activities.process_record(package)}",
            "    isForeground=true foregroundId=1 foregroundNoti=null",
            "    startRequested=true delayedStop=false stopIfKilled=false callStart=true lastStartId=1",
            "",
        ]
    return lines


def _processes(phone: Phone, words: list[str]) -> list[str]:
    lines = ["ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)", "  All known processes:"]
    resumed = phone.activities.resumed()
    for process in phone.state.processes:
        if words and process.package != words[0]:
            continue
        found = phone.state.packages.get(process.package)
        uid = found.uid if found else 1000
        record = phone.activities.process_record(process.package)
        front = resumed is not None and resumed.package == process.package
        lines += [
            f"  *APP* UID {uid} {record}",
            f"    user #0 uid={uid} gids={{3003, 50{uid % 1000:03}}}",
            f"    packageList={{{process.package}}}",
            f"    pid={process.pid} starting=false",
            f"    curProcState={2 if front else 16} repProcState={2 if front else 16}",
            "    hasShownUi=true pendingUiClean=false hasAboveClient=false",
        ]
    lines += ["", "  mPreviousProcess=null", f"  mSleeping={flag(not phone.power.interactive)}"]
    return lines


def _oom(phone: Phone, _words: list[str]) -> list[str]:
    lines = ["ACTIVITY MANAGER OOM LEVELS (dumpsys activity oom)", "  Process LRU list (sorted by oom_adj):"]
    lines.append(f"    PERS # 0: sys    F/ /PER  trm: 0 {SYSTEM_SERVER_PID}:system/1000 (fixed)")
    resumed = phone.activities.resumed()
    for number, process in enumerate(phone.state.processes, 1):
        found = phone.state.packages.get(process.package)
        front = resumed is not None and resumed.package == process.package
        name = f"{process.pid}:{process.package}/{app_id(found.uid if found else 1000)}"
        lines.append(f"    Proc #{number:2}: {'fg     T/A/TOP' if front else 'cch    B/ /CEM'}  trm: 0 {name}")
    return lines


def _broadcasts(_phone: Phone, _words: list[str]) -> list[str]:
    return [
        "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)",
        "  Historical broadcasts [foreground]: size=0",
        "  Historical broadcasts [background]: size=0",
    ]
