"""`proactdroid predict`, `proactdroid score`, `proactdroid table`: models on records, their figures, and the comparison."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from benchmarks.proactive_mobile.scorer import RecordScores
from device import BadInput
from proactdroid.cli.output import emit, err, out
from proactdroid.cli.records import load

_Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
_Split = Annotated[list[str] | None, typer.Option(help="Only this split (may come several times).")]


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
    max_tokens: Annotated[int | None, typer.Option(help="Stop after so many tokens.", min=1)] = None,
    limit: Annotated[int | None, typer.Option(help="Stop after so many records.", min=1)] = None,
    field_map: Annotated[Path | None, typer.Option(help="A field map for the released form.")] = None,
    as_json: _Json = False,
) -> None:
    """Let a model answer records; a stopped run goes on where it stopped.

    Example: proactdroid predict records.jsonl --model embedded --split test --out embedded.jsonl
    """
    from rich.progress import Progress

    from benchmarks.proactive_mobile.predict import Ablation, Limits, Predictor, predict_all
    from benchmarks.records.convert import dump_line, read_predictions

    records = [record for record in load(path, field_map) if not split or record.split in split]
    predictor = Predictor(model, threshold, Ablation.of(without or [], pictures=not no_images, noise=noise),
                          pictures=path.parent)  # fmt: skip
    done = frozenset(one.id for one in read_predictions(_whole(target))) if target.exists() else frozenset[str]()
    target.parent.mkdir(parents=True, exist_ok=True)
    made = 0
    with Progress(console=err) as bar, target.open("a", encoding="utf-8") as file:
        task = bar.add_task(model, total=len(records), completed=len(done))
        for prediction in predict_all(records, predictor, done=done, limits=Limits(max_tokens, limit)):
            file.write(dump_line(prediction))
            file.flush()
            made += 1
            bar.advance(task)
    left = len(records) - len(done) - made
    if as_json:
        emit({"predicted": made, "before": len(done), "left": left, "out": str(target)})
    else:
        out.print(f"{made} predictions in {target} ({len(done)} were there, {left} are left)", markup=False)


def _whole(path: Path) -> Path:
    """Cut a half-written last line off (a killed run)."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        path.write_bytes(data[: data.rfind(b"\n") + 1])
    return path


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
    for group, parts in one.by.items():
        for part, figures in parts.items():
            out.print(f"    {group} {part}: SR {figures.sr} · FTR {figures.ftr}", markup=False)


def table(
    path: Annotated[Path, typer.Argument(help="The records.")],
    model: Annotated[list[str] | None, typer.Option(help="Models; default silent, always, embedded.")] = None,
    split: Annotated[list[str] | None, typer.Option(help="Splits; default test and ood.")] = None,
    ablations: Annotated[
        bool, typer.Option(help="Also the embedded model without each dimension, and by noise.")
    ] = True,
    published: Annotated[bool, typer.Option(help="Also the paper's published rows, marked as published.")] = True,
    limit: Annotated[int | None, typer.Option(help="Only the first so many records of each split.", min=1)] = None,
    target: Annotated[Path | None, typer.Option("--out", help="Write the table as Markdown too.")] = None,
    as_json: _Json = False,
) -> None:
    """The comparison table: models on the test and ood splits, with intervals, and the ablations of the embedded one.

    Example: proactdroid table records.jsonl --model silent --model always --model embedded --out table.md
    """
    from rich.progress import Progress

    from benchmarks.proactive_mobile.table import markdown, rows

    records = load(path)
    with Progress(console=err) as bar:
        task = bar.add_task("rows", total=None)
        made = rows(records, model or ["silent", "always", "embedded"], split or ["test", "ood"], ablations=ablations,
                    published=published, limit=limit,
                    pictures=path.parent, progress=lambda name: bar.update(task, description=name))  # fmt: skip
    if target is not None:
        target.write_text(markdown(made), encoding="utf-8")
    if as_json:
        emit({"rows": [row.model_dump(mode="json") for row in made]})
        return
    shown = Table("model", "split", "records", "SR", "SR over all", "FTR", "miss", "invalid", box=None, pad_edge=False)
    for row in made:
        shown.add_row(*row.cells())
    out.print(shown)
