"""AudioService: volumes, ringer, focus."""

from __future__ import annotations

from simulator.services.service import Service


class AudioService(Service):
    """AudioService: volumes, ringer, focus."""

    name = "audio"
