"""UiModeManagerService: night and car mode."""

from __future__ import annotations

from simulator.services.service import Service


class UiModeService(Service):
    """UiModeManagerService: night and car mode."""

    name = "uimode"
