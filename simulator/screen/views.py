"""The view tree: what an app shows, before it is laid out. Drawn, dumped and tapped from the same tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "column", "row", "frame", "list", "text", "button", "edit", "image", "icon", "switch", "checkbox", "card", "bar",
    "spacer", "divider", "progress",
]
Click = Callable[[], None]
Bounds = tuple[int, int, int, int]  # left, top, right, bottom in px


@dataclass
class View:
    """A node. `id` is the entry of its resource id (`pkg:id/entry`). Sizes are dp; None means by content (width: fill)."""

    kind: Kind
    text: str = ""
    desc: str = ""
    id: str = ""
    children: list[View] = field(default_factory=list)
    on_click: Click | None = None
    on_long_click: Click | None = None
    on_text: Callable[[str], None] | None = None  # an edit field's new whole text
    hint: str = ""
    enabled: bool = True
    checked: bool | None = None  # None: not checkable
    selected: bool = False
    password: bool = False
    weight: float = 0.0  # share of the space left over in a row or column
    width: int | None = None
    height: int | None = None
    padding: int = 0
    background: str | None = None
    color: str | None = None
    font_size: int = 16
    bold: bool = False
    align: Literal["start", "center", "end"] = "start"
    image: str | None = None  # what an image shows: a drawn motif ("map", "qr:CODE", "photo:TITLE", "icon:LETTER", …)
    scroll_key: str | None = None  # a list's key in activity.ui under which its scroll position is kept
    cls: str | None = None  # the Android class in a dump, else by kind
    bounds: Bounds = (0, 0, 0, 0)  # set by layout


def column(*children: View, **options: object) -> View:
    """Children one below the other."""
    return View("column", children=list(children), **options)  # type: ignore[arg-type]


def row(*children: View, **options: object) -> View:
    """Children side by side."""
    return View("row", children=list(children), **options)  # type: ignore[arg-type]


def scroll(*children: View, key: str = "scroll", **options: object) -> View:
    """Children one below the other in a list that scrolls; `key` names its position in activity.ui."""
    return View("list", children=list(children), scroll_key=key, **options)  # type: ignore[arg-type]


def text(value: str, **options: object) -> View:
    """A line (or more) of text."""
    return View("text", text=value, **options)  # type: ignore[arg-type]


def button(label: str, on_click: Click | None = None, **options: object) -> View:
    """A button."""
    return View("button", text=label, on_click=on_click, **options)  # type: ignore[arg-type]


def edit(value: str, on_text: Callable[[str], None], hint: str = "", **options: object) -> View:
    """A field to type into; it needs an `id`."""
    return View("edit", text=value, on_text=on_text, hint=hint, **options)  # type: ignore[arg-type]


def switch(label: str, checked: bool, on_click: Click, **options: object) -> View:
    """A labelled switch."""
    return View("switch", text=label, checked=checked, on_click=on_click, **options)  # type: ignore[arg-type]


def card(*children: View, **options: object) -> View:
    """Children on a card."""
    return View("card", children=list(children), **options)  # type: ignore[arg-type]


def image(motif: str, **options: object) -> View:
    """A picture drawn from a motif."""
    return View("image", image=motif, **options)  # type: ignore[arg-type]
