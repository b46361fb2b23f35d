"""Task and activity records as `dumpsys activity activities` prints them, by release."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.formats import duration, flag, intent_text, object_hash, short_component
from simulator.state import Activity, Intent, Task

if TYPE_CHECKING:
    from simulator.phone import Phone


def activity_title(activity: Activity) -> str:
    """The window title of an activity: package/class in full."""
    return f"{activity.package}/{activity.cls}"


def base_intent(task: Task) -> Intent:
    """The intent that made the task."""
    return task.activities[0].intent if task.activities else Intent()


def _affinity(phone: Phone, task: Task) -> str:
    if phone.activities.task_kind(task) == "home" and task.activities:
        root = task.activities[0]
        return f"I={short_component(root.package, root.cls)}"
    found = phone.state.packages.get(task.package)
    prefix = f"{found.uid}:" if found and phone.state.device.api_level >= 30 else ""
    return f"A={prefix}{task.package}"


def task_name(phone: Phone, task: Task, *, stack: bool = False) -> str:
    """`Task{hash #id type=… A=uid:package}`; `TaskRecord{…}` and `ActivityStack{…}` before Android 11."""
    api, kind = phone.state.device.api_level, phone.activities.task_kind(task)
    mark = object_hash(phone.state.seed, "task", task.id)
    if api >= 30:
        version = f" visible={flag(_visible(phone, task))} mode=fullscreen translucent=false" if api == 30 else ""
        return f"Task{{{mark} #{task.id} type={kind} {_affinity(phone, task)}{version}}}"
    if stack:
        mark = object_hash(phone.state.seed, "stack", task.id)
        return (
            f"ActivityStack{{{mark} stackId={task.id} type={kind} mode=fullscreen "
            f"visible={flag(_visible(phone, task))} translucent=false, 1 tasks}}"
        )
    return f"TaskRecord{{{mark} #{task.id} {_affinity(phone, task)} U=0 StackId={task.id} sz={len(task.activities)}}}"


def _visible(phone: Phone, task: Task) -> bool:
    shown = phone.activities.shown_resumed()
    return shown is not None and shown[1].id == task.id


def stack_blocks(phone: Phone) -> list[str]:
    """Every task with its activities, front first."""
    lines: list[str] = []
    for task in phone.activities.shown_tasks():
        lines += _task_block(phone, task) if phone.state.device.api_level >= 30 else _old_stack(phone, task)
    return lines


def _task_block(phone: Phone, task: Task) -> list[str]:
    api, visible = phone.state.device.api_level, _visible(phone, task)
    mark = object_hash(phone.state.seed, "task", task.id)
    kind = phone.activities.task_kind(task)
    requested = f" visibleRequested={flag(visible)}" if api >= 32 else ""
    head = f"* Task{{{mark} #{task.id} type={kind} {_affinity(phone, task)} U=0"
    head += f" visible={flag(visible)}{requested} mode=fullscreen translucent=false sz={len(task.activities)}}}"
    lines = [f"  {head}"]
    shown = phone.activities.shown_resumed()
    here = next((a for a in task.activities if shown and a.token == shown[0].token), None)
    sleeping = f"    isSleeping={flag(not phone.power.interactive)}"
    if api >= 32:
        lines += [sleeping, *([f"    topResumedActivity={phone.activities.record(here, task)}"] if here else [])]
    else:
        lines.append(f"    mLastNonFullscreenBounds=null\n{sleeping}")
        if here:
            lines.append(f"    mResumedActivity: {phone.activities.record(here, task)}")
    for index in range(len(task.activities) - 1, -1, -1):
        lines += _history(phone, task, index, "    ", "Hist  #" if api >= 31 else "Hist #")
    return [*lines, ""]


def _old_stack(phone: Phone, task: Task) -> list[str]:
    api, kind = phone.state.device.api_level, phone.activities.task_kind(task)
    package = phone.state.packages.get(task.package)
    root = task.activities[0]
    shown = phone.activities.shown_resumed()
    here = next((a for a in task.activities if shown and a.token == shown[0].token), None)
    active = max(0, task.last_active_ms - phone.clock.boot_ms)
    inactive = duration(phone.clock.now_ms - task.last_active_ms, sign=False)
    lines = [
        "",
        f"  Stack #{task.id}: type={kind} mode=fullscreen",
        f"  isSleeping={flag(not phone.power.interactive)}",
        "  mBounds=Rect(0, 0 - 0, 0)",
        f"    Task id #{task.id}",
        "    mBounds=Rect(0, 0 - 0, 0)",
        "    mMinWidth=-1",
        "    mMinHeight=-1",
        "    mLastNonFullscreenBounds=null",
        f"    * {task_name(phone, task)}",
        f"      userId=0 effectiveUid={package.uid if package else 1000} mCallingUid=2000 mUserSetupComplete=true "
        "mCallingPackage=null",
        f"      affinity={task.package}",
        f"      intent={intent_text(base_intent(task), api=api)[7:].replace('{ ', '{').replace(' }', '}')}",
        f"      {'mActivityComponent' if api >= 29 else 'realActivity'}={short_component(root.package, root.cls)}",
        f"      Activities=[{', '.join(phone.activities.record(a, task) for a in task.activities)}]",
        "      askedCompatMode=false inRecents=true isAvailable=true",
        f"      mRootProcess={phone.activities.process_record(task.package)}",
        f"      stackId={task.id}",
        "      hasBeenVisible=true mResizeMode=RESIZE_MODE_RESIZEABLE mSupportsPictureInPicture=false "
        f"isResizeable=true lastActiveTime={active} (inactive for {inactive})",
    ]
    for index in range(len(task.activities) - 1, -1, -1):
        lines += _history(phone, task, index, "      ", "Hist #")
    lines += ["", "    Running activities (most recent first):", f"      {task_name(phone, task)}"]
    for index in range(len(task.activities) - 1, -1, -1):
        lines.append(f"        Run #{index}: {phone.activities.record(task.activities[index], task)}")
    if here:
        lines += ["", f"    mResumedActivity: {phone.activities.record(here, task)}"]
    return lines


def _history(phone: Phone, task: Task, index: int, indent: str, label: str) -> list[str]:
    api, activity = phone.state.device.api_level, task.activities[index]
    shown = phone.activities.shown_resumed()
    front = shown is not None and shown[0].token == activity.token
    package = phone.state.packages.get(activity.package)
    state = "RESUMED" if front else "STOPPED"
    pad = indent + "  "
    name = short_component(activity.package, activity.cls)
    path = phone.packages.apk_path(package) if package else "null"
    home = phone.activities.task_kind(task) == "home"
    caller = 0 if home else 1000 if activity.intent.flags & 0x200000 else 2000
    caller_name = {0: "null", 1000: "android", 2000: "com.android.shell"}[caller]
    root_key = "rootOfTask" if api >= 30 else "frontOfTask"
    component_key = "mActivityComponent" if api >= 29 else "realActivity"
    lines = [
        f"{indent}* {label}{index}: {phone.activities.record(activity, task)}",
        f"{pad}packageName={activity.package} processName={activity.package}",
        f"{pad}launchedFromUid={caller} launchedFromPackage={caller_name}"
        f"{' launchedFromFeature=null' if api >= 30 else ''} userId=0",
        f"{pad}app={phone.activities.process_record(activity.package)}",
        f"{pad}{intent_text(activity.intent, api=api, secure=False)}",
        f"{pad}{root_key}={flag(index == 0)} task={task_name(phone, task)}",
        f"{pad}taskAffinity={f'{package.uid}:' if package and api >= 30 else ''}{activity.package}",
        f"{pad}{component_key}={name}",
        f"{pad}baseDir={path}",
        f"{pad}dataDir=/data/user/0/{activity.package}",
        f"{pad}stateNotNeeded=false componentSpecified={flag(activity.intent.component is not None)} "
        f"mActivityType={phone.activities.task_kind(task)}",
        f"{pad}compat={{{phone.display.density}dpi}} theme=0x7f140026",
        f"{pad}CurrentConfiguration={phone.windows.configuration()}",
        f'{pad}taskDescription: label="{phone.packages.label(activity.package)}" icon=null iconResource=/0',
        f"{pad}launchFailed=false launchCount=1 lastLaunchTime={duration(activity.created_ms - phone.clock.now_ms)}",
        f"{pad}mHaveState={flag(not front)} mIcicle=null",
    ]
    if api >= 30:
        lines.append(f"{pad}state={state} {'delayedResume=false ' if api < 35 else ''}finishing=false")
        lines.append(f"{pad}keysPaused=false inHistory=true idle=true")
    else:
        lines.append(f"{pad}state={state} stopped={flag(not front)} delayedResume=false finishing=false")
        sleeping = flag(not phone.power.interactive)
        lines.append(f"{pad}keysPaused=false inHistory=true visible={flag(front)} sleeping={sleeping} idle=true")
    if api >= 33:
        lines.append(f"{pad}mVisibleRequested={flag(front)} mVisible={flag(front)} mClientVisible={flag(front)} "
                     f"reportedDrawn={flag(front)} reportedVisible={flag(front)}")  # fmt: skip
        lines.append(
            f"{pad}nowVisible={flag(front)} "
            f"lastVisibleTime={duration(-1 if front else activity.created_ms - phone.clock.now_ms)}"
        )
    return lines


def keyguard_controller(phone: Phone) -> list[str]:
    """The KeyguardController section (KeyguardController.dump)."""
    shown = flag(phone.state.power.keyguard_locked)
    return [
        "  KeyguardController:",
        f"    mKeyguardShowing={shown}",
        "    mAodShowing=false",
        "    mKeyguardGoingAway=false",
        *(
            [
                f"   KeyguardShowing={shown} AodShowing=false KeyguardGoingAway=false DismissalRequested=false  "
                "Occluded=false DismissingKeyguardActivity=null TurnScreenOnActivity=null at display=0"
            ]
            if phone.state.device.api_level >= 31
            else ["    mOccluded=false", "    mDismissingKeyguardActivity=null"]
        ),
        "    mDismissalRequested=false",
        "",
    ]
