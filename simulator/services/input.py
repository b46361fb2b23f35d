"""InputManagerService: taps, keys, text into the screen."""

from __future__ import annotations

from simulator.services.service import Service


class InputService(Service):
    """InputManagerService: taps, keys, text into the screen."""

    name = "input"
