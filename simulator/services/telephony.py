"""Telephony: calls, SMS radio, mobile data."""

from __future__ import annotations

from simulator.services.service import Service


class TelephonyService(Service):
    """Telephony: calls, SMS radio, mobile data."""

    name = "telephony.registry"
