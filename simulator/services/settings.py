"""SettingsProvider: system, secure, global."""

from __future__ import annotations

from simulator.services.service import Service


class SettingsService(Service):
    """SettingsProvider: system, secure, global."""

    name = "settings"
