"""Media, camera and files."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from api_pool.function import Args, Binding, Function, Proof, params, string
from api_pool.functions.intents import find_app
from api_pool.functions.sending import choose_recipient, own_bubble, press_send
from api_pool.hands import fold, ready
from api_pool.session import Session
from api_pool.sight import Sight, resolve, see, seen_now, shown
from api_pool.toggle import restored
from device import BadInput, CommandFailed
from device.capture.media_session import MediaSession, parse_media_session

SCENARIO = "media_entertainment"
_CAMERA = {
    "photo": "android.media.action.STILL_IMAGE_CAMERA",
    "video": "android.media.action.VIDEO_CAMERA",
}
_MEDIA = {
    "image": "content://media/external/images/media",
    "video": "content://media/external/video/media",
    "audio": "content://media/external/audio/media",
}
_FILES = "content://media/external/file"
_ACTIONS = ["play", "pause", "play-pause", "stop", "next", "previous"]


def _sessions(session: Session) -> tuple[MediaSession, ...]:
    return parse_media_session(session.read("dumpsys media_session")).sessions


def _playing(session: Session) -> MediaSession | None:
    return next((item for item in _sessions(session) if item.state == "playing"), None)


def _facts(item: MediaSession | None) -> dict[str, Any]:
    if item is None:
        return {"package": None, "state": None, "title": None}
    return {"package": item.package, "state": item.state, "title": item.title}


def _music_act(session: Session, args: Args) -> dict[str, Any]:
    argv = ["-a", "android.media.action.MEDIA_PLAY_FROM_SEARCH", "--es", "query", args["query"], "--es",
            "android.intent.extra.focus", "vnd.android.cursor.item/*"]  # fmt: skip
    package = find_app(session, args["app"]) if args.get("app") else resolve(session, argv, "play_music")
    session.know(player=package)
    session.start([*argv, "-p", package])
    return {"player": package}


def _music_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    item = next((found for found in _sessions(session) if found.package == known["player"]), None)
    after = _facts(item)
    if item is None or item.state != "playing":
        return Proof("failed", f"{known['player']} does not play ({item.state if item else 'no session'})", after)
    was = known["was"]
    named = " ".join(part or "" for part in (item.title, item.artist, item.description)).casefold()
    if all(word in named for word in args["query"].casefold().split()):
        return Proof("verified", f"{item.package} plays {item.title!r}", after, changed=was != after)
    if was != after:
        sight = see(session)
        if sight.package == item.package and sight.shows(args["query"]):
            return Proof("verified", f"{item.package} plays {item.title!r} for {args['query']!r}", after)
    return Proof("unverified", f"{item.package} plays {item.title!r}, which does not name the query", after)


def _dispatch(session: Session, action: str) -> None:
    road = ["cmd", "media_session", "dispatch"] if session.api >= 30 else ["media", "dispatch"]
    session.say([*road, action])


def _music_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    _dispatch(session, "pause")
    now = _playing(session)
    if now is not None and now.package == known["player"]:
        raise CommandFailed(f"{now.package} still plays")


def _first(session: Session) -> MediaSession | None:
    sessions = _sessions(session)
    return next((item for item in sessions if item.state == "playing"), sessions[0] if sessions else None)


def _control_act(session: Session, args: Args) -> dict[str, Any]:
    if not _sessions(session):
        raise CommandFailed("no app has a media session", mend="play something first")
    _dispatch(session, args["action"])
    return {}


def _control_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    now = _first(session)
    after, was, action = _facts(now), known["was"], args["action"]
    state = after["state"]
    if action in ("next", "previous"):
        ok = after["title"] != was["title"] and state == was["state"]
    elif action == "play-pause":
        ok = state != was["state"]
    else:
        ok = state in {"play": ("playing",), "pause": ("paused",), "stop": ("stopped", "none", None)}[action]
    return Proof(
        "verified" if ok else "failed", f"the media session is {state}: {after['title']!r}", after, after != was
    )


def _control_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    back = {"next": "previous", "previous": "next", "play-pause": "play-pause"}.get(args["action"])
    if back is None:
        back = "play" if known["was"]["state"] == "playing" else "pause"
    _dispatch(session, back)
    restored(
        lambda: _facts(_first(session)), known["was"], lambda now, was: now["state"] == was["state"], "the session"
    )


def _camera_before(session: Session, args: Args) -> dict[str, Any]:
    package = resolve(session, ["-a", _CAMERA[args["mode"]]])
    was = _camera_mode(see(session)) if package in _camera_clients(session) else None
    return {"package": package, "was": was}


def _camera_clients(session: Session) -> set[str]:
    """Packages that hold a camera (`Client Package Name` in dumpsys media.camera, CameraService.cpp)."""
    return set(re.findall(r"Client Package Name: ([\w.]+)", session.read("dumpsys media.camera")))


def _camera_act(session: Session, args: Args) -> None:
    ready(session)
    session.start(["-a", _CAMERA[args["mode"]], "-p", session.facts["package"]])


def _camera_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The camera app is in front and holds a camera, in the mode that it says it is in (where it says so)."""
    proof = shown(session, known["package"], [])
    if proof.status != "verified":
        return proof
    if known["package"] not in _camera_clients(session):
        return Proof("unverified", f"{known['package']} is in front, but holds no camera", proof.after)
    mode = _camera_mode(see(session))
    if mode not in (args["mode"], ""):
        return Proof("failed", f"the camera is in its other mode ({mode})", proof.after)
    why = f"{known['package']} is in front and holds a camera"
    return Proof("verified", why, proof.after, changed=known["was"] is None or known["was"] not in (mode, ""))


