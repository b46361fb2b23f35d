"""`proactdroid doctor`: what is here, what is missing, and how to mend it."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import sys
from typing import Annotated, Any

import typer

from device import Device, DeviceError
from device.connection import DEFAULT_HOST, DEFAULT_PORT, list_phones
from device.wire import Wire
from proactdroid import __version__
from proactdroid.cli.output import Exit, emit, out

_EXTRAS = {"uiautomator2": "ui", "appium": "appium"}


def _check(name: str, ok: bool | None, detail: str, mend: str = "") -> dict[str, Any]:
    return {"check": name, "ok": ok, "detail": detail, "mend": mend if not ok else ""}


def _adb() -> dict[str, Any]:
    found = shutil.which("adb")
    if found:
        return _check("adb on PATH", True, found)
    import adbutils

    return _check("adb on PATH", None, f"none; the one bundled with adbutils serves: {adbutils.adb_path()}")


def _phones() -> list[dict[str, Any]]:
    try:
        phones = list_phones(Wire(DEFAULT_HOST, DEFAULT_PORT), timeout_s=2)
    except DeviceError as error:
        return [_check("adb server", None, str(error), "only needed for real phones and emulators: adb start-server")]
    if not phones:
        return [_check("phones", None, "the adb server knows none", "plug one in, or use --device sim")]
    return [
        _check(f"phone {p.serial}", p.state == "device", p.state, "unlock it and accept USB debugging") for p in phones
    ]


def _simulator() -> dict[str, Any]:
    from simulator.process import start_simulator

    try:
        with start_simulator() as started:
            phone = Device.connect(started.serials[0], port=started.adb_port)
            release = phone.properties["release"]
    except DeviceError as error:
        return _check("simulated phone", False, str(error), "report this: it should always start")
    return _check("simulated phone", True, f"Android {release} answers over ADB")


def _llama() -> dict[str, Any]:
    """A build that this CPU cannot run crashes only when it computes: so it computes, in a process of its own."""
    from agent.propose.llama import probe

    ok, detail = probe()
    mend = "optional: make install-llama" if ok is None else "build it anew: make install-llama"
    return _check("llama.cpp", ok, detail, mend)


def doctor(as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False) -> None:
    """Check this machine: Python, adb, phones, extras, the simulated phone. Exit code 1 when something is broken.

    Example: proactdroid doctor
    """
    checks = [
        _check("python", sys.version_info >= (3, 11), platform.python_version(), "install Python 3.11 or newer"),
        _check("proactdroid", True, __version__),
        _adb(),
        *_phones(),
        _simulator(),
        _llama(),
    ]
    for module, extra in _EXTRAS.items():
        there = importlib.util.find_spec(module) is not None
        checks.append(_check(f"extra {extra}", there or None, module, f"optional: pip install 'proactdroid[{extra}]'"))
    if as_json:
        emit({"ok": all(check["ok"] is not False for check in checks), "checks": checks})
    else:
        for check in checks:
            mark = {True: "[green]ok[/]  ", False: "[red]bad[/] ", None: "[yellow]--[/]  "}[check["ok"]]
            out.print(f"{mark} {check['check']}: {check['detail']}" + (f" ({check['mend']})" if check["mend"] else ""))
    if any(check["ok"] is False for check in checks):
        raise typer.Exit(Exit.NEGATIVE)
