"""A phone over ADB: connection, shell, capture, controls, user interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.connection import PhoneEntry, list_phones
from device.device import Device
from device.errors import (
    BadInput,
    CommandFailed,
    CommandTimeout,
    DeviceError,
    PhoneLost,
    PhoneNotFound,
    PhoneNotReady,
    ServerNotFound,
    Unsupported,
)
from device.quoting import command_line, quote
from device.wire import ShellResult

if TYPE_CHECKING:
    from device.staging import Stager, stage, unstage

__all__ = [
    "BadInput",
    "CommandFailed",
    "CommandTimeout",
    "Device",
    "DeviceError",
    "PhoneEntry",
    "PhoneLost",
    "PhoneNotFound",
    "PhoneNotReady",
    "ServerNotFound",
    "ShellResult",
    "Stager",
    "Unsupported",
    "command_line",
    "list_phones",
    "quote",
    "stage",
    "unstage",
]


def __getattr__(name: str) -> Any:
    """Staging is loaded when it is asked for: it needs every parser of capture."""
    if name in ("Stager", "stage", "unstage"):
        from device import staging

        return getattr(staging, name)
    raise AttributeError(f"module 'device' has no attribute {name!r}")
