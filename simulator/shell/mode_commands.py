"""`chmod`, `chown`, `chgrp`, and the modes they take (toybox)."""

from __future__ import annotations

import posixpath
import re

from simulator.files import FileError, FileStat, user_number
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, complain, full, lstat, options


def change_mode(text: str, mode: int) -> int:
    """The mode bits that an octal or symbolic mode makes of `mode`. CommandError where it is none."""
    if re.fullmatch("[0-7]{1,5}", text):
        return int(text, 8) & 0o7777
    result = mode & 0o7777
    for clause in text.split(","):
        position = 0
        who = re.match("[ugoa]*", clause)
        assert who is not None
        names = who.group() or "a"
        position = who.end()
        if position >= len(clause):
            raise CommandError(f"bad mode '{text}'")
        while position < len(clause):
            found = re.compile(r"([-+=])([rwxXst]*|[ugo])(?=[-+=]|$)").match(clause, position)
            if not found:
                raise CommandError(f"bad mode '{text}'")
            position = found.end()
            result = _clause(result, names, found.group(1), found.group(2), bool(mode & 0o40000))
    return result


def _clause(mode: int, names: str, op: str, what: str, is_dir: bool) -> int:
    shifts = [shift for name, shift in (("u", 6), ("g", 3), ("o", 0)) if name in names or "a" in names]
    bits = 0
    if what and what in "ugo":
        part = mode >> {"u": 6, "g": 3, "o": 0}[what] & 7
    else:
        part = sum(value for letter, value in (("r", 4), ("w", 2), ("x", 1)) if letter in what)
        if "X" in what and (is_dir or mode & 0o111):
            part |= 1
    for shift in shifts:
        bits |= part << shift
    special = (0o4000 if "s" in what and 6 in shifts else 0) | (0o2000 if "s" in what and 3 in shifts else 0)
    bits |= special | (0o1000 if "t" in what else 0)
    if op == "+":
        return mode | bits
    if op == "-":
        return mode & ~bits
    cleared = mode
    for shift in shifts:
        cleared &= ~(7 << shift)
    return cleared | bits


@command("chmod")
def chmod(call: Invocation) -> int:
    """`chmod [-Rvf] MODE FILE…`."""
    words = call.args
    # A mode may start with a minus sign.
    flags = {letter for word in words[:2] if re.fullmatch("-[Rvf]+", word) for letter in word[1:]}
    rest = [word for word in words if not re.fullmatch("-[Rvf]+", word)]
    if len(rest) < 2:
        raise CommandError('Needs 2 arguments (see "chmod --help")')
    change_mode(rest[0], 0)
    return _each(call, rest[1:], "R" in flags, lambda path, found: _chmod(call, path, found, rest[0]))


def _chmod(call: Invocation, path: str, found: FileStat, mode: str) -> None:
    if not found.is_link:
        call.phone.files.chmod(path, change_mode(mode, found.mode), call.uid)


def _each(call: Invocation, names: list[str], recursive: bool, act: object) -> int:
    code = 0
    for name in names:
        try:
            found = lstat(call, name)
            path = full(call, name)
            if found.is_link and not recursive:
                found = call.phone.files.stat(path, call.uid)
            act(path, found)  # type: ignore[operator]
            if recursive and found.is_dir:
                inner = [posixpath.join(name, entry) for entry in call.phone.files.listdir(path, call.uid)]
                code = _each(call, inner, True, act) or code
        except FileError as error:
            code = complain(call, name, error)
    return code


@command("chown", "chgrp")
def chown(call: Invocation) -> int:
    """`chown [-RHLPhvf] OWNER[:GROUP] FILE…`, `chgrp GROUP FILE…`."""
    chosen = options(call, "RHLPhvf", least=2)
    owner, _, group = chosen.args[0].replace(".", ":", 1).partition(":")
    if call.argv[0].endswith("chgrp"):
        owner, group = "", chosen.args[0]
    numbers: list[int | None] = []
    for kind, name in (("user", owner), ("group", group)):
        number = user_number(name) if name else None
        if name and number is None:
            raise CommandError(f"bad {kind} '{name}'")
        numbers.append(number)

    def act(path: str, found: FileStat) -> None:
        call.phone.files.chown(path, numbers[0], numbers[1], call.uid)

    def told(path: str, found: FileStat) -> None:
        act(path, found)

    return _each(call, chosen.args[1:], chosen.has("R"), told)
