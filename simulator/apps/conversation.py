"""How a conversation looks, in messages and in chats: bubbles, and the row to write in below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from simulator.screen.views import Click, View, column, row, text

if TYPE_CHECKING:
    from simulator.apps.pages import PagedApp


def bubble(
    words: str,
    mark: str,
    *above: View,
    own: bool,
    id: str = "message_text",
    mark_id: str = "date",
    on_click: Click | None = None,
) -> View:
    """A message with what stands above it and its time or state (`mark`) below; the user's `own` are on the right."""
    side: Literal["start", "end"] = "end" if own else "start"
    return column(
        *above,
        text(words, id=id, align=side),
        text(mark, id=mark_id, font_size=12, color="muted", align=side),
        on_click=on_click,
        id="own_message" if own else "message",
        padding=12,
        margin=6,
        radius=18,
        background="accent" if own else "card",
    )


def composer(app: PagedApp, here: dict[str, Any], hint: str, id: str, send: View) -> list[View]:
    """The field `draft` of a page with the button that sends it, below the file that is to go with it (`stream`)."""
    attached = [app.line(app.file_name(here["stream"]), id="attachment")] if here.get("stream") else []
    return [*attached, row(app.field(here, "draft", hint, id=id, weight=1), send)]
