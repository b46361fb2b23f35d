"""DisplayManagerService: brightness, size, rotation."""

from __future__ import annotations

from simulator.services.service import Service


class DisplayService(Service):
    """DisplayManagerService: brightness, size, rotation."""

    name = "display"
