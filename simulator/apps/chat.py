"""What chat apps share: conversations, a share target, bubbles, notifications with a reply. Nothing here is an app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from simulator.apps import people
from simulator.apps.conversation import bubble, composer
from simulator.apps.intents import AA, extra, make_link, parse_link
from simulator.apps.pages import Page, PagedApp, stable
from simulator.screen.views import View, button, text
from simulator.state import Message, NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Intent, Notification


class ChatApp(PagedApp):
    """A messenger over the internet. Its chats are `data["chats"]`: name, group, unread, messages (sender, text, ms,
    own).

    A message that is sent without internet waits (`pending`) and goes out when one is sent or the app is opened later.
    """

    channel: ClassVar[str] = "messages"
    scheme: ClassVar[str]  # of the app's own deep link SCHEME://chat?name=NAME
    ids: ClassVar[dict[str, str]] = {}  # resource id entries that differ from the usual: entry, send, name, message

    from_end = ("chat",)

    def initial_data(self) -> dict[str, Any]:
        """No chats."""
        return {"chats": []}

    def _id(self, key: str) -> str:
        return self.ids.get(key, key)

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.scheme == self.scheme and link.get("name"):
            return "chat", {"name": link.get("name")}
        if intent.action == AA + "SEND":
            shared = {"draft": extra(intent, "TEXT"), "stream": extra(intent, "STREAM")}
            name = self.addressee(intent)
            return ("chat", {"name": name, **shared}) if name else ("pick", shared)
        return None

    def addressee(self, intent: Intent) -> str:
        """The chat that a share intent names itself; none here."""
        return ""

    # -- conversations

    def chat(self, name: str) -> dict[str, Any]:
        """The chat of this name, made if it is new."""
        chats: list[dict[str, Any]] = self.data["chats"]
        for one in chats:
            if one["name"] == name:
                return one
        made: dict[str, Any] = {"name": name, "group": False, "unread": 0, "messages": []}
        chats.append(made)
        return made

    def partners(self, words: str) -> list[str]:
        """Names one may write to: chats, newest first, then contacts."""
        wanted = words.strip().casefold()
        chats = sorted(self.data["chats"], key=self._last_ms, reverse=True)
        names = [one["name"] for one in chats] + [one.name for one in people.named(self.phone, "")]
        return [name for name in dict.fromkeys(names) if wanted in name.casefold()]

    @staticmethod
    def _last_ms(chat: dict[str, Any]) -> int:
        return int(chat["messages"][-1]["ms"]) if chat["messages"] else 0

    def flush(self) -> None:
        """Send what waits, if there is internet."""
        if not self.phone.connectivity.has_internet():
            return
        for chat in self.data["chats"]:
            for message in chat["messages"]:
                message.pop("pending", None)

    def send(self, name: str, body: str) -> dict[str, Any]:
        """Say something in a chat."""
        chat = self.chat(name)
        message: dict[str, Any] = {"sender": "", "text": body, "ms": self.now, "own": True, "pending": True}
        chat["messages"].append(message)
        chat["unread"] = 0
        self.flush()
        self.phone.changed()
        return message

    def on_resume(self, activity: Activity) -> None:
        """What waited goes out; an open chat is read."""
        self.flush()
        here = self.here(activity)
        if here["page"] == "chat":
            self.read(here["name"])

    def read(self, name: str) -> None:
        """Mark a chat as read."""
        self.chat(name)["unread"] = 0
        self.withdraw(self._number(name))
        self.phone.changed()

    def _number(self, name: str) -> int:
        return 1 + stable(name, 100_000)

    # -- notifications

    def _event_message(self, data: dict[str, Any]) -> None:
        """`sender`, `text`, and `group` if it was said in one."""
        sender, body = str(data["sender"]), str(data["text"])
        name = str(data.get("group") or sender)
        chat = self.chat(name)
        chat["group"] = bool(data.get("group"))
        chat["messages"].append({"sender": sender, "text": body, "ms": self.now, "own": False})
        top = self.phone.activities.resumed()
        if top is not None and top.package == self.package and self.here(top).get("name") == name:
            self.scroll_to_end(top)
            return
        chat["unread"] += 1
        self._notify(chat)

    def _notify(self, chat: dict[str, Any]) -> None:
        name = chat["name"]
        you = self.say("You", "我")
        recent = chat["messages"][-max(chat["unread"], 1) :][-6:] if chat["unread"] else chat["messages"][-3:]
        lines = [
            Message(sender=you if one["own"] else one["sender"], text=one["text"], time_ms=one["ms"]) for one in recent
        ]
        last = lines[-1]
        self.post(
            name,
            f"{last.sender}: {last.text}" if chat["group"] else last.text,
            id=self._number(name),
            channel=self.channel,
            category="msg",
            messages=lines,
            actions=[
                NotificationAction(title=self.say("Reply", "回复"), reply=True, command=f"reply:{name}"),
                NotificationAction(title=self.say("Mark as read", "标记为已读"), command=f"read:{name}"),
            ],
            open_uri=make_link(f"{self.scheme}://chat", name=name),
            group=self.package,
        )

    def _action_reply(self, name: str, _: Notification, reply: str | None) -> None:
        if reply:
            self.send(name, reply)
            self._notify(self.chat(name))

    def _action_read(self, name: str, _: Notification, __: str | None) -> None:
        self.read(name)

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        def line(chat: dict[str, Any]) -> View:
            last = chat["messages"][-1] if chat["messages"] else None
            detail = ""
            if last is not None:
                who = self.say("You", "我") if last["own"] else last["sender"]
                detail = f"{who}: {last['text']}" if chat["group"] or last["own"] else last["text"]
            unread = str(chat["unread"]) if chat["unread"] else ""
            return self.item(
                chat["name"],
                detail,
                lambda: self._open_chat(activity, chat["name"]),
                id="contact_row_container",
                trailing=unread,
                bold=bool(chat["unread"]),
            )

        chats = sorted(self.data["chats"], key=self._last_ms, reverse=True)
        rows = [line(chat) for chat in chats] or [self.line(self.say("No chats", "没有聊天"))]
        new = self.foot(self.say("New chat", "新聊天"), self.to(activity, "pick"), id="fab")
        return self.screen(activity, self.label, *rows, bottom=(new,))

    def _open_chat(self, activity: Activity, name: str, **more: Any) -> None:
        self.go(activity, "chat", name=name, **more)
        self.read(name)

    def _page_pick(self, activity: Activity, here: dict[str, Any]) -> View:
        more = {"draft": here.get("draft", ""), "stream": here.get("stream", "")}
        body: list[View] = [self.field(here, "search", self.say("Search", "搜索"), id="search_src_text")]
        if more["draft"]:
            body.append(self.line(more["draft"], id="shared_text"))
        if more["stream"]:
            body.append(self.line(self.file_name(more["stream"]), id="shared_file"))
        for name in self.partners(here.get("search", "")):
            body.append(self._partner(activity, name, more))
        return self.screen(activity, self.say("Send to…", "发送给…"), *body)

    def _partner(self, activity: Activity, name: str, more: dict[str, Any]) -> View:
        return self.item(name, "", lambda: self._open_chat(activity, name, **more), id="contactpicker_row_name")

    def _page_chat(self, activity: Activity, here: dict[str, Any]) -> View:
        name = here["name"]
        chat = self.chat(name)

        def send() -> None:
            parts = [here.get("draft", ""), self.file_name(here["stream"]) if here.get("stream") else ""]
            body = "\n".join(part for part in parts if part)
            if body:
                here.update(draft="", stream="")
                self.send(name, body)
                self.scroll_to_end(activity)

        def shown(one: dict[str, Any]) -> View:
            own = one["own"]
            mark = self.say("Sending…", "正在发送…") if one.get("pending") else self.hhmm(one["ms"])
            who = [text(one["sender"], font_size=12, bold=True, id="sender")] if chat["group"] and not own else []
            return bubble(one["text"], mark, *who, own=own, id=self._id("message_text"))

        press = button(self.say("Send", "发送"), send, id=self._id("send"), desc=self.say("Send", "发送"))
        foot = composer(self, here, self.say("Message", "消息"), self._id("entry"), press)
        return self.screen(activity, name, *[shown(one) for one in chat["messages"]], bottom=foot)
