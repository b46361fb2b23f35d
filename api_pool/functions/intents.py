"""Functions that are one Android intent, proved by what the opened window shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

from api_pool.deep_link import open_link
from api_pool.function import ANY_SCENARIO, Args, Binding, Function, Proof, params, string
from api_pool.functions.linked import MODE, web_address
from api_pool.functions.words import other_mode
from api_pool.hands import fold, ready
from api_pool.session import Session
from api_pool.sight import Needle, Sight, launch, launcher_of, look, prove_shown, resolve, see, shown
from api_pool.web import inspect
from device import BadInput, CommandFailed
from device.capture.activity import parse_activity
from device.capture.media_session import parse_media_session
from device.ui import wait_for

VIEW = "android.intent.action.VIEW"
_NAVIGATION = {"drive": "d", "walk": "w", "transit": "r", "bike": "b"}
PAGES = {
    "home": "android.settings.SETTINGS",
    "wifi": "android.settings.WIFI_SETTINGS",
    "bluetooth": "android.settings.BLUETOOTH_SETTINGS",
    "mobile_network": "android.settings.NETWORK_OPERATOR_SETTINGS",
    "airplane_mode": "android.settings.AIRPLANE_MODE_SETTINGS",
    "display": "android.settings.DISPLAY_SETTINGS",
    "sound": "android.settings.SOUND_SETTINGS",
    "do_not_disturb": "android.settings.ZEN_MODE_SETTINGS",
    "battery_saver": "android.settings.BATTERY_SAVER_SETTINGS",
    "location": "android.settings.LOCATION_SOURCE_SETTINGS",
    "apps": "android.settings.APPLICATION_SETTINGS",
    "storage": "android.settings.INTERNAL_STORAGE_SETTINGS",
    "security": "android.settings.SECURITY_SETTINGS",
    "accessibility": "android.settings.ACCESSIBILITY_SETTINGS",
    "date": "android.settings.DATE_SETTINGS",
    "privacy": "android.settings.PRIVACY_SETTINGS",
    "about": "android.settings.DEVICE_INFO_SETTINGS",
}


def _maps(uri: str) -> list[str]:
    return ["-a", VIEW, "-d", uri]


def _handler(argv: Callable[[Args], list[str]]) -> Callable[[Session, Args], dict[str, Any]]:
    """Reads which package Android chooses for an intent: the one that the proof expects in front."""
    return lambda session, args: {"package": resolve(session, argv(args))}


def _start(argv: Callable[[Args], list[str]]) -> Callable[[Session, Args], None]:
    def act(session: Session, args: Args) -> None:
        session.start([*argv(args), "-p", session.facts["package"]])

    return act


def opened(argv: Callable[[Args], list[str]], needles: Callable[[Args], list[Needle]]) -> Binding:
    """A binding that is one intent, started in the package that Android chooses for it."""
    return look(_start(argv), needles, _handler(argv))


def _navigate(args: Args) -> list[str]:
    mode = _NAVIGATION.get(args.get("mode", ""), "d")
    return _maps(f"google.navigation:q={quote(args['destination'], safe='')}&mode={mode}")


def _nearby(args: Args) -> list[str]:
    return _maps(f"geo:0,0?q={quote(args['query'], safe='')}")


def _search(args: Args) -> list[str]:
    return ["-a", "android.intent.action.WEB_SEARCH", "--es", "query", args["query"]]


def _open_url(args: Args) -> list[str]:
    return ["-a", VIEW, "-d", web_address(args["url"])]


def _host(args: Args) -> list[Needle]:
    address = inspect(args["url"])
    return [(address.host, address.shown_host)]


def _url_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The browser shows the host; where its address bar tells more, it is this page."""
    proof = prove_shown(_host)(session, args, known)
    if proof.status != "verified":
        return proof
    address = inspect(args["url"])
    hosts, wanted = (address.host, address.shown_host), _bare(args["url"])
    told = [
        _bare(text)
        for text in see(session).texts
        if " " not in text and _bare(text).startswith(tuple(f"{host}/" for host in hosts))
    ]
    paths = {text.partition("/")[2] for text in told}
    if paths and wanted.partition("/")[2] not in paths:
        return replace(proof, status="unverified", why=f"the browser shows {told[0][:120]}, another page of that host")
    return proof


def _bare(url: str) -> str:
    """An address without scheme, fragment, percent signs and a last slash."""
    return unquote(url.strip().partition("#")[0].partition("://")[2] or url.strip().partition("#")[0]).rstrip("/")


def _navigate_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    proof = prove_shown(lambda a: [a["destination"]])(session, args, known)
    if proof.status == "verified" and args.get("mode"):
        other = other_mode(see(session).texts, args["mode"])
        if other is not None:
            return replace(
                proof, status="unverified", why=f"{proof.after['package']} says {other!r}, not {args['mode']}"
            )
    return proof


