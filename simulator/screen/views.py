"""The view tree: what an app shows, before it is laid out. Drawn, dumped and tapped from the same tree.

Colours are `#rrggbb` or a name of the theme ("surface", "card", "primary", "accent", "text", "muted", "outline",
"danger", "good", …; see `simulator.screen.theme`), so that a screen follows dark mode without knowing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypedDict, Unpack

Kind = Literal[
    "column",
    "row",
    "frame",
    "list",
    "text",
    "button",
    "edit",
    "image",
    "icon",
    "switch",
    "checkbox",
    "card",
    "bar",
    "spacer",
    "divider",
    "progress",
]
Click = Callable[[], object]  # what it returns is not looked at
Bounds = tuple[int, int, int, int]  # left, top, right, bottom in px
Align = Literal["start", "center", "end"]


@dataclass
class View:
    """A node. `id` is its resource id's entry (`pkg:id/entry`). Sizes are dp; None: by content (width: fill)."""

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
    align: Align = "start"
    image: str | None = None  # what an image shows: a drawn motif ("map", "qr:CODE", "photo:TITLE", "icon:LETTER", …)
    scroll_key: str | None = None  # a list's key in activity.ui under which its scroll position is kept
    cls: str | None = None  # the Android class in a dump, else by kind
    bounds: Bounds = (0, 0, 0, 0)  # set by layout
    visible: Bounds | None = None  # what of `bounds` its parents leave to be seen; set by layout
    gap: int = 0  # dp between the children
    margin: int = 0  # dp around the view
    radius: int | None = None  # dp of rounded corners, else by kind
    outline: str | None = None  # colour of a thin border
    max_lines: int = 0  # of a text; more is cut with an ellipsis (0: any)
    value: float = 0.0  # 0 to 1, of a progress bar or slider
    on_value: Callable[[float], None] | None = None  # makes a progress bar a slider: its new value
    on_enter: Click | None = None  # an edit field's Enter/Done/Send key, else the focus moves on
    on_swipe: Callable[[Literal["left", "right"]], None] | None = None  # a swipe across (a notification is dismissed)
    on_half_swipe: Click | None = None  # a swipe of less than half its width (a notification shows its icons)

    @property
    def clickable(self) -> bool:
        """Whether a tap does something here."""
        return self.on_click is not None or self.on_text is not None or self.on_value is not None

    def walk(self) -> Iterator[View]:
        """This view and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


class ViewOptions(TypedDict, total=False):
    """What every constructor takes beside its own arguments."""

    desc: str
    id: str
    on_long_click: Click | None
    on_swipe: Callable[[Literal["left", "right"]], None] | None
    enabled: bool
    selected: bool
    weight: float
    width: int | None
    height: int | None
    padding: int
    gap: int
    margin: int
    radius: int | None
    outline: str | None
    background: str | None
    color: str | None
    font_size: int
    bold: bool
    align: Align
    max_lines: int
    cls: str | None


class ClickOptions(ViewOptions, total=False):
    """The options of what may be clickable or checkable without being made for it."""

    on_click: Click | None
    checked: bool | None


class EditOptions(ViewOptions, total=False):
    """The options of an edit field."""

    password: bool
    on_enter: Click | None


def column(*children: View, **options: Unpack[ClickOptions]) -> View:
    """Children one below the other."""
    return View("column", children=list(children), **options)


def row(*children: View, **options: Unpack[ClickOptions]) -> View:
    """Children side by side."""
    return View("row", children=list(children), **options)


def frame(*children: View, **options: Unpack[ClickOptions]) -> View:
    """Children one over the other, each as large as the frame unless it has a size of its own."""
    return View("frame", children=list(children), **options)


def scroll(*children: View, key: str = "scroll", **options: Unpack[ClickOptions]) -> View:
    """Children one below the other in a list that scrolls; `key` names its position in activity.ui."""
    return View("list", children=list(children), scroll_key=key, **options)


def text(value: str, **options: Unpack[ClickOptions]) -> View:
    """A line (or more) of text."""
    return View("text", text=value, **options)


def button(label: str, on_click: Click | None = None, **options: Unpack[ViewOptions]) -> View:
    """A button."""
    return View("button", text=label, on_click=on_click, **options)


def edit(value: str, on_text: Callable[[str], None], hint: str = "", **options: Unpack[EditOptions]) -> View:
    """A field to type into; it needs an `id`."""
    return View("edit", text=value, on_text=on_text, hint=hint, **options)


def switch(label: str, checked: bool, on_click: Click, **options: Unpack[ViewOptions]) -> View:
    """A labelled switch."""
    return View("switch", text=label, checked=checked, on_click=on_click, **options)


def checkbox(label: str, checked: bool, on_click: Click, **options: Unpack[ViewOptions]) -> View:
    """A labelled check box."""
    return View("checkbox", text=label, checked=checked, on_click=on_click, **options)


def card(*children: View, **options: Unpack[ClickOptions]) -> View:
    """Children on a card."""
    return View("card", children=list(children), **options)


def image(motif: str, **options: Unpack[ClickOptions]) -> View:
    """A picture drawn from a motif."""
    return View("image", image=motif, **options)


def icon(motif: str, **options: Unpack[ClickOptions]) -> View:
    """A small picture (24 dp): a named sign ("back", "search", "wifi", …) or a motif."""
    return View("icon", image=motif, **options)


def bar(*children: View, **options: Unpack[ClickOptions]) -> View:
    """A bar across the screen (title bar, bottom bar): a row 56 dp high."""
    return View("bar", children=list(children), **options)


def spacer(**options: Unpack[ViewOptions]) -> View:
    """Empty space (not in a dump)."""
    return View("spacer", **options)


def divider(**options: Unpack[ViewOptions]) -> View:
    """A thin line."""
    return View("divider", **options)


def progress(value: float, on_value: Callable[[float], None] | None = None, **options: Unpack[ClickOptions]) -> View:
    """A progress bar (0 to 1), or a slider if `on_value` takes its new value."""
    return View("progress", value=value, on_value=on_value, **options)
