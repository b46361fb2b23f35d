"""`proactdroid proactbench blueprints | play | deviations`: new dialogues."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from device import BadInput
from proactdroid.cli.output import Exit, emit, note, out

JSON = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
Personas = Annotated[
    Path | None, typer.Option(help="A Nemotron-Personas-USA file (JSONL, CSV, Parquet); default: our own.")
]
Wait = Annotated[float, typer.Option(min=0, help="Seconds between attempts.")]
Attempts = Annotated[int, typer.Option(min=1, help="Attempts a call.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the group."""
    app.command("blueprints")(blueprints)
    app.command("play")(play)
    app.command("deviations")(deviations)


def blueprints(
    model: Annotated[str, typer.Option(help="The model that invents: openai:MODEL, inspect:PROVIDER/MODEL, …")],
    write: Annotated[Path, typer.Option("--out", help="The JSONL file of blueprints to write.")],
    auditor: Annotated[str | None, typer.Option(help="The model that audits; default: the same.")] = None,
    base_url: Annotated[str | None, typer.Option(help="The models' end point.")] = None,
    personas: Personas = None,
    people: Annotated[int, typer.Option(min=1, help="Only the first personas.")] = 5,
    scenarios: Annotated[int, typer.Option(min=1, help="Scenarios a persona and domain.")] = 1,
    each: Annotated[int, typer.Option(min=1, help="Blueprints a scenario.")] = 1,
    attempts: Attempts = 5,
    wait: Wait = 10.0,
    as_json: JSON = False,
) -> None:
    """Invent blueprints for personas and audit them; only those that pass are written. Exit code 1 where none does.

    Example: proactdroid proactbench blueprints --model openai:gpt-5.4 --out blueprints.jsonl
    """
    from benchmarks.proactbench.assistants import assistant
    from benchmarks.proactbench.attempts import Patience
    from benchmarks.proactbench.online import generate
    from benchmarks.proactbench.online import personas as people_files
    from benchmarks.proactbench.records import write_rows
    from benchmarks.proactbench.run_offline import close

    found_personas = people_files.read(personas, people) if personas is not None else people_files.own()[:people]

    async def work() -> list[generate.Audited]:
        maker = assistant(model, base_url)
        judge = assistant(auditor, base_url) if auditor is not None else maker
        try:
            return await generate.make(
                generate.Maker(maker, judge, Patience(attempts, wait)), found_personas, scenarios, each
            )
        finally:
            await close(maker)
            if judge is not maker:
                await close(judge)

    found = asyncio.run(work())
    passed = [one.blueprint for one in found if one.status == "PASS"]
    write_rows(write, passed)
    rows = [
        {
            "blueprint": one.blueprint.blueprint_id,
            "status": one.status,
            "findings": [
                *one.by_code.findings,
                *(one.by_model.findings if one.by_model is not None else ["not audited"]),
            ],
        }
        for one in found
    ]
    if as_json:
        emit({"written": len(passed), "audits": rows})
    else:
        for row in rows:
            out.print(f"{row['blueprint']}: {row['status']} {'; '.join(row['findings'])}", markup=False)
        out.print(f"{len(passed)} of {len(found)} blueprints written to {write}", markup=False)
    if not passed:
        raise typer.Exit(Exit.NEGATIVE)


def _styles(text: str) -> list[int]:
    try:
        found: list[int] = []
        for part in text.split(","):
            first, _, last = part.partition("-")
            found += range(int(first), int(last or first) + 1)
        return found
    except ValueError as error:
        raise BadInput(f"{text!r} names no styles", mend="write 1,4,12 or 1-24") from error


