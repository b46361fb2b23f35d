"""Notes: a list and an editor that saves as one types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import DEFAULT, extra, parse_link, send_filter, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View, edit

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

CREATE = ("com.google.android.gms.actions.CREATE_NOTE", "android.intent.action.CREATE_NOTE")


class NotesApp(PagedApp):
    """`data["notes"]`: id, title, text, ms. A note without words is not kept."""

    package = "com.google.android.keep"
    manifest = Manifest(
        "Keep Notes",
        "便签",
        (
            ActivitySpec("com.google.android.apps.keep.ui.activities.BrowseActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.google.android.apps.keep.ui.activities.ShareReceiverActivity",
                (
                    IntentFilter(CREATE, (DEFAULT,), types=("text/plain", "*/*")),
                    IntentFilter(CREATE),
                    send_filter("text/plain", "image/*"),
                    view_filter("keep"),
                ),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="5.24.162.03.90",
        version_code=216203000,
        color="#f9ab00",
        channels={"reminders": 3},
    )

    def initial_data(self) -> dict[str, Any]:
        """No notes."""
        return {"notes": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        if intent.action in CREATE or intent.action == "android.intent.action.SEND":
            title = extra(intent, "SUBJECT", "TITLE", "com.google.android.gms.actions.extra.NAME", "name")
            text = extra(intent, "TEXT", "com.google.android.gms.actions.extra.TEXT")
            stream = self.file_name(extra(intent, "STREAM"))
            note = self.add(title, "\n".join(part for part in (text, stream) if part))
            return "note", {"id": note["id"]}
        id = parse_link(intent.data).get("id")
        return ("note", {"id": int(id)}) if id.isdigit() and self._note(int(id)) else None

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """A new note lies over the list, so that back leads to it."""
        super().on_intent(activity, intent)
        here = self.here(activity)
        if here["page"] == "note":
            self.reset(activity, **here)

    def add(self, title: str, text: str) -> dict[str, Any]:
        """Make a note."""
        note = {"id": self.phone.state.next_id("note"), "title": title, "text": text, "ms": self.now}
        self.data["notes"].insert(0, note)
        self.phone.changed()
        return note

    def _note(self, id: int) -> dict[str, Any] | None:
        return next((note for note in self.data["notes"] if note["id"] == id), None)

    def _event_reminder(self, data: dict[str, Any]) -> None:
        """A note's reminder is due: `title`, `text`."""
        note = next((one for one in self.data["notes"] if one["title"] == data["title"]), None)
        note = note or self.add(str(data["title"]), str(data.get("text", "")))
        self.post(
            note["title"], note["text"], id=note["id"], channel="reminders", open_uri=f"keep://note?id={note['id']}"
        )

    def on_back(self, activity: Activity) -> bool:
        """Leaving the editor drops an empty note."""
        self._prune()
        return super().on_back(activity)

    def _prune(self) -> None:
        self.data["notes"] = [note for note in self.data["notes"] if (note["title"] + note["text"]).strip()]

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        wanted = here.get("search", "").casefold()
        notes = [one for one in self.data["notes"] if wanted in (one["title"] + one["text"]).casefold()]
        rows = [
            self.item(
                note["title"] or note["text"].split("\n")[0] or "…",
                note["text"] if note["title"] else self.moment(note["ms"]),
                self.to(activity, "note", id=note["id"]),
                id="browse_note_interior_content",
            )
            for note in notes
        ]

        def new() -> None:
            self.go(activity, "note", id=self.add("", "")["id"])

        return self.screen(
            activity,
            self.label,
            self.field(here, "search", self.say("Search your notes", "搜索便签")),
            *(rows or [self.line(self.say("Notes you add appear here", "您添加的便签会显示在这里"))]),
            bottom=(self.foot(self.say("New note", "新建便签"), new, id="speed_dial_create_close_button"),),
        )

    def _page_note(self, activity: Activity, here: dict[str, Any]) -> View:
        note = self._note(here["id"])
        if note is None:
            return self.screen(activity, self.say("Note deleted", "便签已删除"))

        def write(key: str, value: str) -> None:
            note[key] = value
            note["ms"] = self.now
            self.phone.changed()

        def delete() -> None:
            self.data["notes"].remove(note)
            self.reset(activity, "home")

        def done() -> None:
            self._prune()
            self.reset(activity, "home")

        return self.screen(
            activity,
            self.say("Note", "便签"),
            edit(note["title"], lambda value: write("title", value), self.say("Title", "标题"), id="editable_title"),
            edit(note["text"], lambda value: write("text", value), self.say("Note", "便签"), id="edit_note_text"),
            self.line(self.say(f"Edited {self.moment(note['ms'])}", f"编辑于 {self.moment(note['ms'])}"), font_size=12),
            bottom=(
                self.feet(
                    self.foot(self.say("Done", "完成"), done, id="done"),
                    self.foot(self.say("Delete", "删除"), delete, id="delete"),
                ),
            ),
        )