_STORAGE = "android.os.storage.action.MANAGE_STORAGE"


def _page_action(args: Args) -> str:
    return PAGES[args["page"]] if "page" in args else _STORAGE


def _page_before(session: Session, args: Args) -> dict[str, Any]:
    """The activity that Android names for the page's action, and whether it is in front already."""
    text = session.device.run(["cmd", "package", "resolve-activity", "--brief", "-a", _page_action(args)]).all_text
    component = next((line.strip() for line in text.splitlines() if "/" in line and " " not in line.strip()), None)
    return {"page": component, "was": _resumed(session)}


def _resumed(session: Session) -> str | None:
    resumed = parse_activity(session.read("dumpsys activity activities")).resumed
    return f"{resumed.package}/{resumed.activity}" if resumed else None


def _page_act(session: Session, args: Args) -> dict[str, Any]:
    ready(session)
    session.start(["-a", _page_action(args)])
    return {"action": _page_action(args)}


def _page_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The page that Android names for the action is the one in front, and it shows its texts."""
    sight = see(session)
    front = f"{sight.package}/{sight.activity}"
    after = {"package": sight.package, "activity": sight.activity, "texts": sight.texts[:6]}
    if known["page"] is None:
        return Proof("failed", f"this phone has no page for {_page_action(args)}", after)
    package, _, activity = known["page"].partition("/")
    if sight.package != package:
        return Proof("failed", f"{sight.package} is in front, not {package}", after)
    if not sight.texts:
        return Proof("unverified", "the page shows no text", after)
    if _same_activity(sight.activity, activity, package):
        title = next((text for text in sight.texts if text not in ("Navigate up", "向上导航")), sight.texts[0])
        return Proof("verified", f"{front} shows {title!r}", after, changed=known["was"] != front)
    return Proof("failed", f"{front} is in front, not {known['page']}", after)


def _same_activity(one: str | None, other: str, package: str) -> bool:
    """Whether two class names are one, with or without the package before them."""
    return one is not None and one.removeprefix(package) == other.removeprefix(package)


def find_app(session: Session, name: str) -> str:
    """The package of an app by package name or by the label that Android shows.

    Raises BadInput when there is none, or several of that label.
    """
    if "." in name and session.installed(name):
        return name
    labels = session.labels()
    wanted = name.casefold().strip()
    found = [package for package, label in labels.items() if label.casefold() == wanted]
    found = found or [package for package, label in labels.items() if wanted in label.casefold()]
    found = found or [package for package in labels if wanted.replace(" ", "") in package.casefold().split(".")]
    if len(found) == 1:
        return found[0]
    if not found:
        raise BadInput(f"no app called {name!r}", mend="give the app's name or package")
    raise BadInput(f"several apps are called {name!r}: {', '.join(sorted(found)[:5])}", mend="give the package")


def _app_before(session: Session, args: Args) -> dict[str, Any]:
    package = find_app(session, args["app"])
    return {"package": package, "component": launcher_of(session, package)}


def _open_app(session: Session, args: Args) -> None:
    launch(session, session.facts["package"], session.facts["component"])


def _running(session: Session, args: Args) -> dict[str, Any]:
    package = find_app(session, args["app"])
    return {"package": package, "ran": bool(session.device.run(["pidof", package]).text.strip())}


def _close_app(session: Session, args: Args) -> None:
    session.say(["am", "force-stop", session.facts["package"]])


def _closed(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    package = known["package"]
    pid, dump = (result.text for result in session.device.batch([["pidof", package], ["dumpsys", "package", package]]))
    session.readable(dump)
    after = {"pid": pid.strip() or None}
    if pid.strip():
        return Proof("failed", f"{package} still runs as {pid.strip()}", after)
    if "stopped=true" in dump:
        return Proof("verified", f"{package} has no process and is marked stopped", after, changed=known["ran"])
    return Proof("unverified", f"{package} has no process, but is not marked stopped", after)


def _video_before(session: Session, args: Args) -> dict[str, Any]:
    sight = see(session)
    there = sight.package if sight.shows(args["query"]) else None
    return {"on_screen": there, "front": sight.package, "played": _players(session)}


def _players(session: Session) -> list[str]:
    """Packages that play now."""
    sessions = parse_media_session(session.read("dumpsys media_session")).sessions
    return sorted({item.package for item in sessions if item.state == "playing" and item.package})


def _video(session: Session, args: Args) -> dict[str, Any]:
    if not args.get("app"):
        return open_link(session, "play_video", args)
    package = find_app(session, args["app"])
    session.know(package=package)
    session.start(["-a", "android.intent.action.SEARCH", "--es", "query", args["query"], "-p", package])
    return {"package": package}


def _video_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    """What began to play is paused; what was opened is left by the back key."""
    new = [package for package in _players(session) if package not in known["played"]]
    if new:
        session.say([*(["cmd", "media_session"] if session.api >= 30 else ["media"]), "dispatch", "pause"])
        if set(new) & set(_players(session)):
            raise CommandFailed(f"{', '.join(new)} still plays")
    package = known.get("package")
    for _ in range(4):
        if see(session).package in (known["front"], None) or package is None:
            return
        session.ui.key("BACK")
    if see(session).package == package:
        raise CommandFailed(f"{package} stays in front", mend="leave it by hand")


def _workout(args: Args) -> list[str]:
    kind = quote(args["activity"].lower().replace(" ", "_"), safe="_")
    return ["-a", "vnd.google.fitness.TRACK", "-t", f"vnd.google.fitness.activity/{kind}", "--es", "actionStatus",
            "ActiveActionStatus"]  # fmt: skip


def _note_intent(args: Args) -> list[str]:
    argv = ["-a", "com.google.android.gms.actions.CREATE_NOTE", "-t", "text/plain", "--es",
            "android.intent.extra.TEXT", args["text"]]  # fmt: skip
    return [*argv, "--es", "android.intent.extra.SUBJECT", args["title"]] if args.get("title") else argv


def _note(session: Session, args: Args) -> None:
    ready(session)
    package = session.facts["package"]
    session.start([*_note_intent(args), "-p", package])
    session.ui.key("BACK")  # leaving the editor is what saves the note
    launch(session, package)


def _note_before(session: Session, args: Args) -> dict[str, Any]:
    """How many notes of these words the app lists, and on which screen that is."""
    package = resolve(session, _note_intent(args))
    if session.plan is not None:
        return {"package": package, "had": 0}
    ready(session)
    launch(session, package)
    wait_for(lambda: see(session).package == package or None, timeout_s=6, what=f"{package} in front")
    return {"package": package, "had": _notes(see(session), args)}


def _notes(sight: Sight, args: Args) -> int:
    """How many texts of the list are the note's first line."""
    first = fold(args["text"].splitlines()[0][:40])
    return sum(fold(text).startswith(first) for text in sight.texts)


