"""The phone at the start of a day: the `phone:` of a persona with the day's `setup:` laid over it."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

from simulator.day.strict import Package, Strict, Text
from simulator.day.times import AlarmText, MomentText

DayName = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def _zone(name: str) -> str:
    try:
        if "${" not in name:
            ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # what ZoneInfo raises for unknown names, odd paths and folders
        raise ValueError(f"{name!r} is no time zone; write an IANA name, e.g. Europe/Berlin") from None
    return name


ZoneName = Annotated[str, AfterValidator(_zone)]


class PlaceSpec(Strict):
    """A place of the persona's world."""

    name: str
    kind: str = Field(
        default="other", description="home, work, gym, station, school, shop, restaurant, airport, theatre …"
    )
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    address: str = ""
    wifi: str | None = Field(default=None, description="Network in reach there.")


class NetworkSpec(Strict):
    """A Wi-Fi network of the persona's world."""

    ssid: str
    saved: bool = Field(default=True, description="The phone knows it and joins by itself.")
    security: Literal["open", "wpa2-psk", "wpa3-sae"] = "wpa2-psk"
    internet: bool = True
    metered: bool = False
    rssi: int = Field(-55, ge=-100, le=-20)


class ContactSpec(Strict):
    """A contact."""

    name: str
    phones: list[str] = Field(default_factory=list)
    emails: list[str] = Field(default_factory=list)
    starred: bool = False
    relation: str | None = None


class EntrySpec(Strict):
    """A calendar entry. Times: `HH:MM` on the day, `D+1 09:00`, or ISO local."""

    title: Text
    start: MomentText
    end: MomentText | None = Field(default=None, description="One hour after start where left out.")
    location: Text = ""
    description: Text = ""
    reminders: list[int] = Field(default_factory=list, description="Minutes before.")
    attendees: list[str] = Field(default_factory=list)
    organizer: str | None = None
    all_day: bool = False
    rrule: str | None = None
    calendar: str | None = Field(default=None, description="Name of the calendar; the first one where left out.")


class AlarmSpec(Strict):
    """An alarm of the clock."""

    time: AlarmText
    label: str = ""
    days: list[DayName] = Field(default_factory=list, description="Empty: rings once, at its next time.")
    enabled: bool = True


class SmsSpec(Strict):
    """A text message of before."""

    person: str = Field(description="A contact's name, a number, or a sender such as DHL.")
    when: MomentText = Field(description="`D-1 18:20`, `HH:MM`, or ISO local.")
    text: Text
    sent: bool = Field(default=False, description="Written by the user.")
    read: bool = True


class CallSpec(Strict):
    """A call of before."""

    person: str
    when: MomentText
    kind: Literal["incoming", "outgoing", "missed", "rejected"] = "incoming"
    minutes: float = 2


class HabitSpec(Strict):
    """An app that the user opens at about the same time; it fills the usage history of the week before."""

    package: Package
    at: AlarmText
    minutes: float = 10
    days: list[DayName] = Field(default_factory=list, description="Empty: every day.")


class FileSpec(Strict):
    """A photo or file that is on the phone."""

    path: str = Field(description="Path under /sdcard.")
    mime: str = "image/jpeg"
    when: MomentText = "D-1 12:00"


class BluetoothSpec(Strict):
    """A paired device."""

    name: str
    kind: Literal["headset", "car", "watch", "speaker", "keyboard", "other"] = "headset"
    connected: bool = False


class OperatorSpec(Strict):
    """The mobile network."""

    name: str
    mcc_mnc: str = Field(pattern=r"^\d{5,6}$")
    country: str = Field(pattern=r"^[a-z]{2}$")
    network_type: str = "LTE"
    signal: int = Field(default=3, ge=0, le=4)


class BatterySpec(Strict):
    """The battery at the start, and how it moves where the day does not say."""

    level: int = Field(default=80, ge=0, le=100)
    plugged: Literal["ac", "usb", "wireless"] | None = None
    drain_per_hour: float = Field(default=3.0, ge=0, le=100)
    charge_per_hour: float = Field(default=45.0, ge=0, le=400)


class WeatherSpec(Strict):
    """The weather at the start of the day."""

    condition: str = "Cloudy"
    temperature_c: float = 15
    rain_chance: int = Field(default=10, ge=0, le=100)
    high_c: float = 18
    low_c: float = 9
    hourly: list[tuple[int, str, float, int]] = Field(
        default_factory=list, description="[hour, condition, °C, rain chance]"
    )
    alert: str | None = None
    tomorrow: str = ""


