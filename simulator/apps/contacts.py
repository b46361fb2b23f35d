"""Contacts: the list, a contact's page, and the editor that other apps open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from simulator.apps import people
from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, DEFAULT, extra, parse_link
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import Click, View
from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.state import Activity, Contact

TYPES = (
    "vnd.android.cursor.dir/contact",
    "vnd.android.cursor.dir/raw_contact",
    "vnd.android.cursor.item/contact",
    "vnd.android.cursor.item/raw_contact",
)
AUTHORITY = ("com.android.contacts", "contacts")


class ContactsApp(PagedApp):
    """What it saves goes to the contacts provider."""

    package = "com.google.android.contacts"
    manifest = Manifest(
        "Contacts",
        "通讯录",
        (
            ActivitySpec("com.android.contacts.activities.PeopleActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.android.contacts.activities.CompactContactEditorActivity",
                (
                    IntentFilter((AA + "INSERT", AA + "INSERT_OR_EDIT"), (DEFAULT,), types=TYPES),
                    IntentFilter((AA + "INSERT",), (DEFAULT,), ("content",), AUTHORITY),
                ),
            ),
            ActivitySpec(
                "com.google.android.apps.contacts.quickcontact.QuickContactActivity",
                (IntentFilter((AA + "VIEW",), (DEFAULT,), ("content",), AUTHORITY),),
            ),
        ),
        permissions=("android.permission.READ_CONTACTS", "android.permission.WRITE_CONTACTS"),
        version_name="4.27.33.627020104",
        version_code=3726001,
        color="#0b57d0",
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        if intent.action in (AA + "INSERT", AA + "INSERT_OR_EDIT"):
            keys = ("name", "phone", "email")
            return "edit", {key: extra(intent, key) for key in keys}
        end = parse_link(intent.data).path.rpartition("/")[2]
        return ("contact", {"id": int(end)}) if end.isdigit() else None

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        rows = [
            self.item(
                contact.name,
                contact.phones[0] if contact.phones else "",
                self.to(activity, "contact", id=contact.id),
                id="contact",
            )
            for contact in people.named(self.phone, here.get("search", ""))
        ]
        return self.screen(
            activity,
            self.label,
            self.field(here, "search", self.say("Search contacts", "搜索联系人")),
            *(rows or [self.line(self.say("No contacts", "没有联系人"))]),
            bottom=(self.foot(self.say("Create contact", "新建联系人"), self.to(activity, "edit"), id="fab"),),
        )

    def _contact(self, id: int) -> Contact | None:
        return next((one for one in self.phone.state.providers.contacts if one.id == id), None)

    def _page_contact(self, activity: Activity, here: dict[str, Any]) -> View:
        contact = self._contact(here["id"])
        if contact is None:
            return self.screen(activity, self.say("Contact not found", "找不到联系人"))
        rows: list[View] = []
        if contact.relation:
            rows.append(self.line(contact.relation))
        for number in contact.phones:
            rows.append(
                self.item(
                    number, self.say("Call", "呼叫"), self._starter("DIAL", f"tel:{quote(number, safe='+')}"), id="call"
                )
            )
            rows.append(
                self.item(
                    self.say("Text", "发短信"),
                    number,
                    self._starter("SENDTO", f"smsto:{quote(number, safe='+')}"),
                    id="text_message",
                )
            )
        rows += [
            self.item(
                address,
                self.say("Email", "邮件"),
                self._starter("SENDTO", f"mailto:{quote(address, safe='@+')}"),
                id="email",
            )
            for address in contact.emails
        ]
        return self.screen(activity, contact.name, *rows)

    def _starter(self, action: str, uri: str) -> Click:
        return lambda: self.start(Intent(action=AA + action, data=uri))

    def _page_edit(self, activity: Activity, here: dict[str, Any]) -> View:
        def save() -> None:
            name, phone, email = (here.get(key, "").strip() for key in ("name", "phone", "email"))
            if not (name or phone or email):
                self.set(here, "error", self.say("Enter a name, a number or an address", "请输入姓名、号码或邮箱"))
                return
            made = self.phone.content.add_contact(
                name or phone or email, [phone] if phone else [], [email] if email else []
            )
            self.reset(activity, "contact", id=made.id)

        error = [self.line(here["error"], color="danger", id="error")] if here.get("error") else []
        return self.screen(
            activity,
            self.say("Create contact", "新建联系人"),
            self.field(here, "name", self.say("Name", "姓名")),
            self.field(here, "phone", self.say("Phone", "电话")),
            self.field(here, "email", self.say("Email", "邮箱")),
            *error,
            bottom=(self.foot(self.say("Save", "保存"), save, id="editor_menu_save_button"),),
        )
