"""What can go wrong between us and a model. Each is an error of one decision, never of the run."""

from __future__ import annotations

from typing import ClassVar

from device import DeviceError


class ModelError(DeviceError):
    """Base: the model gave no usable answer to one request."""

    exit_code: ClassVar[int] = 1


class ModelCrashed(ModelError):
    """The model's own process ended (killed, aborted, out of memory)."""


class ModelTimeout(ModelError):
    """No answer within the decision's deadline."""


class ModelUnavailable(ModelError):
    """The server is not there, is overloaded, or broke off, and trying again did not help."""


class ModelRejected(ModelError):
    """The server or library will not do this: wrong model name, no key, a parameter that it does not know."""


class WindowTooSmall(ModelError):
    """Rules and functions alone do not fit into the model's window."""
