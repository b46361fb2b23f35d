"""What `adb shell` is told where com.android.shell lacks a permission: a device policy, a vendor's lock (MIUI's "USB
debugging (Security settings)" switched off) or `pm revoke` took it.

Each rule names a service's command, the releases where the rule holds, the permissions of which one is enough, and how
the refusal comes out. Sources: the named classes of frameworks/base and packages/modules of each release, and reports
from phones that lack INJECT_EVENTS and WRITE_SECURE_SETTINGS. Content providers and activities check for themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from simulator.services.exceptions import throw
from simulator.services.printing import shell_exception
from simulator.shell.command import Invocation

_P = "android.permission."
_FRONTENDS = {"am": "activity", "pm": "package"}
_INPUT_FRAMES = (
    "android.os.Parcel.createException(Parcel.java:2071)",
    "android.os.Parcel.readException(Parcel.java:2039)",
    "android.os.Parcel.readException(Parcel.java:1987)",
    "android.hardware.input.IInputManager$Stub$Proxy.injectInputEvent(IInputManager.java:925)",
    "android.hardware.input.InputManager.injectInputEvent(InputManager.java:886)",
    "com.android.commands.input.Input.onRun(Input.java:108)",
    "com.android.internal.os.BaseCommand.run(BaseCommand.java:56)",
    "com.android.commands.input.Input.main(Input.java:71)",
    "com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)",
    "com.android.internal.os.RuntimeInit.main(RuntimeInit.java:380)",
)
_INPUT_OLD = "Injecting to another application requires INJECT_EVENTS permission"
_INPUT_33 = (
    "Injecting input events requires the caller (or the source of the instrumentation, if any) to have the "
    "INJECT_EVENTS permission."
)
_SECURITY = "java.lang.SecurityException"
KILLED = 137


@dataclass(frozen=True)
class Rule:
    """A command (its first words) that needs one of `needs` on releases `since` to `until`."""

    words: tuple[str, ...]
    needs: tuple[str, ...]
    say: Callable[[Invocation, str], int]
    since: int = 28
    until: int = 99


def refused(call: Invocation) -> int | None:
    """The exit code of a command that the caller may not run, its refusal written; None where it may.

    `call.argv` starts with the service's name (`cmd SERVICE …`) or with that of a command of its own.
    """
    api = call.phone.state.device.api_level
    words = (_FRONTENDS.get(call.argv[0], call.argv[0]), *call.argv[1:])
    for rule in _RULES:
        if words[: len(rule.words)] == rule.words and rule.since <= api <= rule.until:
            held = words[-1] in ("help", "-h") or any(
                call.phone.packages.uid_holds(call.uid, _P + need) for need in rule.needs
            )
            if not held and len(words) > 1:
                return rule.say(replace(call, argv=list(words)), _P + rule.needs[0])
    return None


def neither(permission: str, who: str = "") -> str:
    """The message of Context.enforceCallingOrSelfPermission."""
    return f"{who}Neither user 2000 nor current process has {permission}."


def _thrown(message: Callable[[Invocation, str], str]) -> Callable[[Invocation, str], int]:
    """A SecurityException out of a ShellCommand; code 255."""
    return lambda call, permission: shell_exception(call, call.argv[1], _SECURITY, message(call, permission))


def _enforced(who: str = "") -> Callable[[Invocation, str], int]:
    return _thrown(lambda call, permission: neither(permission, who))


def _pid(call: Invocation) -> str:
    return f"pid={call.phone.activities.process_table.shell_pid()}, uid={call.uid}"


def _killed(message: str) -> Callable[[Invocation, str], int]:
    """An exception that nobody catches ends app_process: only the log says why."""

    def say(call: Invocation, permission: str) -> int:
        call.phone.log("AndroidRuntime", f"{_SECURITY}: {message.format(permission=permission)}", "E")
        call.err.line("Killed ")
        return KILLED

    return say


def _input(call: Invocation, permission: str) -> int:
    """Input.java runs in app_process up to Android 11 and prints its own trace (BaseCommand.run, code 1)."""
    api = call.phone.state.device.api_level
    if api >= 31:
        return throw(call, f"{_SECURITY}: {_INPUT_33 if api >= 33 else _INPUT_OLD}", (), call.argv[1])
    call.err.line(f"{_SECURITY}: {_INPUT_OLD}")
    for frame in _INPUT_FRAMES:
        call.err.line(f"\tat {frame}")
    return 1


def _airplane(call: Invocation, permission: str) -> int:
    """ConnectivityService.ShellCmd prints what it catches."""
    if call.phone.state.device.api_level >= 31:
        message = (
            f"Requires one of the following permissions: {permission}, {_P}NETWORK_SETUP_WIZARD, {_P}NETWORK_STACK, "
            f"{_P}MAINLINE_NETWORK_STACK."
        )
    else:
        message = neither(permission, "ConnectivityService: ")
    call.out.line(f"{_SECURITY}: {message}")
    return 255


def _dnd(call: Invocation, permission: str) -> int:
    """NotificationShellCmd catches everything."""
    call.out.line("Error occurred. Check logcat for details. Notification policy access denied")
    return 0


def _svc_bluetooth(call: Invocation, permission: str) -> int:
    call.err.line(
        f"Bluetooth operation failed: {_SECURITY}: Need BLUETOOTH ADMIN permission: {neither(_P + 'BLUETOOTH_ADMIN')}"
    )
    return 0


def _silently(call: Invocation, permission: str) -> int:
    """WifiServiceImpl.setWifiEnabled: an app of Android 10 or newer may not switch Wi-Fi; nothing says so."""
    return 0


def _location(call: Invocation, permission: str) -> str:
    who = "Requires WRITE_SECURE_SETTINGS permission: " if call.phone.state.device.api_level < 31 else ""
    return neither(permission, who)


def dump_refused(call: Invocation, service: str) -> bool:
    """Whether the caller may not read a service's dump; DumpUtils.checkDumpPermission then says so on stdout."""
    if call.phone.packages.uid_holds(call.uid, _P + "DUMP"):
        return False
    pid = _pid(call)
    call.out.line(f"Permission Denial: can't dump {service} from from {pid} due to missing {_P}DUMP permission")
    return True


