"""`proactdroid sim`: a simulated phone in the background, for any adb client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from proactdroid.cli.output import Exit, emit, out

if TYPE_CHECKING:
    from simulator.process import Simulator

app = typer.Typer(
    help="A simulated phone in the background: start, stop, status.", no_args_is_help=True, rich_markup_mode=None
)


def _facts(found: Simulator) -> dict[str, Any]:
    return {
        "adb_port": found.adb_port,
        "pid": found.pid,
        "serials": found.serials,
        "adbd_ports": found.adbd_ports,
    }


@app.command("start")
def start(
    port: Annotated[int, typer.Option(help="The adb server's port (0: any free one).", min=0, max=65535)] = 5038,
    count: Annotated[int, typer.Option(help="How many phones.", min=1, max=50)] = 1,
    api: Annotated[int, typer.Option(help="Android API level.", min=28, max=36)] = 34,
    seed: Annotated[int, typer.Option(help="Seed of the phones.")] = 0,
    clock: Annotated[bool, typer.Option("--clock/--no-clock", help="Let the phones' time run, or stand still.")] = True,
    emulator_port: Annotated[
        int | None,
        typer.Option(help="Console port of the first phone, for `adb emu`: its adbd is one above.", min=1, max=65400),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Start simulated phones behind an adb server.

    Example: proactdroid sim start && adb -P 5038 devices
    """
    from simulator.process import Launch, start_background

    launch: Launch = {"adb_port": port, "count": count, "api_level": api, "seed": seed}
    launch |= {"run_clock": clock, "stay_awake": clock}
    if emulator_port is not None:
        launch["emulator_port"] = emulator_port
    status = start_background(**launch)
    if as_json:
        emit({"running": True, **_facts(status)})
        return
    out.print(f"running: {', '.join(status.serials)} behind adb server port {status.adb_port} (pid {status.pid})")
    out.print(f"try: adb -P {status.adb_port} shell getprop ro.build.version.release")


@app.command("stop")
def stop(as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False) -> None:
    """Stop the background phones.

    Example: proactdroid sim stop
    """
    from simulator.process import stop_background

    stopped = stop_background()
    if as_json:
        emit({"stopped": stopped})
    else:
        out.print("stopped" if stopped else "nothing was running")


@app.command("status")
def status(as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False) -> None:
    """Say whether background phones run. Exit code 1 when none does.

    Example: proactdroid sim status
    """
    from simulator.process import running

    found = running()
    if as_json:
        emit({"running": found is not None}
             | (_facts(found) if found else {}))  # fmt: skip
    elif found:
        out.print(f"running: {', '.join(found.serials)} behind adb server port {found.adb_port} (pid {found.pid})")
    else:
        out.print("not running")
    if found is None:
        raise typer.Exit(Exit.NEGATIVE)
