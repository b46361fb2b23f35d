"""Packages of the system that have no screen here, but which dumps and lists name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CorePackage:
    """A package without screens: `uid` None takes the next free one; `folder` is where its APK lies."""

    package: str
    label: str
    uid: int | None = None
    folder: str = "/system/priv-app"
    min_api: int = 28


CORE_PACKAGES = (
    CorePackage("android", "Android System", 1000, "/system/framework"),
    CorePackage("com.android.shell", "Shell", 2000),
    CorePackage("com.android.phone", "Phone Services", 1001),
    CorePackage("com.android.providers.telephony", "Phone and Messaging Storage", 1001),
    CorePackage("com.android.providers.settings", "Settings Storage", 1000),
    CorePackage("com.android.server.telecom", "Call Management", 1000),
    CorePackage("com.android.bluetooth", "Bluetooth", 1002, "/system/app"),
    CorePackage("com.android.providers.calendar", "Calendar Storage"),
    CorePackage("com.android.providers.contacts", "Contacts Storage"),
    CorePackage("com.android.providers.downloads", "Download Manager"),
    CorePackage("com.android.providers.media", "Media Storage"),
    CorePackage("com.google.android.providers.media.module", "Media", None, "/apex/com.android.mediaprovider", 30),
    CorePackage("com.google.android.permissioncontroller", "Permission controller", None, "/system/priv-app", 29),
    CorePackage("com.google.android.gms", "Google Play services", None, "/product/priv-app"),
    CorePackage("com.google.android.gsf", "Google Services Framework", None, "/system_ext/priv-app"),
    CorePackage("com.google.android.webview", "Android System WebView", None, "/product/app"),
    CorePackage("com.android.inputmethod.latin", "Android Keyboard (AOSP)", None, "/product/app"),
)

FEATURES = (
    "android.hardware.audio.output",
    "android.hardware.bluetooth",
    "android.hardware.bluetooth_le",
    "android.hardware.camera",
    "android.hardware.camera.any",
    "android.hardware.camera.flash",
    "android.hardware.camera.front",
    "android.hardware.faketouch",
    "android.hardware.location",
    "android.hardware.location.gps",
    "android.hardware.location.network",
    "android.hardware.microphone",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.sensor.accelerometer",
    "android.hardware.telephony",
    "android.hardware.telephony.gsm",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.wifi",
    "android.software.input_methods",
    "android.software.app_widgets",
)

RUNTIME_PERMISSIONS = frozenset(
    f"android.permission.{name}"
    for name in (
        "ACCESS_BACKGROUND_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION", "ACTIVITY_RECOGNITION",
        "BLUETOOTH_ADVERTISE", "BLUETOOTH_CONNECT", "BLUETOOTH_SCAN", "BODY_SENSORS", "CALL_PHONE", "CAMERA",
        "GET_ACCOUNTS", "NEARBY_WIFI_DEVICES", "POST_NOTIFICATIONS", "READ_CALENDAR", "READ_CALL_LOG", "READ_CONTACTS",
        "READ_EXTERNAL_STORAGE", "READ_MEDIA_AUDIO", "READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_PHONE_NUMBERS",
        "READ_PHONE_STATE", "READ_SMS", "RECEIVE_MMS", "RECEIVE_SMS", "RECORD_AUDIO", "SEND_SMS", "WRITE_CALENDAR",
        "WRITE_CALL_LOG", "WRITE_CONTACTS", "WRITE_EXTERNAL_STORAGE", "ANSWER_PHONE_CALLS",
    )
)  # fmt: skip
