"""WifiService: radio and networks."""

from __future__ import annotations

from simulator.services.service import Service


class WifiService(Service):
    """WifiService: radio and networks."""

    name = "wifi"
