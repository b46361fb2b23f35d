"""`proactdroid proactbench styles | disclosure | failures | correlations | preference … | plots`: analyses over runs."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from device import BadInput
from proactdroid.cli.output import emit, out

JSON = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
Results = Annotated[list[Path], typer.Argument(help="Runs' folders or result files, one a model.")]
Dialogues = Annotated[Path, typer.Option(help="The dialogues that were evaluated (JSONL).")]
preference_app = typer.Typer(help="The pairwise study: blind A/B choices.", no_args_is_help=True, rich_markup_mode=None)


def register(app: typer.Typer) -> None:
    """Add the commands to the group."""
    app.command("styles")(styles)
    app.command("disclosure")(disclosure)
    app.command("failures")(failures)
    app.command("correlations")(correlations)
    app.command("plots")(plots)
    app.add_typer(preference_app, name="preference")


def _models(paths: list[Path]) -> dict[str, list[Any]]:
    from benchmarks.proactbench.report import read_evaluated

    found: dict[str, list[Any]] = {}
    for path in paths:
        rows = read_evaluated(path)
        if not rows:
            raise BadInput(f"{path} holds no rows")
        name = rows[0].evaluated_model
        found[name if name not in found else f"{name} ({path.name})"] = rows
    return found


def styles(results: Results, as_json: JSON = False) -> None:
    """Style difficulty: each model's intercept a and slope b on the models' mean Laplace-smoothed logit (mean b is 1).

    Example: proactdroid proactbench styles run_a run_b run_c
    """
    from benchmarks.proactbench.analysis.regressions import style_difficulty
    from benchmarks.proactbench.scores import outcomes

    found = style_difficulty({name: outcomes(rows) for name, rows in _models(results).items()})
    if as_json:
        emit(asdict(found))
        return
    table = Table("model", "a", "b", "r²", box=None, pad_edge=False)
    for name, line in found.lines.items():
        a, b = (
            f"{line.a:+.2f} ({line.a_low:+.2f} to {line.a_high:+.2f})",
            f"{line.b:.2f} ({line.b_low:.2f} to {line.b_high:.2f})",
        )
        table.add_row(name, a, b, f"{line.r2:.2f}")
    out.print(table)
    hard = sorted(found.difficulty, key=lambda style: found.difficulty[style])
    out.print(f"styles, hardest first: {', '.join(map(str, hard))}", markup=False)
    if found.left_out:
        out.print(f"left out, not scored for every model: {', '.join(map(str, found.left_out))}", markup=False)


def disclosure(results: Results, dialogues: Dialogues, as_json: JSON = False) -> None:
    """RECOVERY and how long ago its facts were told: the change of the log odds of a PASS for each turn of distance.

    Example: proactdroid proactbench disclosure run_a run_b --dialogues dialogues.jsonl
    """
    from benchmarks.proactbench.analysis.disclosure import distances
    from benchmarks.proactbench.analysis.regressions import disclosure_slope
    from benchmarks.proactbench.records import Dialogue, read_rows

    stored = read_rows(dialogues, Dialogue)
    slopes = {name: disclosure_slope(*distances(stored, rows)) for name, rows in _models(results).items()}
    if as_json:
        emit({name: asdict(slope) for name, slope in slopes.items()})
        return
    for name, one in slopes.items():
        if one.slope is None:
            out.print(f"{name}: no slope from {one.triggers} triggers: {one.why}", markup=False)
        else:
            words = f"{one.slope:+.3f} ({one.low:+.3f} to {one.high:+.3f}), p {one.p:.3f}"
            out.print(f"{name}: {words}, {one.triggers} triggers", markup=False)


def failures(
    results: Results,
    dialogues: Dialogues,
    judge: Annotated[str | None, typer.Option(help="A judge that names the modes; without one, rules only.")] = None,
    judge_url: Annotated[str | None, typer.Option(help="The judge's end point.")] = None,
    attempts: Annotated[int, typer.Option(min=1, help="Attempts a call.")] = 5,
    wait: Annotated[float, typer.Option(min=0, help="Seconds between attempts.")] = 10.0,
    as_json: JSON = False,
) -> None:
    """Why RECOVERY replies failed: shares of five modes by a judge, and by plain rules beside it.

    Example: proactdroid proactbench failures run --dialogues dialogues.jsonl --judge openai:gpt-5.4
    """
    from benchmarks.proactbench.analysis import failure_modes
    from benchmarks.proactbench.assistants import assistant
    from benchmarks.proactbench.attempts import Patience
    from benchmarks.proactbench.records import Dialogue, read_rows
    from benchmarks.proactbench.run_offline import close

    stored = read_rows(dialogues, Dialogue)
    models = _models(results)

    async def work() -> dict[str, failure_modes.Comparison]:
        model = assistant(judge, judge_url) if judge is not None else None
        namer = failure_modes.Namer(model, Patience(attempts, wait)) if model is not None else None
        try:
            return {
                name: await failure_modes.compare(failure_modes.failures(stored, rows), namer)
                for name, rows in models.items()
            }
        finally:
            if model is not None:
                await close(model)

    found = asyncio.run(work())
    document = {
        name: {
            "failures": one.failures,
            "by_judge": one.judge.shares() if one.judge is not None else None,
            "skipped": one.judge.skipped if one.judge is not None else None,
            "by_rules": one.rules.shares(),
            "kappa": one.kappa,
        }
        for name, one in found.items()
    }
    if as_json:
        emit(document)
        return
    table = Table("model", "by", "failures", *(mode.value for mode in failure_modes.Mode), box=None, pad_edge=False)
    for name, comparison in found.items():
        for by, modes in (("judge", comparison.judge), ("rules", comparison.rules)):
            if modes is not None:
                cells = ["-" if share is None else f"{share:.0f} %" for share in modes.shares().values()]
                table.add_row(name, by, str(comparison.failures), *cells)
    out.print(table)


def correlations(
    results: Results,
    benchmarks: Annotated[
        Path | None, typer.Option(help="CSV of other benchmarks; the first column is `model`.")
    ] = None,
    method: Annotated[str, typer.Option(help="pearson, spearman or kendall.")] = "pearson",
    top: Annotated[int, typer.Option(min=1, help="How many benchmarks a subset keeps.")] = 3,
    as_json: JSON = False,
) -> None:
    """How the three types go with each other and with other benchmarks over the models; p by Holm-Bonferroni.

    Metric files in the published form may be given too.

    Example: proactdroid proactbench correlations runs/* --benchmarks b.csv
    """
    from benchmarks.proactbench.analysis import correlations as work
    from benchmarks.proactbench.analysis import subset

    if method not in work.METHODS:
        raise BadInput(f"{method!r} is no method", mend=f"use {', '.join(work.METHODS)}")
    columns = _type_scores(results)
    types = list(columns)
    if benchmarks is not None:
        columns.update(work.read_benchmarks(benchmarks))
    others = [name for name in columns if name not in types]
    found = work.table(columns, types, others or types, method)
    found = [one for one in found if one.first != one.second and (others or one.first < one.second)]
    means = {name: work.mean_correlation(columns, name) for name in columns}
    chosen = subset.choose(columns, top)
    document = {
        "method": method,
        "pairs": [asdict(one) for one in found],
        "mean_r": {name: list(values) for name, values in means.items()},
        "subset": [asdict(one) for one in chosen],
    }
    if as_json:
        emit(document)
        return
    for one in found:
        words = f"r {one.r:+.2f}, p {one.p:.3g}, adjusted {one.adjusted:.3g}, {one.models} models"
        out.print(f"{one.first} and {one.second}: {words}", markup=False)
    for name, (value, low, high) in means.items():
        out.print(f"mean r of {name} with the rest: {value:.2f} ({low:.2f} to {high:.2f})", markup=False)
    for choice in chosen:
        words = f"adds {choice.adds:.2f}, in the first {top} of {100 * choice.in_top:.0f} % of resamples"
        out.print(f"{choice.place}. {choice.name}: {words}", markup=False)


def _type_scores(paths: list[Path]) -> dict[str, dict[str, float]]:
    from benchmarks.proactbench.records import TriggerType, read_metrics
    from benchmarks.proactbench.scores import pass_rate, total

    columns: dict[str, dict[str, float]] = {kind.value.lower(): {} for kind in TriggerType}
    files = [path for path in paths if path.suffix == ".json"]
    stats = {path.name.removesuffix("_proactivity_bench_metrics.json"): read_metrics(path) for path in files}
    found = {name: file.aggregate_trigger_stats for name, file in stats.items()}
    for name, rows in _models([path for path in paths if path.suffix != ".json"]).items():
        found[name] = total(row.trigger_stats for row in rows)
    for name, tallies in found.items():
        for kind in TriggerType:
            rate = pass_rate(tallies[kind])
            if rate is not None:
                columns[kind.value.lower()][name] = rate
    return columns


def plots(
    results: Results,
    folder: Annotated[Path, typer.Option("--out", help="The folder for the figures (PNG).")],
    as_json: JSON = False,
) -> None:
    """Draw pass rates by type and, from two models on, the slopes on style difficulty.

    Example: proactdroid proactbench plots run_a run_b --out figures
    """
    from benchmarks.proactbench import plots as drawing
    from benchmarks.proactbench.analysis.intervals import everything
    from benchmarks.proactbench.analysis.regressions import style_difficulty
    from benchmarks.proactbench.scores import outcomes

    models = {name: outcomes(rows) for name, rows in _models(results).items()}
    folder.mkdir(parents=True, exist_ok=True)
    lines = {name: everything(found)["triggers"]["type"] for name, found in models.items()}
    written = [drawing.pass_rates(lines, folder / "pass_rates.png")]
    if len(models) > 1:
        written.append(drawing.style_slopes(style_difficulty(models), folder / "style_slopes.png"))
    if as_json:
        emit({"written": [str(path) for path in written]})
    else:
        out.print("\n".join(str(path) for path in written), markup=False)


@preference_app.command("page")
def page(
    case_a: Annotated[Path, typer.Option(help="The run of case A (the plain one).")],
    case_b: Annotated[Path, typer.Option(help="The run of case B (with the instruction or rubric).")],
    dialogues: Dialogues,
    rater: Annotated[str, typer.Option(help="Who will choose.")],
    folder: Annotated[Path, typer.Option("--out", help="The folder for page, sheet and key.")],
    seed: Annotated[int, typer.Option(help="Fixes sides and order.")] = 2026,
    as_json: JSON = False,
) -> None:
    """Write one person's page and sheet of blind pairs, and the key that stays with you.

    Example: proactdroid proactbench preference page --case-a a --case-b b --dialogues d.jsonl --rater P01 --out study
    """
    from benchmarks.proactbench import preference_page as work
    from benchmarks.proactbench.records import Dialogue, DialogueResult, read_rows

    if not rater.replace("-", "").replace("_", "").isalnum():
        raise BadInput(f"{rater!r} is no name for a file", mend="use letters, digits, - and _")
    first, second = (
        read_rows(path / "results.jsonl" if path.is_dir() else path, DialogueResult) for path in (case_a, case_b)
    )
    found = work.pairs(read_rows(dialogues, Dialogue), first, second)
    folder.mkdir(parents=True, exist_ok=True)
    work.write_page(folder / f"page_{rater}.html", found, rater, seed)
    work.write_sheet(folder / f"sheet_{rater}.csv", found, rater, seed)
    work.write_key(folder / f"key_{rater}.csv", found, rater, seed)
    if as_json:
        emit({"pairs": len(found), "folder": str(folder)})
    else:
        out.print(f"{len(found)} pairs for {rater} in {folder}; keep key_{rater}.csv to yourself", markup=False)


@preference_app.command("analyse")
def analyse(
    choices: Annotated[list[Path], typer.Argument(help="Filled pages or sheets (CSV), or a table with chosen_case.")],
    key: Annotated[list[Path] | None, typer.Option(help="The keys of the pages; repeat.")] = None,
    as_json: JSON = False,
) -> None:
    """How often case B was preferred: overall, by person, confidence and the judge's label of case A.

    Example: proactdroid proactbench preference analyse choices_P01.csv --key study/key_P01.csv
    """
    from benchmarks.proactbench.analysis import preference
    from benchmarks.proactbench.preference_page import read_filled

    if key:
        found, labels = read_filled(choices, key)
    else:
        found, labels = [one for path in choices for one in preference.read_choices(path)], {}
    study = preference.study(found, labels)
    if as_json:
        emit(asdict(study))
        return
    parts: list[tuple[str, preference.Preference]] = [("overall", study.overall)]
    parts += [(f"confidence {level}", one) for level, one in study.by_confidence.items()]
    parts += [(f"rater {name}", one) for name, one in study.by_rater.items()]
    parts += [(f"case A was {name}", one) for name, one in study.by_label.items()]
    out.print(f"{study.judgements} judgements of {study.items} items, {study.ties} ties", markup=False)
    for name, one in parts:
        words = f"B {one.b}/{one.of} = {one.rate:.3f} ({one.low:.3f} to {one.high:.3f}), p {one.p:.2g}"
        out.print(f"  {name}: {words}", markup=False)
