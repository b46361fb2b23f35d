"""`proactdroid proactbench`: the three-agent dialogue benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from proactdroid.cli.output import Exit, emit, out

app = typer.Typer(
    help="ProactBench: score models on stored dialogues, make new ones, analyse.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
JSON = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]


@app.command("reproduce")
def reproduce(
    data: Annotated[Path, typer.Option(help="The folder with metrics/, human_eval/ and the sample rows.")],
    paper: Annotated[
        Path | None, typer.Option(help="The paper's text; default: DATA/../papers/proactbench.txt.")
    ] = None,
    missed: Annotated[bool, typer.Option("--missed", help="Show only what does not agree.")] = False,
    as_json: JSON = False,
) -> None:
    """Recompute the published numbers and print them beside ours. Exit code 1 where one does not agree.

    Example: proactdroid proactbench reproduce --data ../shared/proactbench
    """
    from benchmarks.proactbench import reproduce as work

    checks = work.reproduce(data, paper if paper is not None else data.parent / "papers" / "proactbench.txt")
    failed = sum(not one.ok for one in checks)
    if as_json:
        emit(work.document(checks))
    else:
        table = Table("group", "figure", "published", "ours", "", "note", box=None, pad_edge=False)
        for one in checks:
            if not missed or not one.ok:
                table.add_row(one.group, one.name, one.published, one.ours, "ok" if one.ok else "MISSED", one.note)
        out.print(table)
        out.print(f"\n{len(checks) - failed} of {len(checks)} figures agree", markup=False)
    if failed:
        raise typer.Exit(Exit.NEGATIVE)