def _camera_mode(sight: Sight) -> str:
    """The mode that the camera says it is in: `video`, `photo`, or empty where it says none."""
    nodes = list(sight.hierarchy.walk())
    said = [node for node in nodes if node.selected] or [node for node in nodes if node.text and not node.clickable]
    words = {fold(word) for node in said for word in re.split(r"[·|/]", node.text or node.desc)}
    return "video" if words & _VIDEO_WORDS else "photo" if words & _PHOTO_WORDS else ""


_PHOTO_WORDS = frozenset({"photo", "camera", "拍照", "照片", "foto"})
_VIDEO_WORDS = frozenset({"video", "录像", "视频"})


def _screenshots(session: Session) -> dict[str, str]:
    rows = session.query(_MEDIA["image"], projection="_id:_data:date_added")
    return {str(row["_id"]): str(row.get("_data")) for row in rows if "/Screenshots/" in str(row.get("_data"))}


def _shot_act(session: Session, args: Args) -> dict[str, Any]:
    session.device.check(["input", "keyevent", "KEYCODE_SYSRQ"])
    return {}


def _shot_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    new = {key: path for key, path in _screenshots(session).items() if key not in known["had"]}
    if new:
        path = next(iter(new.values()))
        return Proof("verified", f"the media store has a new screenshot {path}", {"path": path})
    return Proof("failed", "the media store has no new screenshot")


def _shot_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    if "path" not in known:
        raise CommandFailed("the screenshot's path is not known")
    session.say(["content", "delete", "--uri", _MEDIA["image"], "--where", f"_data='{_sql(known['path'])}'"])
    session.device.check(["rm", "-f", known["path"]])


def _sql(text: str) -> str:
    return text.replace("'", "''")


def _file_act(session: Session, args: Args) -> dict[str, Any]:
    path = args["path"]
    rows = session.query(_FILES, projection="_id:_data:mime_type", where=f"_data='{_sql(path)}'")
    if not rows or not rows[0].get("_id"):
        raise BadInput(f"the media store has no {path}", mend="give the full path of a file that it lists")
    mime = rows[0].get("mime_type") or "application/octet-stream"
    table = _MEDIA.get(mime.partition("/")[0], _FILES)
    argv = ["-a", "android.intent.action.SEND", "-t", mime, "--eu", "android.intent.extra.STREAM",
            f"{table}/{rows[0]['_id']}",
            "--grant-read-uri-permission"]  # fmt: skip
    package = find_app(session, args["app"]) if args.get("app") else None
    session.know(package=package, name=path.rpartition("/")[2])
    ready(session)
    session.start([*argv, "-p", package] if package else argv)
    if package and args.get("recipient"):
        choose_recipient(session, args["recipient"])
        press_send(session, path.rpartition("/")[2])
    return {"package": package, "name": path.rpartition("/")[2]}


def _file_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """A sent file stands as a message of one's own; where it is only handed to an app, the app shows its name."""
    if not (args.get("app") and args.get("recipient")):
        proof = shown(session, known["package"], [known["name"]])
        there = known["on_screen"] is not None and known["on_screen"] == proof.after.get("package")
        return replace(proof, changed=not there)
    proof = own_bubble(session, known["package"], known["name"], args["recipient"], known["bubbles"])
    if proof.status == "failed" and proof.after.get("package") == known["package"]:  # a picture's bubble has no name
        return replace(proof, status="unverified")
    return proof


FUNCTIONS = [
    Function("play_music", SCENARIO, "Play music.",
             params({"query": string("song, artist or kind")}, {"app": string("which app")}),
             "reversible", "undoable",
             Binding(_music_act, _music_prove, lambda s, a: {"was": _facts(_playing(s))}, _music_undo)),
    Function("control_playback", SCENARIO, "Control what plays.",
             params({"action": string("what to do", enum=_ACTIONS)}), "reversible", "undoable",
             Binding(_control_act, _control_prove, lambda s, a: {"was": _facts(_first(s))}, _control_undo)),
    Function("open_camera", "photos_files", "Open the camera.",
             params({"mode": string("what for", enum=list(_CAMERA))}), "reversible", "harmless",
             Binding(_camera_act, _camera_prove, _camera_before)),
    Function("take_screenshot", "photos_files", "Take a screenshot.", params({}), "reversible", "undoable",
             Binding(_shot_act, _shot_prove, lambda s, a: {"had": list(_screenshots(s))}, _shot_undo)),
    Function("share_file", "photos_files", "Share a picture, video or song.",
             params({"path": string("full path")}, {"recipient": string("to whom"), "app": string("with which app")}),
             "outward", "not",
             Binding(_file_act, _file_prove, lambda s, a: seen_now(s, [a["path"].rpartition("/")[2]]))),
]  # fmt: skip
