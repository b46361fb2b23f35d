"""A booted phone with radios, a network and a headset around it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from simulator.clock import Clock
from simulator.phone import Phone
from simulator.state import BluetoothDevice, State, WifiNetwork
from tests.simulator.screen.form import FormApp


def _phone(api_level: int = 34, language: str = "en") -> Phone:
    state = State.model_validate({"device": {"api_level": api_level, "ui_language": language}})
    state.wifi.visible = [WifiNetwork(ssid="Home"), WifiNetwork(ssid="Cafe", security="open", rssi=-70)]
    state.wifi.saved, state.wifi.connected = ["Home"], "Home"
    state.bluetooth.bonded = [BluetoothDevice(name="WH-1000XM4", address="AA:BB:CC:00:11:22", kind="headset")]
    phone = Phone(state, Clock(int(datetime(2026, 5, 18, 8, 12, tzinfo=UTC).timestamp() * 1000)))
    phone.boot()
    return phone


@pytest.fixture
def phone() -> Phone:
    return _phone()


@pytest.fixture
def make_phone() -> Callable[..., Phone]:
    """Makes phones of other levels and languages."""
    return _phone


@pytest.fixture
def form(phone: Phone) -> Phone:
    """The phone with the form in front."""
    app = FormApp(phone)
    phone.apps[FormApp.package] = app
    phone.packages.ensure_installed(app)
    phone.activities.launch(FormApp.package)
    return phone
