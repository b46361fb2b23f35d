"""UsageStatsService: events of use."""

from __future__ import annotations

from simulator.services.service import Service


class UsageService(Service):
    """UsageStatsService: events of use."""

    name = "usagestats"
