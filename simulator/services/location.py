"""LocationManagerService."""

from __future__ import annotations

from simulator.services.service import Service


class LocationService(Service):
    """LocationManagerService."""

    name = "location"
