"""Everything that can go wrong between us and a phone, in one small tree.

Each error names its cause (the message) and, where there is one, the mend; `exit_code` is what the command line
ends with.
"""

from __future__ import annotations

from typing import ClassVar


class DeviceError(Exception):
    """Base of all errors of this package."""

    exit_code: ClassVar[int] = 3

    def __init__(self, cause: str, *, mend: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.mend = mend

    def __str__(self) -> str:
        return f"{self.cause}; {self.mend}" if self.mend else self.cause


class ServerNotFound(DeviceError):
    """No adb server listens where one was expected."""


class PhoneNotFound(DeviceError):
    """No phone of that serial, no phone at all, or several and none named."""


class PhoneNotReady(DeviceError):
    """The phone is there but offline or unauthorised."""


class PhoneLost(DeviceError):
    """The phone or its server went away while it was being used."""


class CommandTimeout(DeviceError):
    """A command gave no answer within its deadline."""


class CommandFailed(DeviceError):
    """A command answered, and the answer says that it did not do its work."""

    exit_code = 1


class Unsupported(DeviceError):
    """This phone (API level, vendor, missing app) cannot do that."""

    exit_code = 4


class BadInput(DeviceError):
    """What the caller gave is not usable (a file, an argument, a folder of dumps)."""

    exit_code = 2
