"""`proactdroid day`: days of personas."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api_pool.functions import default_pool
from device import BadInput
from proactdroid.cli.output import Exit, emit, out

if TYPE_CHECKING:
    from simulator.day import Problem

app = typer.Typer(
    help="Days (timelines of events with their truth): check.", no_args_is_help=True, rich_markup_mode=None
)


def _count(problems: list[Problem]) -> str:
    if not problems:
        return "ok"
    return f"{len(problems)} problem{'s' * (len(problems) > 1)}"


@app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="Day files (YAML).")],
    seeds: Annotated[int, typer.Option(help="How many seeds to try.", min=1, max=100)] = 3,
    shipped: Annotated[bool, typer.Option(help="Also ask for what shipped days must have.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Check day files: form, functions, windows, near-misses. Exit code 1 when one has errors.

    Example: proactdroid day check my_day.yaml
    """
    from simulator.day import check as check_day

    documents: list[dict[str, Any]] = []
    bad = False
    for path in files:
        if not path.is_file():
            raise BadInput(f"no file {path}", mend="give the path of a day file")
        problems = check_day(
            path, functions=default_pool().parameter_table(), seeds=tuple(range(1, seeds + 1)), shipped=shipped
        )
        bad = bad or any(problem.level == "error" for problem in problems)
        documents.append({"file": str(path), "problems": [asdict(problem) for problem in problems]})
        if not as_json:
            for problem in problems:
                out.print(f"{path}: {problem}", markup=False)
            out.print(f"{path}: {_count(problems)}", markup=False)
    if as_json:
        emit({"ok": not bad, "files": documents})
    if bad:
        raise typer.Exit(Exit.NEGATIVE)
