"""Proofs by sight: which app is in front, and what it shows. The right package alone proves nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from api_pool.function import Args, Proof
from api_pool.session import Session
from device import CommandFailed
from device.capture.activity import parse_activity
from device.capture.hierarchy import Hierarchy, parse_hierarchy
from device.device import hierarchy_line


@dataclass(frozen=True)
class Sight:
    """What one round trip saw: the package that the user faces, its resumed activity, and the window's nodes."""

    package: str | None
    activity: str | None
    hierarchy: Hierarchy

    @property
    def texts(self) -> list[str]:
        """All texts and descriptions of the window, in its order."""
        return [value for node in self.hierarchy.walk() for value in (node.text, node.desc) if value]

    def shows(self, needle: str) -> bool:
        """Whether a text of the window holds `needle` (case, width and spacing aside)."""
        wanted = _fold(needle)
        return any(wanted in _fold(text) for text in self.texts) or wanted in _fold(" ".join(self.texts))


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def see(session: Session) -> Sight:
    """Look at the screen: activities and hierarchy in one round trip (plain adb), else through the back end."""
    if session.ui_name != "adb":
        activities = parse_activity(session.device.line("dumpsys activity activities").text)
        hierarchy = session.hierarchy()
    else:
        texts = session.device.batch(["dumpsys activity activities", hierarchy_line()])
        activities, hierarchy = parse_activity(texts[0].text), parse_hierarchy(texts[1].text)
    resumed = activities.resumed
    return Sight(activities.foreground_package, resumed.activity if resumed else None, hierarchy)


def shown(session: Session, package: str | Sequence[str] | None, needles: Sequence[str]) -> Proof:
    """Verified when the app in front is of that package and its window shows every needle."""
    sight = see(session)
    after: dict[str, Any] = {"package": sight.package, "activity": sight.activity}
    packages = [package] if isinstance(package, str) else list(package or [])
    if packages and sight.package not in packages:
        return Proof("failed", f"{sight.package or 'nothing'} is in front, not {' or '.join(packages)}", after)
    missing = [needle for needle in needles if needle and not sight.shows(needle)]
    if missing:
        return Proof(
            "unverified", f"{sight.package} is in front but does not show {', '.join(map(repr, missing))}", after
        )
    after["shows"] = list(needles)
    return Proof("verified", f"{sight.package} shows {', '.join(map(repr, needles)) or 'its screen'}", after)


def prove_shown(
    needles: Callable[[Args], Sequence[str]],
) -> Callable[[Session, Args, dict[str, Any]], Proof]:
    """A proof that the package which `act` named (fact `package`) shows these words of the arguments."""

    def prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
        return shown(session, known.get("package"), [needle for needle in needles(args) if needle])

    return prove


def resolve(session: Session, argv: Sequence[str], capability: str | None = None) -> str:
    """The package that handles an intent: Android's own choice (`cmd package resolve-activity --brief`); where Android
    would ask the user, the first of the app-link table's packages for `capability` that handles it too.

    Raises CommandFailed when none handles it, or several and none is preferred.
    """
    text = session.device.run(["cmd", "package", "resolve-activity", "--brief", *argv]).all_text
    chosen = _packages(text)
    if chosen and chosen[0] != "android":
        return chosen[0]
    handlers = _packages(session.device.run(["cmd", "package", "query-activities", "--brief", *argv]).all_text)
    for link in session.links.get(capability or "", []):
        if link.package in handlers:
            return link.package
    if len(set(handlers)) == 1:
        return handlers[0]
    if handlers:
        raise CommandFailed(f"several apps handle it: {', '.join(sorted(set(handlers))[:5])}", mend="name the app")
    raise CommandFailed(f"no app handles {' '.join(argv[:2])}", mend="install one, or choose another function")


def _packages(text: str) -> list[str]:
    """The packages of the components that `--brief` prints, a line each."""
    found = []
    for line in text.splitlines():
        package, slash, _ = line.strip().partition("/")
        if slash and package and " " not in package:
            found.append(package)
    return found


def launch(session: Session, package: str) -> None:
    """Start an app as its icon does. Raises CommandFailed when it has none."""
    main = ["-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER"]
    text = session.device.run(["cmd", "package", "resolve-activity", "--brief", *main, package]).all_text
    component = next((line.strip() for line in text.splitlines() if line.strip().startswith(f"{package}/")), None)
    if component is None:
        raise CommandFailed(f"{package} has no launcher activity", mend="open it by a link instead")
    session.start([*main, "-n", component])
