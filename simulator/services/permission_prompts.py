"""Which runtime permissions an app asks its user for when it comes to the front, and what an answer changes.

Groups: frameworks/base `core/res/AndroidManifest.xml`; PermissionController asks for one group after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.core_packages import RUNTIME_PERMISSIONS

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Activity

_PREFIX = "android.permission."
_GROUPS = (
    ("ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"),
    ("READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS"),
    ("READ_CALENDAR", "WRITE_CALENDAR"),
    ("READ_SMS", "SEND_SMS", "RECEIVE_SMS", "RECEIVE_MMS"),
    ("READ_CALL_LOG", "WRITE_CALL_LOG"),
    ("CALL_PHONE", "READ_PHONE_STATE", "READ_PHONE_NUMBERS", "ANSWER_PHONE_CALLS"),
    ("READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"),
    ("READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO"),
    ("BLUETOOTH_CONNECT", "BLUETOOTH_SCAN", "BLUETOOTH_ADVERTISE"),
)
_SINCE = {"POST_NOTIFICATIONS": 33, "READ_MEDIA_IMAGES": 33, "READ_MEDIA_VIDEO": 33, "READ_MEDIA_AUDIO": 33,
          "NEARBY_WIFI_DEVICES": 33, "BLUETOOTH_CONNECT": 31, "BLUETOOTH_SCAN": 31, "BLUETOOTH_ADVERTISE": 31}  # fmt: skip
# Asked apart, in the settings, and not by a prompt.
_NEVER = frozenset(("ACCESS_BACKGROUND_LOCATION",))


def group_of(permission: str) -> list[str]:
    """The permissions that are asked for together, this one among them."""
    name = permission.removeprefix(_PREFIX)
    group = next((group for group in _GROUPS if name in group), (name,))
    return [_PREFIX + one for one in group]


def question(phone: Phone, activity: Activity) -> str | None:
    """The permission that an app in front asks for now: the first of its manifest that it lacks and that the user has
    not refused before."""
    package, app = phone.packages.get(activity.package), phone.apps.get(activity.package)
    if package is None or app is None:
        return None
    api = phone.state.device.api_level
    for permission in app.asks:
        name = permission.removeprefix(_PREFIX)
        if permission not in RUNTIME_PERMISSIONS or name in _NEVER or _SINCE.get(name, 0) > api:
            continue
        held = any(package.permissions.get(one, False) for one in group_of(permission))
        if not held and permission in package.permissions and permission not in package.refused:
            return permission
    return None


def ask(phone: Phone) -> None:
    """Show the prompt that the app in front wants, if it wants one and nothing else is asked."""
    top = phone.activities.resumed()
    if top is None or phone.state.ui.dialog is not None:
        return
    permission = question(phone, top)
    if permission is not None:
        phone.state.ui.dialog = {"kind": "permission", "package": top.package, "permission": permission}
        phone.screen.changed()


def answer(phone: Phone, package: str, permission: str, allow: bool) -> None:
    """The user's answer for a permission and those asked for with it; then the app's next question."""
    found = phone.packages.get(package)
    phone.state.ui.dialog = None
    if found is not None:
        for one in group_of(permission):
            if one in found.permissions:
                phone.packages.grant(package, one, allow)
                if not allow:
                    found.refused.append(one)
    phone.screen.changed()
    ask(phone)
