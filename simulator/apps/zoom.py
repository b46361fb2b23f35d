"""Meetings: a link leads into the meeting; an id can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import parse_link, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View
from simulator.state import NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Intent, Notification

MEETING_ID = 1


class ZoomApp(PagedApp):
    """`data["meeting"]` is the meeting one is in (id, since_ms, muted, video), `data["titles"]` names of known ids."""

    package = "us.zoom.videomeetings"
    manifest = Manifest(
        "Zoom",
        "腾讯会议",
        (
            ActivitySpec("com.zipow.videobox.LauncherActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.zipow.videobox.JoinByURLActivity",
                (
                    view_filter("http", "https", hosts=("zoom.us", "*.zoom.us", "meeting.tencent.com")),
                    view_filter("zoomus", "wemeet"),
                ),
            ),
        ),
        permissions=(
            "android.permission.CAMERA",
            "android.permission.RECORD_AUDIO",
            "android.permission.POST_NOTIFICATIONS",
        ),
        version_name="5.17.11.20383",
        version_code=51711,
        color="#0b5cff",
        system=False,
        channels={"meeting": 2, "invites": 4},
    )

    def initial_data(self) -> dict[str, Any]:
        """In no meeting."""
        return {"meeting": None, "titles": {}}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        parts = [part for part in link.path.split("/") if part]
        number = link.get("confno", "meeting_code")
        if not number and len(parts) >= 2 and parts[0] in ("j", "w", "s", "wc", "dm", "my"):
            number = next((part for part in parts[1:] if part not in ("join", "start")), "")
        number = number or (parts[-1] if parts else "")
        if not number:
            return None
        self.join(number)
        return "meeting", {"id": number}

    def join(self, number: str) -> None:
        """Enter a meeting; one may be in one meeting only. Without internet one waits for the connection."""
        if (self.data["meeting"] or {}).get("id") != number:
            self.data["meeting"] = {"id": number, "since_ms": self.now, "muted": True, "video": False}
        self.post(
            self.say("Meeting in progress", "会议进行中"),
            self.title(number),
            id=MEETING_ID,
            channel="meeting",
            category="call",
            ongoing=True,
            clearable=False,
            actions=[NotificationAction(title=self.say("Leave", "离开"), command="leave")],
            open_uri=f"https://zoom.us/j/{number}",
        )
        self.phone.changed()

    def title(self, number: str) -> str:
        """What a meeting is called."""
        known = self.data["titles"].get(number)
        return f"{known} ({number})" if known else self.say(f"Meeting {number}", f"会议 {number}")

    def leave(self) -> None:
        """Leave the meeting."""
        self.data["meeting"] = None
        self.withdraw(MEETING_ID)
        self.phone.changed()

    def on_boot(self) -> None:
        """A meeting does not outlive a restart."""
        if not self.posted(MEETING_ID):
            self.data["meeting"] = None

    def _action_leave(self, _: str, __: Notification, ___: str | None) -> None:
        self.leave()

    def _event_invite(self, data: dict[str, Any]) -> None:
        """Somebody waits in a meeting: `id`, `title`, maybe `text`."""
        number, title = str(data["id"]), str(data["title"])
        self.data["titles"][number] = title
        self.post(
            title,
            str(data.get("text") or self.say("The meeting has started", "会议已开始")),
            id=2,
            tag=number,
            channel="invites",
            category="event",
            actions=[NotificationAction(title=self.say("Join", "加入"), command=f"join:{number}")],
            open_uri=f"https://zoom.us/j/{number}",
        )

    def _action_join(self, number: str, notification: Notification, _: str | None) -> None:
        self.phone.notifications.cancel(notification.key)
        self.open(
            "com.zipow.videobox.JoinByURLActivity",
            action="android.intent.action.VIEW",
            data=f"https://zoom.us/j/{number}",
        )

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        def join() -> None:
            number = here.get("number", "").replace(" ", "")
            if number:
                self.join(number)
                self.go(activity, "meeting", id=number)

        now = self.data["meeting"]
        back = self.to(activity, "meeting", id=now["id"]) if now else None
        return self.screen(
            activity,
            self.label,
            *([self.item(self.title(now["id"]), self.say("In the meeting", "会议中"), back)] if now else []),
            self.field(here, "number", self.say("Meeting ID", "会议号"), id="edtConfNumber"),
            bottom=(self.foot(self.say("Join", "加入会议"), join, id="btnJoin"),),
        )

    def _page_meeting(self, activity: Activity, here: dict[str, Any]) -> View:
        number = here["id"]
        now = self.data["meeting"]
        if not now or now["id"] != number:
            again = self.foot(self.say("Join again", "重新加入"), lambda: self.join(number), id="btnJoin")
            left = self.line(self.say("You left the meeting", "您已离开会议"), id="state")
            return self.screen(activity, self.title(number), left, bottom=(again,))
        online = self.phone.connectivity.has_internet()
        minutes = (self.now - now["since_ms"]) // 60_000
        joined = self.say("You are in the meeting", "您已加入会议")
        waiting = self.say("Connecting…", "正在连接…")

        def flip(key: str) -> None:
            now[key] = not now[key]
            self.phone.changed()

        muted = self.say("Unmute", "解除静音") if now["muted"] else self.say("Mute", "静音")
        video = self.say("Stop video", "停止视频") if now["video"] else self.say("Start video", "开启视频")
        return self.screen(
            activity,
            self.title(number),
            self.line(self.say(f"Meeting ID {number}", f"会议号 {number}"), id="meeting_id"),
            self.line(joined if online else waiting, id="state"),
            self.line(self.minutes(minutes), id="duration"),
            bottom=(
                self.feet(
                    self.foot(muted, self.then(flip, "muted"), id="btnAudio"),
                    self.foot(video, self.then(flip, "video"), id="btnVideo"),
                    self.foot(self.say("Leave", "离开"), self.leave, id="btnLeave"),
                ),
            ),
        )
