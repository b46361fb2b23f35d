"""What a page of Settings is, the registry of pages, and what they are built from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from simulator.apps.scaffold import list_row, switch_row
from simulator.screen.views import Click, View, column, progress, text
from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.apps.app import App
    from simulator.phone import Phone
    from simulator.state import Activity

PACKAGE = "com.android.settings"
Value = TypeVar("Value", bound=str)


class PageContext:
    """A page being built: the phone, the app, the activity, and short ways to make rows."""

    def __init__(self, app: App, activity: Activity) -> None:
        self.app = app
        self.phone: Phone = app.phone
        self.activity = activity

    def say(self, en: str, zh: str) -> str:
        """A text in the phone's language."""
        return self.app.say(en, zh)

    def on_off(self, value: bool) -> str:
        """On or Off."""
        return self.say("On", "已开启") if value else self.say("Off", "已关闭")

    def open(self, key: str, data: str | None = None) -> Click:
        """A click that opens a page over this one."""
        page = PAGES[key]

        def go() -> None:
            action = page.actions[0] if page.actions else "android.intent.action.MAIN"
            intent = Intent(action=action, data=data, component=f"{PACKAGE}/{page.cls}")
            self.phone.activities.start(intent, caller_uid=1000, new_task=False)

        return go

    def link(self, key: str, summary: str = "", *, title: str = "", motif: str | None = None) -> View:
        """A row that leads to a page."""
        page = PAGES[key]
        return list_row(title or self.say(page.title_en, page.title_zh), summary, self.open(key), motif=motif)

    def setting(
        self, namespace: str, key: str, en: str, zh: str, *, default: str = "0", on: str = "1", off: str = "0"
    ) -> View:
        """A switch over a stored setting."""
        checked = (self.phone.settings.get(namespace, key) or default) == on

        def flip() -> None:
            self.phone.settings.put(namespace, key, off if checked else on)

        return switch_row(self.say(en, zh), checked, flip)

    def choices(
        self, options: Sequence[tuple[Value, str]], chosen: str, choose: Callable[[Value], object]
    ) -> list[View]:
        """Rows of which one is chosen: (value, label) pairs."""

        def option(value: Value, label: str) -> View:
            mark = "●" if value == chosen else "○"
            made = list_row(label, on_click=lambda: choose(value), trailing=mark)
            made.checked = made.selected = value == chosen
            return made

        return [option(value, label) for value, label in options]

    def slider(self, label: str, share: float, change: Callable[[float], object], *, id: str) -> View:
        """A labelled slider, 0 to 1."""

        def moved(value: float) -> None:
            change(value)

        return column(text(label), progress(share, moved, desc=label, id=id), padding=16)


Builder = Callable[[PageContext], list[View]]


@dataclass(frozen=True)
class Page:
    """A page: its key, activity class, titles, the actions it answers to, from which API level it is there."""

    key: str
    cls: str
    title_en: str
    title_zh: str
    actions: tuple[str, ...]
    build: Builder
    min_api: int = 28
    schemes: tuple[str, ...] = ()  # the actions need a URI with one of these (package:…)


PAGES: dict[str, Page] = {}


def page(
    key: str,
    cls: str,
    title_en: str,
    title_zh: str,
    *actions: str,
    min_api: int = 28,
    schemes: tuple[str, ...] = (),
) -> Callable[[Builder], Builder]:
    """Register a page. Short names of actions and classes are Settings' own (`android.settings.`, `Settings$`)."""

    def register(build: Builder) -> Builder:
        full = tuple(action if action.startswith("android.") else f"android.settings.{action}" for action in actions)
        name = cls if cls.startswith(("com.", "Settings")) else f"Settings${cls}"
        name = name if name.startswith("com.") else f"{PACKAGE}.{name}"
        PAGES[key] = Page(key, name, title_en, title_zh, full, build, min_api, schemes)
        return build

    return register
