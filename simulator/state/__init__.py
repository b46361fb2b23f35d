"""The one state of a simulated phone: everything that its services print, its apps show and its shell changes.

Plain data only (pydantic), so that a snapshot is one `model_dump_json`. Times are milliseconds since the epoch on the
phone's own clock. Who changes a field is the service that owns it (see `simulator.services`); nobody else writes it.
"""

from simulator.state.device import SENSORS, Battery, DeviceInfo, Display, Emulator, Location, Power, UiMode
from simulator.state.media import Audio, MediaSession, Stream
from simulator.state.notifications import ArchivedNotification, Message, Notification, NotificationAction, Notifications
from simulator.state.packages import Installed, InstalledActivity, InstalledFilter, Package
from simulator.state.part import Part
from simulator.state.providers import Calendar, CallRow, Contact, Event, MediaRow, Providers, RawContact, SmsRow
from simulator.state.radios import Bluetooth, BluetoothDevice, Call, Telephony, Wifi, WifiNetwork
from simulator.state.running import Activity, Intent, LogEntry, PendingAlarm, Process, Task, UsageEvent
from simulator.state.ui import Ui
from simulator.state.whole import State
from simulator.state.world import Place, Weather, World

__all__ = [
    "SENSORS",
    "Activity",
    "ArchivedNotification",
    "Audio",
    "Battery",
    "Bluetooth",
    "BluetoothDevice",
    "Calendar",
    "Call",
    "CallRow",
    "Contact",
    "DeviceInfo",
    "Display",
    "Emulator",
    "Event",
    "Installed",
    "InstalledActivity",
    "InstalledFilter",
    "Intent",
    "Location",
    "LogEntry",
    "MediaRow",
    "MediaSession",
    "Message",
    "Notification",
    "NotificationAction",
    "Notifications",
    "Package",
    "Part",
    "PendingAlarm",
    "Place",
    "Power",
    "Process",
    "Providers",
    "RawContact",
    "SmsRow",
    "State",
    "Stream",
    "Task",
    "Telephony",
    "Ui",
    "UiMode",
    "UsageEvent",
    "Weather",
    "Wifi",
    "WifiNetwork",
    "World",
]
