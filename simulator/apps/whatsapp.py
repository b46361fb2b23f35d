"""The messenger for family and friends."""

from __future__ import annotations

from simulator.apps import people
from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.chat import ChatApp
from simulator.apps.intents import extra, parse_link, send_filter, view_filter
from simulator.apps.pages import Page
from simulator.state import Activity, Intent


class WhatsAppApp(ChatApp):
    """A chat app whose people are the phone's contacts."""

    package = "com.whatsapp"
    manifest = Manifest(
        "WhatsApp",
        "微信",
        (
            ActivitySpec("com.whatsapp.home.ui.HomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.whatsapp.contact.picker.ContactPicker",
                (send_filter("*/*"),),
            ),
            ActivitySpec(
                "com.whatsapp.Conversation",
                (
                    view_filter("whatsapp"),
                    view_filter("https", hosts=("wa.me", "api.whatsapp.com")),
                ),
            ),
        ),
        permissions=("android.permission.READ_CONTACTS", "android.permission.POST_NOTIFICATIONS"),
        version_name="2.24.9.78",
        version_code=240978005,
        color="#008069",
        system=False,
        channels={"individual_chat_defaults": 4},
    )
    channel = "individual_chat_defaults"
    scheme = "whatsapp"
    ids = {"entry": "entry", "send": "send", "message_text": "message_text"}  # noqa: RUF012 (as the base declares)

    def addressee(self, intent: Intent) -> str:
        """The contact whose number the `jid` extra (NUMBER@s.whatsapp.net) names."""
        number = extra(intent, "jid").partition("@")[0]
        return people.name_of(self.phone, number) if number else ""

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        number = ""
        if link.host == "wa.me":
            number = link.path.strip("/")
        elif link.host in ("send", "api.whatsapp.com"):
            number = link.get("phone")
        if number:
            draft = link.get("text") or extra(intent, "sms_body")
            return "chat", {"name": people.name_of(self.phone, number), "draft": draft}
        return super()._route(activity, intent)
