"""Android's user and group names (system/core `android_filesystem_config.h`)."""

from __future__ import annotations

AIDS = {
    0: "root", 1000: "system", 1001: "radio", 1002: "bluetooth", 1003: "graphics", 1004: "input", 1005: "audio",
    1006: "camera", 1007: "log", 1008: "compass", 1009: "mount", 1010: "wifi", 1011: "adb", 1012: "install",
    1013: "media", 1014: "dhcp", 1015: "sdcard_rw", 1016: "vpn", 1017: "keystore", 1018: "usb", 1019: "drm",
    1021: "gps", 1023: "media_rw", 1024: "mtp", 1026: "drmrpc", 1027: "nfc", 1028: "sdcard_r", 1032: "package_info",
    1036: "logd", 1037: "shared_relro", 1041: "audioserver", 1047: "cameraserver", 1065: "reserved_disk",
    1078: "ext_data_rw", 1079: "ext_obb_rw", 2000: "shell", 2001: "cache", 2002: "diag", 3001: "net_bt_admin",
    3002: "net_bt", 3003: "inet", 3004: "net_raw", 3005: "net_admin", 3006: "net_bw_stats", 3007: "net_bw_acct",
    3009: "readproc", 3010: "wakelock", 3011: "uhid", 3012: "readtracefs", 9997: "everybody", 9998: "misc",
    9999: "nobody",
}  # fmt: skip
NAMES = {name: number for number, name in AIDS.items()}
SHELL_UID = 2000
MEDIA_RW = 1023
# The groups adbd gives its shell (packages/modules/adb `daemon/main.cpp`).
SHELL_GROUPS = (1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012)


def user_name(number: int) -> str:
    """The name of a uid or gid: `shell`, `u0_a123`, or the number where it has none."""
    if number in AIDS:
        return AIDS[number]
    user, app = divmod(number, 100_000)
    if 10_000 <= app < 20_000:
        return f"u{user}_a{app - 10_000}"
    if 99_000 <= app < 100_000:
        return f"u{user}_i{app - 99_000}"
    return str(number)


def user_number(name: str) -> int | None:
    """The uid or gid of a name or a number; None where there is none."""
    if name in NAMES:
        return NAMES[name]
    if name.isascii() and name.isdigit():
        return int(name)
    user, mark, app = name.partition("_a")
    if mark and user[:1] == "u" and user[1:].isdecimal() and app.isdecimal():
        return int(user[1:]) * 100_000 + 10_000 + int(app)
    return None


def groups_of(uid: int) -> tuple[int, ...]:
    """The supplementary groups of a uid."""
    return SHELL_GROUPS if uid == SHELL_UID else ()
