"""NotificationManagerService: post, cancel, snooze, zen mode."""

from __future__ import annotations

from simulator.services.service import Service


class NotificationService(Service):
    """NotificationManagerService: post, cancel, snooze, zen mode."""

    name = "notification"
