"""`proactdroid predict`, `proactdroid score`, `proactdroid table`: models on records, their figures, and the comparison."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from agent.journal import journal_lines
from benchmarks.proactive_mobile.scorer import RecordScores
from device import BadInput
from proactdroid.cli.output import Exit, emit, err, out
from proactdroid.cli.records import load

_Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
_Split = Annotated[list[str] | None, typer.Option(help="Only this split (may come several times).")]

FAILURES = 5  # in a row, after which a model is not asked any more


def predict(
    path: Annotated[Path, typer.Argument(help="Records: our JSONL, or the released JSON.")],
    model: Annotated[
        str, typer.Option(help="Who predicts: embedded, silent, always, or any model of `run`.")
    ] = "embedded",
    target: Annotated[
        Path, typer.Option("--out", help="The predictions' JSONL; what is in it is not done again.")
    ] = Path("predictions.jsonl"),
    split: _Split = None,
    threshold: Annotated[float, typer.Option(help="The gate's threshold.", min=0, max=1)] = 0.5,
    without: Annotated[
        list[str] | None, typer.Option(help="Leave out a dimension: profile, phone, world, trace.")
    ] = None,
    no_images: Annotated[bool, typer.Option("--no-images", help="Leave out screenshots.")] = False,
    noise: Annotated[float | None, typer.Option(help="At most so much noise (0, 5, 10, 20).", min=0)] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", help="A language model's output: rec+func, func, think+func, think+rec+func."),
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Stop after so many tokens.", min=1)] = None,
    limit: Annotated[int | None, typer.Option(help="Stop after so many records.", min=1)] = None,
    field_map: Annotated[Path | None, typer.Option(help="A field map for the released form.")] = None,
    as_json: _Json = False,
) -> None:
    """Let a model answer records; a stopped run goes on where it stopped, and asks again what got no answer.

    Exit code 1 when records got no answer; after five in a row it stops.

    Example: proactdroid predict records.jsonl --model embedded --split test --out embedded.jsonl
    """
    from rich.progress import Progress

    from benchmarks.proactive_mobile.predict import Ablation, Limits, Predictor, predict_all
    from benchmarks.records.convert import dump_line, read_predictions

    records = [record for record in load(path, field_map) if not split or record.split in split]
    model = f"{model},format={form}" if form is not None else model
    predictor = Predictor(model, threshold, Ablation.of(without or [], pictures=not no_images, noise=noise),
                          pictures=path.parent)  # fmt: skip
    done = frozenset[str]()
    if target.exists():
        journal_lines(target, mend=True)  # a killed run's half line is asked again
        done = frozenset(one.id for one in read_predictions(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    made = 0
    failed: list[str] = []
    row = 0  # failures one after the other
    with Progress(console=err) as bar, target.open("a", encoding="utf-8") as file:
        task = bar.add_task(model, total=len(records), completed=len(done))
        for prediction in predict_all(records, predictor, done=done, limits=Limits(max_tokens, limit)):
            bar.advance(task)
            if prediction.error is None:
                file.write(dump_line(prediction))
                file.flush()
                made, row = made + 1, 0
                continue
            failed.append(prediction.error)
            row += 1
            if row == FAILURES:
                break
    predictor.close()
    left = len(records) - len(done) - made
    if as_json:
        emit({"predicted": made, "before": len(done), "left": left, "failed": failed, "out": str(target)})
    else:
        out.print(f"{made} predictions in {target} ({len(done)} were there, {left} are left)", markup=False)
    if failed:
        err.print(
            f"{len(failed)} records got no answer, the last: {failed[-1]}; run it again to ask anew", markup=False
        )
        raise typer.Exit(Exit.NEGATIVE)


def score(
    path: Annotated[Path, typer.Argument(help="The records.")],
    predictions: Annotated[
        list[Path], typer.Argument(help="Predictions; several are compared pairwise with the first.")
    ],
    split: _Split = None,
    judge: Annotated[
        str, typer.Option(help="Who decides what the rules leave open: none, or an Inspect model.")
    ] = "none",
    verdicts: Annotated[Path, typer.Option(help="Where a judge's verdicts are kept.")] = Path("verdicts.jsonl"),
    partial: Annotated[bool, typer.Option("--partial", help="Score only the records that have a prediction.")] = False,
    field_map: Annotated[Path | None, typer.Option(help="A field map for the released form.")] = None,
    as_json: _Json = False,
) -> None:
    """Score predictions: SR, SR over all, FTR and their company, with intervals, by group; and paired tests.

    Example: proactdroid score records.jsonl embedded.jsonl silent.jsonl --split test
    """
    from benchmarks.proactive_mobile.judges import open_judge
    from benchmarks.proactive_mobile.scorer import compare, score_all, scores
    from benchmarks.records.convert import read_predictions

    records = [record for record in load(path, field_map) if not split or record.split in split]
    deciding = open_judge(judge, verdicts)
    scored = {}
    for file in predictions:
        wanted = {record.id for record in records}
        read = [one for one in read_predictions(file) if one.id in wanted]
        own = [r for r in records if r.id in {one.id for one in read}] if partial else records
        if not own:
            raise BadInput(f"{file} has no prediction for these records", mend="check --split")
        scored[str(file)] = score_all(own, read, deciding)
    figures = {name: scores(items) for name, items in scored.items()}
    first = next(iter(scored))
    compared = {name: compare(scored[first], items) for name, items in scored.items() if name != first}
    if as_json:
        emit({"scores": {name: one.model_dump(mode="json") for name, one in figures.items()}, "judge": judge,
              "compared_with": first, "differences": {n: c.model_dump(mode="json") for n, c in compared.items()}})  # fmt: skip
        return
    for name, one in figures.items():
        out.print(f"[bold]{name}[/]")
        show(one)
    for name, comparison in compared.items():
        for figure, interval in comparison.differences.items():
            test = comparison.mcnemar[figure]
            if interval.value is not None:
                out.print(f"{figure}: {first} − {name} = {interval.value:+.3f} [{interval.low:+.3f}, {interval.high:+.3f}], "
                          f"McNemar p = {test.p:.4f} ({test.only_first} : {test.only_second})", markup=False)  # fmt: skip


def show(one: RecordScores) -> None:
    """The figures for people."""
    lines = {
        "SR": one.sr, "SR over all": one.sr_all, "FTR": one.ftr, "spoke or not, rightly": one.type_accuracy,
        "missed": one.miss, "invalid output": one.invalid, "arguments": one.arguments,
    }  # fmt: skip
    for name, figure in lines.items():
        wide = one.clustered.get({"SR": "sr", "SR over all": "sr_all", "FTR": "ftr"}.get(name, ""))
        by_recipe = f" · by recipe [{wide.low:.2f}, {wide.high:.2f}]" if wide and wide.low is not None else ""
        out.print(f"  {name:22s} {figure}{by_recipe}", markup=False)
    out.print(f"  {'F1 of functions':22s} {'n/a' if one.f1 is None else f'{one.f1:.3f}'}")
    out.print(f"  left open by the rules, counted as failures: {one.open}; right by a judge: {one.judged}")
    if one.failed:
        out.print(f"  no output at all, counted as no proposal: {one.failed}")
    for group, parts in one.by.items():
        for part, figures in parts.items():
            out.print(f"    {group} {part}: SR {figures.sr} · FTR {figures.ftr}", markup=False)


def table(
    path: Annotated[
        Path | None, typer.Argument(help="The records; without them, records of the splits are made.")
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="Models; default silent, always, embedded and stub (an OpenAI-compatible server that guesses)."
        ),
    ] = None,
    split: Annotated[list[str] | None, typer.Option(help="Splits; default test and ood.")] = None,
    ablations: Annotated[
        bool, typer.Option(help="Also embedded without each dimension and by noise, language models by output format.")
    ] = True,
    published: Annotated[bool, typer.Option(help="Also the paper's published rows, marked as published.")] = True,
    limit: Annotated[int | None, typer.Option(help="Only so many records of each split, drawn.", min=1)] = None,
    limit_models: Annotated[
        int | None, typer.Option(help="Language models answer only so many of each split, drawn.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the draws, and of records that are made.")] = 1,
    count: Annotated[int, typer.Option(help="How many records are made, without a file.", min=1)] = 1140,
    images: Annotated[bool, typer.Option("--images", help="Half of the made records get screens.")] = False,
    judge: Annotated[
        str, typer.Option(help="Who decides what the rules leave open: none, or an Inspect model.")
    ] = "none",
    verdicts: Annotated[Path, typer.Option(help="Where a judge's verdicts are kept.")] = Path("verdicts.jsonl"),
    target: Annotated[Path | None, typer.Option("--out", help="Write the table as Markdown too.")] = None,
    as_json: _Json = False,
) -> None:
    """The comparison table: models on the test and ood splits, with intervals, and ablations.

    Example: proactdroid table --model silent --model always --model embedded --model stub --out table.md
    """
    from contextlib import ExitStack

    from rich.progress import Progress

    from benchmarks.proactive_mobile.judges import open_judge
    from benchmarks.proactive_mobile.table import COLUMNS, MODELS, SPLITS, Tabler, markdown, settings
    from benchmarks.proactive_mobile.table import published as published_rows
    from benchmarks.proactive_mobile.table_records import made_records

    splits, models = tuple(split or SPLITS), tuple(model or MODELS)
    with ExitStack() as stack:
        bar = stack.enter_context(Progress(console=err))
        task = bar.add_task("records", total=None)
        if path is not None:
            tabler = Tabler(load(path), pictures=path.parent)
            source = path.name
        else:
            made = stack.enter_context(made_records(seed, count, splits, images=images))
            tabler = Tabler(made.records, made.heavy, made.folder)
            source = f"{len(made.records)} records made here"
        tabler.limit, tabler.limit_models, tabler.seed = limit, limit_models, seed
        tabler.judge = open_judge(judge, verdicts)
        tabler.progress = lambda name: bar.update(task, description=name)
        seen = any(record.modality == "multimodal" for record in tabler.records)
        rows = list(tabler.rows(settings(models, ablations=ablations, pictures=seen), splits))
    rows += published_rows() if published else []
    said = f"{source}, seed {seed}, judge {judge}" + ("" if seen else "; no record has screenshots")
    if target is not None:
        target.write_text(markdown(rows, said), encoding="utf-8")
    if as_json:
        emit({"source": source, "seed": seed, "judge": judge, "rows": [row.model_dump(mode="json") for row in rows]})
        return
    out.print(said, markup=False)
    columns = [COLUMNS.index(name) for name in ("model", "split", "records", "SR", "FTR", "miss", "invalid")]
    shown = Table(*(COLUMNS[column] for column in columns), box=None, pad_edge=False)
    for row in rows:
        cells = row.cells()
        shown.add_row(*(cells[column] for column in columns))
    out.print(shown)
    for row in rows:
        if row.error is not None:
            err.print(f"{row.model} on {row.split}: no output: {row.error}", markup=False)
    out.print("every column: --out FILE.md, or --json", markup=False)
