"""`awk`: running a program over lines (POSIX awk as Android's one-true-awk has it)."""

from __future__ import annotations

import math
import random
import re
from typing import Any

from simulator.files import FileError
from simulator.shell.awk_parser import AwkParser, Node, unquote
from simulator.shell.command import Input, Invocation, Output, command
from simulator.shell.options import CommandError, full, options
from simulator.shell.regex import compile_regex
from simulator.shell.streams import open_input, open_output

Value = str | float
_NUMBER = re.compile(r"\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


class Seen(str):
    """Text that came from outside: it counts as a number where it looks like one. The empty one is also what an
    unset variable is."""

    __slots__ = ()


UNSET = Seen("")


class _Flow(Exception):
    """next, exit, break, continue, return."""

    def __init__(self, kind: str, value: Value = "") -> None:
        super().__init__(kind)
        self.kind, self.value = kind, value


def number(value: Value) -> float:
    """A value as a number: the leading one of a text."""
    if isinstance(value, float):
        return value
    found = _NUMBER.match(value)
    return float(found.group()) if found else 0.0


def _looks_numeric(value: Value) -> bool:
    if isinstance(value, float):
        return True
    return isinstance(value, Seen) and (value == "" or _NUMBER.fullmatch(value.rstrip()) is not None)


@command("awk")
async def awk(call: Invocation) -> int:
    """`awk [-F FS] [-v NAME=VALUE] [-f FILE] [PROGRAM] [FILE | NAME=VALUE]…`."""
    chosen = options(call, "F:v:f:", stop=True, code=2)
    args = list(chosen.args)
    sources: list[str] = []
    for name in chosen.every.get("f", []):
        try:
            sources.append(call.phone.files.read(full(call, name), call.uid).decode("utf-8", "surrogateescape"))
        except FileError as error:
            raise CommandError(f"can't open file {name}", 2) from error
    if not sources:
        if not args:
            call.err.line("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]")
            return 2
        sources = [args.pop(0)]
    runner = Awk(call, AwkParser("\n".join(sources)).parse(), args)
    if "F" in chosen.flags:
        runner.variables["FS"] = "\t" if chosen.flags["F"] == "t" else unquote(chosen.flags["F"])
    for text in chosen.every.get("v", []):
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"invalid -v argument {text}", 2)
        runner.variables[name] = Seen(unquote(value))
    return await runner.run()


