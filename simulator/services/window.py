"""WindowManagerService: windows, focus, `wm`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.formats import flag, object_hash
from simulator.services.service import Service
from simulator.shell.command import Invocation

if TYPE_CHECKING:
    from simulator.phone import Phone

_TRANSITION_SECONDS = 0.25  # at an animation scale of 1


class WindowService(Service):
    """WindowManagerService: windows, focus, `wm`."""

    name = "window"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self._transition: int | None = None  # until when a window that was started has no focus yet

    def begin_transition(self) -> None:
        """Another activity was started: for a moment no window has the focus, unless animations are switched off.

        While the clock stands still the moment is the first look that a client takes.
        """
        seconds = _TRANSITION_SECONDS * max(self._scale("window"), self._scale("transition"))
        self._transition = self.clock.now_ms + round(seconds * 1000) if seconds > 0 else None

    def _scale(self, kind: str) -> float:
        text = self.phone.settings.get("global", f"{kind}_animation_scale") or "1"
        try:
            return min(max(float(text), 0.0), 20.0)
        except ValueError:
            return 1.0

    def _in_transition(self) -> bool:
        until = self._transition
        if until is None:
            return False
        if not self.clock.running or self.clock.now_ms >= until:
            self._transition = None
        return self.clock.now_ms < until

    def focused(self) -> str | None:
        """The title of the window with the focus (`pkg/class` in full for an activity), or None."""
        return self.phone.screen.focused_window() or None

    def window(self, title: str) -> str:
        """`Window{hash u0 title}`."""
        return f"Window{{{object_hash(self.state.seed, 'window', title)} u0 {title}}}"

    def configuration(self) -> str:
        """The configuration as `{1.0 …}` prints it (Configuration.toString)."""
        device = self.state.device
        width, height = self.phone.display.size
        density = self.phone.display.density
        dp_w, dp_h = width * 160 // density, height * 160 // density
        mcc, mnc = self.state.telephony.mcc_mnc[:3], self.state.telephony.mcc_mnc[3:]
        night = " night" if self.phone.uimode.night else ""
        car = " car" if self.state.ui_mode.car_mode else ""
        orientation = "land" if width > height else "port"
        bounds = f"Rect(0, 0 - {width}, {height})"
        locale = device.locale.replace("-", "_")
        rotation = self.state.display.rotation * 90
        extra = f" mMaxBounds={bounds} mDisplayRotation=ROTATION_{rotation}" if self.api >= 31 else ""
        return (
            f"{{1.0 {mcc}mcc{mnc}mnc [{locale}] ldltr sw{min(dp_w, dp_h)}dp w{dp_w}dp h{dp_h}dp {density}dpi nrml long "
            f"{orientation}{car}{night} finger -keyb/v/h -nav/h "
            f"winConfig={{ mBounds={bounds} mAppBounds={bounds}{extra} "
            f"mWindowingMode=fullscreen mActivityType=undefined mAlwaysOnTop=undefined mRotation=ROTATION_{rotation}}} "
            "s.52}"
        )

    def display_lines(self, indent: str) -> list[str]:
        """The head of the display's block (DisplayContent.dump)."""
        width, height = self.phone.display.size
        device = self.state.device
        short, long = min(width, height), max(width, height)
        density = self.phone.display.density
        override = self.state.display.size_override or self.state.display.density_override
        base = f" base={width}x{height} {density}dpi" if override else ""
        return [
            f"{indent}Display: mDisplayId=0{' (organized)' if self.api >= 34 else ''}",
            f"{indent}  init={device.width}x{device.height} {device.density}dpi{base} cur={width}x{height} "
            f"app={width}x{height} rng={short}x{short}-{long}x{long}",
            f"{indent}  deferred=false mLayoutNeeded=false" if self.api < 33 else
            f"{indent}  isRemovalRequested=false mLayoutNeeded=false",
        ]  # fmt: skip

    def focus_lines(self, indent: str) -> list[str]:
        """mCurrentFocus and mFocusedApp."""
        title = None if self._in_transition() else self.focused()
        lines = [f"{indent}mCurrentFocus={self.window(title) if title else 'null'}"]
        tasks = self.phone.activities.shown_tasks()
        if tasks and tasks[0].activities:
            activity = tasks[0].activities[-1]
            record = self.phone.activities.record(activity, tasks[0])
            if self.api < 30:
                token = object_hash(activity.token, "token")
                record = f"AppWindowToken{{{object_hash(activity.token, 'window')} token=Token{{{token} {record}}}}}"
            lines.append(f"{indent}mFocusedApp={record}")
        else:
            lines.append(f"{indent}mFocusedApp=null")
        return lines

    def policy_lines(self, indent: str) -> list[str]:
        """The parts of DisplayPolicy and PhoneWindowManager that tell of screen and keyguard."""
        on, locked = self.phone.power.interactive, self.state.power.keyguard_locked
        title = self.focused()
        focus = self.window(title) if title else "null"
        lockscreen = f"mShowingDream=false mDreamingLockscreen={flag(locked)}"
        if self.api >= 33:
            keyguard = [f"{indent}  {lockscreen}", f"{indent}  isKeyguardShowing={flag(locked)}"]
        else:
            shown = f"mShowingLockscreen={flag(locked)} " if self.api < 29 else ""
            keyguard = [f"{indent}  {shown}{lockscreen}", f"{indent}  isStatusBarKeyguard={flag(locked)}"]
        return [
            f"{indent}DisplayPolicy" if self.api >= 29 else f"{indent}PhoneWindowManager",
            f"{indent}  mAwake={flag(on)} mScreenOnEarly={flag(on)} mScreenOnFully={flag(on)}",
            f"{indent}  mKeyguardDrawComplete={flag(on)} mWindowManagerDrawComplete={flag(on)}",
            *keyguard,
            f"{indent}  mFocusedWindow={focus}",
            f"{indent}  mTopFullscreenOpaqueWindowState={focus}",
        ]

    def dump(self, args: list[str]) -> str:
        """`dumpsys window [windows|displays|policy|input|tokens|animator|all]` (WindowManagerService.doDump)."""
        from simulator.services.window_dump import dump_window

        return dump_window(self.phone, args)

    def command(self, call: Invocation) -> int:
        """`cmd window …`, the same as `wm`."""
        from simulator.services.wm import wm_command

        return wm_command(call)
