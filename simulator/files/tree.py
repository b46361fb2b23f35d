"""The tree a phone starts with: partitions, their modes and owners, links, and the virtual files of /proc."""

from __future__ import annotations

import stat as modes
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from simulator.files.filesystem import FileSystem
from simulator.files.node import Node
from simulator.files.users import MEDIA_RW, NAMES

_DIRECTORIES = [
    "",
    "/acct 0555 root root",
    "/apex 0755 root root",
    "/bin@/system/bin",
    "/cache 0770 system cache",
    "/config 0555 root root",
    "/d@/sys/kernel/debug",
    "/data 0771 system system",
    "/data/adb 0700 root root",
    "/data/app 0771 system system",
    "/data/data 0771 system system",
    "/data/local 0751 root root",
    "/data/local/tmp 0771 shell shell",
    "/data/media 0770 media_rw media_rw",
    "/data/misc 01771 system misc",
    "/data/system 0770 system system",
    "/data/user 0711 system system",
    "/data/user/0@/data/data",
    "/dev 0755 root root",
    "/etc@/system/etc",
    "/linkerconfig 0755 root root",
    "/metadata 0771 root system",
    "/mnt 0755 root system",
    "/mnt/asec 0755 root system",
    "/mnt/user 0755 root root",
    "/odm 0755 root root",
    "/oem 0755 root root",
    "/proc 0555 root root",
    "/product 0755 root root",
    "/product/bin 0751 root shell",
    "/sdcard@/storage/self/primary",
    "/storage 0755 shell everybody",
    "/storage/emulated 0755 root root",
    "/storage/self 0755 root root",
    "/storage/self/primary@/storage/emulated/0",
    "/sys 0555 root root",
    "/system 0755 root root",
    "/system/app 0755 root root",
    "/system/bin 0751 root shell",
    "/system/etc 0755 root root",
    "/system/fonts 0755 root root",
    "/system/framework 0755 root root",
    "/system/lib64 0755 root root",
    "/system/priv-app 0755 root root",
    "/system/usr 0755 root root",
    "/system/xbin 0751 root shell",
    "/vendor 0755 root shell",
    "/vendor/bin 0751 root shell",
    "",
]
_SHARED = (
    "Alarms", "Android", "Android/data", "Android/media", "Android/obb", "Audiobooks", "DCIM", "DCIM/Camera",
    "Documents", "Download", "Movies", "Music", "Notifications", "Pictures", "Pictures/Screenshots", "Podcasts",
    "Recordings", "Ringtones",
)  # fmt: skip
_SINCE = {"Audiobooks": 29, "Recordings": 31}
_WRITABLE = ("/data", "/storage", "/mnt", "/dev", "/proc", "/sys", "/cache", "/metadata")


@dataclass(frozen=True)
class Machine:
    """What /proc tells of the machine. The callables are asked at every read."""

    uptime_ms: Callable[[], int] = lambda: 3_600_000
    memory_total_kb: Callable[[], int] = lambda: 2_027_040
    memory_free_kb: Callable[[], int] = lambda: 612_400
    processes: Callable[[], int] = lambda: 180
    cores: int = 4
    kernel: str = "5.15.41-android13-8-00055-g4f5025129fe8-ab8949913"


def android_tree(fs: FileSystem, api_level: int, commands: Iterable[str] = (), machine: Machine | None = None) -> None:
    """Fill an empty file system as a phone of `api_level` has it, with `commands` in /system/bin."""
    for line in _DIRECTORIES:
        _place(fs, line)
    if api_level < 30:
        fs.mkdir("/sbin", mode=0o750, uid=0)
    shared = "/storage/emulated/0"
    fs.mkdir(shared, mode=0o770, uid=0)
    top = fs.node(shared)
    top.shared, top.uid, top.gid, top.mode = True, 0, MEDIA_RW, modes.S_IFDIR | 0o2770
    for name in _SHARED:
        if api_level >= _SINCE.get(name, 0):
            fs.mkdir(f"{shared}/{name}", uid=0)
    fs.write("/system/etc/hosts", b"127.0.0.1       localhost\n::1             ip6-localhost\n", uid=0)
    fs.write("/system/etc/mkshrc", b"# Minimal /system/etc/mkshrc for Android\n", uid=0)
    for name in ("null", "zero", "random", "urandom", "tty"):
        fs.device(f"/dev/{name}", "random" if name == "urandom" else name)
    fs.symlink("/proc/self/fd", "/dev/fd", 0)
    proc_files(fs, machine or Machine())
    install_commands(fs, commands)
    for path in _WRITABLE:
        fs.mount(path, writable=True)
    fs.mount("/", writable=False)


