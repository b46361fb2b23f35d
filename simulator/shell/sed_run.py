"""`sed`: running a script over lines."""

from __future__ import annotations

import asyncio
import re

from simulator.files import FileError
from simulator.shell.command import Invocation, Output, command
from simulator.shell.memory import afford
from simulator.shell.options import CommandError, complain, full, options
from simulator.shell.sed import Address, SedCommand, SedParser
from simulator.shell.streams import open_output


@command("sed")
async def sed(call: Invocation) -> int:
    """`sed [-nErsiz] [-e SCRIPT] [-f FILE] [SCRIPT] [FILE…]`; -iSUFFIX keeps a copy."""
    words = list(call.args)
    suffix: str | None = None
    for number, word in enumerate(words):
        if word == "--":
            break
        found = re.fullmatch(r"-([nErsz]*)i(.*)", word)
        if found:
            # -i takes its value only when attached, which getopt cannot say.
            suffix = found.group(2)
            words[number] = "-s" + found.group(1)
    inner = Invocation([call.argv[0], *words], call.phone, call.shell, call.out, call.err, call.stdin, call.uid)
    chosen = options(
        inner,
        "e:Ef:nrsz",
        long={"expression": "e", "quiet": "n", "silent": "n", "regexp-extended": "E", "file": "f", "null-data": "z"},
    )
    scripts = list(chosen.every.get("e", []))
    args = list(chosen.args)
    for name in chosen.every.get("f", []):
        try:
            scripts.append(
                call.phone.files.read(full(call, name), call.uid).decode("utf-8", "surrogateescape").removesuffix("\n")
            )
        except FileError as error:
            raise CommandError(f"{name}: {error}") from error
    if not scripts:
        if not args:
            raise CommandError("no pattern")
        scripts = [args.pop(0)]
    script = SedParser("\n".join(scripts), extended=chosen.has("E") or chosen.has("r")).parse()
    quiet, end = chosen.has("n"), "\0" if chosen.has("z") else "\n"
    code = 0
    texts: list[tuple[str, str]] = []
    for name in args or ["-"]:
        try:
            data = await call.stdin.read_all() if name == "-" else call.phone.files.read(full(call, name), call.uid)
        except FileError as error:
            code = complain(call, name, error)
            continue
        texts.append((name, data.decode("utf-8", "surrogateescape")))
    if suffix is None and not chosen.has("s"):
        runner = _Runner(call, script, quiet, end, call.out)
        return await runner.run([text for _, text in texts]) or code
    for name, text in texts:
        collected = bytearray()
        target = Output(collected.extend) if suffix is not None else call.out
        runner = _Runner(call, script, quiet, end, target)
        code = await runner.run([text]) or code
        if suffix is not None:
            path = full(call, name)
            if suffix:
                backup = suffix.replace("*", name) if "*" in suffix else name + suffix
                call.phone.files.copy(path, full(call, backup), call.uid)
            call.phone.files.write(path, bytes(collected), uid=call.uid)
    return code


