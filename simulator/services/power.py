"""PowerManagerService and the keyguard: wake, sleep, unlock, battery saver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.formats import duration
from simulator.services.service import Service
from simulator.shell.command import Invocation

if TYPE_CHECKING:
    from simulator.phone import Phone


class PowerService(Service):
    """PowerManagerService and the keyguard: wake, sleep, unlock, battery saver."""

    name = "power"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self._timer: int | None = None
        self._sleep_reason = "timeout"

    @property
    def interactive(self) -> bool:
        """Whether the screen is on."""
        return self.state.power.wakefulness in ("Awake", "Dreaming")

    @property
    def screen_timeout_ms(self) -> int:
        """The screen timeout (`settings system screen_off_timeout`) in milliseconds."""
        text = self.phone.settings.get("system", "screen_off_timeout")
        try:
            return max(1000, int(text or "60000"))
        except ValueError:
            return 60_000

    def ready(self) -> None:
        """Watch the settings that power follows."""
        self.phone.settings.observe("system", "screen_off_timeout", lambda _: self.arm())
        self.phone.settings.observe("global", "low_power", lambda _: self._follow_setting())
        self.phone.settings.observe("global", "stay_on_while_plugged_in", lambda _: self.arm())

    def wake(self, reason: str = "WAKE_REASON_POWER_BUTTON") -> None:
        """Turn the screen on; the keyguard shows if it is locked."""
        self._touch()
        if not self.interactive:
            power = self.state.power
            power.wakefulness = "Awake"
            power.last_wake_ms = self.clock.now_ms
            power.device_idle = "ACTIVE"
            self.phone.log("PowerManagerService", f"Waking up from Asleep (uid=1000, reason={reason})...")
            self.phone.usage.record("SCREEN_INTERACTIVE", "android")
            self.phone.activities.settle()
            self.phone.changed()
        self.arm()

    def sleep(self, reason: str = "power_button") -> None:
        """Turn the screen off; the keyguard locks."""
        if not self.interactive:
            return
        power = self.state.power
        power.wakefulness = "Asleep"
        power.last_sleep_ms = self.clock.now_ms
        self._sleep_reason = reason
        self.state.ui.shade = "closed"
        self.state.ui.ime_shown = False
        self.phone.log("PowerManagerService", f"Going to sleep due to {reason} (uid 1000)...")
        self.phone.usage.record("SCREEN_NON_INTERACTIVE", "android")
        self.phone.activities.settle()
        self._set_locked(True)
        self._disarm()
        self.phone.changed()

    def unlock(self) -> None:
        """The user opens the keyguard (with whatever secret it wants); wakes the screen first."""
        self.wake()
        self._set_locked(False)
        self.phone.activities.settle()
        self.phone.changed()

    def lock(self) -> None:
        """Show the keyguard without turning the screen off."""
        self._set_locked(True)
        self.phone.activities.settle()
        self.phone.changed()

    def dismiss_keyguard(self) -> bool:
        """Ask the keyguard to go, as `wm dismiss-keyguard` does: it goes only if it wants no secret."""
        if self.state.power.keyguard_locked and self.interactive and not self.state.power.secure_lock:
            self.unlock()
        return not self.state.power.keyguard_locked

    def _set_locked(self, locked: bool) -> None:
        power = self.state.power
        if power.keyguard_locked != locked:
            power.keyguard_locked = locked
            self.phone.usage.record("KEYGUARD_SHOWN" if locked else "KEYGUARD_HIDDEN", "android")

    def set_battery_saver(self, enabled: bool) -> bool:
        """Turn battery saver on or off; False if refused (it does not go on while the phone charges)."""
        if enabled and self.phone.battery.powered:
            return False
        if self.state.power.battery_saver != enabled:
            self.state.power.battery_saver = enabled
            self.phone.log("BatterySaverStateMachine", f"Battery saver {'enabled' if enabled else 'disabled'}")
            self.phone.changed()
        self.phone.settings.mirror("global", "low_power", "1" if enabled else "0")
        return True

    def _follow_setting(self) -> None:
        """`settings put global low_power` is heard by the battery saver's state machine."""
        wanted = self.phone.settings.get("global", "low_power") == "1"
        if wanted != self.state.power.battery_saver and not self.set_battery_saver(wanted):
            self.phone.settings.mirror("global", "low_power", "0")

    def power_source_changed(self, powered: bool) -> None:
        """A charger came or went: it wakes the screen, and charging ends battery saver."""
        if powered and self.state.power.battery_saver:
            self.set_battery_saver(False)
        self.wake("WAKE_REASON_PLUGGED_IN")

    def user_activity(self) -> None:
        """The user touched the phone: the screen timeout starts anew."""
        self._touch()
        self.arm()

    def _touch(self) -> None:
        self.state.power.last_user_activity_ms = self.clock.now_ms

    def _stays_on(self) -> bool:
        text = self.phone.settings.get("global", "stay_on_while_plugged_in") or "0"
        sources = int(text) if text.isdigit() else 0
        return bool(sources & self.phone.battery.plug_type)

    def _disarm(self) -> None:
        if self._timer is not None:
            self.clock.cancel(self._timer)
            self._timer = None

    def arm(self) -> None:
        """Start the screen timeout anew from the last touch (after boot, and when a loaded state replaces the old)."""
        self._disarm()
        if self.interactive:
            touched = self.state.power.last_user_activity_ms or self.clock.now_ms
            self.state.power.last_user_activity_ms = touched
            self._timer = self.clock.call_at(max(touched + self.screen_timeout_ms, self.clock.now_ms), self._timeout)

    def _timeout(self) -> None:
        self._timer = None
        if not self.interactive:
            return
        due = self.state.power.last_user_activity_ms + self.screen_timeout_ms
        if self.clock.now_ms < due:
            self.arm()
        elif self._stays_on() or self._playing_video() or self.state.telephony.call is not None:
            self._timer = self.clock.call_at(self.clock.now_ms + self.screen_timeout_ms, self._timeout)
        else:
            self.sleep("timeout")

    def _playing_video(self) -> bool:
        top = self.phone.activities.resumed()
        sessions = self.state.media_sessions
        video = "com.google.android.youtube"
        return (
            top is not None
            and top.package == video
            and any(s.package == video and s.state == "playing" for s in sessions)
        )

    def dump(self, args: list[str]) -> str:
        """`dumpsys power` (PowerManagerService.dumpInternal, BatterySaverStateMachine.dump)."""
        from simulator.services.power_dump import dump_power

        return dump_power(self.phone, self._sleep_reason)

    def command(self, call: Invocation) -> int:
        """`cmd power set-mode` (PowerManagerShellCommand)."""
        if not call.args:
            call.out.line(_HELP)
            return 255
        word, rest = call.args[0], call.args[1:]
        if word == "set-mode":
            return self._set_mode(call, rest)
        if word == "help" or word == "-h":
            call.out.line(_HELP)
            return 0
        call.out.line(f"Unknown command: {word}")
        return 255

    def _set_mode(self, call: Invocation, rest: list[str]) -> int:
        try:
            mode = int(rest[0]) if rest else None
        except ValueError:
            mode = None
        if mode is None:
            call.out.line(f"Error: java.lang.NumberFormatException: {'null' if not rest else repr_java(rest[0])}")
            return 255
        # PowerManager drops a wish it refuses without a word, and exits 0.
        self.set_battery_saver(mode == 1)
        return 0

    def ago(self, when_ms: int) -> str:
        """`uptime (n ms ago)` of a moment on the phone's clock, as the dump has it."""
        return f"{max(0, when_ms - self.clock.boot_ms)} ({self.clock.now_ms - when_ms} ms ago)"

    def idle_text(self) -> str:
        """How long the user has not touched the phone, as a duration."""
        return duration(self.clock.now_ms - self.state.power.last_user_activity_ms)


def repr_java(text: str) -> str:
    """The message of Java's NumberFormatException for a text."""
    return f'For input string: "{text}"'


def on_off(value: bool) -> str:
    """`ON` or `OFF`."""
    return "ON" if value else "OFF"


_HELP = """Power manager (power) commands:
  help
    Print this help text.

  set-mode MODE
    sets the power mode of the device to MODE.
    1 turns low power mode on and 0 turns low power mode off."""
