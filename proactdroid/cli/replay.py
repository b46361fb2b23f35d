"""`proactdroid replay`: records staged on phones, where the answer is really executed."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from device import BadInput
from proactdroid.cli.output import emit, err, out
from proactdroid.cli.records import load
from proactdroid.cli.score import show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.proactive_mobile.replay import PhoneKeeper


def replay(
    path: Annotated[Path, typer.Argument(help="Records: our JSONL, or the released JSON.")],
    model: Annotated[str, typer.Option(help="Who predicts.")] = "embedded",
    devices: Annotated[str, typer.Option(help="sim (simulated phones), or serials joined by commas.")] = "sim",
    workers: Annotated[int, typer.Option(help="Simulated phones that work at once.", min=1, max=32)] = 4,
    folder: Annotated[Path, typer.Option("--out", help="The replay's folder; a stopped replay goes on.")] = Path(
        "replay"
    ),
    split: Annotated[list[str] | None, typer.Option(help="Only this split (may come several times).")] = None,
    limit: Annotated[int | None, typer.Option(help="Only the first so many records.", min=1)] = None,
    engine: Annotated[str, typer.Option(help="process, or ray (a Ray cluster runs the workers).")] = "process",
    api: Annotated[int, typer.Option(help="API level of simulated phones.", min=28, max=36)] = 34,
    ui: Annotated[str, typer.Option(help="adb or uiautomator2.")] = "adb",
    adb_port: Annotated[
        int | None, typer.Option(help="The adb server's port, for real phones.", min=1, max=65535)
    ] = None,
    noise: Annotated[float | None, typer.Option(help="At most so much noise.", min=0)] = None,
    textual: Annotated[bool, typer.Option(help="Also ask the model about the bare text, to compare.")] = True,
    judge: Annotated[
        str, typer.Option(help="Who decides what the rules leave open: none, or an Inspect model.")
    ] = "none",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Stage each record on a phone, capture it over ADB, decide, execute what is right, prove it, and unstage.

    Example: proactdroid replay records.jsonl --model embedded --split test --workers 4 --out replay-1
    """
    from rich.progress import Progress

    from benchmarks.proactive_mobile.judges import open_judge
    from benchmarks.proactive_mobile.replay import Replay, replay_scores

    records = [record for record in load(path) if not split or record.split in split][:limit]
    if not records:
        raise BadInput("no records to replay", mend="check --split")
    deciding = open_judge(judge, folder / "verdicts.jsonl")
    common: dict[str, Any] = {"model": model, "ui": ui, "noise": noise, "textual": textual}
    with Progress(console=err) as bar:
        run = Replay(records, folder, deciding)
        task = bar.add_task("records", total=len(records), completed=len(run.journal.done))
        run.progress = lambda result: bar.advance(task)
        with _phones(devices, min(workers, len(records)), common, api, adb_port) as phones:
            if engine == "process":
                results = run.run(phones)
            elif engine == "ray":
                from benchmarks.proactive_mobile.replay_ray import run_on_ray

                results = run_on_ray(run, phones)
            else:
                raise BadInput(f"no engine {engine!r}", mend="process or ray")
    found = replay_scores(records, results, deciding)
    if as_json:
        emit({"records": len(records), "out": str(folder), **found.model_dump(mode="json")})
        return
    show(found.on_phone)
    out.print(f"  {'executed SR':22s} {found.executed_sr}", markup=False)
    if found.textual is not None:
        out.print(f"  {'textual SR':22s} {found.textual.sr}", markup=False)
    out.print(f"{found.calls} calls executed, {found.verified} proved; {found.items_staged} items staged")
    for name, count in found.items_not_staged.items():
        out.print(f"  not staged: {name} {count}", markup=False)
    for line in found.explained[:20]:
        out.print(f"  not proved: {line}", markup=False)
    for name, why in list(found.differ.items())[:20]:
        out.print(f"  text and phone differ: {name}: {why}", markup=False)


def _phones(
    devices: str, workers: int, common: dict[str, Any], api: int, adb_port: int | None
) -> AbstractContextManager[Sequence[PhoneKeeper]]:
    from benchmarks.proactive_mobile.replay_phones import real_phones, simulated_phones

    if devices == "sim":
        return simulated_phones(workers, common, api_level=api)
    serials = [part.strip() for part in devices.split(",") if part.strip()]
    if not serials:
        raise BadInput("no devices named", mend="sim, or serials joined by commas")
    return nullcontext(real_phones(serials, common, adb_port))
