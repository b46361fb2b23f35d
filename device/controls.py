"""The by-level commands that change a phone: argument lists, nothing else. Raises Unsupported where a level has none.

Sources: the shell commands of BatteryService, WifiShellCommand, ConnectivityService, NotificationShellCmd,
MediaSessionShellCommand, AlarmManagerService.ShellCmd, LocationShellCommand, Content.java; see docs/records.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from device.errors import Unsupported

Argv = list[str]
STREAMS = {"voice_call": 0, "system": 1, "ring": 2, "music": 3, "alarm": 4, "notification": 5}
SHELL = "com.android.shell"
CALENDAR = "content://com.android.calendar"
CONTACTS = "content://com.android.contacts"
CALLS = "content://call_log/calls"


def battery(level: int | None, *, charging: bool | None) -> list[Argv]:
    """Level in percent and charger; the service stops taking its own measures until `battery_reset`."""
    lines: list[Argv] = []
    if charging is not None:
        lines += [["dumpsys", "battery", "set", "ac", "1"]] if charging else [["dumpsys", "battery", "unplug"]]
        lines.append(["dumpsys", "battery", "set", "status", "2" if charging else "3"])
    if level is not None:
        lines.append(["dumpsys", "battery", "set", "level", str(level)])
    return lines


def battery_reset() -> Argv:
    """Back to the battery's own measures."""
    return ["dumpsys", "battery", "reset"]


def battery_saver(enabled: bool) -> Argv:
    """Battery saver (refused while powered)."""
    return ["cmd", "power", "set-mode", "1" if enabled else "0"]


def wifi(api: int, enabled: bool) -> Argv:
    """The Wi-Fi radio."""
    if api >= 30:
        return ["cmd", "wifi", "set-wifi-enabled", "enabled" if enabled else "disabled"]
    return ["svc", "wifi", "enable" if enabled else "disable"]


def mobile_data(api: int, enabled: bool) -> Argv:
    """The user's mobile data switch."""
    verb = "enable" if enabled else "disable"
    return ["cmd", "phone", "data", verb] if api >= 30 else ["svc", "data", verb]


def airplane(enabled: bool) -> Argv:
    """Airplane mode."""
    return ["cmd", "connectivity", "airplane-mode", "enable" if enabled else "disable"]


def bluetooth(api: int, enabled: bool) -> Argv:
    """Bluetooth, from Android 12."""
    verb = "enable" if enabled else "disable"
    if api >= 33:
        return ["cmd", "bluetooth_manager", verb]
    if api >= 31:
        return ["svc", "bluetooth", verb]
    raise Unsupported("Shell may not switch Bluetooth before Android 12")


def location_services(api: int, enabled: bool) -> Argv:
    """The location switch."""
    if api >= 30:
        return ["cmd", "location", "set-location-enabled", "true" if enabled else "false"]
    return ["settings", "put", "secure", "location_mode", "3" if enabled else "0"]


def mock_location(api: int, latitude: float, longitude: float) -> list[Argv]:
    """A fix of the gps provider, from Android 12 (degrees)."""
    if api < 31:
        raise Unsupported("Shell cannot give a position before Android 12; an emulator's console can")
    head = ["cmd", "location", "providers"]
    return [
        ["appops", "set", SHELL, "android:mock_location", "allow"],
        [*head, "add-test-provider", "gps"],
        [*head, "set-test-provider-enabled", "gps", "true"],
        [*head, "set-test-provider-location", "gps", "--location", f"{latitude:.6f},{longitude:.6f}"],
    ]


def mock_location_end() -> list[Argv]:
    """Take the test provider away."""
    return [
        ["cmd", "location", "providers", "remove-test-provider", "gps"],
        ["appops", "set", SHELL, "android:mock_location", "default"],
    ]


def do_not_disturb(api: int, mode: str) -> Argv:
    """`off`, `important` (priority), `alarms` or `none`, from Android 11."""
    if api < 30:
        raise Unsupported("Shell cannot set Do Not Disturb before Android 11")
    return ["cmd", "notification", "set_dnd", {"important": "priority"}.get(mode, mode)]


