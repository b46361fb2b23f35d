"""`app_process`: Java programs that are started from the shell (frameworks/base cmds/app_process)."""

from __future__ import annotations

import asyncio
import hashlib
import io
import zipfile

from simulator.files import FileError
from simulator.ondevice.automation import AlreadyRegistered
from simulator.ondevice.http import AddressInUse
from simulator.ondevice.uiautomator2 import Server
from simulator.shell.command import COMMANDS, Invocation, command

_ABORTED = 134  # 128 + SIGABRT
_UIA2 = "com.wetest.uia2.Main"
_DEFAULT_PORT = 9008
# Commands of the framework that are scripts around a class.
_FRAMEWORK = {
    "com.android.commands.am.Am": "am", "com.android.commands.pm.Pm": "pm", "com.android.commands.wm.Wm": "wm",
    "com.android.commands.input.Input": "input", "com.android.commands.content.Content": "content",
    "com.android.commands.svc.Svc": "svc", "com.android.commands.monkey.Monkey": "monkey",
    "com.android.commands.media.Media": "media", "com.android.commands.uiautomator.Launcher": "uiautomator",
}  # fmt: skip
_KNOWN: dict[tuple[bytes, str], bool] = {}


@command("app_process", "app_process32", "app_process64")
async def app_process(call: Invocation) -> int:
    """`[CLASSPATH=JAR] app_process [JAVA OPTIONS] DIRECTORY CLASS [ARGS]`: uiautomator2's server out of its jar, and the
    framework's own commands; another class ends as one that is in no jar does."""
    words = list(call.args)
    path = call.shell.env.get("CLASSPATH", "")
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option.startswith("-Djava.class.path="):
            path = option.partition("=")[2]
    while len(words) > 1 and words[1].startswith("--"):
        del words[1]  # --nice-name, --application
    if len(words) < 2:
        call.err.line("Error: no class name or --zygote supplied.")
        return 10
    name, rest = words[1], words[2:]
    if name in _FRAMEWORK and _FRAMEWORK[name] in COMMANDS:
        return await call.shell.run_argv([_FRAMEWORK[name], *rest], call.stdin, call.out, call.err)
    if name == _UIA2 and _has_class(call, path, name):
        return await _uia2(call, rest)
    call.phone.log("AndroidRuntime", f"java.lang.ClassNotFoundException: {name}", "E")
    return call.fail("Aborted", _ABORTED)


def _has_class(call: Invocation, path: str, name: str) -> bool:
    """Whether a jar of the class path defines a class."""
    for one in path.split(":"):
        try:
            data = call.phone.files.read(call.phone.files.resolve(one, call.shell.cwd), call.uid)
        except FileError:
            continue
        key = hashlib.sha256(data).digest(), name
        if key not in _KNOWN:
            _KNOWN[key] = _defines(data, name)
        if _KNOWN[key]:
            return True
    return False


def _defines(data: bytes, name: str) -> bool:
    wanted = f"L{name.replace('.', '/')};".encode()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as jar:
            return any(wanted in jar.read(entry) for entry in jar.namelist() if entry.endswith(".dex"))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, OSError, ValueError):
        return False


async def _uia2(call: Invocation, args: list[str]) -> int:
    port = args[args.index("-p") + 1] if "-p" in args[:-1] else str(_DEFAULT_PORT)
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        return call.fail(f'java.lang.NumberFormatException: For input string: "{port}"', 1)
    call.out.line("[server] INFO: [UiAutomator2Server] Starting Server")
    server = Server(call.phone, int(port))
    try:
        server.start()
    except (AlreadyRegistered, AddressInUse) as error:
        return call.fail(str(error), 1)
    try:
        await asyncio.Event().wait()  # it runs until the shell that started it ends
    finally:
        server.stop()
    return 0
