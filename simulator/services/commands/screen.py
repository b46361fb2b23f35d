"""`screencap` and `uiautomator dump`."""

from __future__ import annotations

import struct

from simulator.files import FileError
from simulator.ondevice import AlreadyRegistered, automation_held
from simulator.shell.command import Invocation, command

_DEFAULT_DUMP = "/sdcard/window_dump.xml"
_USAGE = """Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml"""
_REGISTER_FRAMES = (
    "com.android.server.accessibility.UiAutomationManager.registerUiTestAutomationServiceLocked"
    "(UiAutomationManager.java:102)",
    "android.app.UiAutomation.connect(UiAutomation.java:246)",
    "com.android.uiautomator.core.UiAutomationShellWrapper.connect(UiAutomationShellWrapper.java:47)",
)
_RGBA_8888 = 1
_SRGB = 1


@command("screencap")
def screencap(call: Invocation) -> int:
    """`screencap [-p] [-d ID] [FILE]`: PNG with -p or for a .png file, else the raw frame (size, format, color space,
    RGBA)."""
    words = list(call.args)
    png = "-p" in words
    path: str | None = None
    while words:
        word = words.pop(0)
        if word == "-d" and words:
            words.pop(0)
        elif word == "-h":
            call.err.line("usage: screencap [-ahp] [-d display-id] [FILENAME]")
            return 1
        elif not word.startswith("-"):
            path = word
    if path is not None and path.endswith(".png"):
        png = True
    data = call.phone.screen.png() if png else _raw(call)
    if path is None:
        call.out.write(data)
        return 0
    real = call.phone.files.resolve(path, call.shell.cwd)
    try:
        call.phone.files.write(real, data, uid=call.uid)
    except FileError as error:
        return call.fail(f"Error opening file: {path} ({_reason(error)})")
    return 0


def _reason(error: FileError) -> str:
    return str(error).rsplit(": ", 1)[-1]


def _raw(call: Invocation) -> bytes:
    image = call.phone.screen.frame().convert("RGBA")
    return struct.pack("<IIII", image.width, image.height, _RGBA_8888, _SRGB) + image.tobytes()


@command("uiautomator")
def uiautomator(call: Invocation) -> int:
    """`uiautomator dump [--compressed] [--windows] [FILE]` (DumpCommand.java, spelling included)."""
    words = call.args
    if not words or words[0] == "help":
        call.err.line(_USAGE)
        return 0 if words else 1
    if words[0] != "dump":
        call.err.line(f"Error: Unsupported subcommand: {words[0]}" if words[0] != "events" else "Killed")
        return 1
    if automation_held(call.phone):
        return call.fail("\n\tat ".join((str(AlreadyRegistered()), *_REGISTER_FRAMES)))
    path = next((w for w in words[1:] if not w.startswith("--")), _DEFAULT_DUMP)
    text = call.phone.screen.dump("--compressed" in words)
    if path in ("/dev/tty", "/dev/stdout", "/proc/self/fd/1"):
        call.out.text(text)
        call.out.line(f"UI hierchary dumped to: {path}")
        return 0
    real = call.phone.files.resolve(path, call.shell.cwd)
    try:
        call.phone.files.write(real, text.encode(), uid=call.uid)
    except FileError as error:
        frames = "\tat com.android.uiautomator.core.AccessibilityNodeInfoDumper.dumpWindowToFile"
        call.err.line(f"java.io.FileNotFoundException: {path}: open failed: ({_reason(error)})\n{frames}")
        return 1
    call.out.line(f"UI hierchary dumped to: {path}")
    return 0
