"""The adb that comes with adbutils (36)."""

from __future__ import annotations

from tests.compat.adb_binary import BUNDLED
from tests.compat.adb_spec import AdbSpec


class TestAdb36(AdbSpec):
    binary = BUNDLED