def _place(fs: FileSystem, line: str) -> None:
    path, link, target = line.partition("@")
    if link:
        fs.symlink(target, path, 0)
    elif line:
        path, mode, owner, group = line.split()
        fs.mkdir(path, mode=int(mode, 8), uid=0)
        _own(fs.node(path), owner, group)


def _own(node: Node, owner: str, group: str) -> None:
    node.uid, node.gid = NAMES[owner], NAMES[group]


def install_commands(fs: FileSystem, names: Iterable[str]) -> None:
    """Put the named commands in /system/bin (`sh` and toybox included), as `which`, `ls` and PATH look-ups see them."""
    read_only = "/" in fs.read_only
    fs.mount("/", writable=True)
    for name in sorted({*names, "sh", "toybox"}):
        path = f"/system/bin/{name}"
        if "/" not in name and name not in (".", "..", "[[", ":") and not fs.exists(path):
            fs.write(path, b"\x7fELF" + name.encode(), 0o755, 0)
            fs.node(path).gid = NAMES["shell"]
    fs.mount("/", writable=not read_only)


def proc_files(fs: FileSystem, machine: Machine) -> None:
    """Put the virtual files of /proc in place (formats: the kernel's `Documentation/filesystems/proc.rst`)."""

    def meminfo() -> bytes:
        total, free = machine.memory_total_kb(), machine.memory_free_kb()
        cached = min(total - free, total // 3)
        rows = {
            "MemTotal": total, "MemFree": free, "MemAvailable": free + cached * 4 // 5, "Buffers": total // 200,
            "Cached": cached, "SwapCached": 0, "SwapTotal": total * 3 // 4, "SwapFree": total * 3 // 4,
        }  # fmt: skip
        return "".join(f"{name + ':':<15} {kb:>8} kB\n" for name, kb in rows.items()).encode()

    def uptime() -> bytes:
        seconds = machine.uptime_ms() / 1000
        return f"{seconds:.2f} {seconds * machine.cores * 0.9:.2f}\n".encode()

    def cpuinfo() -> bytes:
        return "".join(
            f"processor\t: {core}\nBogoMIPS\t: 38.40\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32\n"
            "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd05\nCPU revision\t: 0\n\n"
            for core in range(machine.cores)
        ).encode()

    def stat() -> bytes:
        ticks = machine.uptime_ms() // 10
        user, system, idle = ticks * 6 // 100, ticks * 4 // 100, ticks * 90 // 100
        rows = [f"cpu  {user * machine.cores} 0 {system * machine.cores} {idle * machine.cores} 0 0 0 0 0 0"]
        rows += [f"cpu{core} {user} 0 {system} {idle} 0 0 0 0 0 0" for core in range(machine.cores)]
        rows += [f"processes {machine.processes()}", "procs_running 1", "procs_blocked 0"]
        return ("\n".join(rows) + "\n").encode()

    def version() -> bytes:
        return f"Linux version {machine.kernel} (build-user@build-host) #1 SMP PREEMPT\n".encode()

    fs.virtual("/proc/meminfo", meminfo)
    fs.virtual("/proc/uptime", uptime)
    fs.virtual("/proc/cpuinfo", cpuinfo)
    fs.virtual("/proc/stat", stat)
    fs.virtual("/proc/version", version)
    fs.virtual("/proc/loadavg", lambda: f"0.40 0.35 0.30 1/{machine.processes()} 9000\n".encode())
