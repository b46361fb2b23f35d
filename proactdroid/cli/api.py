"""`proactdroid api`: the function pool."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from agent.consent import Policy, decide
from agent.proposal import Proposal
from api_pool import Call, Executor, Function, Pool, Session, StepResult
from api_pool.export import EXPORTS
from api_pool.foreign import load_pool
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import BadInput
from proactdroid.cli.output import Exit, complain, emit, note, out
from proactdroid.cli.terminal import terminal_answer
from proactdroid.phones import phone

_PoolFile = Annotated[Path | None, typer.Option("--pool", help="Another pool: a function_pool.json, or OpenAI tools.")]
_Bindings = Annotated[Path | None, typer.Option("--bindings", help="YAML that maps the other pool onto Android.")]
_Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]

app = typer.Typer(help="The 63 functions: list, show, call, export.", no_args_is_help=True, rich_markup_mode=None)


def _row(function: Function) -> dict[str, Any]:
    return {
        "name": function.name,
        "scenario": function.scenario,
        "risk": function.risk,
        "undo": function.undo,
        "supported": function.bound,
        "description": function.description,
    }


@app.command("list")
def list_functions(
    scenario: Annotated[str | None, typer.Option(help="Only this scenario.")] = None,
    pool: _PoolFile = None,
    bindings: _Bindings = None,
    as_json: _Json = False,
) -> None:
    """List the functions of the pool.

    Example: proactdroid api list --scenario schedule
    """
    rows = [_row(f) for f in _pool(pool, bindings).functions.values() if scenario is None or f.scenario == scenario]
    if not rows:
        raise BadInput(f"no scenario {scenario!r}", mend="see `proactdroid api list`")
    if as_json:
        emit({"functions": rows, "count": len(rows), "supported": sum(row["supported"] for row in rows)})
        return
    table = Table("function", "scenario", "risk", "undo", "supported", "what it does", box=None, pad_edge=False)
    for row in rows:
        table.add_row(
            row["name"],
            row["scenario"],
            row["risk"],
            row["undo"],
            "yes" if row["supported"] else "no",
            row["description"],
        )
    out.print(table)


def _pool(path: Path | None, bindings: Path | None = None) -> Pool:
    """The pool of a file, telling what in it was skipped; without a file the 63."""
    if path is None:
        if bindings is not None:
            raise BadInput("--bindings belongs to --pool", mend="name the pool's file too")
        return default_pool()
    loaded = load_pool(path, bindings)
    for line in loaded.skipped:
        note(f"skipped: {line}")
    return loaded.pool


def _function(name: str, pool: Pool) -> Function:
    functions = pool.functions
    if name not in functions:
        raise BadInput(f"the pool has no function {name!r}", mend="see `proactdroid api list`")
    return functions[name]


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="A function of the pool.")],
    pool: _PoolFile = None,
    bindings: _Bindings = None,
    as_json: _Json = False,
) -> None:
    """Show a function: parameters, risk, undo.

    Example: proactdroid api show set_alarm
    """
    function = _function(name, _pool(pool, bindings))
    document = {**_row(function), "parameters": function.parameters}
    if as_json:
        emit(document)
        return
    out.print(f"[bold]{name}[/] — {function.description}")
    out.print(
        f"scenario {function.scenario} · risk {function.risk} · undo {function.undo} · supported {document['supported']}"
    )
    required = set(function.parameters.get("required", []))
    table = Table("parameter", "type", "needed", "meaning", box=None, pad_edge=False)
    for key, schema in function.parameters["properties"].items():
        kind = "|".join(schema["enum"]) if "enum" in schema else str(schema.get("type", ""))
        table.add_row(key, kind, "yes" if key in required else "", schema.get("description", ""))
    out.print(table)


def _argument(function: Function, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    schema = function.parameters["properties"].get(name)
    if not equals or schema is None:
        known = ", ".join(function.parameters["properties"])
        raise BadInput(f"{text!r} is no argument of {function.name}", mend=f"write NAME=VALUE; names: {known}")
    if schema.get("type") == "string":
        return name, value
    try:
        return name, json.loads(value)
    except json.JSONDecodeError as error:
        raise BadInput(f"{name} wants a {schema.get('type')}, not {value!r}", mend="write a JSON value") from error


def _arguments(function: Function, texts: list[str]) -> dict[str, Any]:
    """Arguments from one JSON object, or from NAME=VALUE pairs."""
    if len(texts) == 1 and texts[0].lstrip().startswith("{"):
        try:
            found = json.loads(texts[0])
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadInput(f"the arguments are no JSON object ({error})", mend="write '{\"hour\": 7}'") from error
        if not isinstance(found, dict):
            raise BadInput("the arguments are no JSON object", mend="write '{\"hour\": 7}'")
        return found
    return dict(_argument(function, text) for text in texts)


@app.command("call")
def call(
    name: Annotated[str, typer.Argument(help="A function of the pool.")],
    arguments: Annotated[list[str] | None, typer.Argument(help="One JSON object, or NAME=VALUE pairs.")] = None,
    device: Annotated[str, typer.Option(help="sim, auto or a serial.")] = "sim",
    adb_port: Annotated[int | None, typer.Option(help="The adb server's port.", min=1, max=65535)] = None,
    ui: Annotated[str, typer.Option(help="adb or uiautomator2.")] = "adb",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Consent without being asked: your word.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the command lines; nothing happens.")] = False,
    pool: _PoolFile = None,
    bindings: _Bindings = None,
    as_json: _Json = False,
) -> None:
    """Run one function on a phone, with your consent, and prove it.

    Example: proactdroid api call set_alarm '{"hour": 7, "minute": 30}' --device auto
    """
    chosen = _pool(pool, bindings)
    function = _function(name, chosen)
    made = Call(name=name, arguments=_arguments(function, arguments or []))
    if problems := function.problems(made.arguments):
        raise BadInput("; ".join(problems), mend=f"see `proactdroid api show {name}`")
    with phone(device, adb_port) as connected:
        executor = Executor(Session(connected, ui, load_links()), chosen)
        if dry_run:
            lines = executor.plan(made)
            emit({"call": made.model_dump(), "risk": chosen.risk(made), "lines": lines}) if as_json else _print(lines)
            return
        step = _run(executor, made, function.description, yes)
    if as_json:
        emit(step.model_dump(mode="json"))
    else:
        out.print(f"{step.status}: {step.why}", markup=False)
        for key, value in step.after.items():
            out.print(f"  {key}: {value}", markup=False)
    if step.status == "unsupported":
        raise typer.Exit(Exit.UNSUPPORTED)
    if step.status in ("failed", "refused"):
        raise typer.Exit(Exit.NEGATIVE)


def _print(lines: list[str]) -> None:
    for line in lines:
        typer.echo(line)


def _run(executor: Executor, made: Call, intent: str, yes: bool) -> StepResult:
    """Ask, and run the call if the answer is yes."""
    consent = decide(
        Proposal(intent=intent, calls=(made,)),
        policy=Policy.ASK,
        pool=executor.pool,
        now_ms=executor.session.device.now_ms(),
        ask=terminal_answer(yes),
    )
    if consent.grant is None:
        complain("not run: the answer was not yes")
        raise typer.Exit(Exit.NEGATIVE)
    return executor.execute([made], consent.grant).steps[0]


@app.command("export")
def export(
    form: Annotated[str, typer.Option("--format", help="openai, jsonschema or mcp.")] = "openai",
    pool: _PoolFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="It is one JSON document anyway.")] = True,
) -> None:
    """Print the pool for other software, as one JSON document.

    Example: proactdroid api export --format openai > tools.json
    """
    chosen = _pool(pool)
    if form not in EXPORTS:
        raise BadInput(f"no format {form!r}", mend=f"one of {', '.join(EXPORTS)}")
    emit(EXPORTS[form](chosen))
