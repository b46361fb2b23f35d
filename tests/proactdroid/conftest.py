"""A simulated phone in its own process for the command line, and a way to run commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from proactdroid.cli import invoke
from simulator.process import Simulator, start_simulator


@dataclass
class Done:
    """What a command left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """stdout as the one JSON document that it must be."""
        return json.loads(self.out)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run `proactdroid ARGS…` in this process."""

    def run(*argv: str) -> Done:
        capsys.readouterr()
        code = invoke(list(argv))
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def sim() -> Iterator[Simulator]:
    """A phone whose clock runs, reached like any phone: by an adb server's port."""
    with start_simulator(run_clock=True) as started:
        yield started
