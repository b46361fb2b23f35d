"""The channel that is not ADB: it loads days, moves time, injects events, keeps snapshots, tells the truth.

A runner holds it; an agent never does. The server runs in the simulator (`simulator.host`); `ControlClient` is for
everyone else.
"""

from simulator.control.client import ControlClient
from simulator.control.errors import (
    BadRequest,
    BadTime,
    ControlError,
    ControlLost,
    DayRefused,
    EventRefused,
    FileRefused,
    NoDay,
    NoSuchPhone,
    SnapshotRefused,
    TokenRefused,
)
from simulator.control.messages import Applied, PhoneStatus, Status, TimeResult

__all__ = [
    "Applied",
    "BadRequest",
    "BadTime",
    "ControlClient",
    "ControlError",
    "ControlLost",
    "DayRefused",
    "EventRefused",
    "FileRefused",
    "NoDay",
    "NoSuchPhone",
    "PhoneStatus",
    "SnapshotRefused",
    "Status",
    "TimeResult",
    "TokenRefused",
]
