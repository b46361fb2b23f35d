"""UiModeManagerService: night and car mode."""

from __future__ import annotations

from datetime import time
from typing import Literal, get_args

from simulator.services.formats import flag
from simulator.services.service import Service
from simulator.shell.command import Invocation

NightMode = Literal["auto", "custom", "no", "yes"]
_NUMBERS: dict[str, int] = {"auto": 0, "no": 1, "yes": 2, "custom": 3}
_TYPE_NORMAL, _TYPE_CAR, _NIGHT_NO, _NIGHT_YES = 0x01, 0x03, 0x10, 0x20


class UiModeService(Service):
    """UiModeManagerService: night and car mode."""

    name = "uimode"

    @property
    def night(self) -> bool:
        """Whether the phone shows dark now."""
        mode = self.state.ui_mode.night_mode
        if mode in ("yes", "no"):
            return mode == "yes"
        start, end = ("22:00", "06:00") if mode == "auto" else self._custom()
        now = self.clock.local(self.state.device.timezone).time()
        begin, stop = time.fromisoformat(start), time.fromisoformat(end)
        return begin <= now < stop if begin < stop else now >= begin or now < stop

    @property
    def ui_mode(self) -> int:
        """Configuration.uiMode: type and night bits."""
        kind = _TYPE_CAR if self.state.ui_mode.car_mode else _TYPE_NORMAL
        return kind | (_NIGHT_YES if self.night else _NIGHT_NO)

    @property
    def locked(self) -> bool:
        """Whether only a holder of MODIFY_DAY_NIGHT_MODE (Shell from Android 11 on) may change night mode."""
        return self.api >= 30

    def set_night(self, mode: NightMode) -> bool:
        """Set night mode. False (and nothing changes) if the mode is unknown on this release."""
        if mode not in get_args(NightMode) or (mode == "custom" and self.api < 30):
            return False
        if self.state.ui_mode.night_mode != mode:
            self.state.ui_mode.night_mode = mode
            self.phone.settings.mirror("secure", "ui_night_mode", str(_NUMBERS[mode]))
            self.phone.log("UiModeManager", f"updateConfigurationLocked: mCurUiMode=0x{self.ui_mode:x}")
            self.phone.changed()
        return True

    def set_car_mode(self, enabled: bool) -> None:
        """Enter or leave car mode."""
        if self.state.ui_mode.car_mode != enabled:
            self.state.ui_mode.car_mode = enabled
            self.phone.changed()

    def _custom(self) -> tuple[str, str]:
        return self.state.ui_mode.custom_start, self.state.ui_mode.custom_end

    def dump(self, args: list[str]) -> str:
        """`dumpsys uimode` (UiModeManagerService.dumpImpl)."""
        mode, night = self.state.ui_mode.night_mode, self.night
        start, end = self._custom()
        number = f"{_NUMBERS[mode]} ({mode})"
        car = flag(self.state.ui_mode.car_mode)
        lines = ["Current UI Mode Service state:", "  mDockState=0 mLastBroadcastState=0"]
        if self.api >= 33:
            lines.append(
                f" mStartDreamImmediatelyOnDock=true  mNightMode={number}  mOverrideOn/Off=false/false"
                f"{'  mAttentionModeThemeOverlay=1000' if self.api >= 35 else ''} mNightModeLocked={flag(self.locked)}"
            )
        elif self.api >= 30:
            lines.append(f"  mNightMode={number} mOverrideOn/Off=false/false mNightModeLocked={flag(self.locked)}")
        else:
            lines.append(
                f"  mNightMode={number} mNightModeLocked={flag(self.locked)} mCarModeEnabled={car} "
                f"mComputedNightMode={flag(night)} mCarModeEnableFlags=0 mEnableCarDockLaunch=false"
            )
        if self.api >= 30:
            lines.append(f"  mCarModeEnabled={car} (carModeApps=")
            lines.append(
                f" mWaitForDeviceInactive=false mComputedNightMode={flag(night)} customStart={start} customEnd{end} "
                "mCarModeEnableFlags=0 mEnableCarDockLaunch=false"
            )
        lines += [
            f"  mCurUiMode=0x{self.ui_mode:x} mUiModeLocked=false mSetUiMode=0x{self.ui_mode:x}",
            "  mHoldingConfiguration=false mSystemReady=true",
        ]
        if mode == "auto":
            lines.append("  mTwilightService.getLastTwilightState()=null")
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd uimode night [yes|no|auto|custom]`, `car [yes|no]`, `time [start|end TIME]`."""
        words = call.args
        if words and words[0] == "night":
            return self._night(call, words[1:])
        if words and words[0] == "car":
            if len(words) > 1 and words[1] not in ("yes", "no"):
                return call.fail("Error: mode must be 'yes', or 'no'", 255)
            if len(words) > 1:
                self.set_car_mode(words[1] == "yes")
            call.out.line(f"Car mode: {'yes' if self.state.ui_mode.car_mode else 'no'}")
            return 0
        if words and words[0] == "time" and self.api >= 30:
            return self._time(call, words[1:])
        if words and words[0] not in ("help", "-h"):
            call.out.line(f"Unknown command: {words[0]}")
            return 255
        call.out.line(_HELP)
        return 0 if words else 255

    def _night(self, call: Invocation, words: list[str]) -> int:
        if words:
            mode = {"custom_schedule": "custom"}.get(words[0], words[0])
            known = ("yes", "no", "auto", "custom") if self.api >= 30 else ("yes", "no", "auto")
            if mode not in known:
                names = "'yes', 'no', or 'auto', or 'custom'" if self.api >= 30 else "'yes', 'no', or 'auto'"
                return call.fail(f"Error: mode must be {names}", 255)
            self.set_night(mode)  # type: ignore[arg-type]
        shown = self.state.ui_mode.night_mode
        call.out.line(f"Night mode: {'custom_schedule' if shown == 'custom' and self.api >= 34 else shown}")
        return 0

    def _time(self, call: Invocation, words: list[str]) -> int:
        if not words or words[0] not in ("start", "end"):
            return call.fail("Error: command must be 'start', or 'end'", 255)
        field = f"custom_{words[0]}"
        if len(words) > 1:
            try:
                value = time.fromisoformat(words[1])
            except ValueError:
                return call.fail(f"Error: Text '{words[1]}' could not be parsed at index 0", 255)
            setattr(self.state.ui_mode, field, value.strftime("%H:%M"))
            self.phone.changed()
        call.out.line(f"{words[0].capitalize()} time: {getattr(self.state.ui_mode, field)}")
        return 0


_HELP = """UiModeManager service (uimode) commands:
  help
    Print this help text.
  night [yes|no|auto|custom_schedule|custom_bedtime]
    Set or read night mode.
  car [yes|no]
    Set or read car mode.
  time [start|end] <ISO time>
    Set custom start/end schedule time (night mode must be set to custom to apply)."""
