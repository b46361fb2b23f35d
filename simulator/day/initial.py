"""The phone's state at the start of a day, from a `PhoneSetup`."""

from __future__ import annotations

import random
import zlib

from simulator.day import times
from simulator.day.history import call_rows, event_rows, media_rows, sms_rows, usage_history
from simulator.day.setup import NetworkSpec, PhoneSetup, PlaceSpec
from simulator.state import (
    Battery,
    Bluetooth,
    BluetoothDevice,
    Calendar,
    Contact,
    Package,
    Place,
    State,
    Weather,
    WifiNetwork,
    World,
)

EXTRA_UID = 10_400
CLOCK = "com.google.android.deskclock"
WEEKDAYS = {"sun": 1, "mon": 2, "tue": 3, "wed": 4, "thu": 5, "fri": 6, "sat": 7}  # java.util.Calendar


def initial_state(setup: PhoneSetup, seed: int, api_level: int, calendar: times.Calendar, start_ms: int) -> State:
    """A state whose phone has not booted yet: `Phone(state, Clock(start_ms)).boot()` installs the apps.

    Raises ValueError where a place, a network or a time of the setup is not known.
    """
    state = State(seed=seed, clock_ms=start_ms)
    _device(state, setup, api_level, calendar)
    _power(state, setup, start_ms)
    _radio(state, setup)
    _people(state, setup, calendar)
    _extra_apps(state, setup)
    state.world = World(
        places=[Place.model_validate(place.model_dump()) for place in setup.places],
        weather=Weather.model_validate(setup.weather.model_dump()),
        city=setup.city or "Berlin",
    )
    if setup.places:
        put_at(state, place_named(setup.places, setup.place or setup.places[0].name), setup.networks)
    state.location.fix_ms = start_ms
    state.usage = usage_history(setup.habits, calendar, start_ms, random.Random(f"{seed}:usage"))
    state.app_data = {package: dict(data) for package, data in setup.app_data.items()}
    if setup.alarms:
        state.app_data.setdefault(CLOCK, {})["alarms"] = [
            {
                "id": state.next_id("clock"),
                "hour": int(alarm.time.split(":")[0]),
                "minute": int(alarm.time.split(":")[1]),
                "label": alarm.label,
                "days": sorted(WEEKDAYS[day] for day in alarm.days),
                "enabled": alarm.enabled,
                "skip_ms": 0,
                "snoozed_ms": 0,
            }
            for alarm in setup.alarms
        ]
    return state


def _device(state: State, setup: PhoneSetup, api_level: int, calendar: times.Calendar) -> None:
    device = state.device
    device.api_level = api_level
    device.timezone = calendar.zone.key
    device.model = setup.model or device.model
    device.locale = setup.locale or device.locale
    device.ui_language = setup.ui_language or device.ui_language
    device.phone_number = setup.phone_number or device.phone_number
    state.bluetooth.name = device.model


def _power(state: State, setup: PhoneSetup, start_ms: int) -> None:
    charging = setup.battery.plugged is not None
    level = setup.battery.level
    state.battery = Battery(level=level, status=(5 if level == 100 else 2) if charging else 3)
    if setup.battery.plugged is not None:
        setattr(state.battery, setup.battery.plugged, True)
    state.power.battery_saver = setup.battery_saver and not charging
    state.power.wakefulness = "Awake" if setup.screen_on else "Asleep"
    state.power.keyguard_locked = not setup.screen_on
    state.power.last_wake_ms = start_ms if setup.screen_on else start_ms - 30_600_000
    state.power.last_sleep_ms = start_ms - 28_800_000
    state.power.last_user_activity_ms = start_ms if setup.screen_on else state.power.last_sleep_ms
    state.display.brightness = setup.brightness / 255
    state.display.auto_brightness = setup.auto_brightness
    state.ui_mode.night_mode = "yes" if setup.dark_mode else "no"
    system = state.settings["system"]
    system["screen_brightness"] = str(setup.brightness)
    system["screen_brightness_mode"] = str(int(setup.auto_brightness))
    system["screen_off_timeout"] = str(setup.screen_timeout_s * 1000)
    state.settings["global"].update(
        low_power=str(int(state.power.battery_saver)),
        airplane_mode_on=str(int(setup.airplane_mode)),
        wifi_on=str(int(setup.wifi_enabled)),
        bluetooth_on=str(int(setup.bluetooth_enabled)),
        mobile_data=str(int(setup.data_enabled)),
        zen_mode={"off": "0", "priority": "1", "none": "2", "alarms": "3"}[setup.zen],
    )
    state.settings["secure"]["location_mode"] = "3" if setup.location_enabled else "0"
    state.audio.ringer_mode = setup.ringer
    for stream, index in setup.volume.items():
        state.audio.streams[stream].index = index
    state.notifications.zen_mode = setup.zen


