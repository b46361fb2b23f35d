"""What toybox commands share: options, their errors, and reading the files they are given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, NamedTuple

from simulator.files import FileError, FileStat
from simulator.shell.command import Invocation
from simulator.shell.streams import open_input

if TYPE_CHECKING:
    from simulator.files import FileSystem


class CommandError(Exception):
    """Ends a command: `NAME: message` on stderr, and the exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class Options(NamedTuple):
    """Options by letter (the last value of each, `every` all of them) and the operands."""

    flags: dict[str, str]
    args: list[str]
    every: dict[str, list[str]]

    def has(self, letter: str) -> bool:
        """Whether the option is given."""
        return letter in self.flags

    def number(self, letter: str, default: int) -> int:
        """The option's value as a number; toybox's suffixes k, m, g are known. CommandError where it is none."""
        text = self.flags.get(letter)
        return default if text is None else integer(text)


def integer(text: str) -> int:
    """A number with toybox's suffixes (`1k` is 1024, `1kd` 1000)."""
    body = text.lower()
    scale = 1
    if body.endswith(("kd", "md", "gd")):
        scale, body = 1000 ** ("kmg".index(body[-2]) + 1), body[:-2]
    elif body[-1:] and body[-1] in "kmgt":
        scale, body = 1024 ** ("kmgt".index(body[-1]) + 1), body[:-1]
    elif body[-1:] == "b" and len(body) > 1 and not body.startswith("0x"):
        scale, body = 512, body[:-1]
    try:
        return int(body, 16 if body.startswith(("0x", "-0x")) else 10) * scale
    except ValueError:
        raise CommandError(f"not integer: {text}") from None


def seconds(text: str) -> float:
    """A duration: a number, with a suffix s, m, h or d."""
    scale = {"s": 1, "m": 60, "h": 3600, "d": 86400}.get(text[-1:], 0)
    try:
        value = float(text[:-1] if scale else text) * (scale or 1)
    except ValueError:
        raise CommandError(f"Not a number '{text}'") from None
    if not 0 <= value < 1e9:
        raise CommandError(f"Not a number '{text}'")
    return value


def usage(call: Invocation, message: str, code: int = 1) -> CommandError:
    """A usage error as toybox words it."""
    return CommandError(f'{message} (see "{short(call)} --help")', code)


def short(call: Invocation) -> str:
    """The command's name without its directory."""
    return call.argv[0].rpartition("/")[2]


def options(
    call: Invocation,
    spec: str,
    *,
    long: dict[str, str] | None = None,
    least: int = 0,
    code: int = 1,
    stop: bool = False,
    digits: str = "",
) -> Options:
    """Read options by a getopt `spec` (`n:` takes a value). `stop` ends at the first operand; `digits` names the
    option that a bare `-5` stands for."""
    values = {spec[at] for at in range(len(spec) - 1) if spec[at + 1] == ":"}
    flags: dict[str, str] = {}
    every: dict[str, list[str]] = {}
    args: list[str] = []
    words = call.args
    at = 0

    def give(letter: str, value: str) -> None:
        flags[letter] = value
        every.setdefault(letter, []).append(value)

    while at < len(words):
        word = words[at]
        at += 1
        if word == "--":
            args += words[at:]
            break
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            letter = (long or {}).get(name)
            if letter is None:
                raise usage(call, f"Unknown option '{word[2:]}'", code)
            if letter in values and not equals:
                if at >= len(words):
                    raise usage(call, f"Missing argument to --{name}", code)
                value, at = words[at], at + 1
            give(letter, value)
        elif digits and len(word) > 1 and word[0] == "-" and word[1:].isascii() and word[1:].isdigit():
            give(digits, word[1:])
        elif word.startswith("-") and len(word) > 1:
            position = 1
            while position < len(word):
                letter = word[position]
                position += 1
                if letter == ":" or letter not in spec:
                    raise usage(call, f"Unknown option '{word[position - 1 :]}'", code)
                if letter not in values:
                    give(letter, "")
                    continue
                if position < len(word):
                    give(letter, word[position:])
                elif at < len(words):
                    give(letter, words[at])
                    at += 1
                else:
                    raise usage(call, f"Missing argument to -{letter}", code)
                break
        else:
            args.append(word)
            if stop:
                args += words[at:]
                break
    if len(args) < least:
        raise usage(call, f"Needs {least} argument{'s' if least > 1 else ''}", code)
    return Options(flags, args, every)


def full(call: Invocation, path: str) -> str:
    """A path as the command's shell sees it."""
    found = call.phone.files.resolve(path, call.shell.cwd) if path else ""
    return found + "/" if path.endswith("/") and found != "/" else found


def files_of(call: Invocation) -> FileSystem:
    """The phone's files."""
    return call.phone.files


def lstat(call: Invocation, path: str) -> FileStat:
    """`lstat(2)`; an empty path is not found."""
    return call.phone.files.lstat(full(call, path) or "/ /", call.uid)


def creation_mode(call: Invocation, mode: int) -> int:
    """The mode of something new, less the shell's umask."""
    return mode & ~int(getattr(call.shell, "umask", 0))


def complain(call: Invocation, path: str, error: FileError) -> int:
    """`NAME: path: text` on stderr; returns 1."""
    return call.fail(f"{short(call)}: {path}: {error}")


async def each_input(call: Invocation, names: list[str], failed: list[str]) -> AsyncIterator[tuple[str, bytes]]:
    """(name, bytes) of each file, stdin for `-` or where none is named; what cannot be read is told and noted."""
    for name in names or ["-"]:
        if name == "-":
            yield name, await call.stdin.read_all()
            continue
        try:
            reader = open_input(call.phone.files, full(call, name), call.uid)
        except FileError as error:
            complain(call, name, error)
            failed.append(name)
            continue
        yield name, await reader.read_all()


def lines_of(data: bytes) -> list[str]:
    """The lines of a text without their line feeds."""
    text = data.decode("utf-8", "surrogateescape")
    if not text:
        return []
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def human(size: int, *, spaced: bool = False) -> str:
    """A size as toybox's -h shows it: `4.8K`, `12M`; up to three digits."""
    unit, before, value = 0, size, size
    while value >= 1000:
        before, value = value, (value + 512) // 1024
        unit += 1
    if not unit:
        return str(value)
    text = str(value) if value >= 10 else f"{before * 10 // 1024 // 10}.{before * 10 // 1024 % 10}"
    return text + (" " if spaced else "") + " KMGTPE"[unit]
