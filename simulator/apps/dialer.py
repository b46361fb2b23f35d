"""Phone: keypad, recent calls, contacts, the in-call screen, missed calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from simulator.apps import people
from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, DEFAULT, LINK, parse_link
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import Click, View, button, row, text
from simulator.state import Intent, NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, CallRow, Notification

IN_CALL = "com.android.incallui.InCallActivity"
DIALTACTS = "com.google.android.dialer.extensions.GoogleDialtactsActivity"
EMERGENCY = {"112", "911", "999", "000", "110", "119", "120", "122"}
MISSED_ID = 1


class DialerApp(PagedApp):
    """The default phone app."""

    package = "com.google.android.dialer"
    manifest = Manifest(
        "Phone",
        "电话",
        (
            ActivitySpec(
                DIALTACTS,
                (
                    LAUNCHER,
                    IntentFilter((AA + "DIAL",)),
                    IntentFilter((AA + "DIAL", AA + "VIEW"), LINK, ("tel", "voicemail")),
                    IntentFilter((AA + "VIEW",), types=("vnd.android.cursor.dir/calls",)),
                    IntentFilter((AA + "VIEW",), (DEFAULT,), ("content",), ("call_log",)),
                ),
                launcher=True,
            ),
            ActivitySpec(
                "com.android.server.telecom.components.UserCallActivity",
                (IntentFilter((AA + "CALL",), (DEFAULT,), ("tel",)),),
                permission="android.permission.CALL_PHONE",
                no_ui=True,
            ),
            ActivitySpec(IN_CALL, exported=False),
        ),
        permissions=(
            "android.permission.CALL_PHONE",
            "android.permission.READ_CALL_LOG",
            "android.permission.READ_CONTACTS",
            "android.permission.POST_NOTIFICATIONS",
        ),
        version_name="128.0.630957081-publicbeta-pixel",
        version_code=13187501,
        color="#0b57d0",
        channels={"phone_missed_call": 4, "phone_ongoing_call": 2},
    )
    home = "recents"

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """CALL dials at once (emergency numbers only open the keypad); DIAL fills in the digits."""
        if intent.action == AA + "CALL" and activity.cls != IN_CALL:
            number = parse_link(intent.data).path
            if people.digits(number) in EMERGENCY:
                self.open(DIALTACTS, action=AA + "DIAL", data=intent.data)
            elif number:
                self.call(number)
            return
        super().on_intent(activity, intent)

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        if activity.cls == IN_CALL:
            return "call", {}
        link = parse_link(intent.data)
        if link.scheme in ("tel", "voicemail") or intent.action == AA + "DIAL":
            return "keypad", {"digits": link.path}
        self._seen()
        return None

    def call(self, number: str) -> None:
        """Call a number and show the in-call screen."""
        self.phone.telephony.dial(number)
        self.open(IN_CALL)

    def _seen(self) -> None:
        for one in self.phone.state.providers.calls:
            one.is_new = False
        for posted in list(self.phone.state.notifications.posted):
            if posted.package == self.package and posted.channel == "phone_missed_call":
                self.phone.notifications.cancel(posted.key)

    # -- missed calls

    def _event_missed_call(self, data: dict[str, Any]) -> None:
        """A call rang out: `number`, maybe `name`."""
        number = str(data["number"])
        name = str(data.get("name") or people.name_of(self.phone, number))
        self.post(
            self.say("Missed call", "未接电话"),
            name,
            id=MISSED_ID,
            tag=f"MissedCall_{number}",
            channel="phone_missed_call",
            category="missed_call",
            actions=[
                NotificationAction(title=self.say("Call back", "回拨"), command=f"call:{number}"),
                NotificationAction(title=self.say("Message", "短信"), command=f"message:{number}"),
            ],
            open_uri="content://call_log/calls",
        )

    def _action_call(self, number: str, notification: Notification, _: str | None) -> None:
        self.phone.notifications.cancel(notification.key)
        self.call(number)

    def _action_message(self, number: str, notification: Notification, _: str | None) -> None:
        self.phone.notifications.cancel(notification.key)
        self.start(Intent(action=AA + "SENDTO", data=f"smsto:{quote(number, safe='+')}"))

    # -- screens

    def _tabs(self, activity: Activity, chosen: str) -> View:
        return self.tabs(
            activity,
            chosen,
            ("recents", self.say("Recents", "通话记录")),
            ("keypad", self.say("Keypad", "拨号键盘")),
            ("contacts", self.say("Contacts", "通讯录")),
        )

    def _page_recents(self, activity: Activity, here: dict[str, Any]) -> View:
        kinds = {
            1: self.say("Incoming", "来电"),
            2: self.say("Outgoing", "去电"),
            3: self.say("Missed", "未接"),
            4: self.say("Voicemail", "语音信箱"),
            5: self.say("Declined", "已拒接"),
        }

        def line(one: CallRow) -> View:
            number = one.number
            dial = button(
                self.say("Call", "呼叫"), lambda: self.call(number), id="call_back", desc=self.say("Call", "呼叫")
            )
            return self.item(
                one.name or people.name_of(self.phone, number),
                f"{kinds.get(one.type, '')} · {number} · {self.moment(one.date_ms)}",
                self.to(activity, "keypad", digits=number),
                id="call_log",
                trailing=dial,
                bold=one.is_new,
            )

        calls = sorted(self.phone.state.providers.calls, key=lambda one: one.date_ms, reverse=True)
        rows = [line(one) for one in calls[:60]] or [self.line(self.say("No recent calls", "没有通话记录"))]
        return self.screen(activity, self.label, *rows, bottom=(self._tabs(activity, "recents"),))

    def _page_keypad(self, activity: Activity, here: dict[str, Any]) -> View:
        here.setdefault("digits", "")

        def press(sign: str) -> Click:
            return lambda: self.set(here, "digits", here["digits"] + sign)

        def key(sign: str) -> View:
            return button(sign, press(sign), id=f"key_{sign}", weight=1, height=52, margin=4)

        def call() -> None:
            if here["digits"]:
                self.call(here["digits"])

        keys = [row(*[key(sign) for sign in line]) for line in ("123", "456", "789", "*0#")]
        name = people.name_of(self.phone, here["digits"]) if here["digits"] else ""
        known = [self.line(name, id="contact_name")] if name and name != here["digits"] else []
        return self.screen(
            activity,
            self.say("Keypad", "拨号键盘"),
            *known,
            row(
                self.field(here, "digits", self.say("Number", "号码"), weight=1),
                button("←", lambda: self.set(here, "digits", here["digits"][:-1]), id="deleteButton"),
            ),
            *keys,
            bottom=(
                self.foot(self.say("Call", "呼叫"), call, id="dialpad_voice_call_button"),
                self._tabs(activity, "keypad"),
            ),
        )

    def _page_contacts(self, activity: Activity, here: dict[str, Any]) -> View:
        rows = [
            self.item(contact.name, number, self.to(activity, "keypad", digits=number), id="contact")
            for contact in people.named(self.phone, here.get("search", ""))
            for number in contact.phones
        ]
        return self.screen(
            activity,
            self.say("Contacts", "通讯录"),
            self.field(here, "search", self.say("Search contacts", "搜索联系人")),
            *rows,
            bottom=(self._tabs(activity, "contacts"),),
        )

    def _page_call(self, activity: Activity, here: dict[str, Any]) -> View:
        call = self.phone.state.telephony.call
        if call is None:
            return self.screen(activity, self.say("Call ended", "通话已结束"))
        if call.state == "active" and call.answered_ms is not None:
            seconds = (self.now - call.answered_ms) // 1000
            state = f"{seconds // 60:02d}:{seconds % 60:02d}"
        else:
            state = {
                "ringing": self.say("Incoming call", "来电"),
                "dialing": self.say("Calling…", "正在呼叫…"),
                "held": self.say("On hold", "已保持"),
            }.get(call.state, "")
        buttons: list[View] = []
        if call.state == "ringing":
            buttons.append(button(self.say("Answer", "接听"), self.phone.telephony.answer, id="answer", weight=1))
        buttons.append(
            button(self.say("End call", "挂断"), lambda: self._end(activity), id="incall_end_call", weight=1)
        )
        return self.screen(
            activity,
            call.name or people.name_of(self.phone, call.number),
            self.line(call.number, id="contactgrid_contact_name"),
            row(text(state, id="contactgrid_bottom_text", weight=1), padding=16),
            bottom=(row(*buttons),),
        )

    def _end(self, activity: Activity) -> None:
        self.phone.telephony.hang_up()
        self.phone.activities.finish(activity)
