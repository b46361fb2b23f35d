"""`proactdroid records`: benchmark items: make, check, convert, and hand them to people."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from device import BadInput
from proactdroid.cli.output import Exit, emit, err, out

if TYPE_CHECKING:
    from benchmarks.records.audit import Fault
    from benchmarks.records.model import Record

app = typer.Typer(help="Benchmark records: make, check, convert, sheet.", no_args_is_help=True, rich_markup_mode=None)
_Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
_FieldMap = Annotated[Path | None, typer.Option("--field-map", help="A field map (YAML) for the released form.")]


def load(path: Path, field_map: Path | None = None) -> list[Record]:
    """Records of a file; what was not understood is told on stderr."""
    from benchmarks.records.convert import load_records
    from benchmarks.records.field_map import load_field_map

    loaded = load_records(path, load_field_map(field_map) if field_map else None)
    for item in loaded.unmapped[:20]:
        err.print(
            f"{item.record} {item.field}: {item.why}" + (" (record left out)" if item.dropped else ""), markup=False
        )
    if len(loaded.unmapped) > 20:
        err.print(
            f"… and {len(loaded.unmapped) - 20} more; `records convert --report FILE` lists them all", markup=False
        )
    return loaded.records


@app.command("make")
def make(
    target: Annotated[Path, typer.Option("--out", help="The JSONL file to write.")] = Path("records.jsonl"),
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 1,
    count: Annotated[int, typer.Option(help="How many records.", min=1)] = 3660,
    lang: Annotated[str, typer.Option(help="Languages, joined by commas: en, zh.")] = "en,zh",
    scenario: Annotated[list[str] | None, typer.Option(help="Only this scenario (may come several times).")] = None,
    noise: Annotated[float | None, typer.Option(help="One noise ratio for all, instead of 5 to 20.", min=0)] = None,
    images: Annotated[
        bool, typer.Option("--images", help="Half of them multimodal: screens of a simulated phone.")
    ] = False,
    writer: Annotated[
        str | None, typer.Option(help="Let a model word texts anew: openai:MODEL or llama:MODEL.")
    ] = None,
    as_json: _Json = False,
) -> None:
    """Make records from the shipped recipes and audit them by rules. Exit code 1 when the audit finds faults.

    Example: proactdroid records make --seed 1 --count 3660 --lang en,zh --out records.jsonl
    """
    from rich.progress import track

    from api_pool.functions import default_pool
    from benchmarks.records.audit import Auditor
    from benchmarks.records.convert import dump_line
    from benchmarks.records.generate import Made, Settings
    from benchmarks.records.generate import make as make_records
    from benchmarks.records.pictures import drawn_pictures
    from benchmarks.records.writer import open_writer

    languages = tuple(part.strip() for part in lang.split(",") if part.strip())
    if not languages or any(language not in ("en", "zh") for language in languages):
        raise BadInput(f"no language {lang!r}", mend="en, zh, or en,zh")
    settings = Settings(seed, count, languages, noise, tuple(scenario or ()))  # type: ignore[arg-type]
    wording = open_writer(writer) if writer else None
    made, auditor = Made(), Auditor(default_pool(), None if noise is not None else (4.5, 21.0))
    target.parent.mkdir(parents=True, exist_ok=True)
    drawing = drawn_pictures(target.with_suffix("")) if images else _nothing()
    with drawing as pictures, target.open("w", encoding="utf-8", newline="\n") as file:
        for record in track(make_records(settings, pictures, wording), "records", total=count, console=err):
            auditor.check(record)
            made.add(record)
            file.write(dump_line(record))
    auditor.finish()
    document = {"records": made.records, "out": str(target), "seed": seed,
                "by": {name: dict(sorted(part.items())) for name, part in made.by.items()},
                "faults": [asdict(fault) for fault in auditor.faults]}  # fmt: skip
    if wording is not None:
        document["writer"] = {"model": writer, "taken": wording.taken, "refused": wording.refused}
    _end(document, auditor.faults, as_json, f"{made.records} records in {target}")


def _nothing() -> Any:
    from contextlib import nullcontext

    return nullcontext(None)


def _end(document: dict[str, Any], faults: list[Fault], as_json: bool, said: str) -> None:
    if as_json:
        emit(document)
    else:
        out.print(said, markup=False)
        for name, part in document.get("by", {}).items():
            out.print(f"  {name}: " + ", ".join(f"{key} {count}" for key, count in part.items()), markup=False)
        out.print(f"{len(faults)} faults", markup=False)
        for fault in faults[:30]:
            out.print(f"  {fault.record or 'the set'}: {fault.rule}: {fault.why}", markup=False)
    if faults:
        raise typer.Exit(Exit.NEGATIVE)


@app.command("check")
def check(
    path: Annotated[Path, typer.Argument(help="Records: our JSONL, or the released JSON.")],
    execute: Annotated[
        bool, typer.Option("--execute", help="Also run the answers on staged simulated phones.")
    ] = False,
    sample: Annotated[int | None, typer.Option(help="Execute only so many, drawn at random.", min=1)] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 1,
    workers: Annotated[int, typer.Option(help="Simulated phones.", min=1, max=32)] = 4,
    journal: Annotated[Path, typer.Option(help="Where the execution's journal lies.")] = Path("check-execute"),
    field_map: _FieldMap = None,
    as_json: _Json = False,
) -> None:
    """Audit records: rules, and with --execute every answer's calls on a phone. Exit code 1 when there are faults.

    Example: proactdroid records check records.jsonl --execute --sample 500
    """
    import random

    from rich.progress import Progress

    from api_pool.functions import default_pool
    from benchmarks.records.audit import audit

    records = load(path, field_map)
    faults = audit(records, default_pool(), (4.5, 21.0) if all(r.noise_ratio for r in records) else None)
    document: dict[str, Any] = {"records": len(records)}
    if execute:
        from benchmarks.records.execution import execute as run

        chosen = records if sample is None else random.Random(seed).sample(records, min(sample, len(records)))
        with Progress(console=err) as bar:
            task = bar.add_task("executed", total=sum(len(record.answers) for record in chosen))
            done = run(chosen, journal, workers=workers, progress=lambda result: bar.advance(task))
        faults = faults + done.faults
        document |= {"executed": len(chosen), "answers": done.answers, "calls": done.calls, "proved": done.proved}
    document["faults"] = [asdict(fault) for fault in faults]
    said = f"{len(records)} records" + (
        f", {document['proved']} of {document['calls']} calls proved" if execute else ""
    )
    _end(document, faults, as_json, said)


@app.command("convert")
def convert(
    path: Annotated[Path, typer.Argument(help="Records: our JSONL, or the released JSON.")],
    target: Annotated[
        Path, typer.Argument(help="FILE.jsonl (ours), FILE.json (released form), or a folder (datasets).")
    ],
    report: Annotated[Path | None, typer.Option(help="Write what was not understood here (JSON).")] = None,
    field_map: _FieldMap = None,
    as_json: _Json = False,
) -> None:
    """Convert between our JSONL, the released form, and a Hugging Face dataset folder.

    Example: proactdroid records convert proactivemobile.json records.jsonl --report unmapped.json
    """
    import json

    from benchmarks.records.convert import load_records, to_dataset, write_jsonl
    from benchmarks.records.field_map import load_field_map
    from benchmarks.records.released import write_released

    fields = load_field_map(field_map)
    loaded = load_records(path, fields)
    unmapped = [asdict(item) for item in loaded.unmapped]
    if report is not None:
        report.write_text(json.dumps(unmapped, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if target.suffix == ".jsonl":
        write_jsonl(target, loaded.records)
    elif target.suffix == ".json":
        text = json.dumps(write_released(loaded.records, fields), ensure_ascii=False, indent=1) + "\n"
        target.write_text(text, encoding="utf-8")
    else:
        to_dataset(loaded.records).save_to_disk(str(target))
    if as_json:
        emit({"records": len(loaded.records), "out": str(target), "unmapped": unmapped})
        return
    out.print(f"{len(loaded.records)} records in {target}; {len(unmapped)} parts were not understood", markup=False)
    for item in loaded.unmapped[:20]:
        out.print(f"  {item.record} {item.field}: {item.why}", markup=False)


@app.command("sheet")
def sheet(
    path: Annotated[Path, typer.Argument(help="Records to hand to people.")],
    target: Annotated[Path, typer.Option("--out", help="FILE.csv or FILE.html.")] = Path("sheet.csv"),
    sample: Annotated[int, typer.Option(help="How many, drawn at random.", min=1)] = 60,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 1,
    filled: Annotated[list[Path] | None, typer.Option(help="Filled sheets: tell what people agreed on.")] = None,
    as_json: _Json = False,
) -> None:
    """Write a sheet for three annotators, or read filled ones: at least two must confirm a record.

    Example: proactdroid records sheet records.jsonl --out sheet.html --sample 60
    """
    import random

    from benchmarks.records.sheet import read_sheets, write_csv, write_html

    records = load(path)
    if filled:
        agreed = read_sheets(filled, records)
        document = {
            "kept": len(agreed.kept),
            "dropped": agreed.dropped,
            "open": len(agreed.open),
            "alike": agreed.alike,
        }
        if as_json:
            emit(document)
        else:
            alike = "n/a" if agreed.alike is None else f"{agreed.alike:.2f}"
            out.print(f"kept {len(agreed.kept)}, dropped {len(agreed.dropped)}, open {len(agreed.open)}; alike {alike}")
            for name, why in agreed.dropped.items():
                out.print(f"  {name}: {why}", markup=False)
        return
    chosen = random.Random(seed).sample(records, min(sample, len(records)))
    (write_html if target.suffix == ".html" else write_csv)(target, chosen)
    emit({"records": len(chosen), "out": str(target)}) if as_json else out.print(f"{len(chosen)} records in {target}")
