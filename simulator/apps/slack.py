"""The messenger of the workplace: channels and colleagues."""

from __future__ import annotations

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.chat import ChatApp
from simulator.apps.intents import extra, send_filter, view_filter
from simulator.state import Intent


class SlackApp(ChatApp):
    """A chat app with channels (`#name`) as groups."""

    package = "com.slack"
    manifest = Manifest(
        "Slack",
        "飞书",
        (
            ActivitySpec("slack.app.ui.HomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "slack.features.sharedialog.ShareContentActivity",
                (send_filter("*/*"),),
            ),
            ActivitySpec("slack.app.ui.DeepLinkActivity", (view_filter("slack"),)),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="24.04.40.0",
        version_code=24044010,
        color="#4a154b",
        system=False,
        channels={"messages": 4},
    )
    scheme = "slack"
    ids = {"entry": "msg_input_field", "send": "msg_send_btn"}  # noqa: RUF012 (as the base declares)

    def addressee(self, intent: Intent) -> str:
        """The channel or person that the `channel` extra names."""
        return extra(intent, "channel")
