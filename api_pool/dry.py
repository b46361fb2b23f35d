"""A dry run: questions go to the phone, everything that would change it is written down instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from api_pool.session import Session
from device import Device
from device.device import hierarchy_line
from device.quoting import command_line
from device.wire import ShellResult

_ASKS = re.compile(
    r"(getprop|date|pidof|dumpsys|pm list|content query|settings get|am get-config|cmd audio help|"
    r"cmd package (resolve-activity|query-activities)|cmd (notification|location|wifi) (list|is-\S+|status))( |\Z)"
)


class PlanningDevice(Device):
    """A phone that is asked, but not changed. `lines` receives the command lines that would have been run."""

    def __init__(self, real: Device, lines: list[str]) -> None:
        super().__init__(real.wire, real.serial)
        self._lines = lines

    def line(self, line: str, timeout_s: float = 20.0) -> ShellResult:
        """Run a question; write down anything else and answer nothing."""
        if _ASKS.match(line) or line == hierarchy_line():
            return super().line(line, timeout_s)
        self._lines.append(line)
        return ShellResult(b"", b"", 0)

    def batch(self, commands: Sequence[Sequence[str] | str], timeout_s: float = 30.0) -> list[ShellResult]:
        """Each command on its own, as `line`."""
        return [self.line(item if isinstance(item, str) else command_line(item), timeout_s) for item in commands]


def dry_session(session: Session) -> tuple[Session, list[str]]:
    """A session like `session` that only plans, and the list that its lines go to."""
    lines: list[str] = []
    return Session(PlanningDevice(session.device, lines), session.ui_name, session.links, plan=lines), lines
