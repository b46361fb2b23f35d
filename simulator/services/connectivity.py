"""ConnectivityService: networks, airplane mode."""

from __future__ import annotations

from simulator.services.service import Service


class ConnectivityService(Service):
    """ConnectivityService: networks, airplane mode."""

    name = "connectivity"
