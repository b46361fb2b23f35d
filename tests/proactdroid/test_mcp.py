"""The MCP server, driven by the SDK's own client over standard input and output, in both eras of the protocol."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

mcp = pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from mcp import Client, StdioServerParameters  # noqa: E402
from mcp_types import ElicitResult  # noqa: E402

from simulator.process import Simulator  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
ERAS = ["legacy", "auto"]


def talk(
    sim: Simulator,
    work: Callable[[Client], Awaitable[None]],
    *,
    mode: str,
    answer: ElicitResult | None,
    tmp_path: Path,
    policy: str = "ask",
) -> list[str]:
    """Start the server, do `work`, and return what its user was asked. No answer: this client cannot ask."""
    asked: list[str] = []

    async def elicit(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        assert answer is not None
        return answer

    argv = ["-m", "proactdroid", "mcp", "--device", sim.serials[0], "--adb-port", str(sim.adb_port), "--policy", policy]
    import os

    env = {**os.environ, "PYTHONPATH": str(ROOT), "PROACTDROID_PANIC": str(tmp_path / "panic")}
    server = StdioServerParameters(command=sys.executable, args=argv, env=env, cwd=ROOT)

    async def run() -> None:
        with anyio.fail_after(60):
            async with Client(server, mode=mode, elicitation_callback=elicit if answer else None) as client:
                await work(client)

    anyio.run(run)
    return asked


YES = ElicitResult(action="accept", content={"run": True})
NO = ElicitResult(action="accept", content={"run": False})
DECLINE = ElicitResult(action="decline")


@pytest.mark.parametrize("mode", ERAS)
def test_a_call_is_asked_run_and_proved(sim: Simulator, tmp_path: Path, mode: str) -> None:
    async def work(client: Client) -> None:
        tools = await client.list_tools()
        assert len(tools.tools) == 63
        result = await client.call_tool("set_volume", {"stream": "music", "level": 40})
        assert not result.is_error and result.structured_content["status"] == "verified"

    asked = talk(sim, work, mode=mode, answer=YES, tmp_path=tmp_path)
    assert len(asked) == 1 and "[reversible] set_volume" in asked[0]


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("answer", [NO, DECLINE, None], ids=["no", "decline", "cannot ask"])
def test_without_a_yes_nothing_runs(sim: Simulator, tmp_path: Path, mode: str, answer: ElicitResult | None) -> None:
    before = sim.control.state()["telephony"]["call"]

    async def work(client: Client) -> None:
        try:
            result = await client.call_tool("make_call", {"recipient": "+4917012345"})
        except mcp.MCPError:
            return  # a client that cannot ask its user may say so itself
        assert result.is_error and "verified" not in str(result.content)

    talk(sim, work, mode=mode, answer=answer, tmp_path=tmp_path, policy="auto")
    assert sim.control.state()["telephony"]["call"] == before


def test_what_can_be_put_back_runs_under_the_policy_auto(sim: Simulator, tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        result = await client.call_tool("set_dark_mode", {"enabled": True})
        assert result.structured_content["status"] == "verified"

    assert talk(sim, work, mode="auto", answer=None, tmp_path=tmp_path, policy="auto") == []


def test_bad_arguments_and_unknown_functions_are_errors_of_the_tool(sim: Simulator, tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        assert (await client.call_tool("set_volume", {"stream": "music", "level": 400})).is_error
        assert (await client.call_tool("fly", {})).is_error

    assert talk(sim, work, mode="legacy", answer=YES, tmp_path=tmp_path) == []
