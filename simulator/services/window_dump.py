"""`dumpsys window …`, in the layout of WindowManagerService and WindowState."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulator.services.formats import app_id, flag, object_hash

if TYPE_CHECKING:
    from simulator.phone import Phone

_DASHES = "-" * 79
_APP_FLAGS = "LAYOUT_IN_SCREEN HARDWARE_ACCELERATED"
_SYSTEM_FLAGS = "NOT_FOCUSABLE LAYOUT_IN_SCREEN"


@dataclass(frozen=True)
class _Shown:
    title: str
    package: str
    kind: str
    visible: bool
    frame: tuple[int, int, int, int]
    layer: int


def dump_window(phone: Phone, args: list[str]) -> str:
    """One section, or all of them."""
    words = [arg for arg in args if not arg.startswith("-")]
    word = words[0] if words else ""
    sections = {
        "lastanr": _last_anr, "l": _last_anr, "policy": _policy, "p": _policy, "animator": _animator, "a": _animator,
        "sessions": _sessions, "s": _sessions, "displays": _displays, "d": _displays, "tokens": _tokens, "t": _tokens,
        "windows": _windows, "w": _windows, "visible": _windows, "input": _input,
    }  # fmt: skip
    if word in sections:
        return "\n".join(sections[word](phone)) + "\n"
    if word and word != "all":
        chosen = [s for s in _shown(phone) if word in s.title or word == s.package]
        if not chosen:
            return f"Bad window command, or no windows match: {word}\nUse -h for help.\n"
        lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
        for number, shown in enumerate(chosen):
            lines += _window(phone, number, shown)
        return "\n".join(lines) + "\n"
    order = (_last_anr, _policy, _animator, _sessions, _displays, _tokens, _windows)
    return f"\n{_DASHES}\n".join("\n".join(section(phone)) for section in order) + "\n"


def _last_anr(_phone: Phone) -> list[str]:
    return ["WINDOW MANAGER LAST ANR (dumpsys window lastanr)", "  <no ANR has occurred since boot>"]


def _policy(phone: Phone) -> list[str]:
    on, locked = phone.power.interactive, phone.state.power.keyguard_locked
    return [
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        "    mSafeMode=false mSystemReady=true mSystemBooted=true",
        f"    interceptPowerKeyDown=false screenState={'SCREEN_STATE_ON' if on else 'SCREEN_STATE_OFF'}",
        "    mKeyguardOccluded=false mKeyguardOccludedChanged=false mPendingKeyguardOccluded=false",
        *(phone.windows.policy_lines("    ")),
        "    KeyguardServiceDelegate",
        f"      showing={flag(locked)}",
        f"      inputRestricted={flag(locked)}",
        "      occluded=false",
        f"      secure={flag(phone.state.power.secure_lock)}",
        "      dreaming=false",
        "      systemIsReady=true",
        "      deviceHasKeyguard=true",
        "      enabled=true",
        f"      offReason={'OFF_BECAUSE_OF_USER' if not on else 'null'}",
        "      currentUser=0",
        "      bootCompleted=true",
        f"      screenState={'SCREEN_STATE_ON' if on else 'SCREEN_STATE_OFF'}",
        f"      interactiveState={'INTERACTIVE_STATE_AWAKE' if on else 'INTERACTIVE_STATE_SLEEP'}",
    ]


def _animator(_phone: Phone) -> list[str]:
    return [
        "WINDOW MANAGER ANIMATOR STATE (dumpsys window animator)",
        "    mAnimating=false",
        "    DisplayContentsAnimator #0:",
    ]


def _sessions(phone: Phone) -> list[str]:
    lines = ["WINDOW MANAGER SESSIONS (dumpsys window sessions)"]
    for process in phone.state.processes:
        package = phone.state.packages.get(process.package)
        owner = app_id(package.uid if package else 1000)
        lines.append(f"  Session Session{{{object_hash('session', process.pid)} {process.pid}:{owner}}}:")
        lines.append("    mNumWindow=1 mCanAddInternalSystemWindow=false")
    return lines


def _displays(phone: Phone) -> list[str]:
    service = phone.windows
    lines = ["WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)", *service.display_lines("  ")]
    if phone.state.device.api_level >= 29:
        lines += [*service.focus_lines("  "), ""]
    lines.append("  Application tokens in top down Z order:")
    for task in phone.activities.shown_tasks():
        for activity in reversed(task.activities):
            lines.append(f"    * {phone.activities.record(activity, task)}")
    width, height = phone.display.size
    lines += ["", f"  DisplayFrames w={width} h={height} r={phone.state.display.rotation}", ""]
    if phone.state.device.api_level >= 29:
        lines += service.policy_lines("  ")
    lines += ["", "  DisplayRotation", f"    mRotation={phone.state.display.rotation} mDeferredRotationPauseCount=0"]
    return lines


def _tokens(phone: Phone) -> list[str]:
    lines = ["WINDOW MANAGER TOKENS (dumpsys window tokens)", "  All tokens:"]
    for task in phone.state.tasks:
        lines += [f"  {phone.activities.record(a, task)}" for a in reversed(task.activities)]
    return lines


def _input(phone: Phone) -> list[str]:
    return ["WINDOW MANAGER INPUT (dumpsys window input)", *phone.windows.focus_lines("  ")]


def _shown(phone: Phone) -> list[_Shown]:
    width, height = phone.display.size
    whole = (0, 0, width, height)
    scale = phone.display.density / 160
    bar, nav = round(24 * scale), round(24 * scale)
    on, state = phone.power.interactive, phone.state
    shade = "NotificationShade" if state.device.api_level >= 30 else "StatusBar"
    focus = phone.windows.focused()
    system = "com.android.systemui"
    out: list[_Shown] = []
    if state.device.api_level >= 30:
        expanded = focus == shade
        out.append(_Shown("NotificationShade", system, "NOTIFICATION_SHADE", expanded, whole, 171000))
    out.append(_Shown("NavigationBar0", system, "NAVIGATION_BAR", on, (0, height - nav, width, height), 231000))
    bar_frame = whole if focus == "StatusBar" else (0, 0, width, bar)
    out.append(_Shown("StatusBar", system, "STATUS_BAR", on, bar_frame, 181000))
    ime = phone.screen.ime_visible
    method = state.ui.ime.partition("/")[0]
    out.append(_Shown("InputMethod", method, "INPUT_METHOD", ime, (0, height * 6 // 10, width, height), 151000))
    titles = {s.title for s in out}
    if focus and focus not in titles and "/" not in focus:
        out.append(_Shown(focus, system, "APPLICATION_OVERLAY", on, whole, 141000))
    top = phone.activities.top()
    if focus and "/" in focus and (top is None or focus != f"{top.package}/{top.cls}"):
        out.append(_Shown(focus, focus.partition("/")[0], "BASE_APPLICATION", on, whole, 21010))
    for index, task in enumerate(state.tasks):
        for depth, activity in enumerate(reversed(task.activities)):
            front = index == 0 and depth == 0
            visible = front and on and not state.power.keyguard_locked
            title = f"{activity.package}/{activity.cls}"
            out.append(_Shown(title, activity.package, "BASE_APPLICATION", visible, whole, 21000 - index * 5 - depth))
    wallpaper = (
        "com.android.systemui.wallpapers.ImageWallpaper"
        if state.device.api_level >= 33
        else "com.android.systemui.ImageWallpaper"
    )
    home = bool(state.tasks) and phone.activities.task_kind(state.tasks[0]) == "home"
    out.append(_Shown(wallpaper, system, "WALLPAPER", on and (home or state.power.keyguard_locked), whole, 11000))
    return out


def _window(phone: Phone, number: int, shown: _Shown) -> list[str]:
    api = phone.state.device.api_level
    package = phone.state.packages.get(shown.package)
    uid = package.uid if package else 1000
    pid = phone.activities.pid_of(shown.package) or 1500
    mark = object_hash(phone.state.seed, "window", shown.title)
    x1, y1, x2, y2 = shown.frame
    frame = f"[{x1},{y1}][{x2},{y2}]"
    width, height = phone.display.size
    root = f" {'stackId' if api < 30 else 'rootTaskId'}=1" if api < 34 else ""
    owner = app_id(uid)
    session = f"{pid}:u0a{uid}" if uid >= 10000 else f"{pid}:{uid}"
    show_all = "mShowToOwnerOnly=false" if api < 30 else "showForAllUsers=true"
    seen = flag(shown.visible)
    if shown.kind == "BASE_APPLICATION":
        show_all = "mShowToOwnerOnly=true" if api < 30 else "showForAllUsers=false"
    lines = [
        f"  Window #{number} {phone.windows.window(shown.title)}:",
        f"    mDisplayId=0{root} mSession=Session{{{object_hash('session', pid)} {session}}} "
        f"mClient=android.os.BinderProxy@{object_hash(shown.title, 'binder')}",
        f"    mOwnerUid={uid} {show_all} package={shown.package} appop=NONE",
        f"    mAttrs={{(0,0)({'fillxfill' if shown.frame == (0, 0, width, height) else f'fillx{y2 - y1}'}) "
        f"sim={{adjust=pan}} ty={shown.kind} fmt=TRANSLUCENT",
        f"      fl={_APP_FLAGS if shown.kind == 'BASE_APPLICATION' else _SYSTEM_FLAGS}}}",
        f"    Requested w={x2 - x1} h={y2 - y1} mLayoutSeq=120",
        f"    mBaseLayer={shown.layer} mSubLayer=0    mToken=WindowToken{{{object_hash(mark, 'token')} {owner}}}",
    ]
    if shown.kind == "BASE_APPLICATION":
        found = [(a, t) for t in phone.state.tasks for a in t.activities if f"{a.package}/{a.cls}" == shown.title]
        for activity, task in found[:1]:
            record = phone.activities.record(activity, task)
            lines.append(
                f"    mActivityRecord={record}"
                if api >= 30
                else f"    mAppToken=AppWindowToken{{{activity.token} token=Token{{{mark} {record}}}}}"
            )
    lines += [
        f"    mViewVisibility=0x{0 if shown.visible else 8:x} mHaveFrame=true mObscured=false",
        "    mGivenContentInsets=[0,0][0,0] mGivenVisibleInsets=[0,0][0,0]",
        f"    mFullConfiguration={phone.windows.configuration()}",
        f"    mHasSurface={seen} isReadyForDisplay()={seen} mWindowRemovalAllowed=false",
    ]
    if api >= 31:
        lines.append(
            f"    Frames: parent=[0,0][{width},{height}] display=[0,0][{width},{height}] frame={frame} last={frame}"
        )
    else:
        lines += [
            f"    mFrame={frame} last={frame}",
            f"    Frames: containing=[0,0][{width},{height}] parent=[0,0][{width},{height}]",
        ]
    lines += [
        f"    WindowStateAnimator{{{object_hash(mark, 'animator')} {shown.title}}}:",
        f"      mDrawState={'HAS_DRAWN' if shown.visible else 'NO_SURFACE'}       "
        f"mLastHidden={flag(not shown.visible)}",
        f"    isOnScreen={seen}",
        f"    isVisible={seen}",
    ]
    return lines


def _windows(phone: Phone) -> list[str]:
    api = phone.state.device.api_level
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    for number, shown in enumerate(_shown(phone)):
        lines += _window(phone, number, shown)
    lines += ["", f"  mGlobalConfiguration={phone.windows.configuration()}", "  mHasPermanentDpad=false"]
    if api < 29:
        lines += phone.windows.focus_lines("  ")
    else:
        lines.append("  mTopFocusedDisplayId=0")
    if api < 33:
        lines.append("  mInTouchMode=true")
    width, height = phone.display.size
    if api < 30:
        lines.append(f"  mSystemDecorLayer=0 mScreenRect=[0,0][{width},{height}]")
    lines += [
        f"  mInputMethodWindow={phone.windows.window('InputMethod')}",
        "  mTraversalScheduled=false",
        "  mSystemBooted=true mDisplayEnabled=true",
        f"  mRotation={phone.state.display.rotation}",
        "  mLastOrientation=5",
        "  mWaitingForConfig=false",
        "  Animation settings: disabled=false window=1.0 transition=1.0 animator=1.0",
    ]
    return lines
