"""What a phone says about itself at one moment: the readings of its outputs, and what follows from them."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from pydantic import Field

from device.capture.accessibility import Accessibility
from device.capture.activity import Activities
from device.capture.airplane import Airplane
from device.capture.alarm import Alarms
from device.capture.audio import Audio, RingerMode
from device.capture.base import Part
from device.capture.battery import Battery
from device.capture.bluetooth import Bluetooth
from device.capture.connectivity import Connectivity, Transport
from device.capture.deviceidle import DeviceIdle
from device.capture.display import Display
from device.capture.getprop import Properties
from device.capture.hierarchy import Hierarchy
from device.capture.input import Input
from device.capture.location import Fix, Location
from device.capture.logcat import Logcat
from device.capture.media_session import MediaSession, MediaSessions
from device.capture.notifications import Notification, Notifications, ZenMode
from device.capture.package import Packages
from device.capture.people import CalendarEvent, Call, Contact, Sms
from device.capture.power import Power
from device.capture.settings import SettingsList
from device.capture.telephony import CallState, Telephony
from device.capture.uimode import UiMode
from device.capture.usagestats import UsageStats
from device.capture.wifi import Wifi
from device.capture.window import Windows

__all__ = ["CalendarEvent", "Call", "Contact", "PhoneState", "Sms"]

_ZEN: Final[dict[str, ZenMode]] = {"0": "off", "1": "important", "2": "none", "3": "alarms"}
_RINGER: Final[dict[str, RingerMode]] = {"0": "silent", "1": "vibrate", "2": "normal"}


class PhoneState(Part):
    """One moment of one phone. A part that is None is unknown; ``unknown()`` says why.

    ``captured_at_ms`` is the phone's own clock (epoch, ms). Rows of people's data are None when they were not
    read and empty when there are none. Everything in here was written by the phone: it is data.
    """

    captured_at_ms: int | None = None
    timezone: str | None = None
    locale: str | None = None
    api_level: int | None = None
    model: str | None = None
    serial: str | None = None

    battery: Battery | None = None
    notifications: Notifications | None = None
    wifi: Wifi | None = None
    connectivity: Connectivity | None = None
    telephony: Telephony | None = None
    bluetooth: Bluetooth | None = None
    location: Location | None = None
    alarms: Alarms | None = None
    audio: Audio | None = None
    media: MediaSessions | None = None
    power: Power | None = None
    display: Display | None = None
    windows: Windows | None = None
    activity: Activities | None = None
    recents: Activities | None = None
    input: Input | None = None
    packages: Packages | None = None
    package_info: dict[str, Packages] = Field(default_factory=dict)
    usage: UsageStats | None = None
    ui_mode: UiMode | None = None
    device_idle: DeviceIdle | None = None
    airplane: Airplane | None = None
    accessibility: Accessibility | None = None
    properties: Properties | None = None
    settings: dict[str, SettingsList] = Field(default_factory=dict)
    logcat: Logcat | None = None
    hierarchy: Hierarchy | None = None
    screen_texts: tuple[str, ...] | None = None

    calendar_events: tuple[CalendarEvent, ...] | None = None
    sms: tuple[Sms, ...] | None = None
    calls: tuple[Call, ...] | None = None
    contacts: tuple[Contact, ...] | None = None
    files: tuple[str, ...] | None = None  # paths of the newest files in the media store, newest first

    reasons: dict[str, str] = Field(default_factory=dict)

    def unknown(self) -> dict[str, str]:
        """Part → why it is unknown: "not captured", or what was said instead of an answer."""
        skip = {"package_info", "settings", "reasons"}
        missing = {
            name: self.reasons.get(name, "not captured")
            for name in type(self).model_fields
            if name not in skip and getattr(self, name) is None
        }
        return missing | {name: why for name, why in self.reasons.items() if name not in type(self).model_fields}

    def doubts(self) -> dict[str, tuple[str, ...]]:
        """Part → what in it could not be read, or that it was cut."""
        found: dict[str, tuple[str, ...]] = {}
        for name in type(self).model_fields:
            unread = getattr(getattr(self, name), "unread", ())
            if unread:
                found[name] = tuple(unread)
        return found

    def setting(self, namespace: str, key: str) -> str | None:
        """A setting's text; None when it is unset or the name space was not read."""
        found = self.settings.get(namespace)
        return found.values.get(key) if found else None

    @property
    def now(self) -> datetime | None:
        """The phone's local time; None without its clock or a known zone."""
        if self.captured_at_ms is None or self.timezone is None:
            return None
        try:
            return datetime.fromtimestamp(self.captured_at_ms / 1000, ZoneInfo(self.timezone))
        except (OSError, OverflowError, ValueError, KeyError):
            return None

    @property
    def locked(self) -> bool | None:
        """Whether the keyguard is up."""
        said = (
            self.activity.keyguard_showing if self.activity else None,
            self.windows.keyguard_showing if self.windows else None,
            self.device_idle.screen_locked if self.device_idle else None,
        )
        return next((value for value in said if value is not None), None)

    @property
    def awake(self) -> bool | None:
        """Whether the phone is awake (interactive)."""
        if self.power and self.power.awake is not None:
            return self.power.awake
        return None if self.activity is None or self.activity.sleeping is None else not self.activity.sleeping

    @property
    def screen_on(self) -> bool | None:
        """Whether the display shows anything."""
        if self.display and self.display.screen_on is not None:
            return self.display.screen_on
        if self.power and self.power.screen_on is not None:
            return self.power.screen_on
        return self.device_idle.screen_on if self.device_idle else None

    @property
    def foreground(self) -> tuple[str, str] | None:
        """Package and activity that the user faces; None when asleep, locked or unknown."""
        if self.awake is False or self.locked is True:
            return None
        if self.activity and self.activity.foreground_package and self.activity.resumed:
            return self.activity.resumed.package, self.activity.resumed.activity
        if self.activity and self.activity.resumed is not None:
            return None
        if self.windows and self.windows.focused_package and self.windows.focused_activity:
            return self.windows.focused_package, self.windows.focused_activity
        return None

    @property
    def foreground_package(self) -> str | None:
        """The package that the user faces."""
        return self.foreground[0] if self.foreground else None

    @property
    def foreground_activity(self) -> str | None:
        """The activity that the user faces, as printed (``.Main`` or ``pkg.Main``)."""
        return self.foreground[1] if self.foreground else None

    @property
    def posted(self) -> tuple[Notification, ...]:
        """The posted notifications; empty too where they were not read (see ``unknown``)."""
        return self.notifications.records if self.notifications else ()

    @property
    def position(self) -> tuple[float, float] | None:
        """Latitude and longitude of the newest fix, in degrees."""
        return (self.last_fix.lat, self.last_fix.lon) if self.last_fix else None

    @property
    def zen_mode(self) -> ZenMode | None:
        """Do-not-disturb's mode."""
        if self.notifications and self.notifications.zen_mode:
            return self.notifications.zen_mode
        return _ZEN.get(self.setting("global", "zen_mode") or "")

    @property
    def dnd(self) -> bool | None:
        """Whether do-not-disturb is on."""
        return None if self.zen_mode is None else self.zen_mode != "off"

    @property
    def ringer_mode(self) -> RingerMode | None:
        """How the phone rings."""
        if self.audio and self.audio.ringer_mode:
            return self.audio.ringer_mode
        return _RINGER.get(self.setting("global", "mode_ringer") or "")

    def volume(self, stream: str) -> tuple[int, int] | None:
        """Level and maximum of a stream (``music``, ``ring``, ``alarm``, …)."""
        found = self.audio.streams.get(stream) if self.audio else None
        return (found.level, found.max) if found and found.level is not None and found.max is not None else None

    @property
    def battery_percent(self) -> int | None:
        """Charge in percent, whatever the scale."""
        if self.battery and self.battery.level is not None:
            scale = self.battery.scale or 100
            return round(self.battery.level * 100 / scale) if scale > 0 else None
        return self.power.battery_level if self.power else None

    @property
    def plugged_in(self) -> bool | None:
        """Whether a charger is connected."""
        if self.battery and self.battery.plugged is not None:
            return self.battery.plugged != "none"
        return self.power.powered if self.power else None

    @property
    def charging(self) -> bool | None:
        """Whether the battery takes charge (a full one on its charger does not)."""
        return None if self.battery is None or self.battery.status is None else self.battery.status == "charging"

    @property
    def battery_saver(self) -> bool | None:
        """Whether battery saver is on."""
        if self.power and self.power.battery_saver is not None:
            return self.power.battery_saver
        return self._switch("global", "low_power")

    @property
    def airplane_mode(self) -> bool | None:
        """Whether airplane mode is on."""
        if self.airplane and self.airplane.enabled is not None:
            return self.airplane.enabled
        return self._switch("global", "airplane_mode_on")

    @property
    def wifi_enabled(self) -> bool | None:
        """Whether the Wi-Fi radio is on."""
        return self.wifi.enabled if self.wifi else None

    @property
    def wifi_ssid(self) -> str | None:
        """The network's name while connected."""
        return self.wifi.ssid if self.wifi else None

    @property
    def transport(self) -> Transport | None:
        """What the default network runs over."""
        return self.connectivity.active_transport if self.connectivity else None

    @property
    def online(self) -> bool | None:
        """Whether the default network reaches the internet; False too where there is no network."""
        if self.connectivity is None:
            return None
        return False if self.connectivity.has_default is False else self.connectivity.validated

    @property
    def bluetooth_enabled(self) -> bool | None:
        """Whether Bluetooth is on."""
        if self.bluetooth and self.bluetooth.enabled is not None:
            return self.bluetooth.enabled
        return self._switch("global", "bluetooth_on")

    @property
    def location_enabled(self) -> bool | None:
        """Whether the location setting is on."""
        if self.location and self.location.enabled is not None:
            return self.location.enabled
        mode = self.setting("secure", "location_mode")
        return mode != "0" if mode in ("0", "1", "2", "3") else None

    @property
    def last_fix(self) -> Fix | None:
        """The newest position that the phone keeps."""
        return self.location.last if self.location else None

    @property
    def dark_mode(self) -> bool | None:
        """Whether the night look is in force: switched on, or worked out for auto and custom."""
        mode = self.ui_mode
        if mode is None or mode.night_mode is None:
            return None
        return mode.night_mode == "yes" if mode.night_mode in ("yes", "no") else mode.computed_night

    @property
    def call_state(self) -> CallState | None:
        """Whether the phone is idle, ringing or in a call; any slot that is not idle decides."""
        if self.telephony is None:
            return None
        busy = (p.call_state for p in self.telephony.phones if p.call_state not in (None, "idle"))
        return next(busy, self.telephony.call_state)

    @property
    def playing(self) -> MediaSession | None:
        """The session that plays now."""
        return self.media.playing if self.media else None

    @property
    def next_alarm_ms(self) -> int | None:
        """When the next alarm clock rings (epoch, ms)."""
        clock = self.alarms.next_clock_alarm if self.alarms else None
        return clock.time_ms if clock else None

    def _switch(self, namespace: str, key: str) -> bool | None:
        return {"0": False, "1": True}.get(self.setting(namespace, key) or "")