def settings_refused(call: Invocation, verb: str, namespace: str) -> int | None:
    """The exit code of a `settings` command that may not write (SettingsProvider.enforceWritePermission; for `system`
    Settings.checkAndNoteWriteSettingsOperation, which WRITE_SECURE_SETTINGS passes by); None where it may."""
    if verb in ("get", "list") or call.uid in (0, 1000):
        return None
    holds = call.phone.packages.uid_holds
    if holds(call.uid, f"{_P}WRITE_SECURE_SETTINGS"):
        return None
    if namespace == "system":
        if holds(call.uid, f"{_P}WRITE_SETTINGS"):
            return None
        message = f"com.android.shell was not granted  this permission: {_P}WRITE_SETTINGS."
    else:
        message = f"Permission denial: writing to settings requires:{_P}WRITE_SECURE_SETTINGS"
    return shell_exception(call, verb, _SECURITY, message)


def _switch(
    words: tuple[str, ...],
    needs: tuple[str, ...],
    say: Callable[[Invocation, str], int],
    *,
    since: int = 28,
    until: int = 99,
) -> list[Rule]:
    """The rules of a switch that is turned by `enable` and `disable`."""
    return [Rule((*words, verb), needs, say, since, until) for verb in ("enable", "disable")]


_data = _thrown(lambda call, permission: "setUserDataEnabled")
_ATTRIBUTION = "AttributionSource { uid = 2000, packageName = com.android.shell, attributionTag = null, next = null }"
_bluetooth = _thrown(lambda call, permission: f"Need {permission} permission for {_ATTRIBUTION}: {call.argv[-1]}")
_RULES = (
    Rule(("input",), ("INJECT_EVENTS",), _input),
    Rule(("activity", "force-stop"), ("FORCE_STOP_PACKAGES",),
         _thrown(lambda call, permission: f"Permission Denial: forceStopPackage() from {_pid(call)} requires {permission}")),
    Rule(("package", "grant"), ("GRANT_RUNTIME_PERMISSIONS",), _enforced("grantRuntimePermission: ")),
    Rule(("package", "revoke"), ("REVOKE_RUNTIME_PERMISSIONS",), _enforced("revokeRuntimePermission: ")),
    Rule(("statusbar", "expand-notifications"), ("EXPAND_STATUS_BAR",), _enforced("StatusBarManagerService: ")),
    Rule(("statusbar", "expand-settings"), ("EXPAND_STATUS_BAR",), _enforced("StatusBarManagerService: ")),
    Rule(("statusbar", "collapse"), ("EXPAND_STATUS_BAR",), _enforced("StatusBarManagerService: ")),
    *_switch(("svc", "wifi"), ("CHANGE_WIFI_STATE",), _killed(neither("{permission}", "WifiService: ")), until=29),
    *_switch(("svc", "wifi"), ("CHANGE_WIFI_STATE",), _enforced("WifiService: "), since=30),
    *_switch(("svc", "wifi"), ("NETWORK_SETTINGS",), _silently, since=29),
    Rule(("wifi", "set-wifi-enabled"), ("CHANGE_WIFI_STATE",), _enforced("WifiService: "), since=30),
    Rule(("wifi", "set-wifi-enabled"), ("NETWORK_SETTINGS",), _silently, since=30),
    *_switch(("svc", "data"), ("MODIFY_PHONE_STATE",), _killed("setUserDataEnabled"), until=29),
    *_switch(("svc", "data"), ("MODIFY_PHONE_STATE",), _data, since=30),
    *_switch(("phone", "data"), ("MODIFY_PHONE_STATE",), _data, since=30),
    *_switch(("svc", "bluetooth"), ("BLUETOOTH_ADMIN",), _svc_bluetooth, until=32),
    *_switch(("svc", "bluetooth"), ("BLUETOOTH_CONNECT",), _bluetooth, since=33),
    *_switch(("bluetooth_manager",), ("BLUETOOTH_CONNECT",), _bluetooth, since=33),
    *_switch(("connectivity", "airplane-mode"), ("CONNECTIVITY_INTERNAL",), _airplane, until=30),
    *_switch(("connectivity", "airplane-mode"), ("NETWORK_SETTINGS",), _airplane),
    Rule(("power", "set-mode"), ("DEVICE_POWER", "POWER_SAVER"), _enforced()),
    Rule(("notification", "set_dnd"), ("MANAGE_NOTIFICATIONS",), _dnd, since=30),
    Rule(("location", "set-location-enabled"), ("WRITE_SECURE_SETTINGS",), _thrown(_location), since=30),
)  # fmt: skip
