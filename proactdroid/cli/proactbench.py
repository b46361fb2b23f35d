"""`proactdroid proactbench`: the three-agent dialogue benchmark."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from device import BadInput
from proactdroid.cli import proactbench_analysis, proactbench_making
from proactdroid.cli.output import Exit, emit, note, out

app = typer.Typer(
    help="ProactBench: score models on stored dialogues, make new ones, analyse.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
proactbench_making.register(app)
proactbench_analysis.register(app)
JSON = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]

LIBRARIES = ("numpy", "scipy", "statsmodels", "krippendorff", "openai", "inspect_ai", "matplotlib")


@app.callback()
def libraries() -> None:
    """Refuse to start without the extra's libraries, with the way to get them; --help works without."""
    missing = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
    if missing and not {"-h", "--help"} & set(sys.argv):
        raise BadInput(f"not installed: {', '.join(missing)}", mend="pip install 'proactdroid[proactbench]'")


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


@app.command("offline")
def offline(
    dialogues: Annotated[Path, typer.Option(help="Dialogues in the published JSONL form.")],
    model: Annotated[str, typer.Option(help="openai:MODEL, inspect:PROVIDER/MODEL, or another back end's NAME:REST.")],
    judge: Annotated[
        list[str], typer.Option(help="A judge, named like --model; repeat for several, the first counts.")
    ],
    run: Annotated[Path, typer.Option("--out", help="The run's folder; a run found there is continued.")],
    base_url: Annotated[str | None, typer.Option(help="The end point of --model.")] = None,
    judge_url: Annotated[str | None, typer.Option(help="The end point of the judges.")] = None,
    system: Annotated[Path | None, typer.Option(help="The evaluated system's own prompt (a text file).")] = None,
    recovery_instruction: Annotated[
        bool, typer.Option(help="The ablation: tell the model to add a direction.")
    ] = False,
    attempts: Annotated[int, typer.Option(min=1, help="Attempts a call.")] = 5,
    wait: Annotated[float, typer.Option(min=0, help="Seconds between attempts.")] = 10.0,
    concurrency: Annotated[int, typer.Option(min=1, help="Triggers at once.")] = 8,
    seed: Annotated[int | None, typer.Option(help="A seed for models that take one.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first triggers.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also try dropped and skipped triggers again.")] = False,
    as_json: JSON = False,
) -> None:
    """Evaluate a model on stored dialogues, each trigger on its own. Exit code 1 where no trigger could be scored.

    Example: proactdroid proactbench offline --dialogues d.jsonl --model openai:gpt-4o --judge openai:gpt-5.4 --out run
    """
    import asyncio

    from benchmarks.proactbench.attempts import Patience
    from benchmarks.proactbench.run_offline import OfflineOrder, run_offline

    order = OfflineOrder(
        dialogues=dialogues,
        out=run,
        model=(model, base_url),
        judges=tuple((one, judge_url) for one in judge),
        system=_text(system) if system is not None else None,
        recovery_instruction=recovery_instruction,
        patience=Patience(attempts, wait),
        concurrency=concurrency,
        seed=seed,
        limit=limit,
        again=again,
    )
    document = asyncio.run(run_offline(order, lambda done, of: note(f"{done} of {of} triggers")))
    if as_json:
        emit(document)
    else:
        counts = document["accounting"]
        parts = ", ".join(f"{counts[name]} {name}" for name in ("evaluated", "skipped", "dropped", "open"))
        out.print(f"{counts['triggers']} triggers: {parts}", markup=False)
        for reason, number in counts["reasons"].items():
            out.print(f"  {number} × {reason}", markup=False)
        for name, support in counts["evidence"].items():
            words = ", ".join(f"{number} {kind}" for kind, number in support.items())
            out.print(f"evidence of {name}: {words}", markup=False)
        if document["scores"] is not None:
            _print_scores(document["scores"], "triggers")
        if document["judges"] is not None:
            _print_judges(document["judges"])
    if not document["accounting"]["evaluated"]:
        raise typer.Exit(Exit.NEGATIVE)


@app.command("score")
def score(
    results: Annotated[Path, typer.Argument(help="A run's folder, result rows, or dialogues with curation labels.")],
    by_dialogue: Annotated[bool, typer.Option(help="Intervals that resample dialogues instead of triggers.")] = False,
    seed: Annotated[int, typer.Option(help="The bootstrap's seed.")] = 2026,
    as_json: JSON = False,
) -> None:
    """Pass rates and weighted scores with 95 % intervals: overall, by type, style, domain and turn.

    Example: proactdroid proactbench score run --json
    """
    from benchmarks.proactbench import report

    document = report.scores(report.read_evaluated(results), seed)
    if as_json:
        emit(document)
    else:
        _print_scores(document, "dialogues" if by_dialogue else "triggers")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error


def _percent(values: list[float | None]) -> str:
    value, low, high = values
    if value is None or low is None or high is None:
        return "n/a"
    return f"{100 * value:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def _print_scores(document: dict[str, Any], unit: str) -> None:
    models = ", ".join(document["models"])
    out.print(f"\n{models}: {document['triggers']} triggers of {document['dialogues']} dialogues", markup=False)
    table = Table("", "", "evaluated", "pass rate %", "weighted score %", box=None, pad_edge=False)
    for grouping, groups in document["intervals_over"][unit].items():
        for group, line in groups.items():
            cells = (_percent(line["pass_rate"]), _percent(line["weighted_score"]))
            table.add_row(grouping, group, str(line["evaluated"]), *(escape(cell) for cell in cells))
    out.print(table)


def _print_judges(document: dict[str, Any]) -> None:
    alpha, number = document["alpha"], document["triggers"]
    out.print(f"\njudges over {number} triggers: ordinal alpha {alpha:.3f}", markup=False)
    for pair, values in document["pairs"].items():
        words = ", ".join(f"{name} {value:.3f}" for name, value in values.items())
        out.print(f"  {pair}: {words}", markup=False)
