"""Staging: a phone state put onto a phone by the best road it has, read back, told item by item, and taken off again."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

from device.capture.live import Capture, capture
from device.controls import Argv
from device.device import Device
from device.emulator_console import EmulatorConsole
from device.errors import DeviceError, PhoneLost, ServerNotFound
from device.phone_state import PhoneState
from device.quoting import command_line
from device.staging_change import Change
from device.staging_items import plan

Outcome = Literal["staged", "differs", "not possible here"]


@dataclass(frozen=True)
class Item:
    """What became of one thing that was to be staged. `why` is empty when it is staged."""

    name: str
    outcome: Outcome
    why: str = ""


@dataclass
class Staged:
    """A staged phone: the items, the capture that read it back, and how to put it as it was."""

    items: list[Item]
    read_back: Capture
    undo: list[Argv] = field(default_factory=list)
    before: PhoneState | None = None
    uptime_s: float = 0.0
    clock_moved: bool = False

    @property
    def complete(self) -> bool:
        """Whether everything is as wanted."""
        return all(item.outcome == "staged" for item in self.items)


@dataclass
class Stager:
    """Stages states on one phone, one after the other. `console` is an emulator's, where there is one."""

    device: Device
    console: EmulatorConsole | None = None

    def stage(self, state: PhoneState, *, before: PhoneState | None = None, picture: bool = False) -> Staged:
        """Put `state` onto the phone and read it back.

        Parts that `state` does not know stay as they are. `before` saves a look at the phone where the caller knows it.
        Raises PhoneLost and ServerNotFound; what a phone refuses is told in the items.
        """
        now = before or capture(self.device, picture=False, nodes=False).state
        changes = plan(state, now, self.device.api_level, console=self.console is not None,
                       over_network=self.device.over_network)  # fmt: skip
        uptime = self._uptime()
        said = self._run(changes)
        after = capture(self.device, picture=picture, nodes=True)
        items = [self._item(change, after.state) for change in changes]
        undo: list[Argv] = []
        for change in reversed(changes):
            undo += change.undo
            undo += change.undo_rows(said.get(change.name, ""))
        return Staged(
            items, after, undo, now, uptime, any(change.name == "clock" and change.lines for change in changes)
        )

    def _run(self, changes: list[Change]) -> dict[str, str]:
        """Run all changes: those of the console one by one, the others in one round trip. What each said, by name."""
        for change in changes:
            for act in change.console:
                if self.console is not None:
                    try:
                        act(self.console)
                    except PhoneLost:
                        raise
                    except DeviceError as error:
                        change.refused = str(error)
        shell = [change for change in changes if change.lines]
        if not shell:
            return {}
        results = self.device.batch(["; ".join(map(_line, change.lines)) for change in shell], timeout_s=60)
        return {change.name: result.text for change, result in zip(shell, results, strict=True)}

    def _uptime(self) -> float:
        """The phone's own seconds since boot; this machine's clock where it does not say."""
        text = self.device.line("cat /proc/uptime").text.split()
        try:
            return float(text[0])
        except (IndexError, ValueError):
            return time.monotonic()

    def _item(self, change: Change, state: PhoneState) -> Item:
        if change.impossible:
            return Item(change.name, "not possible here", change.impossible)
        if change.refused:
            return Item(change.name, "not possible here", change.refused)
        difference = change.differs(state)
        return Item(change.name, "differs", difference) if difference else Item(change.name, "staged")

    def unstage(self, staged: Staged) -> list[Item]:
        """Put the phone as it was before `stage`, the clock moved on by the time that has passed. What could not be
        put back is told."""
        lines = list(staged.undo)
        was = staged.before.captured_at_ms if staged.before else None
        if staged.clock_moved and was is not None:
            passed_ms = max(0, int((self._uptime() - staged.uptime_s) * 1000))
            lines.append(["cmd", "alarm", "set-time", str(was + passed_ms)])
        if not lines:
            return []
        try:
            results = self.device.batch([command_line(argv) for argv in lines], timeout_s=60)
        except (PhoneLost, ServerNotFound):
            raise
        except DeviceError as error:
            return [Item("unstage", "differs", str(error))]
        return [
            Item(command_line(argv)[:80], "differs", result.text.strip()[:120])
            for argv, result in zip(lines, results, strict=True)
            if result.code not in (0, None)
        ]


def _line(line: Argv | str) -> str:
    return line if isinstance(line, str) else command_line(line)


def stage(device: Device, state: PhoneState, *, console: EmulatorConsole | None = None) -> Staged:
    """Stage one state (see `Stager`)."""
    return Stager(device, console).stage(state)


def unstage(device: Device, staged: Staged) -> list[Item]:
    """Take it off again (see `Stager`)."""
    return Stager(device).unstage(staged)
