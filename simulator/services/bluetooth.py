"""BluetoothManagerService."""

from __future__ import annotations

from simulator.services.service import Service


class BluetoothService(Service):
    """BluetoothManagerService."""

    name = "bluetooth_manager"
