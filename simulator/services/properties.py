"""System properties (getprop, setprop)."""

from __future__ import annotations

from simulator.services.service import Service


class PropertyService(Service):
    """System properties (getprop, setprop)."""

    name = "properties"
