"""Names of apps in records, as a user reads them, with their packages."""

from __future__ import annotations

LABELS: dict[str, tuple[str, str]] = {
    "com.google.android.deskclock": ("Clock", "时钟"),
    "com.google.android.calendar": ("Calendar", "日历"),
    "com.google.android.dialer": ("Phone", "电话"),
    "com.google.android.apps.messaging": ("Messages", "短信"),
    "com.google.android.gm": ("Gmail", "Gmail"),
    "com.google.android.contacts": ("Contacts", "通讯录"),
    "com.google.android.apps.maps": ("Maps", "地图"),
    "com.android.chrome": ("Chrome", "Chrome"),
    "com.google.android.GoogleCamera": ("Camera", "相机"),
    "com.google.android.apps.photos": ("Photos", "相册"),
    "com.google.android.documentsui": ("Files", "文件"),
    "com.spotify.music": ("Spotify", "Spotify"),
    "com.google.android.youtube": ("YouTube", "YouTube"),
    "com.google.android.keep": ("Keep", "Keep"),
    "com.google.android.apps.weather": ("Weather", "天气"),
    "com.google.android.apps.walletnfcrel": ("Wallet", "钱包"),
    "com.whatsapp": ("WhatsApp", "WhatsApp"),
    "com.slack": ("Slack", "Slack"),
    "com.twitter.android": ("Twitter", "推特"),
    "us.zoom.videomeetings": ("Zoom", "Zoom"),
    "com.google.android.apps.translate": ("Translate", "翻译"),
    "com.google.android.apps.fitness": ("Fit", "健身"),
    "com.ubercab": ("Uber", "优步"),
    "com.ubercab.eats": ("Uber Eats", "优食"),
    "com.opentable": ("OpenTable", "OpenTable"),
    "com.amazon.mShop.android.shopping": ("Amazon", "亚马逊"),
    "com.aftership.AfterShip": ("AfterShip", "快递助手"),
    "com.google.android.apps.chromecast.app": ("Home", "智能家居"),
    "de.hafas.android.db": ("DB Navigator", "铁路"),
    "com.android.systemui": ("System UI", "系统"),
    "com.android.settings": ("Settings", "设置"),
    "com.android.vending": ("Play Store", "应用商店"),
    "com.instagram.android": ("Instagram", "Instagram"),
}
SHORT = {
    "clock": "com.google.android.deskclock", "calendar": "com.google.android.calendar", "phone": "com.google.android.dialer",
    "messages": "com.google.android.apps.messaging", "mail": "com.google.android.gm",
    "maps": "com.google.android.apps.maps", "chrome": "com.android.chrome", "camera": "com.google.android.GoogleCamera",
    "photos": "com.google.android.apps.photos", "files": "com.google.android.documentsui", "music": "com.spotify.music",
    "video": "com.google.android.youtube", "notes": "com.google.android.keep",
    "weather": "com.google.android.apps.weather", "wallet": "com.google.android.apps.walletnfcrel",
    "whatsapp": "com.whatsapp", "slack": "com.slack", "twitter": "com.twitter.android",
    "zoom": "us.zoom.videomeetings", "translate": "com.google.android.apps.translate",
    "fit": "com.google.android.apps.fitness", "uber": "com.ubercab", "eats": "com.ubercab.eats",
    "opentable": "com.opentable", "shop": "com.amazon.mShop.android.shopping", "parcels": "com.aftership.AfterShip",
    "home": "com.google.android.apps.chromecast.app", "train": "de.hafas.android.db", "system": "com.android.systemui",
    "settings": "com.android.settings", "instagram": "com.instagram.android",
}  # fmt: skip


def label(package: str, language: str) -> str:
    """What a user calls an app; the package where that is not known."""
    names = LABELS.get(package)
    return package if names is None else names[language == "zh"]


def package(name: str) -> str:
    """The package that a recipe's short name means."""
    return SHORT.get(name, name)
