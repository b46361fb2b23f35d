"""A simulated phone in this process' own test session, reached like any phone: by an adb server's port."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device import Device
from simulator.process import Simulator, start_simulator


@pytest.fixture(scope="session")
def simulated() -> Iterator[Simulator]:
    """One simulator process for the session, its clock running."""
    with start_simulator(run_clock=True) as started:
        yield started


@pytest.fixture
def phone(simulated: Simulator) -> Device:
    """A connection to its phone."""
    return Device.connect("auto", port=simulated.adb_port)
