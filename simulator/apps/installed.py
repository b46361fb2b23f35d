"""An app that came as an APK: its manifest is read, its code is not run, so its screens show its name and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.apps.app import ActivitySpec, App, IntentFilter, Manifest
from simulator.screen.views import View, column, text

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Activity, Package

_MAIN, _LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"


class InstalledApp(App):
    """Base of the classes that `installed_app` makes."""

    def view(self, activity: Activity) -> View:
        """The app's name and the activity's."""
        return column(text(self.label), text(activity.cls.rsplit(".", 1)[-1]))


def installed_app(phone: Phone, package: Package) -> App:
    """The app of a package whose manifest was read at its installation."""
    declared = package.installed
    activities = []
    for one in declared.activities if declared is not None else []:
        filters = tuple(
            IntentFilter(tuple(f.actions), tuple(f.categories), tuple(f.schemes), tuple(f.hosts), tuple(f.types))
            for f in one.filters
        )
        launcher = any(_MAIN in f.actions and _LAUNCHER in f.categories for f in filters)
        activities.append(ActivitySpec(one.cls, filters, exported=one.exported, launcher=launcher))
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
    made = type("Installed", (InstalledApp,), {"package": package.package, "manifest": manifest})
    app = made(phone)
    assert isinstance(app, App)
    return app
