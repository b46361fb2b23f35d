"""`proactdroid capture`: a phone's state and the context made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from agent.context import Context, compose
from agent.profile import UserProfile, load_profile
from agent.trajectory import Trajectory
from device import BadInput
from device.capture.files import read_bugreport, read_dump_folder
from device.capture.live import capture as capture_live
from device.phone_state import PhoneState
from proactdroid.cli.output import emit, out
from proactdroid.phones import phone


def capture(
    device: Annotated[str, typer.Option(help="sim, auto or a serial.")] = "sim",
    dumps: Annotated[Path | None, typer.Option(help="A folder of raw outputs instead of a phone.")] = None,
    of_phone: Annotated[
        str | None,
        typer.Option("--phone", help="Whose outputs, where the folder holds several phones', e.g. xiaomi_14."),
    ] = None,
    bugreport: Annotated[Path | None, typer.Option(help="An adb bugreport (text or zip) instead of a phone.")] = None,
    profile: Annotated[Path | None, typer.Option(help="The user's profile (YAML).")] = None,
    adb_port: Annotated[int | None, typer.Option(help="The adb server's port.", min=1, max=65535)] = None,
    screenshot: Annotated[Path | None, typer.Option(help="Also save the screen as PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Capture a phone's state (or read it from files) and show the four-dimension context.

    Example: proactdroid capture --device auto --json
    """
    if dumps is not None and bugreport is not None:
        raise BadInput("--dumps and --bugreport exclude each other", mend="give one of them")
    told = load_profile(profile) if profile is not None else UserProfile()
    cost: dict[str, Any] = {}
    if dumps is not None:
        state = read_dump_folder(dumps, phone=of_phone)
    elif bugreport is not None:
        state = read_bugreport(bugreport)
    else:
        with phone(device, adb_port) as connected:
            taken = capture_live(connected, picture=screenshot is not None)
        state = taken.state
        cost = {"round_trips": taken.round_trips, "took_ms": round(taken.took_ms, 1)}
        if screenshot is not None and taken.png is not None:
            screenshot.write_bytes(taken.png)
    _show(state, compose(told, state, Trajectory()), cost, as_json)


def _show(state: PhoneState, context: Context, cost: dict[str, Any], as_json: bool) -> None:
    if as_json:
        unknown = state.unknown()
        document = {"phone_state": state.model_dump(mode="json"), "context": context.text(), "unknown": unknown, **cost}
        emit(document)
        return
    out.print(context.text(), markup=False)
    if cost:
        out.print(f"\ncaptured in {cost['round_trips']} round trips, {cost['took_ms']:.0f} ms", markup=False)
