"""A userdebug build lets adb become root, and the system be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.process import start_simulator
from tests.compat.adb_binary import BUNDLED, DEBIAN, connected, missing, wait_for_state


@pytest.mark.parametrize("binary", [DEBIAN, BUNDLED], ids=["29", "36"])
def test_root_remount_and_back(binary: Path, tmp_path: Path) -> None:
    if not binary.exists():
        missing(str(binary))
    with (
        start_simulator(build_type="userdebug", run_clock=True) as phone,
        connected(binary, tmp_path, phone.adbd_ports[0]) as adb,
    ):
        assert adb.shell("id -u") == "2000\n"
        assert adb.run("remount").returncode != 0 or "Not running as root" in adb.ok("remount")
        assert "restarting adbd as root" in adb.ok("root")
        adb.ok("wait-for-device", timeout=60)
        wait_for_state(adb, "device")
        assert adb.shell("id -u; su 0 id -u") == "0\n0\n"
        assert "Remount succeeded" in adb.ok("remount")
        adb.shell("echo x > /system/etc/probe")
        assert "restarting adbd as non root" in adb.ok("unroot")
        adb.ok("wait-for-device", timeout=60)
        wait_for_state(adb, "device")
        assert adb.shell("id -u") == "2000\n"
