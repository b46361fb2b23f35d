"""The npm package @devicefarmer/adbkit (JavaScript): a client of the smart socket by other authors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import uiautomator2

from simulator.process import start_simulator
from tests.compat.adb_binary import missing

FOLDER = Path(__file__).parent / "adbkit"
APK = Path(uiautomator2.__file__).parent / "assets" / "app-uiautomator.apk"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the script saw. PROACTDROID_NODE_MODULES may name a folder of modules other than the script's own."""
    modules = Path(os.environ.get("PROACTDROID_NODE_MODULES", FOLDER / "node_modules"))
    if shutil.which("node") is None:
        missing("node")
    if not (modules / "@devicefarmer" / "adbkit").is_dir():
        missing("the npm package @devicefarmer/adbkit (npm ci in tests/compat/adbkit)")
    folder = tmp_path_factory.mktemp("adbkit")
    with start_simulator(run_clock=True) as simulated:
        argv = ["node", str(FOLDER / "drive.js"), str(simulated.adb_port), "emulator-5554", str(APK), str(folder)]
        done = subprocess.run(
            argv, capture_output=True, timeout=100, check=False, env={**os.environ, "NODE_PATH": str(modules)}
        )
        assert done.returncode == 0, done.stderr.decode()
    data: dict[str, Any] = json.loads((folder / "seen.json").read_text())
    return data


def test_the_server_and_its_phone(seen: dict[str, Any]) -> None:
    assert seen["version"] == 41
    assert seen["devices"] == [["emulator-5554", "device"]]
    assert seen["properties"] == "Pixel 8"


def test_shell(seen: dict[str, Any]) -> None:
    assert seen["shell"] == "hello\n2000\n"


def test_files(seen: dict[str, Any]) -> None:
    assert seen["same"] and seen["stat"] == 3 << 20 and seen["listed"]


def test_pictures(seen: dict[str, Any]) -> None:
    assert seen["png"] == "PNG"
    # adbkit reads the header of version 1; version 2, Android's since 8.1, has the color space before the size.
    assert seen["frame"] == [1080 * 2400 * 4, 1080, 32]


def test_apps(seen: dict[str, Any]) -> None:
    assert seen["installed"] and seen["known"] and seen["uninstalled"] and seen["packages"]


def test_sockets(seen: dict[str, Any]) -> None:
    assert seen["forwarded"]
    assert seen["reversed"] == [["tcp:9555", "tcp:9556"]]
