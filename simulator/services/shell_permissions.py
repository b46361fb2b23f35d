"""Which permissions com.android.shell holds on which API level.

Read from packages/Shell/AndroidManifest.xml of each release; levels that were not read are taken like their neighbour.
"""

from __future__ import annotations

_P = "android.permission."

_FROM: dict[int, tuple[str, ...]] = {
    28: (
        "CALL_PHONE", "SEND_SMS", "READ_CONTACTS", "WRITE_CONTACTS", "READ_CALENDAR", "WRITE_CALENDAR",
        "WRITE_SETTINGS", "WRITE_SECURE_SETTINGS", "INJECT_EVENTS", "DUMP", "PACKAGE_USAGE_STATS",
        "FORCE_STOP_PACKAGES", "DEVICE_POWER", "EXPAND_STATUS_BAR", "NETWORK_SETTINGS", "CONNECTIVITY_INTERNAL",
        "CHANGE_WIFI_STATE", "MODIFY_PHONE_STATE", "READ_PHONE_STATE", "ACCESS_WIFI_STATE", "ACCESS_NETWORK_STATE",
        "BLUETOOTH", "INTERNET", "VIBRATE", "INTERACT_ACROSS_USERS", "INTERACT_ACROSS_USERS_FULL",
        "GRANT_RUNTIME_PERMISSIONS", "REVOKE_RUNTIME_PERMISSIONS", "CHANGE_CONFIGURATION", "GET_TASKS",
        "REAL_GET_TASKS",
        "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE",
        "CLEAR_APP_USER_DATA", "DELETE_PACKAGES", "INSTALL_PACKAGES", "CHANGE_COMPONENT_ENABLED_STATE",
        "SET_TIME", "SET_TIME_ZONE", "MANAGE_ACTIVITY_STACKS", "READ_FRAME_BUFFER", "STATUS_BAR", "BATTERY_STATS",
    ),
    29: ("READ_SMS", "POWER_SAVER", "START_ACTIVITIES_FROM_BACKGROUND"),
    30: ("MODIFY_DAY_NIGHT_MODE", "MANAGE_NOTIFICATIONS", "CONTROL_DISPLAY_BRIGHTNESS"),
    31: (
        "READ_CALL_LOG", "WRITE_CALL_LOG", "WRITE_SMS", "BLUETOOTH_ADMIN", "BLUETOOTH_CONNECT",
        "ACCESS_NOTIFICATION_POLICY", "READ_LOGS", "MODIFY_AUDIO_SETTINGS",
    ),
    33: ("BLUETOOTH_PRIVILEGED", "POST_NOTIFICATIONS"),
    34: ("MANAGE_HEALTH_DATA",),
}  # fmt: skip
_NAMED_IN_FULL: dict[int, tuple[str, ...]] = {31: ("com.android.alarm.permission.SET_ALARM",)}


def shell_permissions(api: int) -> frozenset[str]:
    """The permissions (full names) that Shell holds on an API level."""
    held = {_P + name for level, names in _FROM.items() if level <= api for name in names}
    return frozenset(held | {name for level, names in _NAMED_IN_FULL.items() if level <= api for name in names})
