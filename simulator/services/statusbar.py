"""StatusBarManagerService: the shade."""

from __future__ import annotations

from simulator.services.service import Service


class StatusBarService(Service):
    """StatusBarManagerService: the shade."""

    name = "statusbar"
