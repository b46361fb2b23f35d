"""WindowManagerService: windows, focus, `wm`."""

from __future__ import annotations

from simulator.services.service import Service


class WindowService(Service):
    """WindowManagerService: windows, focus, `wm`."""

    name = "window"
