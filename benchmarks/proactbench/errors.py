"""What can go wrong around ProactBench, each with its cause and mend."""

from __future__ import annotations

from device import BadInput, DeviceError


class BadData(BadInput):
    """A dialogue, result, rating, persona or blueprint file that cannot be used."""


class RunMismatch(BadInput):
    """A run folder was made with other settings than the ones given now."""


class MissingLibrary(BadInput):
    """A library of the extra `proactbench` is not installed."""


class ModelRefused(DeviceError):
    """A model end point will never answer this way (no such model, no right to use it): trying again is useless."""

    exit_code = 1


class ModelCallFailed(DeviceError):
    """One call of a model failed or gave nothing usable; another attempt may succeed."""

    exit_code = 1