def _note_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """Leaving the editor saved the note; the app opened anew lists one more of these words."""
    proof = shown(session, known["package"], [word for word in _note_words(args) if word])
    if proof.status == "verified" and _notes(see(session), args) <= known["had"]:
        return replace(proof, status="failed", why=f"{known['package']} lists no new note of these words")
    return proof


def _note_words(args: Args) -> list[Needle]:
    return [args["text"].splitlines()[0][:40], args.get("title", "")]


FUNCTIONS = [
    Function("navigate_to", "navigation_travel", "Start navigation to a place.",
             params({"destination": string("where to")}, {"mode": MODE}), "reversible", "harmless",
             replace(opened(_navigate, lambda a: [a["destination"]]), prove=_navigate_prove)),
    Function("search_nearby", "navigation_travel", "Search places nearby.", params({"query": string("what")}),
             "reversible", "harmless", opened(_nearby, lambda a: [a["query"]])),
    Function("web_search", "information", "Search the web.", params({"query": string("what")}),
             "reversible", "harmless", opened(_search, lambda a: [a["query"]])),
    Function("open_url", "information", "Open a web page (http or https).",
             params({"url": string("address", max_length=2000)}), "reversible", "harmless",
             replace(opened(_open_url, _host), prove=_url_prove)),
    Function("open_settings", "device_care", "Open a settings page.",
             params({"page": string("which page", enum=list(PAGES))}), "reversible", "harmless",
             Binding(_page_act, _page_prove, _page_before)),
    Function("free_up_storage", "device_care", "Open the page that frees storage; deletes nothing itself.", params({}),
             "reversible", "harmless", Binding(_page_act, _page_prove, _page_before)),
    Function("open_app", ANY_SCENARIO, "Open an app.", params({"app": string("name or package")}),
             "reversible", "harmless", look(_open_app, lambda a: [], _app_before)),
    Function("close_app", ANY_SCENARIO, "Stop an app.", params({"app": string("name or package")}),
             "reversible", "not", Binding(_close_app, _closed, _running)),
    Function("play_video", "media_entertainment", "Search and play a video.",
             params({"query": string("what")}, {"app": string("which app")}), "reversible", "undoable",
             replace(look(_video, lambda a: [a["query"]]), before=_video_before, undo=_video_undo)),
    Function("start_workout", "health_fitness", "Start tracking a workout.",
             params({"activity": string("e.g. running, cycling", max_length=60)}), "reversible", "not",
             opened(_workout, lambda a: [a["activity"].replace("_", " ")])),
    Function("create_note", "work_study", "Save a note.",
             params({"text": string("the note", max_length=2000)}, {"title": string("its title")}),
             "reversible", "not", Binding(_note, _note_prove, _note_before)),
]  # fmt: skip
