"""Common parts of app screens: title bar, list rows, form fields, bottom buttons, tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simulator.screen.views import (
    Click,
    View,
    bar,
    button,
    column,
    edit,
    icon,
    image,
    row,
    scroll,
    spacer,
    switch,
    text,
)
from simulator.state import Activity


def screen(
    title: str,
    *body: View,
    on_back: Click | None = None,
    actions: Sequence[View] = (),
    bottom: Sequence[View] = (),
    key: str = "scroll",
) -> View:
    """A whole screen: title bar, a scrolling body (position in activity.ui[key]) and bottom bars or buttons."""
    return column(
        title_bar(title, on_back=on_back, actions=actions),
        scroll(*body, key=key, id="list"),
        *bottom,
        background="surface",
    )


def title_bar(title: str, *, on_back: Click | None = None, actions: Sequence[View] = ()) -> View:
    """A bar with an optional back arrow, the screen's title and action icons."""
    start = [icon_button("back", "Navigate up", on_back)] if on_back else [spacer(width=12)]
    return bar(
        *start,
        text(title, id="title", font_size=22, weight=1, max_lines=1, color="on_bar"),
        *actions,
        id="toolbar",
        background="bar",
    )


def icon_button(motif: str, desc: str, on_click: Click, *, id: str = "", selected: bool = False) -> View:
    """A tappable sign, 48 dp, with the words a screen reader says."""
    return icon(
        motif, desc=desc, id=id, on_click=on_click, selected=selected, width=48, height=48, padding=12,
        cls="android.widget.ImageButton",
    )  # fmt: skip


def list_row(
    title: str,
    subtitle: str = "",
    on_click: Click | None = None,
    *,
    motif: str | None = None,
    trailing: str | View = "",
    id: str = "",
    bold: bool = False,
    on_long_click: Click | None = None,
) -> View:
    """A row of a list: optional picture (an icon motif), title over subtitle, and a word or view at the end.

    Title and subtitle carry the ids `title` and `summary`; the row has `id`.
    """
    words = [text(title, id="title", font_size=16, bold=bold, max_lines=2)]
    if subtitle:
        words.append(text(subtitle, id="summary", font_size=14, color="muted", max_lines=3))
    end = trailing if isinstance(trailing, View) else text(trailing, font_size=13, color="muted", id="trailing")
    return row(
        *([image(motif, width=40, height=40, radius=20)] if motif else []),
        column(*words, weight=1, gap=2),
        *([end] if trailing else []),
        id=id,
        on_click=on_click,
        on_long_click=on_long_click,
        padding=16,
        gap=16,
    )


def switch_row(label: str, checked: bool, on_click: Click, *, id: str = "switch_widget") -> View:
    """A labelled switch as a row of a list."""
    return switch(label, checked, on_click, id=id)


def section(label: str) -> View:
    """A small heading within a list."""
    return row(text(label, font_size=14, bold=True, color="primary", weight=1), padding=16)


def note(words: str) -> View:
    """A paragraph in a list."""
    return row(text(words, font_size=14, color="muted", weight=1), padding=16)


def form_field(
    activity: Activity,
    name: str,
    hint: str,
    *,
    on_text: Callable[[str], None] | None = None,
    on_enter: Click | None = None,
    password: bool = False,
) -> View:
    """An edit field kept in activity.ui[name] (its id is `name` too); `on_text` is told of every change."""

    def take(value: str) -> None:
        activity.ui[name] = value
        if on_text is not None:
            on_text(value)

    value = str(activity.ui.get(name) or "")
    return edit(value, take, hint, id=name, margin=8, on_enter=on_enter, password=password)


def bottom_button(label: str, on_click: Click, *, id: str = "button", enabled: bool = True) -> View:
    """The main button at the bottom of a screen."""
    return row(button(label, on_click, id=id, enabled=enabled, weight=1, height=48), padding=12)


def tabs(names: Sequence[tuple[str, str]], chosen: str, choose: Callable[[str], None]) -> View:
    """A bar of tabs at the bottom: (key, label) pairs, the chosen key, and what choosing does."""

    def tab(key: str, label: str) -> View:
        return text(
            label, id=f"tab_{key}", font_size=14, bold=key == chosen, selected=key == chosen, weight=1, align="center",
            padding=16, color="primary" if key == chosen else "muted", on_click=lambda: choose(key),
        )  # fmt: skip

    return row(*(tab(key, label) for key, label in names), id="bottom_navigation", background="nav")


def empty(words: str, motif: str | None = None) -> View:
    """What a list shows when there is nothing."""
    return column(
        *([image(motif, width=72, height=72)] if motif else []),
        text(words, id="empty", color="muted", align="center"),
        padding=48,
        gap=16,
        align="center",
    )
