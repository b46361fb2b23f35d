"""PowerManagerService and the keyguard: wake, sleep, unlock, battery saver."""

from __future__ import annotations

from simulator.services.service import Service


class PowerService(Service):
    """PowerManagerService and the keyguard: wake, sleep, unlock, battery saver."""

    name = "power"
