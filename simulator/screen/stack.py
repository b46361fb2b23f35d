"""Which windows there are at a moment, built from the state and laid out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulator.screen import ime
from simulator.screen.calls import IN_CALL, IN_CALL_TITLE, call_shown, call_view, heads_up_view
from simulator.screen.dialogs import dialog_title, dialog_window
from simulator.screen.heads_up import heads_up_note
from simulator.screen.keyguard import keyguard_view
from simulator.screen.layout import Layout
from simulator.screen.shade import SYSTEM_UI, notification_card, shade_view
from simulator.screen.views import Bounds, View, spacer
from simulator.screen.window import Window, WindowKind, decor, focused_field

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Activity

STATUS_BAR = 32  # dp
NAVIGATION_BAR = 24


@dataclass(frozen=True)
class Geometry:
    """The display as it is held now, px."""

    width: int
    height: int
    density: int
    rotation: int
    font_scale: float = 1.0

    @property
    def scale(self) -> float:
        """px a dp."""
        return self.density / 160

    @property
    def status_bar(self) -> int:
        """Height of the status bar."""
        return round(STATUS_BAR * self.scale)

    @property
    def navigation_bar(self) -> int:
        """Height of the navigation bar."""
        return round(NAVIGATION_BAR * self.scale)

    @property
    def ime_height(self) -> int:
        """Height of the keyboard (at most 60 % of the display)."""
        return min(round(ime.HEIGHT * self.scale), self.height * 6 // 10)

    @property
    def whole(self) -> Bounds:
        """The display."""
        return 0, 0, self.width, self.height

    def inner(self, ime_shown: bool) -> Bounds:
        """What the bars and the keyboard leave."""
        bottom = self.height - self.navigation_bar - (self.ime_height if ime_shown else 0)
        return 0, self.status_bar, self.width, bottom


def geometry(phone: Phone) -> Geometry:
    """The display's present size, density and rotation."""
    display, device = phone.state.display, phone.state.device
    width, height = display.size_override or (device.width, device.height)
    if display.rotation % 2:
        width, height = height, width
    density = display.density_override or device.density
    return Geometry(width, height, density, display.rotation, _font_scale(phone))


def _font_scale(phone: Phone) -> float:
    """The setting font_scale, within what Android takes."""
    try:
        scale = float(phone.settings.get("system", "font_scale") or 1.0)
    except ValueError:
        return 1.0
    return min(max(scale, 0.5), 2.0) if scale == scale else 1.0