class Awk:
    """One run of a program."""

    def __init__(self, call: Invocation, program: AwkParser, args: list[str]) -> None:
        self.call, self.program = call, program
        self.variables: dict[str, Any] = {
            "FS": " ", "OFS": " ", "ORS": "\n", "RS": "\n", "NR": 0.0, "NF": 0.0, "FNR": 0.0, "SUBSEP": "\x1c",
            "CONVFMT": "%.6g", "OFMT": "%.6g", "RSTART": 0.0, "RLENGTH": -1.0, "FILENAME": "",
            "ENVIRON": {name: Seen(value) for name, value in call.shell.env.items()},
            "ARGC": float(len(args) + 1), "ARGV": {str(at): Seen(text) for at, text in enumerate(["awk", *args])},
        }  # fmt: skip
        self.frames: list[dict[str, Any]] = []
        self.record = ""
        self.fields: list[Value] = []
        self.reader: Input | None = None
        self.pending = list(args)
        self.used_file = False
        self.outputs: dict[str, tuple[Output, bytearray | None]] = {}
        self.inputs: dict[str, Input] = {}
        self.active: set[int] = set()
        self.turns = 0
        self.dice = random.Random(1)
        self.seed = 1.0

    async def run(self) -> int:
        """BEGIN, the records, END; the exit code."""
        code = 0
        try:
            try:
                for block in self.program.begin:
                    await self.execute(block)
                if self.program.rules or self.program.end:
                    while (line := await self.next_record()) is not None:
                        self.set_record(line)
                        await self.rules()
            except _Flow as flow:
                if flow.kind != "exit":
                    raise
                code = int(number(flow.value)) & 255
            for block in self.program.end:
                await self.execute(block)
        except _Flow as flow:
            code = code if flow.value == "" else int(number(flow.value)) & 255
        except RecursionError:
            raise CommandError("function calls nested too deep", 2) from None
        return await self._close(code)

    async def _close(self, code: int) -> int:
        for name in list(self.outputs):
            await self.close(name)
        return code

    async def close(self, name: str) -> int:
        """Close a file or a pipe; a pipe's command runs now, on what was written."""
        self.inputs.pop(name, None)
        if name not in self.outputs:
            return -1
        _, collected = self.outputs.pop(name)
        if collected is not None:
            return await self.call.shell.run_line(name, Input(bytes(collected)), self.call.out, self.call.err)
        return 0

    async def next_record(self) -> str | None:
        """The next record of the operands or stdin."""
        while True:
            if self.reader is None:
                while self.pending:
                    name = self.pending.pop(0)
                    found = re.fullmatch(r"([A-Za-z_]\w*)=(.*)", name, re.DOTALL)
                    if found:
                        self.variables[found.group(1)] = Seen(unquote(found.group(2)))
                        continue
                    if not name:
                        continue
                    self.used_file = True
                    self.variables["FILENAME"], self.variables["FNR"] = name, 0.0
                    try:
                        self.reader = (
                            self.call.stdin
                            if name == "-"
                            else open_input(self.call.phone.files, full(self.call, name), self.call.uid)
                        )
                    except FileError as error:
                        raise CommandError(f"can't open file {name}", 2) from error
                    break
                else:
                    if self.used_file:
                        return None
                    self.used_file, self.reader = True, self.call.stdin
            line = await self.read(self.reader)
            if line is not None:
                self.variables["NR"] = number(self.variables["NR"]) + 1
                self.variables["FNR"] = number(self.variables["FNR"]) + 1
                return line
            self.reader = None

    async def read(self, reader: Input) -> str | None:
        """One record by RS: lines, paragraphs (empty RS) or up to its first character."""
        separator = self.text(self.variables["RS"])
        if separator == "\n":
            raw = await reader.read_line()
            return raw.decode("utf-8", "surrogateescape").removesuffix("\n") if raw else None
        collected = b""
        if not separator:
            while line := await reader.read_line():
                if line == b"\n":
                    if collected:
                        break
                    continue
                collected += line
            return collected.decode("utf-8", "surrogateescape").removesuffix("\n") if collected else None
        mark = separator[0].encode()
        seen = False
        while byte := await reader.read(1):
            seen = True
            if byte == mark:
                return collected.decode("utf-8", "surrogateescape")
            collected += byte
        text = collected.decode("utf-8", "surrogateescape")
        return text if seen else None

    # -- records and fields --------------------------------------------------------------------------------

    def set_record(self, line: str) -> None:
        """Make `line` the record and split it."""
        self.record = line
        self.fields = [Seen(piece) for piece in self.split(line, self.text(self.variables["FS"]))]
        self.variables["NF"] = float(len(self.fields))

    def split(self, text: str, separator: str) -> list[str]:
        """Fields of a text."""
        if separator == " ":
            return text.split()
        if not text:
            return []
        if not separator:
            return list(text)
        if self.variables["RS"] == "":
            return (
                re.split(f"(?:{compile_regex(separator, extended=True).pattern})|\n", text)
                if len(separator) > 1
                else re.split(re.escape(separator) + "|\n", text)
            )
        if len(separator) == 1 and separator != "\\":
            return text.split(separator)
        return _split(compile_regex(separator, extended=True), text)

    def field(self, at: int) -> Value:
        """`$at`."""
        if at < 0:
            raise CommandError(f"trying to access out of range field {at}", 2)
        if at == 0:
            return Seen(self.record)
        return self.fields[at - 1] if at <= len(self.fields) else UNSET

    def set_field(self, at: int, value: Value) -> None:
        """`$at = value`."""
        if at == 0:
            self.set_record(self.text(value))
            return
        if at > 1_000_000:
            raise CommandError(f"trying to access out of range field {at}", 2)
        self.fields += [UNSET] * (at - len(self.fields))
        self.fields[at - 1] = value
        self._rebuild()

    def _rebuild(self) -> None:
        self.variables["NF"] = float(len(self.fields))
        self.record = self.text(self.variables["OFS"]).join(self.text(one) for one in self.fields)

    def text(self, value: Value, layout: str = "CONVFMT") -> str:
        """A value as text; numbers by CONVFMT or OFMT."""
        if isinstance(value, str):
            return value
        if math.isfinite(value) and value == int(value) and abs(value) < 1e30:
            return str(int(value))
        if not math.isfinite(value):
            return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
        return str(self.variables[layout]) % value

    def true(self, value: Value) -> bool:
        """Whether a value counts as true."""
        return (
            number(value) != 0 if isinstance(value, float) or (_looks_numeric(value) and value != "") else value != ""
        )

    # -- variables -----------------------------------------------------------------------------------------

    def scope(self, name: str) -> dict[str, Any]:
        """Where a name lives."""
        return self.frames[-1] if self.frames and name in self.frames[-1] else self.variables

    def get(self, name: str) -> Value:
        """A variable's value."""
        value = self.scope(name).get(name, UNSET)
        if isinstance(value, dict):
            raise CommandError(f"can't use array {name} as a value", 2)
        return UNSET if value is None else value

    def array(self, name: str) -> dict[str, Value]:
        """A variable as an array, made where it is unset."""
        scope = self.scope(name)
        value = scope.get(name)
        if value is None:
            value = scope[name] = {}
        if not isinstance(value, dict):
            raise CommandError(f"can't use {name} as an array", 2)
        return value

    async def key(self, nodes: list[Node]) -> str:
        """A subscript."""
        return self.text(self.variables["SUBSEP"]).join([self.text(await self.value(node)) for node in nodes])

    async def assign(self, target: Node, value: Value) -> Value:
        """Store a value in a variable, a field or an element."""
        if target[0] == "field":
            self.set_field(int(number(await self.value(target[1]))), value)
        elif target[0] == "index":
            self.array(target[1])[await self.key(target[2])] = value
        else:
            self.scope(target[1])[target[1]] = value
            if target[1] == "NF":
                count = max(int(number(value)), 0)
                self.fields = (self.fields + [UNSET] * min(count, 1_000_000))[:count]
                self._rebuild()
        return value

    # -- statements ----------------------------------------------------------------------------------------

    async def rules(self) -> None:
        """All rules on the present record."""
        try:
            for at, (first, second, body) in enumerate(self.program.rules):
                if first is not None:
                    if second is None:
                        if not self.true(await self.value(first)):
                            continue
                    elif at in self.active:
                        if self.true(await self.value(second)):
                            self.active.discard(at)
                    elif self.true(await self.value(first)):
                        if not self.true(await self.value(second)):
                            self.active.add(at)
                    else:
                        continue
                if body is None:
                    self.call.out.text(self.record + self.text(self.variables["ORS"]))
                else:
                    await self.execute(body)
        except _Flow as flow:
            if flow.kind != "next":
                raise
        await self._breathe()

    async def _breathe(self) -> None:
        self.turns += 1
        if self.turns % 256 == 0:
            await self.call.out.drain()

    async def execute(self, node: Node) -> None:
        """Run one statement."""
        kind = node[0]
        if kind == "block":
            for one in node[1]:
                await self.execute(one)
        elif kind == "expr":
            await self.value(node[1])
        elif kind == "print":
            values = [self.text(await self.value(one), "OFMT") for one in node[1]] if node[1] else [self.record]
            await self.write(self.text(self.variables["OFS"]).join(values) + self.text(self.variables["ORS"]), node[2])
        elif kind == "printf":
            await self.write(self.format([await self.value(one) for one in node[1]]), node[2])
        elif kind == "if":
            if self.true(await self.value(node[1])):
                await self.execute(node[2])
            elif node[3] is not None:
                await self.execute(node[3])
        elif kind in ("while", "for", "do", "forin"):
            await self.loop(node)
        elif kind == "delete":
            if node[2] is None:
                self.array(node[1]).clear()
            else:
                self.array(node[1]).pop(await self.key(node[2]), None)
        elif kind in ("exit", "return"):
            raise _Flow(kind, "" if node[1] is None else await self.value(node[1]))
        else:
            raise _Flow(kind)

    async def turn(self, body: Node) -> bool:
        """One turn of a loop; whether it goes on."""
        await self._breathe()
        try:
            await self.execute(body)
        except _Flow as flow:
            if flow.kind not in ("break", "continue"):
                raise
            return flow.kind == "continue"
        return True

    async def loop(self, node: Node) -> None:
        """Run a loop."""
        if node[0] == "forin":
            for key in list(self.array(node[2])):
                await self.assign(("var", node[1]), Seen(key))
                if not await self.turn(node[3]):
                    break
        elif node[0] == "while":
            while self.true(await self.value(node[1])) and await self.turn(node[2]):
                pass
        elif node[0] == "do":
            while await self.turn(node[1]) and self.true(await self.value(node[2])):
                pass
        else:
            _, start, condition, step, body = node
            if start is not None:
                await self.execute(start)
            while (condition is None or self.true(await self.value(condition))) and await self.turn(body):
                if step is not None:
                    await self.execute(step)

    async def write(self, text: str, target: tuple[str, Node] | None) -> None:
        """print's output to stdout, a file or a pipe."""
        if target is None:
            self.call.out.text(text)
            return
        op, node = target
        name = self.text(await self.value(node))
        if name not in self.outputs:
            if op == "|":
                collected = bytearray()
                self.outputs[name] = (Output(collected.extend), collected)
            elif name in ("/dev/stdout", "/dev/stderr"):
                self.outputs[name] = (self.call.out if name.endswith("out") else self.call.err, None)
            else:
                try:
                    opened = open_output(self.call.phone.files, full(self.call, name), self.call.uid, append=op == ">>")
                except FileError as error:
                    raise CommandError(f"can't redirect to {name}", 2) from error
                self.outputs[name] = (opened, None)
        self.outputs[name][0].text(text)

    def format(self, values: list[Value]) -> str:
        """printf and sprintf."""
        layout = self.text(values[0]) if values else ""
        rest = iter(values[1:])

        def one(found: re.Match[str]) -> str:
            flags, width, precision, kind = found.groups()
            if kind == "%":
                return "%"
            if width == "*":
                width = str(int(number(next(rest, 0.0))))
            if precision == ".*":
                precision = f".{int(number(next(rest, 0.0)))}"
            if int(width or 0) > 100_000 or len(precision or "") > 5:
                raise CommandError("format item too long", 2)
            value = next(rest, None)
            if value is None:
                raise CommandError(f"not enough args in printf({layout})", 2)
            head = f"%{flags}{width or ''}{precision or ''}"
            if kind == "c":
                return (head + "s") % (chr(int(value)) if isinstance(value, float) else value[:1])
            if kind in "di":
                amount = number(value)
                return (head + "d") % int(amount) if math.isfinite(amount) else self.text(amount)
            if kind in "ouxX":
                return (head + ("d" if kind == "u" else kind)) % (int(number(value)) % (1 << 64))
            if kind in "eEfFgG":
                return (head + kind) % number(value)
            return (head + "s") % self.text(value)

        return re.sub(r"%([-+ #0]*)(\*|\d+)?(\.\d*|\.\*)?[hlLqjzt]*([diouxXeEfFgGcs%])", one, layout)

    # -- expressions ---------------------------------------------------------------------------------------

    async def value(self, node: Node) -> Value:
        """The value of an expression."""
        kind = node[0]
        if kind == "value":
            return node[1]  # type: ignore[no-any-return]
        if kind == "var":
            return self.get(node[1])
        if kind == "field":
            return self.field(int(number(await self.value(node[1]))))
        if kind == "index":
            return self.array(node[1]).setdefault(await self.key(node[2]), UNSET)
        if kind == "group":
            return await self.value(node[1])
        if kind == "regex":
            return float(compile_regex(node[1], extended=True).search(self.record) is not None)
        if kind == "concat":
            left = self.text(await self.value(node[1]))
            return left + self.text(await self.value(node[2]))
        if kind == "math":
            left_number = number(await self.value(node[2]))
            return _math(node[1], left_number, number(await self.value(node[3])))
        if kind == "compare":
            return float(self.compare(node[1], await self.value(node[2]), await self.value(node[3])))
        if kind == "match":
            pattern = await self.pattern(node[2])
            return float((pattern.search(self.text(await self.value(node[1]))) is not None) != node[3])
        if kind == "and":
            return float(self.true(await self.value(node[1])) and self.true(await self.value(node[2])))
        if kind == "or":
            return float(self.true(await self.value(node[1])) or self.true(await self.value(node[2])))
        if kind == "not":
            return float(not self.true(await self.value(node[1])))
        if kind in ("negative", "positive"):
            amount = number(await self.value(node[1]))
            return -amount if kind == "negative" else amount
        if kind == "ternary":
            return await self.value(node[2] if self.true(await self.value(node[1])) else node[3])
        if kind == "assign":
            value = await self.value(node[3])
            if node[2]:
                value = _math(node[2], number(await self.value(node[1])), number(value))
            return await self.assign(node[1], value)
        if kind in ("before", "after"):
            old = number(await self.value(node[2]))
            new = old + (1 if node[1] == "++" else -1)
            await self.assign(node[2], new)
            return old if kind == "after" else new
        if kind == "in":
            return float(await self.key(node[1]) in self.array(node[2]))
        if kind == "getline":
            return await self.getline(node[1], node[2])
        if kind == "call":
            from simulator.shell.awk_functions import call_function

            return await call_function(self, node[1], node[2])
        raise CommandError("syntax error", 2)

    async def pattern(self, node: Node) -> re.Pattern[str]:
        """A regular expression, literal or computed."""
        source = node[1] if node[0] == "regex" else self.text(await self.value(node))
        return compile_regex(source, extended=True)

    def compare(self, op: str, left: Value, right: Value) -> bool:
        """Numbers as numbers, else texts."""
        one: Any = left
        two: Any = right
        if _looks_numeric(left) and _looks_numeric(right):
            one, two = number(left), number(right)
        else:
            one, two = self.text(left), self.text(right)
        return bool(
            {"<": one < two, "<=": one <= two, "==": one == two, "!=": one != two, ">": one > two, ">=": one >= two}[op]
        )

    async def getline(self, target: Node | None, source: tuple[str, Node] | None) -> float:
        """getline in its forms: 1 where a record came, 0 at the end, -1 where it cannot be read."""
        if source is None:
            line = await self.next_record()
        else:
            name = self.text(await self.value(source[1]))
            if name not in self.inputs:
                if source[0] == "|":
                    collected = bytearray()
                    await self.call.shell.run_line(name, Input(), Output(collected.extend), self.call.err)
                    self.inputs[name] = Input(bytes(collected))
                else:
                    try:
                        self.inputs[name] = open_input(self.call.phone.files, full(self.call, name), self.call.uid)
                    except FileError:
                        return -1.0
            line = await self.read(self.inputs[name])
            if line is not None and source[0] == "|":
                self.variables["NR"] = number(self.variables["NR"]) + 1
        if line is None:
            return 0.0
        if target is None:
            self.set_record(line)
        else:
            await self.assign(target, Seen(line))
        return 1.0

    async def user_function(self, name: str, arguments: list[Node]) -> Value:
        """Call a function of the program; arrays go by reference."""
        names, body = self.program.functions[name]
        if len(self.frames) > 60:
            raise RecursionError
        frame: dict[str, Any] = dict.fromkeys(names)
        for parameter, node in zip(names, arguments, strict=False):
            if node[0] == "var":
                scope = self.scope(node[1])
                held = scope.get(node[1])
                if held is None and node[1] not in ("NF", "NR"):
                    # Unset: it may become an array in the function, so both names get the same empty one if so used.
                    frame[parameter] = None
                    continue
                frame[parameter] = held
            else:
                frame[parameter] = await self.value(node)
        self.frames.append(frame)
        try:
            await self.execute(body)
        except _Flow as flow:
            if flow.kind != "return":
                raise
            return UNSET if flow.value == "" else flow.value
        finally:
            self.frames.pop()
            for parameter, node in zip(names, arguments, strict=False):
                if node[0] == "var" and isinstance(frame[parameter], dict):
                    self.scope(node[1]).setdefault(node[1], frame[parameter])
        return UNSET


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    pieces, position = [], 0
    for found in pattern.finditer(text):
        if found.end() > found.start():
            pieces.append(text[position : found.start()])
            position = found.end()
    return [*pieces, text[position:]]


def _math(op: str, left: float, right: float) -> float:
    try:
        if op == "+":
            return left + right
        if op == "-":
            return left - right
        if op == "*":
            return left * right
        if op == "^":
            return float(left**right)
        if right == 0:
            raise CommandError("division by zero" + (" in %" if op == "%" else ""), 2)
        return left / right if op == "/" else math.fmod(left, right)
    except OverflowError:
        return math.inf
    except TypeError:
        return math.nan


__all__ = ["Awk", "Seen"]
