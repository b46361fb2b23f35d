"""Every command of the README runs, in its order, as written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest

from simulator.process import Simulator, start_simulator

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
SCRIPTS = [block for block in BLOCKS if "make " not in block]
DAY = (ROOT / "emulator_configs" / "days" / "lena_weekday.yaml").read_text(encoding="utf-8")


def test_the_make_targets_exist() -> None:
    for target in re.findall(r"`?make (\w+)", README):
        done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, check=False)
        assert done.returncode == 0, target


def test_the_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link


@pytest.fixture(scope="module")
def real_phone() -> Iterator[Simulator]:
    """What stands in for the phone on the local adb server."""
    with start_simulator(run_clock=True) as started:
        yield started


@pytest.fixture
def place(tmp_path: Path, real_phone: Simulator) -> tuple[Path, dict[str, str]]:
    """A folder with the files that the README's commands name, and an environment whose local adb server has a phone."""
    binaries = tmp_path / "bin"
    binaries.mkdir()
    (binaries / "adb").symlink_to(adbutils.adb_path())
    (binaries / "proactdroid").write_text(f'#!/bin/sh\nexec {sys.executable} -m proactdroid "$@"\n')
    (binaries / "proactdroid").chmod(0o755)
    work = tmp_path / "work"
    (work / "dumps").mkdir(parents=True)
    (work / "dumps" / "dumpsys_battery.txt").write_text("Current Battery Service state:\n  level: 57\n  scale: 100\n")
    (work / "bugreport.zip").write_bytes(_bugreport())
    (work / "my_day.yaml").write_text(DAY.replace("name: lena_weekday", "name: my_day"), encoding="utf-8")
    (work / "me.yaml").write_text("name: Me\nlanguage: en\nabout: [I like tea.]\n")
    return work, {
        **os.environ,
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_RUNTIME_DIR": str(tmp_path),
        "ANDROID_ADB_SERVER_PORT": str(real_phone.adb_port),
    }


def _bugreport() -> bytes:
    import io
    import zipfile

    text = (
        "========================================================\n== dumpstate: 2026-03-11 08:00:00\n"
        "DUMP OF SERVICE battery:\nCurrent Battery Service state:\n  level: 57\n  scale: 100\n"
        "--------- 0.002s was the duration of dumpsys battery, ending at: 2026-03-11 08:00:00\n"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("main_entry.txt", "bugreport-x.txt")
        archive.writestr("bugreport-x.txt", text)
    return buffer.getvalue()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.split("\n")[0][:50])
def test_a_block_of_commands_runs(script: str, place: tuple[Path, dict[str, str]]) -> None:
    work, environment = place
    quick = script.replace("--minutes 60", "--minutes 0.02").replace("5038", "5638")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", quick],
        cwd=work,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-1500:]}\n{done.stderr[-1500:]}"
