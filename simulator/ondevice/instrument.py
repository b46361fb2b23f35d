"""`am instrument`: test programs of installed packages (cmds/am Instrument.java). Appium's server is one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from simulator.ondevice.appium import AppiumServer
from simulator.ondevice.automation import AlreadyRegistered
from simulator.ondevice.http import AddressInUse
from simulator.services.formats import full_component
from simulator.shell.command import Invocation

_APPIUM_TEST = "io.appium.uiautomator2.server.test"
_WITH_VALUE = frozenset(("-p", "--user", "--abi", "-f", "--instrument-sdk-sandbox"))
_ANIMATIONS = ("animator_duration_scale", "transition_animation_scale", "window_animation_scale")


def instrument(call: Invocation, args: list[str]) -> int | Coroutine[Any, Any, int]:
    """`am instrument [-w] [-r] [-e NAME VALUE] [--no-window-animation] PACKAGE/RUNNER`.

    A program whose code is not known here ends as one that cannot be started.
    """
    flags, target = _words(args)
    name = full_component(target) if target else None
    package = call.phone.packages.get(name[0]) if name else None
    declared = package.installed.instrumentation if package is not None and package.installed is not None else {}
    if name is None or name[1] not in declared:
        shown = f"ComponentInfo{{{name[0]}/{name[1]}}}" if name else "null"
        call.out.line("INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: "
                      f"Error=Unable to find instrumentation info for: {shown}\nINSTRUMENTATION_STATUS_CODE: -1")  # fmt: skip
        return call.fail(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {target or 'null'}")
    host = declared[name[1]]
    if call.phone.packages.get(host) is None:
        call.out.line("INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: "
                      f"Error=Unable to find instrumentation target package: {host}\n"
                      "INSTRUMENTATION_STATUS_CODE: -1")  # fmt: skip
        return call.fail(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {target}")
    if name[0] != _APPIUM_TEST:
        return _crashed(call, "Process crashed.")
    return _appium(call, host, "--no-window-animation" in flags or "--no_window_animation" in flags)


def _words(args: list[str]) -> tuple[set[str], str]:
    flags: set[str] = set()
    target = ""
    words = iter(args)
    for word in words:
        if word == "-e":
            next(words, None)
            next(words, None)
        elif word in _WITH_VALUE:
            next(words, None)
        elif word.startswith("-"):
            flags.add(word)
        else:
            target = word
    return flags, target


def _crashed(call: Invocation, message: str) -> int:
    call.out.line(f"INSTRUMENTATION_RESULT: shortMsg={message}\nINSTRUMENTATION_CODE: 0")
    return 0


async def _appium(call: Invocation, package: str, no_animations: bool) -> int:
    """Run Appium's server in its package's process until a session is deleted, or the process is killed."""
    phone = call.phone
    found = phone.packages.get(package)
    server = AppiumServer(phone, found.version_name if found is not None else "0")
    table, killed = phone.activities.process_table, asyncio.Event()

    def ended(name: str) -> None:
        if name == package:
            killed.set()

    phone.activities.force_stop(package)  # an instrumentation starts its package anew
    try:
        server.start()
    except (AlreadyRegistered, AddressInUse) as error:
        phone.log("AndroidRuntime", str(error), "E")
        return _crashed(call, str(error).partition(":")[0])
    before = {key: phone.settings.get("global", key) for key in _ANIMATIONS} if no_animations else {}
    for key in before:
        phone.settings.put("global", key, "0.0")
    table.ensure(package, "for added application")
    table.watchers.append(ended)
    waits = [asyncio.create_task(event.wait()) for event in (server.ended, killed)]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        table.watchers.remove(ended)
        server.stop()
        table.kill(package)
        for key, value in before.items():
            phone.settings.put("global", key, value if value is not None else "1.0")
    if killed.is_set():
        return _crashed(call, "Process crashed.")
    call.out.line("\nio.appium.uiautomator2.test.AppiumUiAutomator2Server:.\n\nTime: 0\n\nOK (1 test)\n")
    return 0
