"""A phone over ADB: connection, shell, capture, controls, user interface."""

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
    "Unsupported",
    "command_line",
    "list_phones",
    "quote",
]