class _Runner:
    def __init__(self, call: Invocation, script: list[SedCommand], quiet: bool, end: str, out: Output) -> None:
        self.call, self.script, self.quiet, self.end, self.out = call, script, quiet, end, out
        self.hold = ""
        self.pattern = ""
        self.lines: list[str] = []
        self.ended = True
        self.number = 0
        self.appended: list[str] = []
        self.last_regex: re.Pattern[str] | None = None
        self.files: dict[str, Output] = {}
        for one in script:
            one.active = False

    async def run(self, texts: list[str]) -> int:
        for text in texts:
            if not text:
                continue
            pieces = text.split(self.end)
            self.ended = not pieces[-1]
            self.lines += pieces[:-1] if not pieces[-1] else pieces
        code: int | None = None
        restart = False
        while code is None and (restart or self.number < len(self.lines)):
            if not restart:
                self.pattern = self.lines[self.number]
                self.number += 1
            if self.number % 512 == 0:
                await self.out.drain()
            restart, code = await self._cycle()
        return code or 0

    def emit(self, text: str, *, line: bool = True) -> None:
        final = self.number >= len(self.lines) and not self.ended
        self.out.text(text + ("" if final and line else self.end))

    def _flush(self) -> None:
        for text in self.appended:
            self.out.text(text)
        self.appended.clear()

    def _finish(self, shown: bool) -> None:
        if shown and not self.quiet:
            self.emit(self.pattern)
        self._flush()

    async def _cycle(self) -> tuple[bool, int | None]:
        """(whether the next cycle keeps the pattern space, exit code where sed quits)."""
        at = steps = 0
        replaced = False
        while at < len(self.script):
            one = self.script[at]
            at += 1
            steps += 1
            if steps % 1000 == 0:
                await asyncio.sleep(0)
            if one.name in ":}":
                continue
            if not self._selected(one):
                if one.name == "{":
                    at = one.target
                continue
            if one.name == "s":
                replaced = self._substitute(one) or replaced
            elif one.name == "b":
                at = one.target
            elif one.name in "tT":
                if replaced == (one.name == "t"):
                    at = one.target
                replaced = False
            elif one.name == "d":
                self._flush()
                return False, None
            elif one.name == "D":
                if "\n" not in self.pattern:
                    self._flush()
                    return False, None
                self.pattern = self.pattern.partition("\n")[2]
                self._flush()
                return True, None
            elif one.name == "c":
                if one.second is None or not one.active or one.negated:
                    self.out.text(one.text + "\n")
                self._flush()
                return False, None
            elif one.name in "nN":
                if self.number >= len(self.lines):
                    # POSIX's N at the end drops the pattern space; toybox and GNU print it.
                    self._finish(shown=True)
                    return False, 0
                if one.name == "n":
                    self._finish(shown=True)
                    self.pattern = self.lines[self.number]
                else:
                    self._flush()
                    self.pattern += "\n" + self.lines[self.number]
                self.number += 1
            elif one.name in "qQ":
                if one.name == "q":
                    self._finish(shown=True)
                return False, one.nth
            else:
                self._plain(one)
        self._finish(shown=True)
        return False, None

    def _plain(self, one: SedCommand) -> None:
        name = one.name
        if name == "p":
            self.emit(self.pattern)
        elif name == "P":
            self.emit(self.pattern.partition("\n")[0], line=False)
        elif name == "=":
            self.out.text(f"{self.number}\n")
        elif name == "a":
            self.appended.append(one.text + "\n")
        elif name == "i":
            self.out.text(one.text + "\n")
        elif name == "h":
            self.hold = self.pattern
        elif name == "H":
            afford(len(self.hold) + len(self.pattern))
            self.hold += "\n" + self.pattern
        elif name == "g":
            self.pattern = self.hold
        elif name == "G":
            afford(len(self.hold) + len(self.pattern))
            self.pattern += "\n" + self.hold
        elif name == "x":
            self.pattern, self.hold = self.hold, self.pattern
        elif name == "z":
            self.pattern = ""
        elif name == "y":
            self.pattern = "".join(one.table.get(char, char) for char in self.pattern)
        elif name == "l":
            self.out.text(_visible(self.pattern) + "$\n")
        elif name == "r":
            try:
                data = self.call.phone.files.read(full(self.call, one.text), self.call.uid)
                self.appended.append(data.decode("utf-8", "surrogateescape"))
            except FileError:
                pass
        elif name == "w":
            self._file(one.text).text(self.pattern + "\n")

    def _file(self, name: str) -> Output:
        if name == "/dev/stdout":
            return self.out
        if name not in self.files:
            self.files[name] = open_output(self.call.phone.files, full(self.call, name), self.call.uid)
        return self.files[name]

    def _matches(self, address: Address) -> bool:
        if address.kind == "line":
            return self.number == address.number
        if address.kind == "last":
            return self.number >= len(self.lines)
        if address.kind == "step":
            return self.number >= address.number and (
                (self.number - address.number) % address.step == 0 if address.step else self.number == address.number
            )
        regex = address.regex or self.last_regex
        if regex is None:
            raise CommandError("no previous regex")
        self.last_regex = regex
        return regex.search(self.pattern) is not None

    def _selected(self, one: SedCommand) -> bool:
        if one.first is None:
            return not one.negated
        if one.second is None:
            return self._matches(one.first) != one.negated
        return self._in_range(one, one.first, one.second) != one.negated

    def _in_range(self, one: SedCommand, first: Address, second: Address) -> bool:
        if one.active:
            if second.kind == "line" or second.kind in ("plus", "multiple"):
                one.active = self.number < one.until
                return self.number <= one.until
            one.active = not self._matches(second)
            return True
        if first.kind == "line" and first.number == 0 and second.kind == "regex" and self.number == 1:
            one.active = not self._matches(second)
            return True
        if not self._matches(first):
            return False
        if second.kind == "line":
            one.until = second.number
        elif second.kind == "plus":
            one.until = self.number + second.number
        elif second.kind == "multiple":
            one.until = -(-self.number // second.number) * second.number if second.number else self.number
        one.active = (
            one.until > self.number if second.kind in ("line", "plus", "multiple") else self.number < len(self.lines)
        )
        return True

    def _substitute(self, one: SedCommand) -> bool:
        regex = one.regex or self.last_regex
        if regex is None:
            raise CommandError("no previous regex")
        self.last_regex = regex
        text, out = self.pattern, []
        position, count, changed = 0, 0, False
        for found in regex.finditer(text):
            if found.end() == found.start() and found.start() == position and count and position:
                continue
            count += 1
            if count < one.nth:
                continue
            out += [text[position : found.start()], _expanded(one.replacement, found)]
            position = found.end()
            changed = True
            if "g" not in one.flags:
                break
        if not changed:
            return False
        self.pattern = "".join(out) + text[position:]
        afford(len(self.pattern))
        if "p" in one.flags:
            self.emit(self.pattern)
        if one.text:
            self._file(one.text).text(self.pattern + "\n")
        return True


def _expanded(pieces: list[str | int], found: re.Match[str]) -> str:
    try:
        return "".join(piece if isinstance(piece, str) else found.group(piece) or "" for piece in pieces)
    except IndexError:
        raise CommandError("bad reference in s replacement") from None


def _visible(text: str) -> str:
    names = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\v": "\\v"}
    out: list[str] = []
    for char in text:
        if char in names:
            out.append(names[char])
        elif char.isprintable():
            out.append(char)
        else:
            out += [f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape")]
    return "".join(out)
