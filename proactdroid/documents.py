"""Documents that are written from the code: `python -m proactdroid.documents` (`--check` says whether they are current)."""

from __future__ import annotations

import sys
from pathlib import Path

from api_pool import Function, Pool
from api_pool.functions import default_pool

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "functions.md"
_HEAD = """# The function pool

63 functions. Risk: `read` changes nothing · `reversible` can be put back · `outward` leaves the phone · `costly` is money,
locks, deletion. `outward` and `costly` always ask the user. Undo: `undoable` by `proactdroid undo`, `harmless` needs none,
`not` cannot be undone. Parameters in brackets are optional. This page is written by `python -m proactdroid.documents`.
"""


def functions_page(pool: Pool) -> str:
    """docs/functions.md: a table a scenario, in the pool's order."""
    lines = [_HEAD]
    for scenario in dict.fromkeys(function.scenario for function in pool.functions.values()):
        lines += [f"## {scenario}", "", "| function | what it does | risk | undo |", "|---|---|---|---|"]
        lines += [_row(function) for function in pool.functions.values() if function.scenario == scenario]
        lines.append("")
    return "\n".join(lines)


def _row(function: Function) -> str:
    required = set(function.parameters["required"])
    names = [name if name in required else f"[{name}]" for name in function.parameters["properties"]]
    risk = f"{function.risk}, or more by its arguments" if function.risk_by_arguments else function.risk
    return f"| `{function.name}({', '.join(names)})` | {function.description} | {risk} | {function.undo} |"


def main() -> int:
    """Write the page; with --check only compare (1 where it differs)."""
    page = functions_page(default_pool())
    if "--check" in sys.argv:
        return 0 if TARGET.read_text(encoding="utf-8") == page else 1
    TARGET.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