class ExtraApp(Strict):
    """An app that is installed but has no screens of its own in the simulation (a game, a bank, an airline)."""

    package: Package
    label: str


class PhoneSetup(Strict):
    """The phone at the start of the day; every field may be left out.

    A day's `setup:` is laid over the persona's `phone:`: the lists places, networks, contacts, calendars, calendar,
    alarms, sms, calls, habits, files, bluetooth and extra_apps add up (an entry with the same name, path, package,
    or time of an alarm takes the place of the persona's), mappings are laid over each other, everything else takes the
    place of the persona's value.
    """

    model: str | None = None
    locale: str | None = None
    timezone: ZoneName | None = Field(default=None, description="IANA name, e.g. Europe/Berlin.")
    ui_language: Literal["en", "zh"] | None = None
    phone_number: str | None = None
    city: str | None = None
    operator: OperatorSpec | None = None
    battery: BatterySpec = Field(default_factory=BatterySpec)
    place: str | None = Field(
        default=None, description="Where the user is at the start; the first place where left out."
    )
    places: list[PlaceSpec] = Field(default_factory=list)
    networks: list[NetworkSpec] = Field(default_factory=list)
    wifi_enabled: bool = True
    data_enabled: bool = True
    roaming: bool = False
    airplane_mode: bool = False
    location_enabled: bool = True
    bluetooth_enabled: bool = True
    bluetooth: list[BluetoothSpec] = Field(default_factory=list)
    ringer: Literal["normal", "vibrate", "silent"] = "normal"
    volume: dict[Literal["ring", "music", "alarm", "notification", "voice_call", "system"], int] = Field(
        default_factory=dict
    )
    zen: Literal["off", "priority", "none", "alarms"] = "off"
    brightness: int = Field(default=102, ge=0, le=255, description="Android's 0 to 255.")
    auto_brightness: bool = True
    dark_mode: bool = False
    screen_timeout_s: int = Field(default=60, ge=15, le=1800)
    battery_saver: bool = False
    screen_on: bool = Field(default=False, description="Whether the screen is on at the start.")
    contacts: list[ContactSpec] = Field(default_factory=list)
    calendars: list[str] = Field(default_factory=list, description="Names of calendars.")
    account: str | None = Field(default=None, description="The user's mail address.")
    calendar: list[EntrySpec] = Field(default_factory=list)
    alarms: list[AlarmSpec] = Field(default_factory=list)
    sms: list[SmsSpec] = Field(default_factory=list)
    calls: list[CallSpec] = Field(default_factory=list)
    habits: list[HabitSpec] = Field(default_factory=list)
    files: list[FileSpec] = Field(default_factory=list)
    extra_apps: list[ExtraApp] = Field(default_factory=list)
    weather: WeatherSpec = Field(default_factory=WeatherSpec)
    app_data: dict[Package, dict[str, Any]] = Field(
        default_factory=dict, description="Package → what the app keeps, laid over what a fresh install has."
    )


# Lists of a day's setup that are added to the persona's, and what makes two entries the same one.
ADDED_UP: dict[str, str | None] = {
    "places": "name",
    "networks": "ssid",
    "contacts": "name",
    "calendars": None,
    "calendar": None,
    "alarms": "time",
    "sms": None,
    "calls": None,
    "habits": None,
    "files": "path",
    "bluetooth": "name",
    "extra_apps": "package",
}


def overlay(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """`above` laid over `below` by the rules of `PhoneSetup`."""
    merged = dict(below)
    for key, value in above.items():
        present = merged.get(key)
        if key in ADDED_UP and isinstance(present, list) and isinstance(value, list):
            merged[key] = _added(present, value, ADDED_UP[key])
        elif isinstance(present, dict) and isinstance(value, dict):
            merged[key] = laid_over(present, value)
        else:
            merged[key] = value
    return merged


def _added(below: list[Any], above: list[Any], same: str | None) -> list[Any]:
    names = {item.get(same) for item in above if isinstance(item, dict)} if same else set()
    kept = [item for item in below if not (same and isinstance(item, dict) and item.get(same) in names)]
    return [*kept, *above]


def laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """`above` laid over `below`, mapping by mapping; lists and values are replaced."""
    merged = dict(below)
    for key, value in above.items():
        present = merged.get(key)
        merged[key] = laid_over(present, value) if isinstance(present, dict) and isinstance(value, dict) else value
    return merged
