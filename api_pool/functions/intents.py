"""Functions that are one Android intent, proved by what the opened window shows."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from api_pool.deep_link import open_link
from api_pool.function import ANY_SCENARIO, Args, Binding, Function, Proof, params, string
from api_pool.functions.linked import MODE, web_address
from api_pool.session import Session
from api_pool.sight import launch, prove_shown, resolve, see, shown
from device import BadInput

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


def _started(session: Session, argv: list[str]) -> dict[str, Any]:
    """Start an intent; the package that Android chooses for it is what the proof expects in front."""
    package = resolve(session, [part for part in argv if part != "-W"])
    session.start([*argv, "-p", package] if "-p" not in argv else argv)
    return {"package": package}


def _navigate(session: Session, args: Args) -> dict[str, Any]:
    mode = _NAVIGATION.get(args.get("mode", ""), "d")
    return _started(session, _maps(f"google.navigation:q={quote(args['destination'], safe='')}&mode={mode}"))


def _nearby(session: Session, args: Args) -> dict[str, Any]:
    return _started(session, _maps(f"geo:0,0?q={quote(args['query'], safe='')}"))


def _search(session: Session, args: Args) -> dict[str, Any]:
    return _started(session, ["-a", "android.intent.action.WEB_SEARCH", "--es", "query", args["query"]])


def _open_url(session: Session, args: Args) -> dict[str, Any]:
    return _started(session, ["-a", VIEW, "-d", web_address(args["url"])])


def _host(args: Args) -> list[str]:
    from urllib.parse import urlsplit

    return [urlsplit(args["url"]).hostname or ""]


def _settings(session: Session, args: Args) -> dict[str, Any]:
    session.start(["-a", PAGES[args["page"]]])
    return {"action": PAGES[args["page"]]}


def _settings_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    sight = see(session)
    after = {"package": sight.package, "activity": sight.activity, "texts": sight.texts[:6]}
    if sight.package is None or "settings" not in sight.package:
        return Proof("failed", f"{sight.package} is in front, not the settings", after)
    if not sight.texts:
        return Proof("unverified", "the settings page shows no text", after)
    return Proof("verified", f"the settings page shows {sight.texts[0]!r}", after)


def _storage(session: Session, args: Args) -> dict[str, Any]:
    session.start(["-a", "android.os.storage.action.MANAGE_STORAGE"])
    return {}


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


def _open_app(session: Session, args: Args) -> dict[str, Any]:
    package = find_app(session, args["app"])
    launch(session, package)
    return {"package": package}


def _app_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return shown(session, known["package"], [])


def _close_app(session: Session, args: Args) -> dict[str, Any]:
    package = find_app(session, args["app"])
    session.say(["am", "force-stop", package])
    return {"package": package}


def _closed(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    package = known["package"]
    pid, dump = (result.text for result in session.device.batch([["pidof", package], ["dumpsys", "package", package]]))
    after = {"pid": pid.strip() or None}
    if pid.strip():
        return Proof("failed", f"{package} still runs as {pid.strip()}", after)
    if "stopped=true" in dump:
        return Proof("verified", f"{package} has no process and is marked stopped", after)
    return Proof("unverified", f"{package} has no process, but is not marked stopped", after)


def _video(session: Session, args: Args) -> dict[str, Any]:
    return open_link(session, "play_video", args)


def _workout(session: Session, args: Args) -> dict[str, Any]:
    kind = quote(args["activity"].lower().replace(" ", "_"), safe="_")
    argv = ["-a", "vnd.google.fitness.TRACK", "-t", f"vnd.google.fitness.activity/{kind}", "--es", "actionStatus",
            "ActiveActionStatus"]  # fmt: skip
    return _started(session, argv)


def _workout_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return shown(session, known["package"], [args["activity"].replace("_", " ")])


def _note(session: Session, args: Args) -> dict[str, Any]:
    argv = ["-a", "com.google.android.gms.actions.CREATE_NOTE", "-t", "text/plain", "--es",
            "android.intent.extra.TEXT", args["text"]]  # fmt: skip
    if args.get("title"):
        argv += ["--es", "android.intent.extra.SUBJECT", args["title"]]
    facts = _started(session, argv)
    session.ui.key("BACK")  # leaving the editor is what saves the note
    launch(session, facts["package"])
    return facts


def _note_words(args: Args) -> list[str]:
    return [args["text"].splitlines()[0][:40], args.get("title", "")]


FUNCTIONS = [
    Function("navigate_to", "navigation_travel", "Start navigation to a place.",
             params({"destination": string("where to")}, {"mode": MODE}), "reversible", "harmless",
             Binding(_navigate, prove_shown(lambda a: [a["destination"]]))),
    Function("search_nearby", "navigation_travel", "Search places nearby.", params({"query": string("what")}),
             "reversible", "harmless", Binding(_nearby, prove_shown(lambda a: [a["query"]]))),
    Function("web_search", "information", "Search the web.", params({"query": string("what")}),
             "reversible", "harmless", Binding(_search, prove_shown(lambda a: [a["query"]]))),
    Function("open_url", "information", "Open a web page (http or https).",
             params({"url": string("address", max_length=2000)}), "reversible", "harmless",
             Binding(_open_url, prove_shown(_host))),
    Function("open_settings", "device_care", "Open a settings page.",
             params({"page": string("which page", enum=list(PAGES))}), "reversible", "harmless",
             Binding(_settings, _settings_prove)),
    Function("free_up_storage", "device_care", "Open the page that frees storage; deletes nothing itself.", params({}),
             "reversible", "harmless", Binding(_storage, _settings_prove)),
    Function("open_app", ANY_SCENARIO, "Open an app.", params({"app": string("name or package")}),
             "reversible", "harmless", Binding(_open_app, _app_prove)),
    Function("close_app", ANY_SCENARIO, "Stop an app.", params({"app": string("name or package")}),
             "reversible", "not", Binding(_close_app, _closed)),
    Function("play_video", "media_entertainment", "Search and play a video.",
             params({"query": string("what")}, {"app": string("which app")}), "reversible", "undoable",
             Binding(_video, prove_shown(lambda a: [a["query"]]))),
    Function("start_workout", "health_fitness", "Start tracking a workout.",
             params({"activity": string("e.g. running, cycling", max_length=60)}), "reversible", "not",
             Binding(_workout, _workout_prove)),
    Function("create_note", "work_study", "Save a note.",
             params({"text": string("the note", max_length=2000)}, {"title": string("its title")}),
             "reversible", "not", Binding(_note, prove_shown(_note_words))),
]  # fmt: skip
