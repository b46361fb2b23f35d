"""`proactdroid run`: an agent lives with a phone."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from agent.consent import Policy
from agent.moment import Moment
from agent.profile import UserProfile, load_profile
from agent.propose import check_model
from agent.restraint import Restraint
from agent.trace import write_run
from benchmarks.proactive_mobile.moments import Judged
from device import BadInput
from device.connection import server_address
from proactdroid import __version__
from proactdroid.cli.output import emit, err, note, out
from proactdroid.cli.terminal import typed
from proactdroid.runner.agent_process import run_agent
from proactdroid.runner.folder import came_out_the_same, held, moments_before, run_folder, same_run, set_aside
from proactdroid.runner.live import LiveTable
from proactdroid.runner.summary import document, words

DEFAULT_DAY = "lena_weekday"
_Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]


def run(
    device: Annotated[str, typer.Option(help="sim (a day on a simulated phone), auto, or a serial.")] = "sim",
    day: Annotated[str, typer.Option(help="A shipped day's name, or a day file.")] = DEFAULT_DAY,
    persona: Annotated[str | None, typer.Option(help="Another persona for the day.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the day.")] = 1,
    model: Annotated[str, typer.Option(help="Who proposes: see `proactdroid models list`.")] = "embedded",
    policy: Annotated[Policy | None, typer.Option(help="Consent. Default: scripted on a day, ask on a phone.")] = None,
    profile: Annotated[Path | None, typer.Option(help="The user's profile (YAML), for a real phone.")] = None,
    api: Annotated[int, typer.Option(help="API level of the simulated phone.", min=28, max=36)] = 34,
    ui: Annotated[str, typer.Option(help="adb or uiautomator2.")] = "adb",
    adb_port: Annotated[
        int | None, typer.Option(help="The adb server's port, for a real phone.", min=1, max=65535)
    ] = None,
    threshold: Annotated[float, typer.Option(help="The gate's threshold.", min=0, max=1)] = 0.5,
    pool: Annotated[Path | None, typer.Option(help="Another pool: a function_pool.json, or OpenAI tools.")] = None,
    bindings: Annotated[Path | None, typer.Option(help="How that pool's functions are run (YAML).")] = None,
    quiet_hours: Annotated[str | None, typer.Option(help="No proposals then, e.g. 22:30-06:30.")] = None,
    minutes: Annotated[float | None, typer.Option(help="On a real phone: stop after this many minutes.")] = None,
    folder: Annotated[Path | None, typer.Option("--out", help="The run's folder.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the killed run in --out.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show silent moments too.")] = False,
    as_json: _Json = False,
) -> None:
    """Let an agent live with a phone: one day with a simulated one, or with a real one until stopped.

    A killed run goes on with --resume --out RUN and its other options. On a real phone what was proposed stays proposed;
    a day on the simulated phone is lived again from its start, and what it held before must come out the same.

    Example: proactdroid run --day lena_weekday --seed 7
    """
    check_model(model)
    target = run_folder(folder, resume=resume)
    settings: dict[str, Any] = {
        "model": model,
        "ui": ui,
        "threshold": threshold,
        "trace": str(target),
    }
    for name, value in (("pool", pool), ("bindings", bindings)):
        if value is not None:
            settings[name] = str(value.resolve())
    if quiet_hours is not None:
        settings["restraint"] = _restraint(quiet_hours)
    with held(target):
        if device == "sim":
            settings["policy"] = policy or Policy.SCRIPTED
            result, lines = _day(settings, day, persona, seed, api, target, verbose, as_json, resume)
        else:
            settings |= {"policy": policy or Policy.ASK, "serial": device, "settle_s": 5, "resume": resume}
            result, lines = _phone(settings, profile, adb_port, minutes, target, verbose, as_json)
        (target / "result.json").write_text(_json(result), encoding="utf-8")
    if as_json:
        emit(result)
    else:
        out.print()
        for line in lines:
            out.print(line, markup=False)


def _restraint(quiet_hours: str) -> dict[str, Any]:
    """Restraint with quiet hours, as settings. Raises BadInput for what is no span of hours."""
    try:
        return Restraint(quiet_hours=quiet_hours).model_dump()
    except ValidationError as error:
        raise BadInput(f"{quiet_hours!r} is no span of hours", mend="write 22:00-07:00") from error


def _json(result: dict[str, Any]) -> str:
    import json

    return json.dumps(result, ensure_ascii=False, indent=1, default=str) + "\n"


def _day(
    settings: dict[str, Any],
    day: str,
    persona: str | None,
    seed: int,
    api: int,
    target: Path,
    verbose: bool,
    as_json: bool,
    resume: bool,
) -> tuple[dict[str, Any], list[str]]:
    from proactdroid.runner.simulated import SimulatedDay
    from simulator.day import beside, read_persona
    from simulator.process import start_simulator

    started = time.monotonic()
    with start_simulator() as sim:
        phone = sim.control.load_day(day, persona=persona, seed=seed, api_level=api)
        note(
            f"{phone.day} of {phone.persona}, seed {seed}, on {phone.serial} (API {api}), adb server port {sim.adb_port}"
        )
        told = read_persona(persona or beside(day, phone.persona or "")).profile
        settings |= {"serial": phone.serial, "adb_port": sim.adb_port, "profile": told.model_dump(mode="json")}
        facts = {"version": __version__, "day": phone.day, "persona": phone.persona, "seed": seed, "api_level": api,
                 "model": settings["model"], "policy": settings["policy"]}  # fmt: skip
        if resume:
            same_run(target, facts)
            set_aside(target)
        write_run(target, {**facts, "settings": {**settings, "profile": None, "adb_port": None, "trace": None}})
        table = LiveTable(err if as_json else out, phone.timezone, verbose=verbose)
        lived = SimulatedDay(sim.control, sim.control.truth(), table.row)
        run_agent(settings, lived.handlers(), stderr=target / "agent.log")
    if resume:
        note(came_out_the_same(target))
    scores, baselines = lived.scores(), lived.baselines()
    result = document(
        facts={**facts, "wall_s": round(time.monotonic() - started, 2), "problems": lived.problems},
        moments=lived.moments,
        judged=lived.judge.judged,
        windows=lived.judge.windows,
        scores=scores,
        baselines=baselines,
        trace=target,
    )
    return result, words(result, scores, baselines)


def _phone(
    settings: dict[str, Any],
    profile: Path | None,
    adb_port: int | None,
    minutes: float | None,
    target: Path,
    verbose: bool,
    as_json: bool,
) -> tuple[dict[str, Any], list[str]]:
    from proactdroid.runner.real import RealTime

    host, port = server_address(None, adb_port)
    told = load_profile(profile) if profile is not None else UserProfile()
    settings |= {"adb_host": host, "adb_port": port, "profile": told.model_dump(mode="json", by_alias=True)}
    facts = {"version": __version__, "device": settings["serial"], "model": settings["model"],
             "policy": settings["policy"], "day": None}  # fmt: skip
    before: list[Moment] = []
    if settings["resume"]:
        same_run(target, facts)
        before = moments_before(target)
        note(f"{len(before)} moments were lived before")
    else:
        write_run(target, facts)
    table: list[LiveTable] = []

    def on_moment(moment: Moment, judged: Judged | None) -> None:
        table[0].row(moment, judged)

    def on_ready(phone: dict[str, str]) -> None:
        note(f"phone {phone['serial']}: {phone['model']}, Android {phone['release']}. Stop with Ctrl-C.")
        table.append(LiveTable(err if as_json else out, phone.get("timezone") or "UTC", verbose=verbose))

    ask = None if as_json or not sys.stdin.isatty() else _ask
    beside = RealTime(on_ready, on_moment, ask, minutes, before=before)
    handlers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = beside.handlers()
    run_agent(settings, handlers, stderr=target / "agent.log")
    result = document(
        facts=facts, moments=beside.moments, judged=[], windows=[], scores=None, baselines={}, trace=target
    )
    return result, words(result, None, {})


def _ask(text: str) -> str:
    """The user's answer on the terminal."""
    err.print(text, markup=False)
    answer = typed("yes, no or later? [no] ").lower()
    return {"yes": "accept", "y": "accept", "later": "later", "l": "later"}.get(answer, "reject")
