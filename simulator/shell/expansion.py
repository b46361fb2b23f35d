"""Words to arguments: tilde, parameters, command substitution, arithmetic, field splitting, path names."""

from __future__ import annotations

from collections.abc import Sequence as SequenceOf
from typing import TYPE_CHECKING

from simulator.shell.braces import expand_braces, has_braces
from simulator.shell.memory import afford
from simulator.shell.pattern import Segment, compile_pattern, glob, has_magic
from simulator.shell.syntax import ArithmeticText, CommandText, Parameter, Text, Word
from simulator.shell.variables import IDENTIFIER, ShellError

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell


class _Fields:
    """The fields that are being made of words. A field is a list of segments; None between two fields."""

    def __init__(self) -> None:
        self.done: list[list[Segment]] = []
        self.open: list[Segment] | None = None
        self.size = 0

    def add(self, text: str, quoted: bool) -> None:
        self.size += len(text)
        afford(self.size)
        if text or quoted:
            if self.open is None:
                self.open = []
            self.open.append((text, quoted))

    def cut(self) -> None:
        if self.open is not None:
            self.done.append(self.open)
            self.open = None

    def split(self, text: str, separators: str) -> None:
        """Add an unquoted expansion, cut at the field separators."""
        blanks = "".join(char for char in separators if char in " \t\n")
        position, end = 0, len(text)
        if end and text[0] in blanks:
            self.cut()
        while position < end and text[position] in blanks:
            position += 1
        while position < end:
            start = position
            while position < end and text[position] not in separators:
                position += 1
            piece = text[start:position]
            if position >= end:
                self.add(piece, False)
                return
            hard = 0
            while position < end and text[position] in separators:
                if text[position] not in blanks:
                    if hard:
                        break
                    hard = 1
                position += 1
            if piece or self.open is not None:
                self.add(piece, False)
                self.cut()
            elif hard:
                self.done.append([("", True)])


async def expand_words(shell: Shell, words: SequenceOf[Word]) -> list[str]:
    """The arguments that words become. ShellError where an expansion fails."""
    result: list[str] = []
    if any(has_braces(word) for word in words if word.braces):
        words = [
            each for word in words for each in (expand_braces(word) if word.braces and has_braces(word) else [word])
        ]
    for word in words:
        if word.literal is not None:
            result.append(word.literal)
        elif word.assignment:
            result.append(await expand_text(shell, word, after_equals=True))
        else:
            fields = _Fields()
            await _expand(shell, word, fields, split=True)
            fields.cut()
            for field in fields.done:
                result += _paths(shell, field)
    return result


def _paths(shell: Shell, field: list[Segment]) -> list[str]:
    if has_magic(field) and "f" not in shell.options:
        found = glob(shell.phone.files, shell.cwd, shell.uid, field)
        if found:
            return found
    return ["".join(text for text, _ in field)]


async def expand_text(shell: Shell, word: Word, *, after_equals: bool = False) -> str:
    """A word as one text, neither split nor matched."""
    if word.literal is not None:
        return word.literal
    fields = _Fields()
    await _expand(shell, word, fields, split=False, after_equals=after_equals)
    return "".join(text for text, _ in fields.open or [])


async def expand_segments(shell: Shell, word: Word) -> list[Segment]:
    """A word as segments, for a pattern."""
    fields = _Fields()
    await _expand(shell, word, fields, split=False)
    return fields.open or []


def _tilde(shell: Shell, text: str) -> str:
    head, slash, rest = text.partition("/")
    values = {"~": shell.vars.get("HOME"), "~+": shell.cwd, "~-": shell.vars.get("OLDPWD")}
    value = values.get(head)
    return text if value is None else value + slash + rest


def _tildes(shell: Shell, text: str, *, leading: bool) -> str:
    """An assignment's text: a tilde counts at its start and behind each colon."""
    pieces = text.split(":")
    return ":".join(
        _tilde(shell, piece) if piece.startswith("~") and (at or leading) else piece for at, piece in enumerate(pieces)
    )