def volume(api: int, stream: str, index: int) -> Argv:
    """A stream's volume as AudioService's index."""
    road = ["cmd", "media_session", "volume"] if api >= 30 else ["media", "volume"]
    return [*road, "--stream", str(STREAMS[stream]), "--set", str(index)]


def brightness(share: float) -> list[Argv]:
    """Manual brightness, 0 to 1."""
    return [
        ["settings", "put", "system", "screen_brightness_mode", "0"],
        ["settings", "put", "system", "screen_brightness", str(round(share * 255))],
    ]


def dark_theme(enabled: bool) -> Argv:
    """The dark theme."""
    return ["cmd", "uimode", "night", "yes" if enabled else "no"]


def clock(now_ms: int) -> list[Argv]:
    """The wall clock, taken from the network no more."""
    return [["settings", "put", "global", "auto_time", "0"], ["cmd", "alarm", "set-time", str(now_ms)]]


def timezone(name: str) -> list[Argv]:
    """The time zone, taken from the network no more."""
    return [["settings", "put", "global", "auto_time_zone", "0"], ["cmd", "alarm", "set-timezone", name]]


def notify(api: int, tag: str, title: str, text: str) -> Argv:
    """A notification; Android shows it as the shell's own. From Android 10."""
    if api < 29:
        raise Unsupported("Shell cannot post notifications before Android 10")
    return ["cmd", "notification", "post", "-t", title, tag, text or " "]


def clear_notifications() -> Argv:
    """Take away what the shell posted: there is no command that cancels one."""
    return ["am", "force-stop", SHELL]


def set_alarm(api: int, hour: int, minute: int, label: str) -> Argv:
    """An alarm of the clock app, from Android 12 (Shell lacks the permission before)."""
    if api < 31:
        raise Unsupported("Shell may not set alarms before Android 12")
    extra = "android.intent.extra.alarm."
    argv = ["am", "start", "-W", "-a", "android.intent.action.SET_ALARM", "--ei", f"{extra}HOUR", str(hour), "--ei",
            f"{extra}MINUTES", str(minute), "--ez", f"{extra}SKIP_UI", "true"]  # fmt: skip
    return [*argv, "--es", f"{extra}MESSAGE", label] if label else argv


def dismiss_alarm(hour: int, minute: int) -> Argv:
    """Dismiss the next alarm of that time."""
    extra = "android.intent.extra.alarm."
    return ["am", "start", "-W", "-a", "android.intent.action.DISMISS_ALARM", "--es", f"{extra}SEARCH_MODE", "android.time",
            "--ei", f"{extra}HOUR", str(hour % 12), "--ei", f"{extra}MINUTES", str(minute), "--ez", f"{extra}IS_PM",
            "true" if hour >= 12 else "false", "--ez", f"{extra}SKIP_UI", "true"]  # fmt: skip


def insert(uri: str, fields: Mapping[str, str | int]) -> Argv:
    """`content insert`; whole numbers are bound as long."""
    argv = ["content", "insert", "--uri", uri]
    for column, value in fields.items():
        argv += ["--bind", f"{column}:{'l' if isinstance(value, int) else 's'}:{value}"]
    return argv


def delete(uri: str) -> Argv:
    """`content delete` of one row's URI."""
    return ["content", "delete", "--uri", uri]


def launch(package: str) -> Argv:
    """Start an app as its icon does."""
    return ["monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1"]


def play(package: str, title: str) -> Argv:
    """Let a music app play what it finds for a title."""
    return [
        "am",
        "start",
        "-W",
        "-a",
        "android.media.action.MEDIA_PLAY_FROM_SEARCH",
        "--es",
        "query",
        title,
        "-p",
        package,
    ]


def playback(api: int, action: str) -> Argv:
    """A media key."""
    return ["cmd", "media_session", "dispatch", action] if api >= 30 else ["media", "dispatch", action]


def key(name: str) -> Argv:
    """A key by Android's name, without KEYCODE_."""
    return ["input", "keyevent", f"KEYCODE_{name}"]
