"""ActivityManagerService and ActivityTaskManager: tasks, processes, intents."""

from __future__ import annotations

from simulator.services.service import Service


class ActivityService(Service):
    """ActivityManagerService and ActivityTaskManager: tasks, processes, intents."""

    name = "activity"
