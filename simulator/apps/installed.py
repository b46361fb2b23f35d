"""An app that came as an APK: its manifest is read, its code is not run, so its screens show its name and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from simulator.apps.app import ActivitySpec, App, IntentFilter, Manifest
from simulator.screen.views import View, column, text

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Activity, Package

_MAIN, _LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"


class InstalledApp(App):
    """Base of the classes that `installed_app` makes."""

    trampolines: ClassVar[tuple[str, ...]] = ()  # activities that do their work and finish at once

    @property
    def asks(self) -> tuple[str, ...]:
        """Nothing: its code is not run."""
        return ()

    def view(self, activity: Activity) -> View:
        """The app's name and the activity's."""
        return column(text(self.label), text(activity.cls.rsplit(".", 1)[-1]))


KNOWN: dict[str, type[InstalledApp]] = {}  # package → what is known of how it behaves once its APK is there


def known(package: str) -> Callable[[type[InstalledApp]], type[InstalledApp]]:
    """Register the class of an app whose behaviour is known; its manifest still comes from its APK."""

    def register(cls: type[InstalledApp]) -> type[InstalledApp]:
        KNOWN[package] = cls
        return cls

    return register


def installed_app(phone: Phone, package: Package) -> App:
    """The app of a package whose manifest was read at its installation."""
    declared = package.installed
    base = KNOWN.get(package.package, InstalledApp)
    activities = []
    for one in declared.activities if declared is not None else []:
        filters = tuple(
            IntentFilter(tuple(f.actions), tuple(f.categories), tuple(f.schemes), tuple(f.hosts), tuple(f.types))
            for f in one.filters
        )
        launcher = any(_MAIN in f.actions and _LAUNCHER in f.categories for f in filters)
        no_ui = one.cls in base.trampolines
        activities.append(ActivitySpec(one.cls, filters, exported=one.exported, launcher=launcher, no_ui=no_ui))
    manifest = Manifest(
        label_en=package.label,
        label_zh=package.label,
        activities=tuple(activities),
        permissions=tuple(package.permissions),
        version_name=package.version_name,
        version_code=package.version_code,
        system=False,
        in_launcher=any(one.launcher for one in activities),
    )
    made = type("Installed", (base,), {"package": package.package, "manifest": manifest})
    app = made(phone)
    assert isinstance(app, App)
    return app
