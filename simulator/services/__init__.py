"""The system services of a simulated phone, one class a service."""

from simulator.services.activity import ActivityService
from simulator.services.alarm import AlarmService
from simulator.services.audio import AudioService
from simulator.services.battery import BatteryService
from simulator.services.bluetooth import BluetoothService
from simulator.services.connectivity import ConnectivityService
from simulator.services.content import ContentService
from simulator.services.deviceidle import DeviceIdleService
from simulator.services.display import DisplayService
from simulator.services.input import InputService
from simulator.services.location import LocationService
from simulator.services.media_session import MediaSessionService
from simulator.services.notification import NotificationService
from simulator.services.package import PackageService
from simulator.services.power import PowerService
from simulator.services.properties import PropertyService
from simulator.services.service import Service
from simulator.services.settings import SettingsService
from simulator.services.statusbar import StatusBarService
from simulator.services.telephony import TelephonyService
from simulator.services.uimode import UiModeService
from simulator.services.usage import UsageService
from simulator.services.wifi import WifiService
from simulator.services.window import WindowService

__all__ = [
    "ActivityService",
    "AlarmService",
    "AudioService",
    "BatteryService",
    "BluetoothService",
    "ConnectivityService",
    "ContentService",
    "DeviceIdleService",
    "DisplayService",
    "InputService",
    "LocationService",
    "MediaSessionService",
    "NotificationService",
    "PackageService",
    "PowerService",
    "PropertyService",
    "Service",
    "SettingsService",
    "StatusBarService",
    "TelephonyService",
    "UiModeService",
    "UsageService",
    "WifiService",
    "WindowService",
]
