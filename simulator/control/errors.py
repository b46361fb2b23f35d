"""What the control channel refuses."""

from __future__ import annotations

from simulator.control.messages import ErrorType


class ControlError(Exception):
    """A request that was refused; `type` says how, the message says why and what to do."""

    def __init__(self, kind: ErrorType, message: str) -> None:
        super().__init__(message)
        self.type = kind


class ControlLost(ControlError):
    """The simulator cannot be reached, or closed the connection."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_request", message)


class TokenRefused(ControlError):
    """The token is not this simulator's."""


class BadRequest(ControlError):
    """No such method, or parameters that do not fit it."""


class NoSuchPhone(ControlError):
    """No phone has that serial, or several are there and none was named."""


class NoDay(ControlError):
    """The phone has no day loaded."""


class DayRefused(ControlError):
    """A day, a persona or an event cannot be used."""


class EventRefused(ControlError):
    """An event of the day cannot happen on the phone as it is."""


class BadTime(ControlError):
    """The clock does not go back."""


class SnapshotRefused(ControlError):
    """A snapshot that does not exist or cannot be read."""


class FileRefused(ControlError):
    """A file of the host that cannot be written or read."""


BY_TYPE: dict[str, type[ControlError]] = {
    "bad_token": TokenRefused,
    "bad_request": BadRequest,
    "unknown_method": BadRequest,
    "bad_parameters": BadRequest,
    "no_such_phone": NoSuchPhone,
    "no_day": NoDay,
    "day_refused": DayRefused,
    "event_failed": EventRefused,
    "bad_time": BadTime,
    "snapshot": SnapshotRefused,
    "file": FileRefused,
}


def refusal(kind: ErrorType, message: str) -> ControlError:
    """The error of a type."""
    return BY_TYPE[kind](kind, message)
