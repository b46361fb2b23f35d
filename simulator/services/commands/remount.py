"""`remount`: let root write to the system partitions, on builds that have it (system/core/fs_mgr/fs_mgr_remount.cpp)."""

from __future__ import annotations

from simulator.shell.command import Invocation, command

_PARTITIONS = ("/system", "/vendor", "/product", "/system_ext", "/odm")


@command("remount")
def remount(call: Invocation) -> int:
    """`remount [-h] [PARTITION…]`: root only; the partitions are writable until the next restart of the phone."""
    words = [word for word in call.args if not word.startswith("-")]
    if "-h" in call.args or "--help" in call.args:
        call.out.line("Usage: remount [-h] [-R] [-T fstab_file] [partition]...")
        return 0
    if call.uid != 0:
        return call.fail('Not running as root. Try "adb root" first.', 1)
    for word in words:
        if word not in _PARTITIONS and f"/{word}" not in _PARTITIONS:
            return call.fail(f"Unknown partition {word}, skipping\nremount failed", 1)
    for name in words or _PARTITIONS:
        path = name if name.startswith("/") else f"/{name}"
        if call.phone.files.exists(path):
            call.phone.files.mount(path, writable=True)
    call.out.line("Remounted " + " ".join(words or _PARTITIONS) + " as RW\nRemount succeeded")
    return 0
