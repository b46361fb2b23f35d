"""Mail: inbox, message, composer, notifications of new mail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, LINK, extra, parse_link, parse_mailto, send_filter, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View
from simulator.state import NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Intent, Notification


class MailApp(PagedApp):
    """`data["mails"]`: id, box (inbox, archive, sent, outbox, drafts), from, to, subject, body, ms, unread."""

    package = "com.google.android.gm"
    manifest = Manifest(
        "Gmail",
        "邮箱",
        (
            ActivitySpec("com.google.android.gm.ConversationListActivityGmail", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.google.android.gm.ComposeActivityGmailExternal",
                (
                    IntentFilter((AA + "SENDTO", AA + "VIEW"), LINK, ("mailto",)),
                    send_filter("*/*"),
                ),
            ),
            ActivitySpec("com.google.android.gm.ui.MailActivityGmail", (view_filter("gmail"),)),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="2024.04.21.626665567.Release",
        version_code=64400000,
        color="#d93025",
        channels={"mail": 3},
    )

    def initial_data(self) -> dict[str, Any]:
        """No mail."""
        return {"mails": [], "address": "me@example.com"}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.scheme == "mailto" or intent.action == AA + "SEND":
            parts = parse_mailto(intent.data) if link.scheme == "mailto" else {}
            to = ", ".join(part for part in (parts.get("to", ""), extra(intent, "EMAIL")) if part)
            return "compose", {
                "to": to,
                "cc": parts.get("cc", "") or extra(intent, "CC"),
                "subject": parts.get("subject", "") or extra(intent, "SUBJECT"),
                "body": parts.get("body", "") or extra(intent, "TEXT"),
                "attachment": self.file_name(extra(intent, "STREAM")),
            }
        if link.get("id").isdigit():
            return "mail", {"id": int(link.get("id"))}
        return None

    def _mail(self, id: int | str) -> dict[str, Any] | None:
        return next((one for one in self.data["mails"] if one["id"] == int(id)), None)

    def add(self, box: str, **parts: Any) -> dict[str, Any]:
        """Put a mail into a box."""
        mail = {"id": self.phone.state.next_id("mail"), "box": box, "ms": self.now, "unread": False, **parts}
        self.data["mails"].append(mail)
        self.phone.changed()
        return mail

    def _event_mail_received(self, data: dict[str, Any]) -> None:
        """`from`, `subject`, `body`."""
        sender, subject, body = str(data["from"]), str(data.get("subject", "")), str(data.get("body", ""))
        own = self.data["address"]
        mail = self.add("inbox", **{"from": sender}, to=own, subject=subject, body=body, unread=True)
        self.post(
            sender,
            subject,
            id=mail["id"],
            channel="mail",
            category="email",
            big_text=f"{subject}\n{body}",
            sub_text=own,
            actions=[
                NotificationAction(title=self.say("Archive", "归档"), command=f"archive:{mail['id']}"),
                NotificationAction(title=self.say("Reply", "回复"), command=f"reply:{mail['id']}"),
            ],
            open_uri=f"gmail://mail?id={mail['id']}",
            sensitive=bool(data.get("sensitive", False)),
            group=self.package,
        )

    def on_resume(self, activity: Activity) -> None:
        """What waited for internet goes out."""
        if self.phone.connectivity.has_internet():
            for mail in self.data["mails"]:
                mail["box"] = "sent" if mail["box"] == "outbox" else mail["box"]

    def archive(self, mail: dict[str, Any]) -> None:
        """Take a mail out of the inbox."""
        mail.update(box="archive", unread=False)
        self.withdraw(mail["id"])
        self.phone.changed()

    def _action_archive(self, argument: str, _: Notification, __: str | None) -> None:
        mail = self._mail(argument)
        if mail is not None:
            self.archive(mail)

    def _action_reply(self, argument: str, _: Notification, __: str | None) -> None:
        mail = self._mail(argument)
        if mail is not None:
            self.open(
                "com.google.android.gm.ComposeActivityGmailExternal",
                action=AA + "SENDTO",
                data=f"mailto:{mail['from']}",
                extras={"android.intent.extra.SUBJECT": f"Re: {mail['subject']}"},
            )

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        box = here.get("box", "inbox")
        mails = sorted(
            (one for one in self.data["mails"] if one["box"] == box), key=lambda one: one["ms"], reverse=True
        )

        def line(mail: dict[str, Any]) -> View:
            who = mail["from"] if box in ("inbox", "archive") else mail["to"]
            body = str(mail["body"]).replace("\n", " ")[:80]
            return self.item(
                who,
                f"{mail['subject']} — {body}",
                self.to(activity, "mail", id=mail["id"]),
                id="viewified_conversation_item_view",
                trailing=self.moment(mail["ms"]),
                bold=mail["unread"],
            )

        boxes = {
            "inbox": self.say("Primary", "收件箱"),
            "sent": self.say("Sent", "已发送"),
            "outbox": self.say("Outbox", "发件箱"),
            "drafts": self.say("Drafts", "草稿"),
            "archive": self.say("Archive", "归档"),
        }
        names = [self.item(label, "", self.setter(here, "box", key), id=f"box_{key}") for key, label in boxes.items()]
        rows = [line(mail) for mail in mails] or [self.line(self.say("Nothing here", "这里没有邮件"), id="empty")]
        menu = names if here.get("menu") else []
        toggle = self.item(boxes[box] + " ▾", "", self.setter(here, "menu", not here.get("menu")), id="menu")
        compose = self.foot(self.say("Compose", "写邮件"), self.to(activity, "compose"), id="compose_button")
        return self.screen(activity, self.label, toggle, *menu, *rows, bottom=(compose,))

    def _page_mail(self, activity: Activity, here: dict[str, Any]) -> View:
        mail = self._mail(here["id"])
        if mail is None:
            return self.screen(activity, self.say("Mail not found", "找不到邮件"))
        if mail["unread"]:
            mail["unread"] = False
            self.withdraw(mail["id"])

        def archive() -> None:
            self.archive(mail)
            self.reset(activity, "home")

        reply = self.to(activity, "compose", to=mail["from"], subject=f"Re: {mail['subject']}", body="")
        return self.screen(
            activity,
            mail["subject"] or self.say("(no subject)", "（无主题）"),
            self.item(
                mail["from"], self.say(f"to {mail['to']}", f"发送至 {mail['to']}"), trailing=self.moment(mail["ms"])
            ),
            self.line(mail["body"], id="body"),
            bottom=(
                self.feet(
                    self.foot(self.say("Archive", "归档"), archive, id="archive"),
                    self.foot(self.say("Reply", "回复"), reply, id="reply"),
                ),
            ),
        )

    def _page_compose(self, activity: Activity, here: dict[str, Any]) -> View:
        def keep(box: str) -> None:
            parts = {key: here.get(key, "") for key in ("to", "cc", "subject", "body", "attachment")}
            self.add(box, **{"from": self.data["address"]}, **parts)

        def send() -> None:
            if "@" not in here.get("to", ""):
                self.set(here, "error", self.say("Add at least one recipient", "请添加收件人"))
                return
            keep("sent" if self.phone.connectivity.has_internet() else "outbox")
            self.reset(activity, "home")

        def draft() -> None:
            keep("drafts")
            self.reset(activity, "home")

        body = [
            self.field(here, "to", self.say("To", "收件人")),
            self.field(here, "cc", self.say("Cc", "抄送")),
            self.field(here, "subject", self.say("Subject", "主题")),
            self.field(here, "body", self.say("Compose email", "正文"), id="body"),
        ]
        if here.get("attachment"):
            body.append(self.line(here["attachment"], id="attachment"))
        if here.get("error"):
            body.append(self.line(here["error"], color="danger", id="error"))
        return self.screen(
            activity,
            self.say("Compose", "写邮件"),
            self.line(
                self.say(f"From {self.data['address']}", f"发件人 {self.data['address']}"), id="from_account_name"
            ),
            *body,
            bottom=(
                self.feet(
                    self.foot(self.say("Send", "发送"), send, id="send"),
                    self.foot(self.say("Save draft", "存草稿"), draft, id="save_draft"),
                ),
            ),
        )
