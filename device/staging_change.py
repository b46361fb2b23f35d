"""A change that staging makes: its commands, how it is undone, and how it is seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from device import controls
from device.controls import Argv
from device.emulator_console import EmulatorConsole
from device.phone_state import PhoneState

_ROW = re.compile(r"^staged (\S+)$", re.MULTILINE)
NEWEST = "--projection _id --sort '_id DESC LIMIT 1' | sed 's/.*_id=\\([0-9]*\\).*/\\1/'"
Differs = Callable[[PhoneState], str]


@dataclass
class Change:
    """One item: shell lines (argv, or a line of our own making), console acts, how to undo, how to see it."""

    name: str
    differs: Differs
    lines: list[Argv | str] = field(default_factory=list)
    console: list[Callable[[EmulatorConsole], None]] = field(default_factory=list)
    undo: list[Argv] = field(default_factory=list)
    impossible: str = ""
    refused: str = ""

    def undo_rows(self, said: str) -> list[Argv]:
        """Deletions of the rows that the lines made: they print `staged URI` for each."""
        return [controls.delete(uri) for uri in _ROW.findall(said) if not uri.endswith("/")]


def impossible(name: str, why: str) -> Change:
    """An item that this phone cannot take, and why."""
    return Change(name, lambda state: "", impossible=why)


def same(read: Callable[[PhoneState], Any], wanted: Any) -> Differs:
    """Sees whether a value of the state is the wanted one."""

    def differs(state: PhoneState) -> str:
        now = read(state)
        return "" if now == wanted else f"the phone says {now!r}, not {wanted!r}"

    return differs


@dataclass(frozen=True)
class Facts:
    """What decides the roads: the API level, whether there is a console, whether adb comes over the phone's network."""

    api: int
    console: bool
    over_network: bool
