"""DeviceIdleController: doze."""

from __future__ import annotations

from typing import Literal, get_args

from simulator.services.formats import flag
from simulator.services.service import Service
from simulator.shell.command import Invocation

IdleState = Literal["ACTIVE", "INACTIVE", "IDLE_PENDING", "SENSING", "LOCATING", "IDLE"]
_SYSTEM = ("com.android.providers.calendar", "com.android.shell", "com.google.android.gms")


class DeviceIdleService(Service):
    """DeviceIdleController: the doze state (a screen that is on or a charger makes it ACTIVE)."""

    name = "deviceidle"

    @property
    def deep(self) -> IdleState:
        """The deep doze state."""
        if self.phone.power.interactive or self.phone.battery.powered:
            return "ACTIVE"
        state = self.state.power.device_idle
        return "INACTIVE" if state == "ACTIVE" else state

    def set_state(self, state: IdleState) -> None:
        """Put doze into a state (what hours on a table would do)."""
        if state not in get_args(IdleState):
            raise ValueError(f"no doze state {state!r}: use one of {', '.join(get_args(IdleState))}")
        self.state.power.device_idle = state
        self.phone.changed()

    def _allowed(self) -> list[str]:
        return [name for name, package in self.state.packages.items() if package.appops.get("IDLE_ALLOW") == "allow"]

    def dump(self, args: list[str]) -> str:
        """`dumpsys deviceidle` (DeviceIdleController.dump); with a word, its shell command."""
        if args and not args[0].startswith("-"):
            return self._shell(args)[1]
        deep = self.deep
        shell_uids = [2000, *(p.uid for n, p in self.state.packages.items() if n in _SYSTEM and p.uid != 2000)]
        users = self._allowed()
        user_uids = [self.state.packages[name].uid for name in users]
        uids = sorted({*shell_uids, *user_uids})
        lines = [
            "  Settings:",
            "    light_idle_to=+5m0s0ms",
            "    light_max_idle_to=+15m0s0ms",
            "    inactive_to=+30m0s0ms",
            "    idle_after_inactive_to=+30m0s0ms",
            "    idle_to=+1h0m0s0ms",
            "    max_idle_to=+6h0m0s0ms",
            "  Idling history:",
            f"         normal: -{self.phone.power.idle_text().lstrip('+')}",
            "  Whitelist (except idle) system apps:",
            *(f"    {name}" for name in _SYSTEM if name in self.state.packages),
            "  Whitelist system apps:",
            *(f"    {name}" for name in _SYSTEM if name in self.state.packages),
            *(["  Whitelist user apps:", *(f"    {name}" for name in users)] if users else []),
            "  Whitelist (except idle) all app ids:",
            *(f"    {uid}" for uid in uids),
            *(["  Whitelist user app ids:", *(f"    {uid}" for uid in sorted(user_uids))] if users else []),
            "  Whitelist all app ids:",
            *(f"    {uid}" for uid in uids),
            "  mLightEnabled=true  mDeepEnabled=true",
            "  mForceIdle=false",
            "  mUseMotionSensor=true mMotionSensor=null",
            f"  mScreenOn={flag(self.phone.power.interactive)}",
            f"  mScreenLocked={flag(self.state.power.keyguard_locked)}",
            f"  mNetworkConnected={flag(self.phone.connectivity.default_transport() is not None)}",
            f"  mCharging={flag(self.phone.battery.powered)}",
            *(["  activeEmergencyCall=false"] if self.api >= 33 else []),
            "  mMotionActive=false",
            "  mNotMoving=false",
            "  mLocating=false mHasGps=true mHasFused=true mLocated=false",
            f"  mState={deep} mLightState={'ACTIVE' if deep == 'ACTIVE' else 'IDLE' if deep == 'IDLE' else 'INACTIVE'}",
            "  mInactiveTimeout=+30m0s0ms",
        ]
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd deviceidle get|whitelist|step|force-idle|unforce`."""
        code, text = self._shell(call.args or ["help"])
        call.out.text(text)
        return code

    def _shell(self, words: list[str]) -> tuple[int, str]:
        if words[0] == "get":
            answers = {
                "deep": self.deep,
                "light": "ACTIVE" if self.deep == "ACTIVE" else "INACTIVE",
                "force": "false",
                "screen": flag(self.phone.power.interactive),
                "charging": flag(self.phone.battery.powered),
                "network": flag(self.phone.connectivity.default_transport() is not None),
            }
            key = words[1] if len(words) > 1 else ""
            return (0, f"{answers[key]}\n") if key in answers else (255, f"Unknown get option: {key}\n")
        if words[0] in ("whitelist", "sys-whitelist"):
            return self._whitelist(words[1:])
        if words[0] == "force-idle":
            if self.deep == "ACTIVE":
                return 255, "Unable to go deep idle; not enabled\n"
            self.set_state("IDLE")
            return 0, "Now forced in to deep idle mode\n"
        if words[0] == "unforce":
            self.set_state("ACTIVE")
            return 0, f"Light state: {self.deep}, deep state: {self.deep}\n"
        if words[0] == "step":
            order = get_args(IdleState)
            if self.deep != "ACTIVE":
                self.set_state(order[min(order.index(self.deep) + 1, len(order) - 1)])
            return 0, f"Stepped to deep: {self.deep}\n"
        return 255, f"Unknown command: {words[0]}\n"

    def _whitelist(self, words: list[str]) -> tuple[int, str]:
        if not words:
            lines = [f"system-excidle,{n},{self.state.packages[n].uid}" for n in _SYSTEM if n in self.state.packages]
            lines += [f"system,{n},{self.state.packages[n].uid}" for n in _SYSTEM if n in self.state.packages]
            lines += [f"user,{n},{self.state.packages[n].uid}" for n in self._allowed()]
            return 0, "".join(f"{line}\n" for line in lines)
        out: list[str] = []
        for word in words:
            name = word[1:]
            if word[0] not in "+-=" or not name:
                return 255, f"Package must be prefixed with +, -, or =: {word}\n"
            package = self.state.packages.get(name)
            if word[0] == "=":
                out.append(flag(name in self._allowed() or name in _SYSTEM))
            elif package is None:
                out.append(f"Unknown package: {name}")
            elif word[0] == "+":
                package.appops["IDLE_ALLOW"] = "allow"
                out.append(f"Added: {name}")
            else:
                package.appops.pop("IDLE_ALLOW", None)
                out.append(f"Removed: {name}")
        return 0, "".join(f"{line}\n" for line in out)
