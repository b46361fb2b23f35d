"""Names and icons of apps as the system shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.phone import Phone

_SIGNS = {
    "com.android.settings": "settings",
    "com.android.systemui": "info",
    "com.google.android.deskclock": "clock",
    "com.google.android.calendar": "calendar",
    "com.google.android.dialer": "phone",
    "com.google.android.apps.messaging": "message",
    "com.google.android.gm": "mail",
    "com.google.android.contacts": "person",
    "com.google.android.apps.maps": "location",
    "com.android.chrome": "globe",
    "com.google.android.GoogleCamera": "camera",
    "com.google.android.apps.photos": "photo",
    "com.google.android.documentsui": "folder",
    "com.spotify.music": "music",
    "com.google.android.youtube": "play",
    "com.google.android.keep": "edit",
    "com.google.android.apps.weather": "brightness",
    "com.google.android.apps.walletnfcrel": "wallet",
    "com.whatsapp": "message",
    "us.zoom.videomeetings": "video",
    "com.google.android.apps.translate": "text",
    "com.google.android.apps.fitness": "heart",
    "com.ubercab": "car",
    "com.ubercab.eats": "food",
    "com.amazon.mShop.android.shopping": "cart",
    "com.aftership.AfterShip": "box",
    "com.google.android.apps.chromecast.app": "home",
    "de.hafas.android.db": "train",
}


def app_label(phone: Phone, package: str) -> str:
    """The name of an app, the package where it has none."""
    app = phone.apps.get(package)
    if app is not None:
        return app.label
    installed = phone.state.packages.get(package)
    return installed.label if installed else package


def app_icon(phone: Phone, package: str) -> str:
    """The motif of an app's icon: its sign or initial on its colour."""
    app = phone.apps.get(package)
    colour = (app.manifest.color if app else "#5f6368").lstrip("#")
    sign = _SIGNS.get(package)
    return f"sign:{sign}#{colour}" if sign else f"icon:{app_label(phone, package)[:1].upper()}#{colour}"
