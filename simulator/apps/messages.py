"""Messages: SMS conversations over the telephony provider, the composer, and notifications with a reply."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from simulator.apps import people
from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.conversation import bubble, composer
from simulator.apps.intents import AA, LINK, extra, parse_link, send_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View, button
from simulator.state import Message, NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Intent, Notification, SmsRow

SCHEMES = ("sms", "smsto", "mms", "mmsto")
CODE = re.compile(r"(?<!\d)\d{4,8}(?!\d)")
CODE_WORDS = re.compile(r"code|passw|otp|verif|pin\b|tan\b|验证码|校验码|密码", re.IGNORECASE)


class MessagesApp(PagedApp):
    """The default SMS app. As AOSP's Messaging it stays open after sending: `exit_on_sent` was the older Mms app's."""

    package = "com.google.android.apps.messaging"
    manifest = Manifest(
        "Messages",
        "信息",
        (
            ActivitySpec("com.google.android.apps.messaging.ui.ConversationListActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.google.android.apps.messaging.ui.conversation.LaunchConversationActivity",
                (IntentFilter((AA + "SENDTO", AA + "VIEW"), LINK, SCHEMES),),
            ),
            ActivitySpec(
                "com.google.android.apps.messaging.ui.conversationlist.ShareIntentActivity",
                (send_filter("text/plain", "image/*", "video/*", "audio/*", "text/x-vcard", "application/*"),),
            ),
        ),
        permissions=(
            "android.permission.SEND_SMS",
            "android.permission.READ_SMS",
            "android.permission.RECEIVE_SMS",
            "android.permission.READ_CONTACTS",
            "android.permission.POST_NOTIFICATIONS",
        ),
        version_name="messages.android_20240507_00_RC01.phone_dynamic",
        version_code=248510043,
        color="#0b57d0",
        channels={"bugle_default_channel": 4, "bugle_misc_channel": 3},
    )

    from_end = ("thread",)

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.scheme in SCHEMES:
            address = (link.host or link.path).strip("/").split(";")[0]
            draft = extra(intent, "sms_body", "TEXT") or link.get("body")
            if not address:
                return "pick", {"draft": draft}
            self.mark_read(address)
            return "thread", {"address": address, "draft": draft}
        if intent.action == AA + "SEND":
            draft = extra(intent, "TEXT")
            stream = extra(intent, "STREAM")
            address = extra(intent, "address")
            if address:
                return "thread", {"address": address, "draft": draft, "stream": stream}
            return "pick", {"draft": draft, "stream": stream}
        return None

    # -- conversations

    def rows_with(self, address: str) -> list[SmsRow]:
        """The messages with a number, oldest first."""
        sms = self.phone.state.providers.sms
        return sorted(
            (one for one in sms if people.same_number(one.address, address)), key=lambda one: (one.date_ms, one.id)
        )

    def threads(self) -> list[tuple[SmsRow, bool]]:
        """The newest message of every conversation and whether some of it is unread, newest first."""
        newest: dict[int, SmsRow] = {}
        unread: set[int] = set()
        for one in self.phone.state.providers.sms:
            last = newest.get(one.thread_id)
            if last is None or (one.date_ms, one.id) > (last.date_ms, last.id):
                newest[one.thread_id] = one
            if not one.read:
                unread.add(one.thread_id)
        found = sorted(newest.values(), key=lambda one: (one.date_ms, one.id), reverse=True)
        return [(one, one.thread_id in unread) for one in found]

    def mark_read(self, address: str) -> None:
        """Mark a conversation as read and take its notification back."""
        for one in self.rows_with(address):
            one.read = True
        self.withdraw(self._id(address))
        self.phone.changed()

    def send(self, address: str, body: str) -> SmsRow:
        """Send a message; without service, or without SEND_SMS, it stays as failed (type 5)."""
        if not self.phone.packages.granted(self.package, "android.permission.SEND_SMS"):
            return self.phone.content.add_sms(address, body, kind=5)
        return self.phone.telephony.sms_out(address, body)

    def _id(self, address: str) -> int:
        rows = self.rows_with(address)
        return rows[0].thread_id if rows else 0

    def _send_again(self, activity: Activity, id: int) -> None:
        sms = self.phone.state.providers.sms
        failed = next((one for one in sms if one.id == id), None)
        if failed is not None:
            sms.remove(failed)
            self.send(failed.address, failed.body)
            self.scroll_to_end(activity)

    # -- notifications

    def _event_sms_received(self, data: dict[str, Any]) -> None:
        """A message has been stored: `address` (use `phone.telephony.sms_in`, which stores and tells)."""
        address = str(data["address"])
        top = self.phone.activities.resumed()
        if top is not None and top.package == self.package and self.here(top).get("address") == address:
            self.mark_read(address)
            self.scroll_to_end(top)
            return
        self._notify(address)

    def _notify(self, address: str) -> None:
        unread = [one for one in self.rows_with(address) if one.type == 1 and not one.read]
        if not unread:
            return
        name = people.name_of(self.phone, address)
        last = unread[-1]
        lines = [Message(sender=name, text=one.body, time_ms=one.date_ms) for one in unread[-6:]]
        self._post(address, name, last.body, lines)

    def _post(self, address: str, name: str, body: str, lines: list[Message]) -> None:
        self.post(
            name,
            body,
            id=self._id(address),
            channel="bugle_default_channel",
            category="msg",
            messages=lines,
            big_text=body,
            actions=[
                NotificationAction(title=self.say("Reply", "回复"), reply=True, command=f"reply:{address}"),
                NotificationAction(title=self.say("Mark as read", "标记为已读"), command=f"read:{address}"),
            ],
            open_uri=f"sms:{quote(address, safe='+')}",
            sensitive=bool(CODE.search(body) and CODE_WORDS.search(body)),
            group=self.package,
        )

    def _action_reply(self, address: str, notification: Notification, reply: str | None) -> None:
        if not reply:
            return
        sent = self.send(address, reply)
        for one in self.rows_with(address):
            one.read = True
        own = Message(sender=self.say("You", "我"), text=reply, time_ms=sent.date_ms)
        self._post(address, notification.title, reply, [*notification.messages, own])

    def _action_read(self, address: str, _: Notification, __: str | None) -> None:
        self.mark_read(address)

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        def line(one: SmsRow, unread: bool) -> View:
            address = one.address
            body = one.body if one.type == 1 else self.say(f"You: {one.body}", f"我：{one.body}")
            return self.item(
                people.name_of(self.phone, address),
                body,
                lambda: self._open_thread(activity, address),
                id="conversation",
                trailing=self.moment(one.date_ms),
                bold=unread,
            )

        rows = [line(*one) for one in self.threads()] or [self.line(self.say("No conversations", "没有对话"))]
        start = self.foot(self.say("Start chat", "发起聊天"), self.to(activity, "pick", draft=""), id="start_chat_fab")
        return self.screen(activity, self.label, *rows, bottom=(start,))

    def _open_thread(self, activity: Activity, address: str, **more: Any) -> None:
        self.mark_read(address)
        self.go(activity, "thread", address=address, **more)

    def _page_pick(self, activity: Activity, here: dict[str, Any]) -> View:
        more = {"draft": here.get("draft", ""), "stream": here.get("stream", "")}
        words = here.get("recipient", "")
        body: list[View] = [self.field(here, "recipient", self.say("To: name or number", "收件人：姓名或号码"))]
        if here.get("draft"):
            body.append(self.line(here["draft"], id="shared_text"))
        if here.get("stream"):
            body.append(self.line(self.file_name(here["stream"]), id="shared_file"))
        if len(people.digits(words)) >= 3:
            body.append(
                self.item(
                    self.say(f"Send to {words}", f"发送至 {words}"),
                    "",
                    lambda: self._open_thread(activity, words, **more),
                    id="send_to_number",
                )
            )
        for name, number in self._recipients(words):
            body.append(self._recipient(activity, name, number, more))
        return self.screen(activity, self.say("New conversation", "新对话"), *body)

    def _recipients(self, words: str) -> list[tuple[str, str]]:
        """Names and numbers of contacts, those one wrote with last first."""
        known = [(contact.name, number) for contact in people.named(self.phone, words) for number in contact.phones]
        recent = [one.address for one, _ in self.threads()]

        def rank(pair: tuple[str, str]) -> int:
            return next((at for at, address in enumerate(recent) if people.same_number(address, pair[1])), len(recent))

        return sorted(known, key=rank)

    def _recipient(self, activity: Activity, name: str, number: str, more: dict[str, Any]) -> View:
        return self.item(name, number, lambda: self._open_thread(activity, number, **more), id="contact")

    def _page_thread(self, activity: Activity, here: dict[str, Any]) -> View:
        address = here["address"]

        def send() -> None:
            body = here.get("draft", "")
            if here.get("stream"):
                body = f"{body} [{self.file_name(here['stream'])}]".strip()
            if not body:
                return
            self.send(address, body)
            here.update(draft="", stream="")
            self.scroll_to_end(activity)

        def shown(one: SmsRow) -> View:
            status = {
                5: self.say("Not sent. Tap to try again.", "未发送，点按重试。"),
                4: self.say("Sending…", "正在发送…"),
                6: self.say("Sending…", "正在发送…"),
            }.get(one.type, self.hhmm(one.date_ms))
            again = self.then(self._send_again, activity, one.id) if one.type == 5 else None
            return bubble(one.body, status, own=one.type != 1, mark_id="message_status", on_click=again)

        press = button(self.say("SMS", "发送"), send, id="send_message_button", desc=self.say("Send SMS", "发送短信"))
        foot = composer(self, here, self.say("Text message", "短信"), "compose_message_text", press)
        return self.screen(
            activity,
            people.name_of(self.phone, address),
            self.line(address, id="conversation_address", font_size=13, color="muted"),
            *[shown(one) for one in self.rows_with(address)],
            bottom=foot,
        )
