"""`bugreport` and `bugreportz` (frameworks/native/cmds/dumpstate, bugreport, bugreportz): the phone's own outputs."""

from __future__ import annotations

import io
import zipfile

from simulator.services.commands.dumpsys import dump_text, running
from simulator.shell.command import Input, Invocation, Output, command

_FOLDER = "/data/user_de/0/com.android.shell/files/bugreports"
_SHELL_UID = 2000
_RULE = "=" * 56
_DASHES = "-" * 79
# Sections that are commands of the shell, before and after the services' own dumps (dumpstate.cpp).
_BEFORE = (
    ("UPTIME", ("uptime",)),
    ("SYSTEM PROPERTIES", ("getprop",)),
    ("PROCESSES AND THREADS", ("ps", "-A")),
    ("FILESYSTEMS & FREE SPACE", ("df",)),
    ("SYSTEM LOG", ("logcat", "-d", "-v", "threadtime", "-b", "main,system,crash")),
    ("RADIO LOG", ("logcat", "-d", "-v", "threadtime", "-b", "radio")),
    ("PACKAGE SETTINGS", ("pm", "list", "packages", "-f")),
)
_CRITICAL = ("SurfaceFlinger", "activity", "cpuinfo", "input", "package", "power", "window")
_WARNING = """=============================================================================
WARNING: Flat (text file, non-zipped) bugreports are deprecated.
WARNING: Please generate zipped bugreports instead.
WARNING: On the host use: adb bugreport filename.zip
WARNING: On the device use: bugreportz
WARNING: bugreportz will output the filename to use with adb pull.
=============================================================================


"""


@command("bugreport")
async def bugreport(call: Invocation) -> int:
    """The report as text on the standard output."""
    call.err.text(_WARNING)
    call.out.text(await _report(call))
    return 0


@command("bugreportz")
async def bugreportz(call: Invocation) -> int:
    """`bugreportz [-v|-p|-s|-h]`: the report as a zip on the phone, or (-s) on the standard output."""
    words = call.args
    if words == ["-v"]:
        call.err.line("1.2" if call.phone.state.device.api_level >= 31 else "1.1")
        return 0
    if any(word not in ("-p", "-s") for word in words):
        call.err.line(
            "usage: bugreportz [-hpsv]\n  -h: to display this help\n  -p: display progress\n"
            "  -s: stream content to standard output\n  -v: to display the version"
        )
        return 0 if words == ["-h"] else 1
    device = call.phone.state.device
    build = call.phone.properties.get("ro.build.id", "")
    local = call.phone.clock.local(device.timezone)
    name = f"bugreport-{device.device}-{build}-{local:%Y-%m-%d-%H-%M-%S}"
    path = f"{_FOLDER}/{name}.zip"
    if "-p" in words:
        call.out.line(f"BEGIN:{path}")
        call.out.line("PROGRESS:0/100")
        await call.out.drain()
    text = await _report(call)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        for entry, content in (
            ("version.txt", "2.0"),
            (f"{name}.txt", text),
            ("main_entry.txt", f"{name}.txt"),
            ("dumpstate_log.txt", f"dumpstate: done (id 1)\n{path}\n"),
        ):
            info = zipfile.ZipInfo(entry, local.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content.encode("utf-8", "surrogateescape"))
    if "-s" in words:
        call.out.write(packed.getvalue())
        return 0
    files = call.phone.files
    files.mkdir(_FOLDER, True, 0o771, 0)
    files.write(path, packed.getvalue(), 0o644, 0)
    if "-p" in words:
        call.out.line("PROGRESS:100/100")
    call.out.line(f"OK:{path}")
    return 0


async def _report(call: Invocation) -> str:
    """The whole report: header, commands, and every service's dump as the phone gives it to dumpstate."""
    phone = call.phone
    device = phone.state.device
    local = phone.clock.local(device.timezone)
    get = phone.properties.get
    parts = [
        f"{_RULE}\n== dumpstate: {local:%Y-%m-%d %H:%M:%S}\n{_RULE}\n\n",
        f"Build: {get('ro.build.display.id', '')}\n",
        f"Build fingerprint: '{get('ro.build.fingerprint', '')}'\n",
        f"Bootloader: {get('ro.bootloader', 'unknown')}\n",
        f"Radio: {get('gsm.version.baseband', 'unknown')}\n",
        f"Network: {phone.state.telephony.operator if phone.telephony.on_air else ''}\n",
        f"Uptime: up {phone.clock.elapsed_ms // 1000} s\n",
        "Bugreport format version: 2.0\n",
        "Dumpstate info: id=1 pid=4321 dry_run=0 parallel_run=1 args=/system/bin/dumpstate "
        "bugreport_mode=BUGREPORT_DEFAULT\n\n",
    ]
    for title, argv in _BEFORE:
        parts.append(await _section(call, title, list(argv)))
    services = running(call)
    critical = [name for name in _CRITICAL if name in services]
    for level, names in (("CRITICAL", critical), ("NORMAL", [name for name in services if name not in critical])):
        title = "DUMPSYS" if level == "NORMAL" else f"DUMPSYS {level}"
        parts.append(f"------ {title} (/system/bin/dumpsys) ------\n")
        for name in names:
            head = f"{level} {name}" if level == "CRITICAL" else name
            body = dump_text(services[name], [])
            ended = f"{phone.clock.local(device.timezone):%Y-%m-%d %H:%M:%S}"
            parts.append(
                f"{_DASHES}\nDUMP OF SERVICE {head}:\n{body}"
                f"--------- 0.012s was the duration of dumpsys {name}, ending at: {ended}\n"
            )
            await call.out.drain()
        parts.append(f"------ 0.500s was the duration of '{title}' ------\n\n")
    parts.append(f"{_RULE}\n== dumpstate: done (id 1)\n{_RULE}\n")
    return "".join(parts)


async def _section(call: Invocation, title: str, argv: list[str]) -> str:
    written: list[bytes] = []
    sink = Output(written.append)
    await call.shell.run_argv(argv, Input(), sink, sink)
    body = b"".join(written).decode("utf-8", "surrogateescape")
    if body and not body.endswith("\n"):
        body += "\n"
    return f"------ {title} ({' '.join(argv)}) ------\n{body}------ 0.020s was the duration of '{title}' ------\n\n"