def play(
    blueprints: Annotated[Path, typer.Option(help="Blueprints (JSONL).")],
    planner: Annotated[str, typer.Option(help="The Planner's model: openai:MODEL, inspect:PROVIDER/MODEL, …")],
    user: Annotated[str, typer.Option(help="The User Agent's model, which also scores.")],
    model: Annotated[str, typer.Option(help="The Assistant: the model under test.")],
    run: Annotated[Path, typer.Option("--out", help="The batch's folder; a batch found there is continued.")],
    base_url: Annotated[str | None, typer.Option(help="The end point of --model.")] = None,
    director_url: Annotated[str | None, typer.Option(help="The end point of Planner and User Agent.")] = None,
    personas: Personas = None,
    styles: Annotated[str, typer.Option(help="Style numbers, such as 1,4,12 or 1-24.")] = "1-24",
    strict: Annotated[
        bool, typer.Option(help="Enforce every rule in code; published runs only instruct most.")
    ] = False,
    concurrency: Annotated[int, typer.Option(min=1, help="Dialogues at once.")] = 4,
    attempts: Attempts = 5,
    wait: Wait = 10.0,
    as_json: JSON = False,
) -> None:
    """Play new dialogues: Planner, User Agent and Assistant. Exit code 1 where none was completed.

    Example: proactdroid proactbench play --blueprints b.jsonl --planner openai:p --user openai:u --model openai:m --out run
    """
    from benchmarks.proactbench.assistants import assistant
    from benchmarks.proactbench.attempts import Patience
    from benchmarks.proactbench.online import Blueprint, Cast
    from benchmarks.proactbench.online import personas as people_files
    from benchmarks.proactbench.online.batch import Batch, Settings, pieces
    from benchmarks.proactbench.records import read_rows
    from benchmarks.proactbench.run_offline import close
    from benchmarks.proactbench.trace import sha256

    numbers = _styles(styles)
    people = people_files.read(personas) if personas is not None else people_files.own()
    found = pieces(read_rows(blueprints, Blueprint), people, numbers)
    settings = Settings(
        planner=planner,
        user=user,
        assistant=model,
        strict=strict,
        blueprints_sha256=sha256(blueprints),
        styles=numbers,
    )

    async def work() -> dict[str, Any]:
        models = [assistant(planner, director_url), assistant(user, director_url), assistant(model, base_url)]
        try:
            cast = Cast(models[0], models[1], models[2], Patience(attempts, wait))
            batch = Batch(run, cast, settings, concurrency)
            return await batch.run(found, lambda done, of: note(f"{done} of {of} dialogues"))
        finally:
            for one in models:
                await close(one)

    summary = asyncio.run(work())
    if as_json:
        emit(summary)
    else:
        words = ", ".join(f"{number} {status}" for status, number in summary["by_status"].items())
        out.print(f"{summary['played']} of {summary['dialogues']} dialogues: {words}", markup=False)
        for name, number in summary["breaches"].items():
            out.print(f"  {number} × {name}", markup=False)
        for name, reason in summary["ended"].items():
            out.print(f"  {name}: {reason}", markup=False)
    if not summary["by_status"].get("complete"):
        raise typer.Exit(Exit.NEGATIVE)


def deviations(
    dialogues: Annotated[Path, typer.Argument(help="Dialogues in the published JSONL form.")],
    as_json: JSON = False,
) -> None:
    """Name where stored dialogues do not keep the protocol (windows, counts, word limits). Exit code 1 where any does not.

    Example: proactdroid proactbench deviations dialogues.jsonl
    """
    from benchmarks.proactbench.online.deviations import deviations as check
    from benchmarks.proactbench.records import Dialogue, read_rows

    rows = read_rows(dialogues, Dialogue)
    found = [(row.unique_id_eval, one) for row in rows for one in check(row)]
    if as_json:
        seen = [
            {"dialogue": name, "breach": one.breach.value, "turn": one.turn, "what": one.what} for name, one in found
        ]
        emit({"dialogues": len(rows), "deviations": seen})
    else:
        for name, one in found:
            out.print(f"{name} turn {one.turn}: {one.breach.value}: {one.what}", markup=False)
        out.print(f"{len(found)} deviations in {len(rows)} dialogues", markup=False)
    if found:
        raise typer.Exit(Exit.NEGATIVE)
