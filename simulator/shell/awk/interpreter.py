"""Running a program: its rules over the records, statements and expressions."""

from __future__ import annotations

import random
import re
from typing import Any

from simulator.shell.awk.channels import Channels
from simulator.shell.awk.expressions import Node
from simulator.shell.awk.formatting import formatted
from simulator.shell.awk.functions import call_function
from simulator.shell.awk.program import Program
from simulator.shell.awk.reading import Operands, read_record
from simulator.shell.awk.record import Record
from simulator.shell.awk.values import UNSET, Seen, Value, calculate, compare, is_true, number
from simulator.shell.awk.variables import Variables
from simulator.shell.command import Invocation
from simulator.shell.memory import afford
from simulator.shell.options import CommandError
from simulator.shell.regex import compile_regex


class _Flow(Exception):
    """next, exit, break, continue, return."""

    def __init__(self, kind: str, value: Value = "") -> None:
        super().__init__(kind)
        self.kind, self.value = kind, value


class Awk:
    """One run of a program."""

    def __init__(self, call: Invocation, program: Program, args: list[str]) -> None:
        self.call, self.program = call, program
        self.variables = Variables(call.shell.env, args)
        self.text = self.variables.text
        self.record = Record(self.variables)
        self.operands = Operands(call, self.variables, args)
        self.channels = Channels(call)
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
                    while (line := await self.operands.next_record()) is not None:
                        self.record.set(line)
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
        await self.channels.close_all()
        return code

    # -- statements ----------------------------------------------------------------------------------------

    async def rules(self) -> None:
        """All rules on the present record."""
        try:
            for at, (first, second, body) in enumerate(self.program.rules):
                if first is not None:
                    if second is None:
                        if not is_true(await self.value(first)):
                            continue
                    elif at in self.active:
                        if is_true(await self.value(second)):
                            self.active.discard(at)
                    elif is_true(await self.value(first)):
                        if not is_true(await self.value(second)):
                            self.active.add(at)
                    else:
                        continue
                if body is None:
                    self.call.out.text(self.record.whole + self.variables.separator("ORS"))
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
            values = [self.text(await self.value(one), "OFMT") for one in node[1]] if node[1] else [self.record.whole]
            await self.write(self.variables.separator("OFS").join(values) + self.variables.separator("ORS"), node[2])
        elif kind == "printf":
            await self.write(formatted([await self.value(one) for one in node[1]], self.text), node[2])
        elif kind == "if":
            if is_true(await self.value(node[1])):
                await self.execute(node[2])
            elif node[3] is not None:
                await self.execute(node[3])
        elif kind in ("while", "for", "do", "forin"):
            await self.loop(node)
        elif kind == "delete":
            if node[2] is None:
                self.variables.array(node[1]).clear()
            else:
                self.variables.array(node[1]).pop(await self.key(node[2]), None)
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
            for key in list(self.variables.array(node[2])):
                await self.assign(("var", node[1]), Seen(key))
                if not await self.turn(node[3]):
                    break
        elif node[0] == "while":
            while is_true(await self.value(node[1])) and await self.turn(node[2]):
                pass
        elif node[0] == "do":
            while await self.turn(node[1]) and is_true(await self.value(node[2])):
                pass
        else:
            _, start, condition, step, body = node
            if start is not None:
                await self.execute(start)
            while (condition is None or is_true(await self.value(condition))) and await self.turn(body):
                if step is not None:
                    await self.execute(step)

    async def write(self, text: str, target: tuple[str, Node] | None) -> None:
        """print's output to stdout, a file or a pipe."""
        if target is None:
            self.call.out.text(text)
        else:
            self.channels.write(target[0], self.text(await self.value(target[1])), text)

    # -- expressions ---------------------------------------------------------------------------------------

    async def value(self, node: Node) -> Value:
        """The value of an expression."""
        kind = node[0]
        if kind == "value":
            return node[1]  # type: ignore[no-any-return]
        if kind == "var":
            return self.variables.get(node[1])
        if kind == "field":
            return self.record.field(int(number(await self.value(node[1]))))
        if kind == "index":
            return self.variables.array(node[1]).setdefault(await self.key(node[2]), UNSET)
        if kind == "group":
            return await self.value(node[1])
        if kind == "regex":
            return float(compile_regex(node[1], extended=True).search(self.record.whole) is not None)
        if kind == "concat":
            head = self.text(await self.value(node[1]))
            rest = self.text(await self.value(node[2]))
            afford(len(head) + len(rest))
            return head + rest
        if kind == "math":
            left_number = number(await self.value(node[2]))
            return calculate(node[1], left_number, number(await self.value(node[3])))
        if kind == "compare":
            left, right = await self.value(node[2]), await self.value(node[3])
            return float(compare(node[1], left, right, self.text))
        if kind == "match":
            pattern = await self.pattern(node[2])
            return float((pattern.search(self.text(await self.value(node[1]))) is not None) != node[3])
        if kind == "and":
            return float(is_true(await self.value(node[1])) and is_true(await self.value(node[2])))
        if kind == "or":
            return float(is_true(await self.value(node[1])) or is_true(await self.value(node[2])))
        if kind == "not":
            return float(not is_true(await self.value(node[1])))
        if kind in ("negative", "positive"):
            amount = number(await self.value(node[1]))
            return -amount if kind == "negative" else amount
        if kind == "ternary":
            return await self.value(node[2] if is_true(await self.value(node[1])) else node[3])
        if kind == "assign":
            value = await self.value(node[3])
            if node[2]:
                value = calculate(node[2], number(await self.value(node[1])), number(value))
            return await self.assign(node[1], value)
        if kind in ("before", "after"):
            old = number(await self.value(node[2]))
            new = old + (1 if node[1] == "++" else -1)
            await self.assign(node[2], new)
            return old if kind == "after" else new
        if kind == "in":
            return float(await self.key(node[1]) in self.variables.array(node[2]))
        if kind == "getline":
            return await self.getline(node[1], node[2])
        if kind == "call":
            if node[1] in self.program.functions:
                return await self.user_function(node[1], node[2])
            return await call_function(self, node[1], node[2])
        raise CommandError("syntax error", 2)

    async def key(self, nodes: list[Node]) -> str:
        """A subscript."""
        return self.variables.separator("SUBSEP").join([self.text(await self.value(node)) for node in nodes])

    async def assign(self, target: Node, value: Value) -> Value:
        """Store a value in a variable, a field or an element."""
        if target[0] == "field":
            self.record.set_field(int(number(await self.value(target[1]))), value)
        elif target[0] == "index":
            self.variables.array(target[1])[await self.key(target[2])] = value
        else:
            self.variables.scope(target[1])[target[1]] = value
            if target[1] == "NF":
                self.record.set_count(int(number(value)))
        return value

    async def pattern(self, node: Node) -> re.Pattern[str]:
        """A regular expression, literal or computed."""
        source = node[1] if node[0] == "regex" else self.text(await self.value(node))
        return compile_regex(source, extended=True)

    async def getline(self, target: Node | None, source: tuple[str, Node] | None) -> float:
        """getline in its forms: 1 where a record came, 0 at the end, -1 where it cannot be read."""
        if source is None:
            line = await self.operands.next_record()
        else:
            op, name = source[0], self.text(await self.value(source[1]))
            reader = await self.channels.reader(op, name)
            if reader is None:
                return -1.0
            line = await read_record(reader, self.variables.separator("RS"))
            if line is not None and op == "|":
                self.variables.everywhere["NR"] = number(self.variables.everywhere["NR"]) + 1
        if line is None:
            return 0.0
        if target is None:
            self.record.set(line)
        else:
            await self.assign(target, Seen(line))
        return 1.0

    async def user_function(self, name: str, arguments: list[Node]) -> Value:
        """Call a function of the program; arrays go by reference."""
        names, body = self.program.functions[name]
        if len(self.variables.frames) > 60:
            raise RecursionError
        frame: dict[str, Any] = dict.fromkeys(names)
        for parameter, node in zip(names, arguments, strict=False):
            if node[0] == "var":
                scope = self.variables.scope(node[1])
                held = scope.get(node[1])
                if held is None and node[1] not in ("NF", "NR"):
                    # Unset: it may become an array in the function, so both names get the same empty one if so used.
                    frame[parameter] = None
                    continue
                frame[parameter] = held
            else:
                frame[parameter] = await self.value(node)
        self.variables.frames.append(frame)
        try:
            await self.execute(body)
        except _Flow as flow:
            if flow.kind != "return":
                raise
            return UNSET if flow.value == "" else flow.value
        finally:
            self.variables.frames.pop()
            for parameter, node in zip(names, arguments, strict=False):
                if node[0] == "var" and isinstance(frame[parameter], dict):
                    self.variables.scope(node[1]).setdefault(node[1], frame[parameter])
        return UNSET