def _radio(state: State, setup: PhoneSetup) -> None:
    if setup.operator is not None:
        phone = state.telephony
        phone.operator, phone.mcc_mnc = setup.operator.name, setup.operator.mcc_mnc
        phone.country, phone.network_type = setup.operator.country, setup.operator.network_type
        phone.signal_level = setup.operator.signal
    state.telephony.data_enabled = setup.data_enabled
    state.telephony.roaming = setup.roaming
    state.airplane_mode = setup.airplane_mode
    state.location.enabled = setup.location_enabled
    state.wifi.enabled = setup.wifi_enabled and not setup.airplane_mode
    state.wifi.saved = [network.ssid for network in setup.networks if network.saved]
    state.bluetooth = Bluetooth(
        enabled=setup.bluetooth_enabled,
        name=state.device.model,
        bonded=[
            BluetoothDevice(name=spec.name, address=_address(spec.name), kind=spec.kind, connected=spec.connected)
            for spec in setup.bluetooth
        ],
    )


def _people(state: State, setup: PhoneSetup, calendar: times.Calendar) -> None:
    tables = state.providers
    account = setup.account or "user@example.com"
    tables.contacts = [
        Contact(id=state.next_id("contact"), **spec.model_dump())  # the same fields as the provider's row
        for spec in setup.contacts
    ]
    tables.calendars = [
        Calendar(id=state.next_id("calendar"), name=name, account=account) for name in setup.calendars or [account]
    ]
    tables.events = event_rows(state, setup, calendar)
    tables.sms = sms_rows(state, setup, calendar)
    tables.calls = call_rows(state, setup, calendar)
    tables.media = media_rows(state, setup, calendar)


def _extra_apps(state: State, setup: PhoneSetup) -> None:
    for offset, app in enumerate(setup.extra_apps):
        state.packages[app.package] = Package(
            package=app.package,
            label=app.label,
            uid=EXTRA_UID + offset,
            system=False,
            installer="com.android.vending",
            first_install_ms=state.clock_ms - 90 * 86_400_000,
            last_update_ms=state.clock_ms - 9 * 86_400_000,
        )


def place_named(places: list[PlaceSpec], name: str) -> PlaceSpec:
    """A place by name (ValueError naming the places there are)."""
    for place in places:
        if place.name == name:
            return place
    raise ValueError(f"no place {name!r}; places are {', '.join(place.name for place in places)}")


def networks_at(place: PlaceSpec, networks: list[NetworkSpec]) -> list[WifiNetwork]:
    """The Wi-Fi networks in reach at a place."""
    return [network(networks, place.wifi)] if place.wifi is not None else []


def network(networks: list[NetworkSpec], ssid: str) -> WifiNetwork:
    """A network by name (ValueError naming the networks there are)."""
    for spec in networks:
        if spec.ssid == ssid:
            return WifiNetwork(
                ssid=ssid,
                bssid=_address("bssid " + ssid),
                rssi=spec.rssi,
                security=spec.security,
                internet=spec.internet,
                metered=spec.metered,
            )
    raise ValueError(f"no network {ssid!r}; networks are {', '.join(spec.ssid for spec in networks)}")


def put_at(state: State, place: PlaceSpec, networks: list[NetworkSpec]) -> None:
    """Put the phone of a fresh state at a place, on its Wi-Fi where that is saved."""
    where = state.location
    where.latitude, where.longitude, where.place = place.latitude, place.longitude, place.name
    state.wifi.visible = networks_at(place, networks)
    if place.wifi in state.wifi.saved and state.wifi.enabled:
        state.wifi.connected = place.wifi


def _address(name: str) -> str:
    """A MAC address that is always the same for a name (locally administered)."""
    number = zlib.crc32(name.encode())
    return "02:" + ":".join(f"{part:02X}" for part in (17, *number.to_bytes(4, "big")))
