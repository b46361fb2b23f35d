"""The agent in its own process: it knows a phone's adb address and nothing of where the phone comes from."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from device import DeviceError

END_SECONDS = 30.0
NO_ROOM_BYTES = 64 << 10
Handler = Callable[[dict[str, Any]], dict[str, Any]]


class AgentFailed(DeviceError):
    """The agent's process ended with an error; `exit_code` is its own."""

    def __init__(self, cause: str, *, exit_code: int, mend: str = "") -> None:
        super().__init__(cause, mend=mend)
        self.code = exit_code


def _end(process: subprocess.Popen[str]) -> int:
    """Let the process end now that nobody answers it; one that does not is ended. Its exit code."""
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # what was not yet written to it has no reader any more
        process.stdin.close()
    try:
        return process.wait(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
    except BaseException:  # a second Ctrl-C: no waiting, and nobody left behind
        process.kill()
        process.wait()
        raise


def run_agent(settings: dict[str, Any], handlers: dict[str, Handler], *, stderr: Path | None = None) -> None:
    """Start `python -m agent`, give it its settings, and answer its requests until it ends.

    `handlers` are by request type; each returns the reply. Raises AgentFailed with the agent's own words and exit code.
    """
    errors = stderr.open("wb") if stderr is not None else None
    process = subprocess.Popen(
        [sys.executable, "-m", "agent"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        encoding="utf-8",
        bufsize=1,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},  # the two speak UTF-8 whatever this machine's locale is
    )
    assert process.stdin is not None and process.stdout is not None  # both are pipes
    failure: AgentFailed | None = None
    try:
        process.stdin.write(json.dumps(settings) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            message = json.loads(line)
            if message["type"] == "failed":
                failure = AgentFailed(message["message"], exit_code=message["exit_code"])
                break
            reply = handlers[message["type"]](message)
            process.stdin.write(json.dumps(reply) + "\n")
            process.stdin.flush()
    except BrokenPipeError:
        pass  # it ended by itself: its exit code says how
    finally:
        code = _end(process)
        if errors is not None:
            errors.close()
    if failure is not None:
        raise failure
    if code != 0:
        words = stderr.read_text(errors="replace").strip()[-600:] if stderr is not None else ""
        if stderr is not None and shutil.disk_usage(stderr.parent).free < NO_ROOM_BYTES:
            raise AgentFailed(
                f"no space left on the disk of {stderr.parent}", exit_code=2, mend="make room, or give another --out"
            )
        raise AgentFailed(
            f"the agent's process ended with {code}: {words}", exit_code=3, mend="see the run's agent.log"
        )
