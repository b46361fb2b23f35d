"""`proactdroid panic`: stop everything."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from api_pool.panic import panic_off, panic_on, panic_reason
from proactdroid.cli.output import emit, out


def panic(
    off: Annotated[bool, typer.Option("--off", help="Lift it.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Only say whether it is on.")] = False,
    reason: Annotated[str, typer.Option(help="Why, for the traces.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Make every executor of this user refuse, in every process, until it is lifted.

    Example: proactdroid panic; proactdroid panic --off
    """
    if off:
        panic_off()
    elif not status:
        panic_on(reason or f"since {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
    why = panic_reason()
    if as_json:
        emit({"panic": why is not None, "reason": why})
    else:
        out.print(f"on: {why}" if why is not None else "off", markup=False)
