"""awk's own functions."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from simulator.shell.awk.expressions import Node
from simulator.shell.awk.formatting import formatted
from simulator.shell.awk.values import Seen, Value, number
from simulator.shell.command import Input
from simulator.shell.options import CommandError

if TYPE_CHECKING:
    from simulator.shell.awk.interpreter import Awk


async def call_function(run: Awk, name: str, arguments: list[Node]) -> Value:
    """Call one by its name."""
    if name == "length":
        if arguments and arguments[0][0] == "var":
            held = run.variables.scope(arguments[0][1]).get(arguments[0][1])
            if isinstance(held, dict):
                return float(len(held))
        return float(len(run.text(await run.value(arguments[0])) if arguments else run.record.whole))
    if name in ("sub", "gsub"):
        return await _substitute(run, name == "gsub", arguments)
    if name == "split":
        text = run.text(await run.value(arguments[0]))
        array = run.variables.array(arguments[1][1])
        if len(arguments) > 2:
            third = arguments[2]
            separator = third[1] if third[0] == "regex" else run.text(await run.value(third))
        else:
            separator = run.variables.separator("FS")
        pieces = run.record.split(text, separator)
        array.clear()
        array.update({str(at): Seen(piece) for at, piece in enumerate(pieces, 1)})
        return float(len(pieces))
    if name == "match":
        text = run.text(await run.value(arguments[0]))
        found = (await run.pattern(arguments[1])).search(text)
        run.variables.everywhere["RSTART"] = float(found.start() + 1) if found else 0.0
        run.variables.everywhere["RLENGTH"] = float(found.end() - found.start()) if found else -1.0
        return float(run.variables.everywhere["RSTART"])
    values = [await run.value(node) for node in arguments]
    texts = [run.text(value) for value in values]
    if name == "substr" and len(values) >= 2:
        # one-true-awk moves a start before the text to its first character without shortening the length.
        start = max(_rounded(number(values[1])), 1)
        return texts[0][start - 1 :][: max(_rounded(number(values[2])), 0) if len(values) > 2 else None]
    if name == "index" and len(values) == 2:
        return float(texts[0].find(texts[1]) + 1)
    if name == "sprintf":
        return formatted(values, run.text)
    if name in ("toupper", "tolower") and values:
        return texts[0].upper() if name == "toupper" else texts[0].lower()
    if name in ("int", "sqrt", "exp", "log", "sin", "cos", "atan2"):
        return _mathematics(name, [number(value) for value in values] or [0.0])
    if name == "rand":
        return run.dice.random()
    if name == "srand":
        before, run.seed = run.seed, number(values[0]) if values else float(run.call.phone.clock.now_ms // 1000)
        run.dice.seed(run.seed)
        return before
    if name == "system" and values:
        return float(await run.call.shell.run_line(texts[0], Input(), run.call.out, run.call.err))
    if name == "close" and values:
        return float(await run.channels.close(texts[0]))
    if name == "fflush":
        return 0.0
    raise CommandError(f"calling undefined function {name}", 2)


def _rounded(value: float) -> int:
    return int(max(min(round(value), 1 << 40), -(1 << 40))) if not math.isnan(value) else 0


def _mathematics(name: str, values: list[float]) -> float:
    first = values[0]
    try:
        if name == "int":
            return float(int(first))
        if name == "atan2":
            return math.atan2(first, values[1] if len(values) > 1 else 0.0)
        return float(
            {"sqrt": math.sqrt, "exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos}[name](first)
        )
    except OverflowError:
        return math.inf
    except ValueError:
        return -math.inf if name == "log" and first == 0 else math.nan


async def _substitute(run: Awk, everywhere: bool, arguments: list[Node]) -> float:
    pattern = await run.pattern(arguments[0])
    replacement = run.text(await run.value(arguments[1]))
    target: Node = arguments[2] if len(arguments) > 2 else ("field", ("value", 0.0))
    text = run.text(await run.value(target))

    def expanded(found: re.Match[str]) -> str:
        return re.sub(
            r"\\\\|\\&|&", lambda mark: {"\\\\": "\\", "\\&": "&"}.get(mark.group(), found.group()), replacement
        )

    result, count = pattern.subn(expanded, text, count=0 if everywhere else 1)
    if count and target[0] in ("var", "field", "index"):
        await run.assign(target, result)
    return float(count)