class WindowStack:
    """Builds the windows of a phone."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._system_scroll: dict[str, int] = {}

    def build(self) -> list[Window]:
        """The windows from bottom to top; the last that is focusable is the active one."""
        phone = self._phone
        state = phone.state
        if state.power.wakefulness != "Awake" or (state.power.keyguard_locked and not call_shown(phone)):
            return [self._system("keyguard", "NotificationShade", keyguard_view(phone))]
        call = state.telephony.call
        if call is not None and call_shown(phone):
            return [self._system("call", IN_CALL_TITLE, call_view(phone, call), package=IN_CALL)]
        windows: list[Window] = []
        if state.ui.shade != "closed":
            windows.append(self._system("shade", "NotificationShade", shade_view(phone)))
        else:
            activity = phone.activities.top()
            if activity is not None:
                windows.append(self._app(activity))
            windows.extend(self._dialog(state.ui.dialog))
        if not windows:
            windows.append(self._system("keyguard", "NotificationShade", spacer()))
        if call is not None and call.state == "ringing":
            windows.append(self._heads_up(heads_up_view(phone, call)))
        elif (note := heads_up_note(phone)) is not None:
            windows.append(self._heads_up(notification_card(phone, note)))
        return windows

    def focused_title(self) -> str:
        """The title of the active window, told from the state without building anything."""
        state = self._phone.state
        shade = "StatusBar" if state.device.api_level < 30 else "NotificationShade"
        if state.power.wakefulness != "Awake":
            return shade
        if call_shown(self._phone):
            return IN_CALL_TITLE
        if state.power.keyguard_locked or state.ui.shade != "closed":
            return shade
        if state.ui.dialog and (title := dialog_title(state.ui.dialog)) is not None:
            return title
        activity = self._phone.activities.top()
        return f"{activity.package}/{activity.cls}" if activity is not None else shade

    def _app(self, activity: Activity) -> Window:
        phone = self._phone
        app = phone.apps.get(activity.package)
        content = app.view(activity) if app is not None else spacer()
        spec = next((spec for spec in app.manifest.activities if spec.cls == activity.cls), None) if app else None

        def scroll_to(key: str, px: int) -> None:
            activity.ui[key] = px

        kept = {key: value for key, value in activity.ui.items() if type(value) is int}
        window = self._window("app", activity.package, f"{activity.package}/{activity.cls}", content, scroll_to, kept)
        window.activity = activity
        window.secure = spec.secure if spec else False
        return window

    def _system(self, kind: WindowKind, title: str, content: View, package: str = SYSTEM_UI) -> Window:
        kept = dict(self._system_scroll)
        kept["shade"] = self._phone.state.ui.shade_scroll
        if title == "NotificationShade" and self._phone.state.device.api_level < 30:
            title = "StatusBar"
        return self._window(kind, package, title, content, self._scroll_system, kept)

    def _scroll_system(self, key: str, px: int) -> None:
        if key == "shade":
            self._phone.state.ui.shade_scroll = px
        else:
            self._system_scroll[key] = px

    def _window(
        self,
        kind: WindowKind,
        package: str,
        title: str,
        content: View,
        scroll_to: Callable[[str, int], None],
        kept: dict[str, int],
    ) -> Window:
        ui = self._phone.state.ui
        field = focused_field(content, ui.focused_field)
        shape = geometry(self._phone)
        inner = shape.inner(ui.ime_shown and field is not None)
        layout = Layout(shape.density, kept, font_scale=shape.font_scale)
        root = decor(content, shape.whole, inner, layout)
        if field is not None and _hidden(field, inner):
            for entry in layout.lists:  # bring the field that is typed into into view
                if any(view is field for view in entry.view.walk()) and entry.view.visible is not None:
                    target = entry.offset + field.bounds[1] - entry.view.visible[1] - layout.px(16)
                    key = entry.view.scroll_key or "scroll"
                    kept = {**kept, key: min(max(target, 0), entry.limit)}
                    layout = Layout(shape.density, kept, font_scale=shape.font_scale)
                    root = decor(content, shape.whole, inner, layout)
                    break
        return Window(kind, package, title, root, shape.whole, scroll_to, lists=layout.lists)

    def _dialog(self, dialog: dict[str, Any] | None) -> list[Window]:
        if not dialog:
            return []
        made = dialog_window(self._phone, dialog)
        if made is None:
            return []
        package, title, content = made
        shape = geometry(self._phone)
        layout = Layout(shape.density, dict(self._system_scroll), font_scale=shape.font_scale)
        width = min(shape.width - layout.px(32), layout.px(380))
        height = min(layout.natural(content, width)[1], shape.height * 7 // 10)
        left = (shape.width - width) // 2
        top = (shape.height - height) // 2
        bounds = left, top, left + width, top + height
        root = decor(content, bounds, bounds, layout)
        return [Window("dialog", package, title, root, bounds, self._scroll_system, scrim=True, lists=layout.lists)]

    def _heads_up(self, content: View) -> Window:
        shape = geometry(self._phone)
        layout = Layout(shape.density, font_scale=shape.font_scale)
        height = layout.natural(content, shape.width)[1]
        bounds = 0, shape.status_bar, shape.width, shape.status_bar + height
        root = decor(content, bounds, bounds, layout)
        return Window("heads_up", SYSTEM_UI, "NotificationShade", root, bounds, self._scroll_system)


def _hidden(field: View, inner: Bounds) -> bool:
    return field.visible is None or field.visible[3] < field.bounds[3] or field.bounds[3] > inner[3]
