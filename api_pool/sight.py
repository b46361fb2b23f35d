"""Proofs by sight: which app is in front, and what it shows. The right package alone proves nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from api_pool.function import Args, Binding, Proof
from api_pool.hands import LOCK_LINE, entry, fold, read_lock, ready
from api_pool.session import Session
from device import CommandFailed
from device.capture.activity import parse_activity
from device.capture.hierarchy import Hierarchy, parse_hierarchy
from device.device import hierarchy_line

# Words that the window must show; of a tuple any one.
Needle = str | tuple[str, ...]
Needles = Callable[[Args], Sequence[Needle]]


@dataclass(frozen=True)
class Sight:
    """What one round trip saw: the package that the user faces, its resumed activity, the window's nodes, and whether
    the screen is on and no keyguard before it (None: not asked)."""

    package: str | None
    activity: str | None
    hierarchy: Hierarchy
    open: bool | None = None

    @property
    def texts(self) -> list[str]:
        """All texts and descriptions of the window, in its order."""
        return [value for node in self.hierarchy.walk() for value in (node.text, node.desc) if value]

    @property
    def missing(self) -> str | None:
        """What the app says where it found nothing (a node called missing or not_found), or None."""
        gone = (n.text for n in self.hierarchy.walk() if n.text and entry(n) in ("missing", "not_found", "no_results"))
        return next(gone, None)

    def shows(self, needle: Needle) -> bool:
        """Whether a text of the window holds `needle` as whole words (case, width and spacing aside)."""
        if isinstance(needle, tuple):
            return any(self.shows(one) for one in needle)
        pattern = _whole(needle)
        return any(pattern.search(fold(text)) for text in self.texts) or bool(
            pattern.search(fold(" ".join(self.texts)))
        )


@lru_cache(maxsize=256)
def _whole(needle: str) -> re.Pattern[str]:
    """A pattern of the folded needle; where its ends are Latin letters or digits, no such character goes on there."""
    wanted = fold(needle)
    start = r"(?<![a-z0-9])" if wanted[:1].isascii() and wanted[:1].isalnum() else ""
    end = r"(?![a-z0-9])" if wanted[-1:].isascii() and wanted[-1:].isalnum() else ""
    return re.compile(start + re.escape(wanted) + end)


def see(session: Session, *, lock: bool = False) -> Sight:
    """Look at the screen: activities and hierarchy (and the lock) in one round trip (plain adb), else through the back
    end."""
    is_open = None
    if session.ui_name != "adb":
        activities = parse_activity(session.read("dumpsys activity activities"))
        hierarchy = session.hierarchy()
    else:
        asked = ["dumpsys activity activities", hierarchy_line(), *([LOCK_LINE] if lock else [])]
        texts = session.device.batch(asked)
        session.readable(texts[0].text)
        if lock:
            awake, locked, _ = read_lock(texts[2].text)
            is_open = awake and not locked
        activities, hierarchy = parse_activity(texts[0].text), parse_hierarchy(texts[1].text)
    resumed = activities.resumed
    return Sight(activities.foreground_package, resumed.activity if resumed else None, hierarchy, is_open)


def shown(session: Session, package: str | Sequence[str] | None, needles: Sequence[Needle]) -> Proof:
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
    if sight.missing is not None:
        return Proof("unverified", f"{sight.package} says {sight.missing!r}", after)
    after["shows"] = [needle if isinstance(needle, str) else next(filter(sight.shows, needle)) for needle in needles]
    words = ", ".join(repr(word) for word in after["shows"])
    return Proof("verified", f"{sight.package} shows {words or 'its screen'}", after)


def prove_shown(needles: Needles) -> Callable[[Session, Args, dict[str, Any]], Proof]:
    """A proof that the package which `act` named (fact `package`) shows these words of the arguments, and that the
    screen is not the one that was there before."""

    def prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
        proof = shown(session, known["package"], _wanted(needles, args, known))
        there = known.get("on_screen")
        if proof.status == "verified" and there and there == proof.after.get("package"):
            return replace(proof, changed=False)
        return proof

    return prove


def _wanted(needles: Needles, args: Args, known: dict[str, Any]) -> list[Needle]:
    """What a window must show: of the arguments, and of what was resolved from them (fact `shows`)."""
    return [needle for needle in (*needles(args), *known.get("shows", ())) if needle]


def seen_before(needles: Needles) -> Callable[[Session, Args], dict[str, Any]]:
    """What `prove_shown` compares with: the package in front, if its screen shows all the words already."""
    return lambda session, args: seen_now(session, needles(args))


def seen_now(session: Session, needles: Sequence[Needle]) -> dict[str, Any]:
    """`on_screen`: the package in front if its screen shows all the words now, else None; `screen_open`."""
    try:
        sight = see(session, lock=True)
    except CommandFailed:
        return {"on_screen": None}
    there = all(sight.shows(needle) for needle in needles if needle)
    return {"on_screen": sight.package if there else None, "screen_open": bool(sight.open)}


def look(
    act: Callable[[Session, Args], dict[str, Any] | None],
    needles: Needles,
    expect: Callable[[Session, Args], dict[str, Any]] | None = None,
) -> Binding:
    """A binding that brings something to the front; the phone is woken first, the words on the screen are the proof.

    `expect` reads beforehand what the proof is about: which package Android chooses, what else the window must show
    (fact `shows`).
    """

    def before(session: Session, args: Args) -> dict[str, Any]:
        told = expect(session, args) if expect else {}
        return {**told, **seen_now(session, _wanted(needles, args, told))}

    def open_it(session: Session, args: Args) -> dict[str, Any] | None:
        ready(session)
        return act(session, args)

    return Binding(act=open_it, prove=prove_shown(needles), before=before)


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


_MAIN = ["-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER"]


def launch(session: Session, package: str, component: str | None = None) -> None:
    """Start an app as its icon does. Raises CommandFailed when it has none."""
    session.start([*_MAIN, "-n", component or launcher_of(session, package)])


def launcher_of(session: Session, package: str) -> str:
    """The component that an app's icon starts. Raises CommandFailed when it has none."""
    text = session.device.run(["cmd", "package", "resolve-activity", "--brief", *_MAIN, package]).all_text
    component = next((line.strip() for line in text.splitlines() if line.strip().startswith(f"{package}/")), None)
    if component is None:
        raise CommandFailed(f"{package} has no launcher activity", mend="open it by a link instead")
    return component