async def _expand(shell: Shell, word: Word, fields: _Fields, *, split: bool, after_equals: bool = False) -> None:
    for number, part in enumerate(word.parts):
        if isinstance(part, Text):
            if after_equals and not part.quoted and "~" in part.text:
                before = word.parts[number - 1] if number else None
                leading = before is None or (number == 1 and word.assignment)
                fields.add(_tildes(shell, part.text, leading=leading), True)
            elif number == 0 and not part.quoted and part.text.startswith("~"):
                value = _tilde(shell, part.text)
                fields.add(value, value != part.text)
            else:
                fields.add(part.text, part.quoted)
        elif isinstance(part, Parameter):
            await _parameter(shell, part, fields, split=split)
        else:
            if isinstance(part, CommandText):
                value = await shell.substitute(part.body)
            else:
                value = await _arithmetic(shell, part)
            _put(shell, fields, value, quoted=part.quoted, split=split)


async def _arithmetic(shell: Shell, part: ArithmeticText) -> str:
    return str(shell.arithmetic(await expand_text(shell, part.expression)))


def _put(shell: Shell, fields: _Fields, value: str, *, quoted: bool, split: bool) -> None:
    if quoted or not split:
        fields.add(value, quoted)
    else:
        fields.split(value, shell.separators())


def _put_list(shell: Shell, fields: _Fields, values: list[str], part: Parameter, star: bool, split: bool) -> None:
    if (part.quoted and star) or not split:
        joiner = shell.separators()[:1] if star else " "
        fields.add(joiner.join(values), part.quoted)
        return
    for number, value in enumerate(values):
        if number:
            fields.cut()
        _put(shell, fields, value, quoted=part.quoted, split=split)


async def _parameter(shell: Shell, part: Parameter, fields: _Fields, *, split: bool) -> None:
    name, op = part.name, part.op
    index: int | None = None
    values: list[str] | None = None
    star = False
    if part.index is not None:
        raw = part.index.raw
        if raw in ("@", "*"):
            values, star = shell.vars.elements(name), raw == "*"
        else:
            index = shell.arithmetic(await expand_text(shell, part.index))
    elif name in ("@", "*"):
        values, star = shell.positional, name == "*"
    if op == "length":
        found = str(len(values)) if values is not None else str(len(_value(shell, part, index)))
        _put(shell, fields, found, quoted=part.quoted, split=split)
        return
    current = None if values is None else (shell.separators()[:1] if star else " ").join(values)
    if values is None:
        current = shell.parameter(name, index)
    is_set = bool(values) if values is not None else current is not None
    if op.lstrip(":") in ("-", "=", "?", "+") and op:
        missing = not is_set or (op.startswith(":") and not current)
        if op.endswith("+"):
            if not missing:
                await _argument(shell, part, fields, split=split)
            elif part.quoted:
                fields.add("", True)
            return
        if missing:
            await _missing(shell, part, index, fields, split=split)
            return
    elif op:
        if values is not None and part.index is None:
            raise ShellError(f"{part.source}: bad substitution")
        chosen = values if values is not None else [_value(shell, part, index)]
        if values is not None and op == "slice":
            changed = await _slice_list(shell, part, values)
        else:
            changed = [await _operate(shell, part, value) for value in chosen]
        if values is not None:
            _put_list(shell, fields, changed, part, star, split)
        else:
            _put(shell, fields, changed[0], quoted=part.quoted, split=split)
        return
    if values is not None:
        _put_list(shell, fields, values, part, star, split)
    else:
        _put(shell, fields, _value(shell, part, index), quoted=part.quoted, split=split)


def _value(shell: Shell, part: Parameter, index: int | None) -> str:
    value = shell.parameter(part.name, index)
    if value is None:
        if "u" in shell.options:
            raise ShellError(f"{part.name}: parameter not set")
        return ""
    return value


