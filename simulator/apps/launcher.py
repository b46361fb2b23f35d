"""The home screen: favourites, the drawer with all apps and its search, the overview of tasks."""

from __future__ import annotations

from functools import partial

from simulator.apps.app import ActivitySpec, App, IntentFilter, Manifest
from simulator.screen.app_icons import app_icon
from simulator.screen.shade import date_line
from simulator.screen.views import View, button, card, column, edit, icon, image, row, scroll, spacer, text
from simulator.state import Activity, Intent, Task

_HOTSEAT = (
    "com.google.android.dialer",
    "com.google.android.apps.messaging",
    "com.android.chrome",
    "com.google.android.GoogleCamera",
)
_FAVOURITES = (
    "com.google.android.gm",
    "com.google.android.calendar",
    "com.google.android.apps.maps",
    "com.google.android.apps.photos",
    "com.whatsapp",
    "com.google.android.deskclock",
    "com.spotify.music",
    "com.android.settings",
)
_COLUMNS = 4


class LauncherApp(App):
    """The launcher of a Pixel. `activity.ui`: `drawer` (open), `query` (its search), `recents` (overview open)."""

    package = "com.google.android.apps.nexuslauncher"
    manifest = Manifest(
        label_en="Pixel Launcher",
        label_zh="Pixel 启动器",
        color="#4285f4",
        in_launcher=False,
        activities=(
            ActivitySpec(
                "com.google.android.apps.nexuslauncher.NexusLauncherActivity",
                (
                    IntentFilter(
                        ("android.intent.action.MAIN",),
                        ("android.intent.category.HOME", "android.intent.category.DEFAULT"),
                    ),
                    IntentFilter(("android.intent.action.ALL_APPS",)),
                ),
            ),
        ),
    )

    def on_resume(self, activity: Activity) -> None:
        """The drawer is closed when the user comes back."""
        activity.ui.pop("drawer", None)
        activity.ui.pop("query", None)

    def on_back(self, activity: Activity) -> bool:
        """Back closes the drawer or the overview; the home screen itself stays."""
        for key in ("query", "drawer", "recents"):
            if activity.ui.pop(key, None):
                self.phone.changed()
                break
        return True

    def on_swipe_up(self, activity: Activity) -> None:
        """Open the drawer."""
        if not activity.ui.get("recents"):
            activity.ui["drawer"] = True
            self.phone.changed()

    def view(self, activity: Activity) -> View:
        """The home screen, its drawer, or the overview."""
        if activity.ui.get("recents"):
            return self._overview(activity)
        return self._drawer(activity) if activity.ui.get("drawer") else self._workspace(activity)

    # -- icons

    def _shown(self) -> list[str]:
        """The packages with an icon, by label."""
        names = [
            package.package
            for package in self.phone.packages.installed()
            if package.enabled
            and package.package in self.phone.apps
            and self.phone.apps[package.package].manifest.in_launcher
            and self.phone.packages.launcher_activity(package.package) is not None
        ]
        return sorted(names, key=lambda name: self.phone.packages.label(name).casefold())

    def _icon(self, package: str, *, label: bool = True, light: bool = True) -> View:
        name = self.phone.packages.label(package)
        picture = image(app_icon(self.phone, package), width=56, height=56, radius=28, id="app_icon")
        # As on a Pixel one text view is icon and label in one; here the picture is a child of its own.
        words = (
            [
                text(
                    name,
                    id="icon_label",
                    font_size=12,
                    align="center",
                    max_lines=1,
                    color="on_wall" if light else "text",
                )
            ]
            if label
            else []
        )
        return column(
            picture,
            *words,
            desc=name,
            id="icon",
            on_click=partial(self.phone.activities.launch, package),
            on_long_click=partial(self._info, package),
            align="center",
            gap=6,
            weight=1,
            cls="android.widget.LinearLayout",
        )

    def _info(self, package: str) -> None:
        action = "android.settings.APPLICATION_DETAILS_SETTINGS"
        self.phone.activities.start(Intent(action=action, data=f"package:{package}"), caller_uid=1000)

    def _grid(self, packages: list[str], *, light: bool) -> list[View]:
        rows: list[View] = []
        for start in range(0, len(packages), _COLUMNS):
            here = packages[start : start + _COLUMNS]
            rest = [spacer(weight=1) for _ in range(_COLUMNS - len(here))]
            rows.append(row(*(self._icon(name, light=light) for name in here), *rest, padding=10))
        return rows

    # -- screens

    def _workspace(self, activity: Activity) -> View:
        shown = self._shown()
        favourites = [name for name in _FAVOURITES if name in shown]
        hotseat = [name for name in _HOTSEAT if name in shown]
        weather = self.phone.state.world.weather
        return column(
            column(
                text(date_line(self.phone), id="bc_smartspace_date", font_size=24, color="on_wall"),
                text(f"{weather.temperature_c:.0f} °C", id="bc_smartspace_weather", font_size=16, color="on_wall"),
                padding=24,
                gap=4,
                id="smartspace_container",
            ),
            spacer(weight=1),
            column(*self._grid(favourites, light=True), id="workspace"),
            row(*(self._icon(name, label=False) for name in hotseat), id="hotseat", padding=10),
            row(
                icon("search", color="muted"),
                text(self.say("Search apps", "搜索应用"), color="muted", weight=1),
                desc=self.say("Search", "搜索"),
                id="search_container_hotseat",
                on_click=partial(self._open_drawer, activity),
                background="nav",
                radius=28,
                padding=14,
                margin=16,
                gap=12,
            ),
            background="wallpaper",
            id="launcher",
        )

    def _open_drawer(self, activity: Activity) -> None:
        activity.ui["drawer"] = True

    def _drawer(self, activity: Activity) -> View:
        query = str(activity.ui.get("query", ""))

        def search(value: str) -> None:
            activity.ui["query"] = value

        found = [name for name in self._shown() if query.casefold() in self.phone.packages.label(name).casefold()]

        def first() -> None:
            if found:
                self.phone.activities.launch(found[0])

        empty = [text(self.say("No apps found", "未找到应用"), color="muted", align="center", padding=24)]
        return column(
            edit(
                query, search, self.say("Search apps", "搜索应用"), id="fallback_search_view", margin=12, on_enter=first
            ),
            scroll(*(self._grid(found, light=False) or empty), key="drawer_scroll", id="apps_list_view"),
            background="surface",
            id="apps_view",
        )

    def _overview(self, activity: Activity) -> View:
        tasks = [task for task in self.phone.state.tasks if task.package != self.package and task.activities]
        if not tasks:
            words = self.say("No recent items", "最近没有任何内容")
            return column(spacer(weight=1), text(words, align="center", color="on_wall"), spacer(weight=1),
                          background="wallpaper", id="overview_panel")  # fmt: skip

        def clear() -> None:
            for task in tasks:
                self.phone.activities.remove_task(task.id)
            activity.ui.pop("recents", None)

        return column(
            scroll(*(self._task_card(task) for task in tasks), key="overview_scroll", id="overview_panel"),
            row(button(self.say("Clear all", "全部清除"), clear, id="clear_all"), align="center", padding=16),
            background="wallpaper",
        )

    def _task_card(self, task: Task) -> View:
        name = self.phone.packages.label(task.package)
        app = self.phone.apps.get(task.package)
        words: list[str] = []
        if app is not None:
            words = [view.text for view in app.view(task.activities[-1]).walk() if view.text][:6]

        def dismiss(_side: str) -> None:
            self.phone.activities.remove_task(task.id)

        return card(
            row(
                image(app_icon(self.phone, task.package), width=32, height=32, radius=16), text(name, bold=True), gap=12
            ),
            *(text(word, font_size=13, color="muted", max_lines=1) for word in words),
            desc=name,
            id="task",
            on_click=partial(self.phone.activities.to_front, task.id),
            on_swipe=dismiss,
            gap=6,
            margin=10,
            cls="android.widget.FrameLayout",
        )
