"""`sed`: reading a script (toybox `sed.c`); running it is `sed_run`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from simulator.shell.options import CommandError
from simulator.shell.regex import compile_regex


@dataclass
class Address:
    """A line number, `$`, a regular expression, `first~step`, or the second ones `+N` and `~N`."""

    kind: str
    number: int = 0
    step: int = 0
    regex: re.Pattern[str] | None = None


@dataclass
class SedCommand:
    """One command with its addresses. `text` is a/i/c's text, a label or a file name."""

    name: str
    first: Address | None = None
    second: Address | None = None
    negated: bool = False
    text: str = ""
    regex: re.Pattern[str] | None = None
    replacement: list[str | int] = field(default_factory=list)
    flags: str = ""
    nth: int = 0
    table: dict[str, str] = field(default_factory=dict)
    target: int = -1
    active: bool = False
    until: int = 0


class SedParser:
    """Reads a sed script into a flat list; `{` knows where its `}` is, `b` and `t` where they go."""

    def __init__(self, script: str, *, extended: bool) -> None:
        self.text = script
        self.at = 0
        self.extended = extended
        self.commands: list[SedCommand] = []

    def fail(self) -> CommandError:
        """The error at the present place."""
        return CommandError(f"bad pattern '{self.text}'@{self.at + 1} ({self.text[self.at : self.at + 1]})")

    def parse(self) -> list[SedCommand]:
        """The commands. CommandError where the script is none."""
        blocks: list[int] = []
        while True:
            self._skip(" \t\n;")
            if self.at >= len(self.text):
                break
            if self.text[self.at] == "#":
                self._line()
                continue
            one = SedCommand("")
            one.first = self._address()
            self._skip(" \t")
            if one.first and self.text.startswith(",", self.at):
                self.at += 1
                self._skip(" \t")
                one.second = self._address(second=True)
                if one.second is None:
                    raise self.fail()
            self._skip(" \t")
            while self.text.startswith("!", self.at):
                one.negated = True
                self.at += 1
                self._skip(" \t")
            if self.at >= len(self.text):
                raise self.fail()
            one.name = self.text[self.at]
            self.at += 1
            self._command(one)
            if one.name == "{":
                blocks.append(len(self.commands))
            elif one.name == "}":
                if not blocks:
                    raise self.fail()
                self.commands[blocks.pop()].target = len(self.commands)
            self.commands.append(one)
        if blocks:
            raise CommandError("unfinished {")
        self._labels()
        return self.commands

    def _labels(self) -> None:
        places = {one.text: number for number, one in enumerate(self.commands) if one.name == ":"}
        for one in self.commands:
            if one.name in "btT":
                if one.text and one.text not in places:
                    raise CommandError(f"no :{one.text}")
                one.target = places[one.text] if one.text else len(self.commands)

    def _skip(self, chars: str) -> None:
        while self.at < len(self.text) and self.text[self.at] in chars:
            self.at += 1

    def _line(self) -> str:
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        line = self.text[self.at : end]
        self.at = end
        return line

    def _address(self, *, second: bool = False) -> Address | None:
        found = re.compile(r"(\d+)(?:~(\d+))?").match(self.text, self.at)
        if found:
            self.at = found.end()
            if found.group(2) is not None:
                return Address("step", int(found.group(1)), int(found.group(2)))
            return Address("line", int(found.group(1)))
        if second and (found := re.compile(r"([+~])(\d+)").match(self.text, self.at)):
            self.at = found.end()
            return Address("plus" if found.group(1) == "+" else "multiple", int(found.group(2)))
        char = self.text[self.at : self.at + 1]
        if char == "$":
            self.at += 1
            return Address("last")
        if char == "/" or char == "\\":
            self.at += 1 if char == "/" else 2
            source = self._until("/" if char == "/" else self.text[self.at - 1 : self.at])
            ignore = multi = False
            while self.text[self.at : self.at + 1] in ("I", "M"):
                ignore, multi = ignore or self.text[self.at] == "I", multi or self.text[self.at] == "M"
                self.at += 1
            return Address("regex", regex=self._regex(source, ignore=ignore, multiline=multi))
        return None

    def _regex(self, source: str, *, ignore: bool, multiline: bool) -> re.Pattern[str] | None:
        """None stands for the empty pattern: the last one used."""
        if not source:
            return None
        return compile_regex(source, extended=self.extended, ignore_case=ignore, multiline=multiline)

    def _until(self, mark: str, *, regex: bool = True) -> str:
        if not mark or mark == "\n":
            raise self.fail()
        out: list[str] = []
        bracket = False
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == "\\" and self.at < len(self.text) and not bracket:
                following = self.text[self.at]
                self.at += 1
                if following == mark:
                    out.append(mark if mark not in "|+?(){}&" or not regex else "\\" + mark)
                else:
                    out.append("\n" if following == "n" and regex else "\\" + following)
                continue
            if regex and char == "[" and not bracket:
                bracket = True
                out.append(char)
                rest = re.compile(r"\^?\]?").match(self.text, self.at)
                assert rest is not None
                out.append(rest.group())
                self.at = rest.end()
                continue
            if char == "]" and bracket:
                bracket = False
            elif char == mark and not bracket:
                return "".join(out)
            out.append(char)
        raise self.fail()

    def _command(self, one: SedCommand) -> None:
        name = one.name
        if name == "s":
            self._substitute(one)
        elif name == "y":
            self._transliterate(one)
        elif name in "aic":
            self._text_argument(one)
            return
        elif name in ":btTrRwW":
            self._skip(" \t")
            if name in "rRwW":
                one.text = self._line()
                return
            found = re.compile(r"[^;\n}]*" if name != ":" else r"[^;\n]*").match(self.text, self.at)
            assert found is not None
            one.text = found.group().strip()
            self.at = found.end()
        elif name in "qQlL":
            self._skip(" \t")
            found = re.compile(r"\d*").match(self.text, self.at)
            assert found is not None
            one.nth = int(found.group() or 0)
            self.at = found.end()
        elif name == "{":
            return
        elif name not in "}=dDgGhHnNpPxz":
            self.at -= 1
            raise self.fail()
        self._skip(" \t")
        if self.at < len(self.text) and self.text[self.at] not in ";\n}#":
            raise self.fail()

    def _text_argument(self, one: SedCommand) -> None:
        self._skip(" \t")
        if self.text.startswith("\\", self.at):
            self.at += 1
            self._skip(" \t")
            if self.text.startswith("\n", self.at):
                self.at += 1
        lines: list[str] = []
        while True:
            line = self._line()
            self.at += 1
            continued = len(line) - len(line.rstrip("\\"))
            if continued % 2 and self.at <= len(self.text):
                lines.append(line[:-1])
                continue
            lines.append(line)
            break
        one.text = re.sub(r"\\(.)", r"\1", "\n".join(lines), flags=re.DOTALL)

    def _substitute(self, one: SedCommand) -> None:
        mark = self.text[self.at : self.at + 1]
        self.at += 1
        source = self._until(mark)
        start = self.at
        replacement = self._until(mark, regex=False)
        one.replacement = _replacement(self.text[start : self.at - 1] if mark == "&" else replacement)
        while self.at < len(self.text) and self.text[self.at] not in ";\n}# \t":
            char = self.text[self.at]
            if char.isdigit():
                found = re.compile(r"\d+").match(self.text, self.at)
                assert found is not None
                one.nth = int(found.group())
                self.at = found.end()
                continue
            if char == "w":
                self.at += 1
                self._skip(" \t")
                one.text = self._line()
                break
            if char not in "gpiIMme":
                raise self.fail()
            one.flags += char
            self.at += 1
        one.regex = self._regex(
            source, ignore="i" in one.flags or "I" in one.flags, multiline="M" in one.flags or "m" in one.flags
        )

    def _transliterate(self, one: SedCommand) -> None:
        mark = self.text[self.at : self.at + 1]
        self.at += 1
        sides = [
            re.sub(
                r"\\(.)",
                lambda found: {"n": "\n", "t": "\t"}.get(found.group(1), found.group(1)),
                self._until(mark, regex=False),
            )
            for _ in range(2)
        ]
        if len(sides[0]) != len(sides[1]):
            raise CommandError(f"bad y '{self.text}': lengths differ")
        one.table = dict(zip(sides[0], sides[1], strict=True))


_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}


def _replacement(text: str) -> list[str | int]:
    """Literal texts, group numbers, and the case marks `\\U \\L \\E \\u \\l` as they are."""
    out: list[str | int] = []
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "&":
            out.append(0)
        elif char == "\\" and at < len(text):
            letter = text[at]
            at += 1
            if letter.isdigit():
                out.append(int(letter))
            else:
                out.append(_PLAIN.get(letter, letter))
        else:
            out.append(char)
    return out
