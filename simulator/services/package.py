"""PackageManagerService: packages, permissions, resolution."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from simulator.apps.installed import InstalledApp, installed_app
from simulator.files import FileError
from simulator.services.core_packages import CORE_PACKAGES, RUNTIME_PERMISSIONS
from simulator.services.formats import full_component
from simulator.services.resolution import IMPLIED, matching
from simulator.services.service import Service
from simulator.services.shell_permissions import shell_permissions
from simulator.shell.command import Invocation
from simulator.state import Intent, Package

if TYPE_CHECKING:
    from simulator.apps.app import ActivitySpec, App
    from simulator.phone import Phone
    from simulator.services.minor import InputMethodService
    from simulator.services.package_install import Session

SHELL = "com.android.shell"
VENDOR_LOCK = "persist.security.adbinput"
VENDOR_LOCKED = frozenset(
    f"android.permission.{name}"
    for name in ("INJECT_EVENTS", "WRITE_SECURE_SETTINGS", "WRITE_SETTINGS", "GRANT_RUNTIME_PERMISSIONS",
                 "REVOKE_RUNTIME_PERMISSIONS")
)  # fmt: skip
_FIRST_UID = 10100
_FIXED_UIDS = {"com.android.settings": 1000, "com.android.phone": 1001}


class PackageService(Service):
    """PackageManagerService: packages, permissions, resolution."""

    name = "package"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self.sessions: dict[int, Session] = {}  # of pm install-create

    def install_core(self) -> None:
        """Install the packages that have no screens (once)."""
        for core in CORE_PACKAGES:
            if core.min_api <= self.api and core.package not in self.state.packages:
                self._add(Package(package=core.package, label=core.label, uid=core.uid or self._next_uid()))

    def ensure_installed(self, app: App) -> Package:
        """Install an app from its manifest if it is not there; its uid is fixed by the order of installation."""
        present = self.state.packages.get(app.package)
        if present is not None:
            return present
        manifest = app.manifest
        package = Package(
            package=app.package,
            label=app.label,
            version_name=manifest.version_name,
            version_code=manifest.version_code,
            uid=_FIXED_UIDS.get(app.package) or self._next_uid(),
            system=manifest.system,
            installer=None if manifest.system else "com.android.vending",
            permissions=dict.fromkeys(manifest.permissions, True),
        )
        return self._add(package)

    def install(self, package: Package, data: bytes) -> None:
        """Install (or update) a package from an APK; its uid is set here, its bytes lie where `pm path` says."""
        present = self.get(package.package)
        if present is not None:
            self.phone.activities.force_stop(package.package)
            package.first_install_ms, package.enabled = present.first_install_ms, True
        else:
            package.uid = self._next_uid()
            package.first_install_ms = self.clock.now_ms
        package.last_update_ms = self.clock.now_ms
        self.state.packages[package.package] = package
        if package.package in self.state.removed_packages:
            self.state.removed_packages.remove(package.package)
        if not package.system:
            path = self.apk_path(package)
            self.phone.files.mkdir(path.rpartition("/")[0], True, 0o755, 1000)
            self.phone.files.write(path, data, uid=1000)
        self.adopt_installed()
        self.phone.changed()

    def adopt_installed(self) -> None:
        """Make the apps of packages that came as APKs (also after a snapshot is loaded)."""
        for package in self.installed():
            present = self.phone.apps.get(package.package)
            if package.installed is not None and (present is None or isinstance(present, InstalledApp)):
                self.phone.apps[package.package] = installed_app(self.phone, package)

    def _next_uid(self) -> int:
        return self.state.next_id("uid", _FIRST_UID)

    def _add(self, package: Package) -> Package:
        # The system came with the factory image; what the user installed came some weeks before boot.
        age_days = 0 if package.system else 20 + package.uid % 60
        when = 1_230_768_000_000 if package.system else self.clock.boot_ms - age_days * 86_400_000
        package.first_install_ms = package.last_update_ms = when
        self.state.packages[package.package] = package
        self.phone.changed()
        return package

    def get(self, name: str) -> Package | None:
        """The package of a name, or None."""
        return self.state.packages.get(name)

    def installed(self) -> list[Package]:
        """All packages in the order of installation."""
        return list(self.state.packages.values())

    def granted(self, package: str, permission: str) -> bool:
        """Whether a package holds a permission (Shell's by API level)."""
        if package == SHELL:
            return self.shell_requests().get(permission, False) and not self._locked(permission)
        found = self.state.packages.get(package)
        return found is not None and found.permissions.get(permission, False)

    def shell_requests(self) -> dict[str, bool]:
        """What com.android.shell's manifest asks for, and whether it was granted (all of it, unless it was revoked)."""
        override = self.state.packages.get(SHELL)
        changed = override.permissions if override is not None else {}
        return dict.fromkeys(sorted(shell_permissions(self.api)), True) | changed

    def _locked(self, permission: str) -> bool:
        """Whether a vendor keeps a granted permission from Shell: MIUI while "USB debugging (Security settings)" is off
        (the property persist.security.adbinput is 0); other phones have no such property."""
        return permission in VENDOR_LOCKED and self.state.properties.get(VENDOR_LOCK) == "0"

    def uid_holds(self, uid: int, permission: str) -> bool:
        """Whether a uid holds a permission: root and system hold all."""
        if uid in (0, 1000):
            return True
        if uid == 2000:
            return self.granted(SHELL, permission)
        return any(p.uid == uid and self.granted(p.package, permission) for p in self.installed())

    def known_permissions(self) -> set[str]:
        """Permissions that some package declares: the platform's, and what the installed apps ask for."""
        asked = {name for package in self.state.packages.values() for name in package.permissions}
        return asked | set(RUNTIME_PERMISSIONS) | set(self.shell_requests())

    def grant(self, package: str, permission: str, granted: bool = True) -> None:
        """Grant or revoke a permission. KeyError if the package is not there; ValueError if it never asked for it or
        the permission cannot be changed; the message is Android's."""
        found = self.state.packages[package]
        if permission not in RUNTIME_PERMISSIONS and permission.startswith("android.permission."):
            raise ValueError(f"Permission {permission} requested by {package} is not a changeable permission type")
        asked = self.shell_requests() if package == SHELL else found.permissions
        if permission not in asked:
            raise ValueError(f"Package {package} has not requested permission {permission}")
        taken = asked[permission] and not granted
        found.permissions[permission] = granted
        found.refused = [name for name in found.refused if name != permission]
        if taken:
            self._restart(package)
        self.phone.changed()

    def flag(self, package: str, permission: str, fixed: bool) -> None:
        """Mark a permission as refused by the user for good (`user-fixed`), or forget that. KeyError and ValueError as
        `grant`."""
        found = self.state.packages[package]
        if permission not in RUNTIME_PERMISSIONS or permission not in found.permissions:
            raise ValueError(f"Package {package} has not requested permission {permission}")
        found.refused = [name for name in found.refused if name != permission] + [permission] * fixed
        self.phone.changed()

    def _restart(self, package: str) -> None:
        """An app that loses a permission is killed ("permissions revoked"); its screens start anew when seen next."""
        activities = self.phone.activities
        if activities.process_table.kill(package):
            self.phone.log("ActivityManager", f"Killing {package} (adj 0): permissions revoked")
            top = activities.resumed()
            if top is not None and top.package == package:
                activities.home()

    def launcher_activity(self, package: str) -> str | None:
        """`package/class` of the activity that the launcher starts, or None."""
        app = self._enabled_app(package)
        if app is None:
            return None
        for spec in app.manifest.activities:
            categories = {c for f in spec.filters for c in f.categories}
            if spec.launcher or "android.intent.category.LAUNCHER" in categories:
                return f"{package}/{spec.cls}"
        return None

    def label(self, package: str) -> str:
        """The name that the phone shows for a package, in its language; the package's own name if it has none."""
        if package in self.phone.apps:
            return self.phone.apps[package].label
        found = self.state.packages.get(package)
        return found.label if found else package

    def set_enabled(self, package: str, enabled: bool) -> None:
        """Enable or disable a package (KeyError if it is not there); a disabled one is stopped."""
        self.state.packages[package].enabled = enabled
        if not enabled:
            self.phone.activities.force_stop(package)
        self.phone.changed()

    def uninstall(self, package: str) -> bool:
        """Remove a package for the user with its data; False if it is not there."""
        if package not in self.state.packages:
            return False
        self.phone.activities.force_stop(package)
        folder = self.code_path(self.state.packages[package])
        self.state.packages.pop(package)
        with suppress(FileError):
            self.phone.files.remove(folder, True, 0)
        if isinstance(self.phone.apps.get(package), InstalledApp):
            del self.phone.apps[package]
        if package in self.phone.apps:
            self.state.removed_packages.append(package)  # one of the phone's own, which a boot must not bring back
        self.state.app_data.pop(package, None)
        cast("InputMethodService", self.phone.services["input_method"]).forget_gone()
        self.phone.log("PackageManager", f"Removed package {package}")
        self.phone.changed()
        return True

    def clear(self, package: str) -> bool:
        """Forget an app's data and stop it (`pm clear`); False if it is not there."""
        found = self.state.packages.get(package)
        if found is None:
            return False
        self.phone.activities.force_stop(package)
        self.state.app_data.pop(package, None)
        if not found.system:
            for permission in found.permissions:
                if permission in RUNTIME_PERMISSIONS:
                    found.permissions[permission] = False
            found.refused.clear()
        self.phone.changed()
        return True

    def _enabled_app(self, package: str) -> App | None:
        found = self.state.packages.get(package)
        return self.phone.apps.get(package) if found is not None and found.enabled else None

    def spec(self, package: str, cls: str) -> ActivitySpec | None:
        """The manifest's entry of an activity (disabled packages have none)."""
        app = self._enabled_app(package)
        if app is None:
            return None
        return next((s for s in app.manifest.activities if s.cls == cls and s.min_api <= self.api), None)

    def query(self, intent: Intent, *, default_only: bool = False) -> list[tuple[App, ActivitySpec]]:
        """Every activity that an intent matches, in the order of installation (queryIntentActivities)."""
        if intent.component:
            name = full_component(intent.component)
            spec = self.spec(*name) if name else None
            return [(self.phone.apps[name[0]], spec)] if name and spec else []
        found: list[tuple[App, ActivitySpec]] = []
        categories = frozenset(intent.categories) - IMPLIED
        for package in self.installed():
            app = self._enabled_app(package.package)
            if app is None or (intent.package and intent.package != package.package):
                continue
            if not categories <= app.categories:
                continue
            found += [
                (app, spec)
                for spec in app.manifest.activities
                if spec.min_api <= self.api and matching(spec, intent, default_only)
            ]
        return found

    def resolve(self, intent: Intent) -> list[tuple[App, ActivitySpec]]:
        """What an intent may start: none (unresolved), one, or several (the user chooses). One entry an app.

        As startActivity, implicit intents need the DEFAULT category. An app whose filter names the link's host is its
        verified handler and stands alone, before the browsers.
        """
        found = self.query(intent, default_only=True)
        one_each: dict[str, tuple[App, ActivitySpec]] = {}
        for app, spec in found:
            one_each.setdefault(app.package, (app, spec))
        entries = list(one_each.values())
        if intent.data and intent.data.partition(":")[0].lower() in ("http", "https") and not intent.component:
            verified = [(a, s) for a, s in found if any(f.hosts for f in s.filters if _names_host(f.hosts, intent))]
            return verified[:1] or entries
        return entries

    def code_path(self, package: Package) -> str:
        """The folder of a package's APK."""
        for core in CORE_PACKAGES:
            if core.package == package.package:
                return f"{core.folder}/{_camel(core.label)}"
        if package.system:
            return f"/product/app/{_camel(self.phone.apps[package.package].manifest.label_en)}"
        first, second = _random_name(package.package, "a"), _random_name(package.package, "b")
        return f"/data/app/{package.package}-{second}" if self.api < 30 else (
            f"/data/app/~~{first}/{package.package}-{second}"
        )  # fmt: skip

    def apk_path(self, package: Package) -> str:
        """The path of a package's APK, as `pm path` prints it."""
        if package.package == "android":
            return "/system/framework/framework-res.apk"
        folder = self.code_path(package)
        return f"{folder}/{folder.rsplit('/', 1)[1]}.apk" if package.system else f"{folder}/base.apk"

    def dump(self, args: list[str]) -> str:
        """`dumpsys package [PKG]` (PackageManagerService.dump, Settings.dumpPackageLPr)."""
        from simulator.services.package_dump import dump_packages

        return dump_packages(self.phone, args)

    def command(self, call: Invocation) -> int | Awaitable[int]:
        """`cmd package …`, the same as `pm`."""
        from simulator.services.package_command import package_command

        return package_command(call)


def _names_host(hosts: tuple[str, ...], intent: Intent) -> bool:
    from simulator.services.resolution import host_of

    host = host_of(intent.data or "")
    return any(host == h or (h.startswith("*.") and host.endswith(h[1:])) for h in hosts)


def _camel(label: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in label.replace("(", " ").replace(")", " ").split())


def _random_name(package: str, salt: str) -> str:
    import base64

    return base64.urlsafe_b64encode(hashlib.md5((salt + package).encode(), usedforsecurity=False).digest()).decode()
