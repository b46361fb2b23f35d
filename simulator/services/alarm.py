"""AlarmManagerService."""

from __future__ import annotations

from simulator.services.service import Service


class AlarmService(Service):
    """AlarmManagerService."""

    name = "alarm"
