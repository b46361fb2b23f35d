"""`proactdroid soak`: false triggers over simulated weeks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.soak import SoakScores
from proactdroid.cli.output import emit, err, out


def soak(
    days: Annotated[int, typer.Option(help="How many days each persona lives.", min=1)] = 30,
    persona: Annotated[list[str] | None, typer.Option(help="A persona (may come several times), or all.")] = None,
    model: Annotated[str, typer.Option(help="Who proposes.")] = "embedded",
    seed: Annotated[int, typer.Option(help="Seed of the days' seeds.")] = 1,
    threshold: Annotated[float, typer.Option(help="The gate's threshold.", min=0, max=1)] = 0.5,
    workers: Annotated[int, typer.Option(help="Days that are lived at once.", min=1, max=16)] = 2,
    folder: Annotated[Path, typer.Option("--out", help="The soak's folder; a stopped soak goes on.")] = Path("soak"),
    compare: Annotated[list[Path] | None, typer.Option(help="Other soaks' folders to stand beside this one.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the days into this PNG or SVG (needs matplotlib).")] = None,
    export: Annotated[
        Path | None, typer.Option(help="Write the moments as records and predictions into this folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Let an agent live weeks with simulated phones and count what it says out of turn.

    Example: proactdroid soak --days 30 --persona all --model embedded --out soak-1
    """
    from benchmarks.records.convert import write_jsonl
    from benchmarks.soak import SoakJournal, plan, read_soak, soak_scores, write_scores
    from benchmarks.soak_plot import plot as draw
    from benchmarks.soak_records import export as as_records
    from proactdroid.runner.soak import live_all, shipped_days

    of = shipped_days()
    chosen = sorted(of) if not persona or "all" in persona else persona
    keys = plan(days, chosen, of, seed)
    journal = SoakJournal(folder)
    done = live_all(keys, journal, {"model": model, "threshold": threshold, "policy": "scripted", "screenshots": False},
                    workers=workers, console=err, texts=export is not None)  # fmt: skip
    figures = soak_scores(done)
    write_scores(folder, figures)
    others = {str(other): soak_scores(read_soak(other)) for other in compare or []}
    if plot is not None:
        draw(plot, {str(folder): figures, **others})
    if export is not None:
        records, predictions = as_records(done)
        write_jsonl(export / "records.jsonl", records)
        write_jsonl(export / "predictions.jsonl", predictions)
    if as_json:
        emit({"out": str(folder), "scores": figures.model_dump(mode="json"),
              "compared": {name: one.model_dump(mode="json") for name, one in others.items()}})  # fmt: skip
        return
    for name, one in {str(folder): figures, **others}.items():
        out.print(f"[bold]{name}[/]")
        for line in words(one):
            out.print(f"  {line}", markup=False)


def words(one: SoakScores) -> list[str]:
    """The figures for people."""

    def by_day(interval: Any) -> str:
        return "" if interval.low is None else f" · by day [{interval.low:.3f}, {interval.high:.3f}]"

    a_day = one.false_triggers_a_day
    lines = [
        f"{one.days} days, {one.moments} moments, {one.windows} need windows",
        f"SR         {one.sr}{by_day(one.sr_by_day)}",
        f"FTR        {one.ftr}{by_day(one.ftr_by_day)}",
        f"a day      {a_day.value or 0:.2f} false triggers{by_day(a_day)}",
        f"precision  {one.precision} of proposals",
        f"missed     {one.misses} of windows",
        f"executed   {one.executed_sr}",
        f"nagging    {one.nagging} of proposals were about what had been proposed that day",
        f"after a no {one.after_no} within four hours, {one.before_no} otherwise",
    ]
    if one.time_to_act_s is not None:
        lines.append(f"time to act: median {one.time_to_act_s:.0f} s, 90 % within {one.time_to_act_p90_s or 0:.0f} s")
    return lines