async def _argument(shell: Shell, part: Parameter, fields: _Fields, *, split: bool) -> None:
    assert part.argument is not None
    if part.quoted:
        fields.add("", True)
        await _expand(shell, part.argument, fields, split=split)
        return
    # An unquoted argument splits where it is unquoted itself, as an expansion's value does.
    for piece in part.argument.parts:
        if isinstance(piece, Text) and not piece.quoted and split:
            text = _tilde(shell, piece.text) if piece is part.argument.parts[0] else piece.text
            fields.split(text, shell.separators())
            if text[-1:] and text[-1] in shell.separators():
                fields.cut()
        else:
            await _expand(shell, Word((piece,)), fields, split=split)


async def _missing(shell: Shell, part: Parameter, index: int | None, fields: _Fields, *, split: bool) -> None:
    assert part.argument is not None
    if part.op.endswith("-"):
        await _argument(shell, part, fields, split=split)
        return
    text = await expand_text(shell, part.argument)
    if part.op.endswith("?"):
        raise ShellError(
            f"{part.name}: {text or ('parameter null or not set' if ':' in part.op else 'parameter not set')}"
        )
    if not IDENTIFIER.fullmatch(part.name):
        raise ShellError(f"{part.source}: bad substitution")
    shell.vars.set(part.name, text, index)
    _put(shell, fields, text, quoted=part.quoted, split=split)


async def _slice_list(shell: Shell, part: Parameter, values: list[str]) -> list[str]:
    start, length = await _bounds(shell, part)
    if part.name in ("@", "*"):
        values = [shell.name, *values] if start <= 0 else values
        start = max(start - 1, 0) if start > 0 else start
    if start < 0:
        start = max(len(values) + start, 0)
    return values[start:] if length is None else values[start : start + max(length, 0)]


async def _bounds(shell: Shell, part: Parameter) -> tuple[int, int | None]:
    assert part.argument is not None
    start = shell.arithmetic(await expand_text(shell, part.argument))
    length = None if part.second is None else shell.arithmetic(await expand_text(shell, part.second))
    return start, length


async def _operate(shell: Shell, part: Parameter, value: str) -> str:
    op = part.op
    assert part.argument is not None
    if op == "slice":
        start, length = await _bounds(shell, part)
        if start < 0:
            start += len(value)
            if start < 0:
                start = 0
        return value[start:] if length is None else value[start : start + length if length >= 0 else None]
    segments = await expand_segments(shell, part.argument)
    if op.startswith("/"):
        replacement = await expand_text(shell, part.second) if part.second is not None else ""
        return _replace(value, segments, op, replacement)
    return _trim(value, segments, op)


def _trim(value: str, segments: list[Segment], op: str) -> str:
    if not has_magic(segments):
        literal = "".join(text for text, _ in segments)
        return value.removeprefix(literal) if op[0] == "#" else value.removesuffix(literal)
    pattern = compile_pattern(segments)
    size = len(value)
    lengths = range(size, -1, -1) if len(op) == 2 else range(size + 1)
    for length in lengths:
        if op[0] == "#":
            if pattern.fullmatch(value, 0, length):
                return value[length:]
        elif pattern.fullmatch(value, size - length):
            return value[: size - length]
    return value


def _replace(value: str, segments: list[Segment], op: str, replacement: str) -> str:
    pattern = compile_pattern(segments)
    size = len(value)
    if not segments:
        return value
    if op == "/#":
        for end in range(size, -1, -1):
            if pattern.fullmatch(value, 0, end):
                return replacement + value[end:]
        return value
    if op == "/%":
        for start in range(size + 1):
            if pattern.fullmatch(value, start):
                return value[:start] + replacement
        return value
    out: list[str] = []
    position = 0
    for found in pattern.finditer(value):
        if found.end() == found.start():
            continue
        out += [value[position : found.start()], replacement]
        position = found.end()
        if op == "/":
            break
    return "".join(out) + value[position:]
