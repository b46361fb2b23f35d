"""The shared device dumps and what a correct reader must find in them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from device.capture import PARSERS, Reading

SHARED = Path(os.environ.get("PROACTDROID_SHARED") or Path(__file__).resolve().parents[4] / "shared")
DUMPS = SHARED / "device_dumps"
# Lists of examples: in the dump's order, but they may leave some out.
EXAMPLES = ("records", "entries", "texts", "bound_labels", "enabled")


@cache
def expected() -> dict[str, dict[str, Any]]:
    """Path → command, facts, absent; empty where the shared dumps are not there."""
    file = DUMPS / "expected.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


@cache
def dump(path: str) -> str:
    """The text of one dump."""
    return (DUMPS / path).read_bytes().decode("utf-8", "replace")


def parser(path: str) -> Callable[[str], Reading]:
    """The parser of a dump's kind."""
    return PARSERS[path.split("/")[0]]


@cache
def whole_reading(path: str) -> dict[str, Any]:
    """A whole dump, read, as plain JSON values."""
    return parser(path)(dump(path)).model_dump(mode="json")


def mismatch(want: Any, got: Any, where: str = "") -> str | None:
    """The first place where ``got`` lacks what ``want`` asks for; keys not asked for may be there."""
    if isinstance(want, dict):
        if not isinstance(got, dict):
            return f"{where}: {got!r} instead of {want!r}"
        for key, value in want.items():
            if value is None and key not in got:
                continue
            if key not in got:
                return f"{where}.{key}: missing, {value!r} expected"
            if (found := mismatch(value, got[key], f"{where}.{key}")) is not None:
                return found
        return None
    if isinstance(want, list) and isinstance(got, list):
        rest = iter(got)
        if where.lstrip(".").split(".")[0].split("[")[0] in EXAMPLES:
            for item in want:
                if not any(mismatch(item, other) is None for other in rest):
                    return f"{where}: {item!r} is not there in this order"
            return None
        if len(want) != len(got):
            return f"{where}: {got!r} instead of {want!r}"
        for at, (item, other) in enumerate(zip(want, got, strict=True)):
            if (found := mismatch(item, other, f"{where}[{at}]")) is not None:
                return found
        return None
    if isinstance(want, float) and isinstance(got, int | float):
        return None if abs(want - got) < 1e-6 else f"{where}: {got!r} instead of {want!r}"
    return None if want == got and type(want) is type(got) else f"{where}: {got!r} instead of {want!r}"


def at_path(value: Any, path: str) -> Any:
    """The value at ``a.b``, ``list[0].k`` or ``map["x.y"].k``; None where the way ends."""
    for name, index, key in re.findall(r'([A-Za-z_]\w*)|\[([0-9]+)\]|\["([^"]*)"\]', path):
        if index:
            value = value[int(index)] if isinstance(value, list) and int(index) < len(value) else None
        else:
            value = value.get(name or key) if isinstance(value, dict) else None
    return value
