"""A phone for a command: one that is there, or a simulated one for as long as the command lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from device import Device
from proactdroid.cli.output import note


@contextmanager
def phone(serial: str, adb_port: int | None = None) -> Iterator[Device]:
    """The phone called `serial` ("auto": the only one). "sim": the running background simulator, else a fresh one
    that ends with the command."""
    if serial != "sim":
        yield Device.connect(serial, port=adb_port)
        return
    from simulator.process import running, start_simulator

    background = running()
    if background is not None:
        yield Device.connect(background.serials[0], port=background.adb_port)
        return
    note("starting a simulated phone for this command")
    with start_simulator() as started:
        yield Device.connect(started.serials[0], port=started.adb_port)
