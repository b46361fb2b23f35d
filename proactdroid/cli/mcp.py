"""`proactdroid mcp`: the functions as an MCP server on standard input and output."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agent.consent import Policy
from api_pool import Executor, Session
from api_pool.foreign import load_pool
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import BadInput, Unsupported
from proactdroid.cli.output import note
from proactdroid.phones import phone


def mcp(
    device: Annotated[str, typer.Option(help="sim, auto or a serial.")] = "sim",
    adb_port: Annotated[int | None, typer.Option(help="The adb server's port.", min=1, max=65535)] = None,
    ui: Annotated[str, typer.Option(help="adb or uiautomator2.")] = "adb",
    policy: Annotated[
        Policy, typer.Option(help="ask: every call asks. auto: what reads or can be put back runs.")
    ] = Policy.ASK,
    pool: Annotated[Path | None, typer.Option("--pool", help="Another pool's file.")] = None,
    bindings: Annotated[
        Path | None, typer.Option("--bindings", help="YAML that maps the other pool onto Android.")
    ] = None,
) -> None:
    """Serve the functions to any assistant that speaks MCP; it asks its user through elicitation.

    Example: proactdroid mcp --device auto --policy auto
    """
    if policy is Policy.SCRIPTED:
        raise BadInput("an MCP server has no script", mend="--policy ask, auto or never")
    try:
        from proactdroid.mcp_server import serve
    except ImportError as error:
        raise Unsupported("the MCP SDK is not installed", mend="pip install 'proactdroid[mcp]'") from error
    chosen = default_pool()
    if pool is not None:
        loaded = load_pool(pool, bindings)
        chosen = loaded.pool
        for line in loaded.skipped:
            note(f"skipped: {line}")
    with phone(device, adb_port) as connected:
        serve(Executor(Session(connected, ui, load_links()), chosen), policy)
