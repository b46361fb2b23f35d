"""Debian's adb (29)."""

from __future__ import annotations

from tests.compat.adb_binary import DEBIAN
from tests.compat.adb_spec import AdbSpec


class TestAdb29(AdbSpec):
    binary = DEBIAN
