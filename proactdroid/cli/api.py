"""`proactdroid api`: the function pool."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from agent.consent import Answer, Policy, Question, decide
from agent.proposal import Proposal
from api_pool import Call, Executor, Function, Session
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import BadInput
from proactdroid.cli.output import Exit, emit, err, out
from proactdroid.phones import phone

app = typer.Typer(help="The 63 functions: list, show, call.", no_args_is_help=True, rich_markup_mode=None)


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
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """List the functions of the pool.

    Example: proactdroid api list --scenario schedule
    """
    rows = [_row(f) for f in default_pool().functions.values() if scenario is None or f.scenario == scenario]
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


def _function(name: str) -> Function:
    functions = default_pool().functions
    if name not in functions:
        raise BadInput(f"the pool has no function {name!r}", mend="see `proactdroid api list`")
    return functions[name]


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="A function of the pool.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Show a function: parameters, risk, undo.

    Example: proactdroid api show set_alarm
    """
    function = _function(name)
    document = {**_row(function), "parameters": function.parameters}
    if as_json:
        emit(document)
        return
    out.print(f"[bold]{name}[/] — {function.description}")
    out.print(
        f"scenario {function.scenario} · risk {function.risk} · undo {function.undo} · supported {document['supported']}"
    )
    required = set(function.parameters["required"])
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


@app.command("call")
def call(
    name: Annotated[str, typer.Argument(help="A function of the pool.")],
    arguments: Annotated[list[str] | None, typer.Argument(help="NAME=VALUE pairs.")] = None,
    device: Annotated[str, typer.Option(help="sim, auto or a serial.")] = "sim",
    adb_port: Annotated[int | None, typer.Option(help="The adb server's port.")] = None,
    ui: Annotated[str, typer.Option(help="adb or uiautomator2.")] = "adb",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Consent without being asked: your word.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Run one function on a phone, with your consent, and prove it.

    Example: proactdroid api call set_alarm hour=7 minute=30 label='Early train' --device auto
    """
    function = _function(name)
    made = Call(name=name, arguments=dict(_argument(function, text) for text in arguments or []))
    if problems := function.problems(made.arguments):
        raise BadInput("; ".join(problems), mend=f"see `proactdroid api show {name}`")
    with phone(device, adb_port) as connected:
        session = Session(connected, ui, load_links())
        proposal = Proposal(intent=function.description, calls=(made,))

        def answer(question: Question) -> Answer:
            if yes:
                return "accept"
            err.print(question.text, markup=False)
            return "accept" if typer.confirm("Run it?", err=True) else "reject"

        pool = default_pool()
        consent = decide(proposal, policy=Policy.ASK, pool=pool, now_ms=connected.now_ms(), ask=answer)
        if consent.grant is None:
            raise typer.Exit(Exit.NEGATIVE)
        step = Executor(session, pool).execute([made], consent.grant).steps[0]
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
