"""Common ground of the apps: pages with a back stack, dispatch of events and notification buttons, times and sums."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from simulator.apps import scaffold
from simulator.apps.app import App
from simulator.screen.views import Click, View, card, edit, row, text
from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.state import Activity, Notification, NotificationAction

Page = tuple[str, dict[str, Any]]
WEEKDAYS_EN = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
WEEKDAYS_ZH = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MINUTE = 60_000
HOUR = 3_600_000
DAY = 86_400_000
FAR = 1_000_000  # px; the layout stops at a list's end


def stable(value: str, span: int) -> int:
    """A number from 0 to `span` - 1 that is always the same for the same text."""
    return zlib.crc32(value.encode()) % span


class PagedApp(App):
    """An app whose activities show pages: `_page_NAME(activity, here)` draws one, `here` is what it remembers.

    The pages of an activity are a stack in `activity.ui["stack"]`, so that the back key leads through them. Events go
    to `_event_NAME(data)`, notification buttons to `_action_VERB(argument, notification, reply)` where the button's
    command is `VERB` or `VERB:ARGUMENT`.
    """

    home: ClassVar[str] = "home"
    from_end: ClassVar[tuple[str, ...]] = ()  # pages that open at the end of their list, as conversations do

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        """The page that an intent asks for; None is the home page. Subclasses override it."""
        return None

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """Open the page that the intent asks for; a launcher intent leaves the pages that are open."""
        if intent.action == "android.intent.action.MAIN" and activity.ui.get("stack"):
            return
        page = self._route(activity, intent)
        name, arguments = page if page else (self.home, {})
        activity.ui["stack"] = [{"page": name, **arguments}]
        self._show_from_top(activity, name)

    def on_back(self, activity: Activity) -> bool:
        """One page back; False on the last page."""
        stack = activity.ui.get("stack", [])
        if len(stack) < 2:
            return False
        stack.pop()
        self.phone.changed()
        return True

    def here(self, activity: Activity) -> dict[str, Any]:
        """What the page on top of an activity remembers."""
        stack: list[dict[str, Any]] = activity.ui.setdefault("stack", [])
        if not stack:
            stack.append({"page": self.home})
        return stack[-1]

    def view(self, activity: Activity) -> View:
        """The page on top."""
        here = self.here(activity)
        draw: Callable[[Activity, dict[str, Any]], View] = getattr(self, f"_page_{here['page']}")
        return draw(activity, here)

    def go(self, activity: Activity, page: str, **arguments: Any) -> None:
        """Open a page on top of the present one."""
        self.here(activity)
        activity.ui["stack"].append({"page": page, **arguments})
        self._show_from_top(activity, page)

    def turn(self, activity: Activity, page: str, **arguments: Any) -> None:
        """Put a page in the place of the present one."""
        self.here(activity)
        activity.ui["stack"][-1] = {"page": page, **arguments}
        self._show_from_top(activity, page)

    def reset(self, activity: Activity, page: str, **arguments: Any) -> None:
        """Let an activity show one page with no way back to others but the home page."""
        stack: list[dict[str, Any]] = [{"page": page, **arguments}]
        if page != self.home:
            stack.insert(0, {"page": self.home})
        activity.ui["stack"] = stack
        self._show_from_top(activity, page)

    def _show_from_top(self, activity: Activity, page: str) -> None:
        activity.ui.pop(f"scroll_{page}", None)
        if page in self.from_end:
            self.scroll_to_end(activity)
        self.phone.changed()

    def scroll_to_end(self, activity: Activity) -> None:
        """Let the present page show the end of its list."""
        activity.ui[f"scroll_{self.here(activity)['page']}"] = FAR

    def to(self, activity: Activity, page: str, **arguments: Any) -> Click:
        """A click that opens a page."""
        return lambda: self.go(activity, page, **arguments)

    def set(self, here: dict[str, Any], key: str, value: Any) -> None:
        """Let a page remember a value."""
        here[key] = value
        self.phone.changed()

    def setter(self, here: dict[str, Any], key: str, value: Any) -> Click:
        """A click that lets a page remember a value."""
        return lambda: self.set(here, key, value)

    def then(self, act: Callable[..., None], *arguments: Any) -> Click:
        """A click that calls something with these arguments."""
        return lambda: act(*arguments)

    # -- building pages

    def screen(
        self,
        activity: Activity,
        title: str,
        *body: View,
        tools: Sequence[View] = (),
        bottom: Sequence[View] = (),
    ) -> View:
        """A page: title bar with an arrow back (on inner pages) and tool buttons, a list that scrolls, a fixed foot."""
        inner = len(activity.ui.get("stack", [])) > 1
        return scaffold.screen(
            title,
            *body,
            on_back=(lambda: self._up(activity)) if inner else None,
            actions=tools,
            bottom=bottom,
            key=f"scroll_{self.here(activity)['page']}",
        )

    def _up(self, activity: Activity) -> None:
        self.on_back(activity)

    def item(
        self,
        title: str,
        detail: str = "",
        on_click: Click | None = None,
        *,
        id: str = "item",
        trailing: View | str = "",
        motif: str | None = None,
        bold: bool = False,
    ) -> View:
        """A row of a list: title (id `title`), a line below it (id `summary`), something at its end."""
        return scaffold.list_row(title, detail, on_click, id=id, trailing=trailing, motif=motif, bold=bold)

    def head(self, title: str) -> View:
        """A small heading in a list."""
        return scaffold.section(title)

    def line(self, value: str, **options: Any) -> View:
        """A line of text with room around it."""
        return row(text(value, **{"weight": 1, **options}), padding=16)

    def field(self, here: dict[str, Any], key: str, label: str, *, id: str = "", weight: float = 0.0) -> View:
        """A field to type into, whose text the page remembers under `key`."""
        value = str(here.get(key) or "")
        return edit(value, lambda typed: self.set(here, key, typed), label, id=id or key, weight=weight, margin=8)

    def foot(self, label: str, on_click: Click, *, id: str = "button", enabled: bool = True) -> View:
        """The main button below a page."""
        return scaffold.bottom_button(label, on_click, id=id, enabled=enabled)

    def feet(self, *buttons: View) -> View:
        """Several main buttons side by side."""
        for one in buttons:
            one.weight = 1.0
        return row(*buttons)

    def tabs(self, activity: Activity, chosen: str, *names: tuple[str, str]) -> View:
        """A bar of tabs, each a page and its label."""
        return scaffold.tabs(names, chosen, lambda page: self.turn(activity, page))

    def box(self, title: str, *lines: str, on_click: Click | None = None, id: str = "card") -> View:
        """A card with a title and lines."""
        body = [text(line) for line in lines if line]
        return card(text(title, bold=True), *body, on_click=on_click, padding=16, id=id)

    # -- the phone

    def post(self, title: str, body: str, **options: Any) -> Notification:
        """Post a notification of this app."""
        return self.phone.notifications.post(self.package, title, body, **options)

    def withdraw(self, id: int, tag: str | None = None) -> None:
        """Take back the app's notification with this id, if it is there."""
        own = self.phone.state.notifications
        for posted in [*own.posted, *own.snoozed]:
            if posted.package == self.package and posted.id == id and posted.tag == tag:
                self.phone.notifications.cancel(posted.key)

    def posted(self, id: int) -> bool:
        """Whether a notification of this app with this id is there, posted or snoozed."""
        own = self.phone.state.notifications
        return any(one.package == self.package and one.id == id for one in [*own.posted, *own.snoozed])

    def start(self, intent: Intent) -> None:
        """Start an activity as this app."""
        own = self.phone.state.packages.get(self.package)
        self.phone.activities.start(intent, caller_uid=own.uid if own else 10_000)

    def open(self, cls: str, **options: Any) -> None:
        """Start an activity of this app by its class."""
        self.start(Intent(component=f"{self.package}/{cls}", **options))

    def _event_notify(self, data: dict[str, Any]) -> None:
        """Any app may just say something: `title`, `text` and whatever else a notification takes."""
        options = {key: value for key, value in data.items() if key not in ("title", "text")}
        options.setdefault("id", self.phone.state.next_id(f"notify:{self.package}", 1000))
        self.post(str(data["title"]), str(data.get("text", "")), **options)

    def on_event(self, name: str, data: dict[str, Any]) -> None:
        """Something of the world that the app reports; ValueError for what it does not know."""
        handle: Callable[[dict[str, Any]], None] | None = getattr(self, f"_event_{name}", None)
        if handle is None:
            raise ValueError(f"{self.package} knows no event {name!r}")
        handle(data)
        self.phone.changed()

    def on_notification_action(self, notification: Notification, action: NotificationAction, reply: str | None) -> None:
        """A button of one of the app's notifications was pressed."""
        verb, _, argument = action.command.partition(":")
        handle: Callable[[str, Notification, str | None], None] | None = getattr(self, f"_action_{verb}", None)
        if handle is None:
            raise ValueError(f"{self.package} knows no notification command {action.command!r}")
        handle(argument, notification, reply)
        self.phone.changed()

    def file_name(self, uri: str) -> str:
        """The name of a shared file: that of the media row that its content URI names, else the URI's end."""
        end = uri.rstrip("/").rpartition("/")[2]
        if uri.startswith("content:"):
            for media in self.phone.state.providers.media:
                if str(media.id) == end:
                    return media.path.rpartition("/")[2]
        return end

    # -- times and sums

    @property
    def now(self) -> int:
        """Phone time, ms since the epoch."""
        return self.phone.clock.now_ms

    def local(self, at_ms: int | None = None) -> datetime:
        """A time (default: now) where the phone is."""
        return self.phone.clock.local(self.phone.state.device.timezone, at_ms)

    def hhmm(self, at_ms: int) -> str:
        """A time of day, e.g. 06:45."""
        return self.local(at_ms).strftime("%H:%M")

    def date(self, at_ms: int) -> str:
        """A day in the phone's language, e.g. Mon, 30 Nov."""
        at = self.local(at_ms)
        weekday = (WEEKDAYS_ZH if self.zh else WEEKDAYS_EN)[at.weekday()]
        return f"{at.month}月{at.day}日 {weekday}" if self.zh else f"{weekday}, {at.day} {MONTHS[at.month - 1]}"

    def moment(self, at_ms: int) -> str:
        """A day and time; today's has the time alone."""
        if self.local(at_ms).date() == self.local().date():
            return self.hhmm(at_ms)
        return f"{self.date(at_ms)} {self.hhmm(at_ms)}"

    def money(self, sum_: float | str) -> str:
        """A sum in the currency of the phone's country; text that is no plain number stays as it is."""
        zone = self.phone.state.device.timezone
        sign = "$" if zone.startswith(("America/", "US/")) else "£" if zone == "Europe/London" else "€"
        sign = "¥" if self.zh or zone in ("Asia/Shanghai", "Asia/Tokyo") else sign
        if isinstance(sum_, str):
            return f"{sign}{sum_}" if sum_.replace(".", "", 1).isdigit() else sum_
        return f"{sign}{sum_:.2f}"

    def minutes(self, count: int) -> str:
        """A duration, e.g. 1 h 5 min."""
        hours, rest = divmod(count, 60)
        if self.zh:
            return f"{hours}小时{rest}分钟" if hours else f"{rest}分钟"
        return f"{hours} h {rest} min" if hours else f"{rest} min"
