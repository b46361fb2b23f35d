"""Device care: sound, display, attention: volumes, ringer, Do Not Disturb, brightness, dark mode, screen timeout."""

from __future__ import annotations

import re
from typing import Any

from api_pool.function import Args, Binding, Function, Proof, boolean, integer, params, string
from api_pool.session import Session
from api_pool.settings_screens import ringer_by_screen, zen_by_screen
from api_pool.toggle import restored, toggle, value
from device import BadInput, CommandFailed
from device.capture.audio import parse_audio
from device.capture.display import parse_display
from device.capture.notifications import parse_notification
from device.capture.power import parse_power

SCENARIO = "device_care"
STREAMS = {"call": 0, "system": 1, "ring": 2, "music": 3, "alarm": 4, "notification": 5}
_STREAM_NAMES = {"call": "voice_call"}
_NIGHT = re.compile(r"\bnight\b")
_ZEN = {"off": "off", "priority": "important", "alarms": "alarms", "none": "none"}


def _stream(session: Session, name: str) -> tuple[int, int]:
    """Index and maximum of a stream, as AudioService has them."""
    stream = parse_audio(session.read("dumpsys audio")).streams.get(_STREAM_NAMES.get(name, name))
    if stream is None or stream.level is None or not stream.max:
        raise CommandFailed(f"dumpsys audio does not show the {name} stream")
    return stream.level, stream.max


def _set_index(session: Session, stream: str, index: int) -> None:
    road = ["cmd", "media_session", "volume"] if session.api >= 30 else ["media", "volume"]
    session.say([*road, "--stream", str(STREAMS[stream]), "--set", str(index)])


def _volume_act(session: Session, args: Args) -> dict[str, Any]:
    _, top = _stream(session, args["stream"])
    index = round(args["level"] / 100 * top)
    session.know(index=index, max=top)
    _set_index(session, args["stream"], index)
    return {}


def _volume_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    _set_index(session, args["stream"], known["was"])
    index, _ = _stream(session, args["stream"])
    if index != known["was"]:
        raise CommandFailed(f"the {args['stream']} stream is at {index}, not {known['was']} as before")


def _volume_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    index, top = _stream(session, args["stream"])
    after = {"now": index, "max": top}
    if index == known["index"]:
        return Proof("verified", f"dumpsys audio says {index} of {top}", after, changed=known["was"] != index)
    return Proof("failed", f"dumpsys audio says {index} of {top}, not {known['index']}", after)


def _ringer(session: Session) -> str | None:
    return parse_audio(session.read("dumpsys audio")).ringer_mode


def _set_ringer(session: Session, mode: str) -> None:
    if session.api >= 35 and "set-ringer-mode" in session.device.line("cmd audio help").all_text:
        session.say(["cmd", "audio", "set-ringer-mode", mode.upper()])
        return
    if "silent" in (mode, _ringer(session)):  # entering and leaving it asks for a policy access that Shell's name lacks
        ringer_by_screen(session, mode)
        return
    index, top = _stream(session, "ring")
    _set_index(session, "ring", 0 if mode == "vibrate" else (index or max(1, round(top * 0.7))))


def _zen(session: Session) -> str | None:
    return parse_notification(session.read("dumpsys notification --noredact")).zen_mode


def _set_zen(session: Session, mode: str) -> None:
    if session.api < 30:  # no set_dnd yet, and a zen_mode put by hand is put back at once
        zen_by_screen(session, mode)
        return
    word = {"important": "priority"}.get(mode, mode)
    text = session.say(["cmd", "notification", "set_dnd", word])
    if "rror" in text:
        raise CommandFailed(f"set_dnd was refused: {text.strip()[:120]}")


def _brightness(session: Session) -> float | None:
    return parse_display(session.read("dumpsys display")).brightness


def _brightness_before(session: Session, args: Args) -> dict[str, Any]:
    results = session.device.batch(
        ["settings get system screen_brightness", "settings get system screen_brightness_mode"]
    )
    level, mode = (result.text.strip() for result in results)
    return {"level": level, "mode": mode, "was": _brightness(session)}


def _brightness_act(session: Session, args: Args) -> dict[str, Any]:
    auto = bool(args.get("auto", False))
    wanted = round(args["level"] / 100 * 255)
    session.know(share=wanted / 255, auto=auto)
    session.say(["settings", "put", "system", "screen_brightness_mode", "1" if auto else "0"])
    session.say(["settings", "put", "system", "screen_brightness", str(wanted)])
    return {"share": wanted / 255, "auto": auto}


def _brightness_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    now = _brightness(session)
    after = {"now": now}
    if now is None:
        return Proof("unverified", "the display controller does not say", after)
    if known["auto"]:
        return Proof("unverified", f"automatic brightness decides itself (now {now:.2f})", after)
    if abs(now - known["share"]) <= 0.02:
        same = known["mode"] == "0" and known["was"] is not None and abs(known["was"] - known["share"]) <= 0.02
        return Proof("verified", f"the display controller says {now:.2f}", after, changed=not same)
    return Proof("failed", f"the display controller says {now:.2f}, not {known['share']:.2f}", after)


def _brightness_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    for key, was in (("screen_brightness_mode", known["mode"]), ("screen_brightness", known["level"])):
        if not was.isdigit():
            raise CommandFailed(f"{key} was {was!r} before", mend="put it back by hand")
        session.say(["settings", "put", "system", key, was])
    if known["was"] is not None and known["mode"] == "0":
        close = lambda now, was: abs(now - was) <= 0.02  # noqa: E731
        restored(lambda: _brightness(session), known["was"], close, "the display controller")


def _dark(session: Session) -> bool | None:
    """The configuration that apps get, not the wish: `am get-config` has night or notnight."""
    text = session.device.line("am get-config").text
    if "notnight" in text:
        return False
    return True if _NIGHT.search(text.replace("-", " ")) else None


def _set_dark(session: Session, enabled: bool) -> None:
    session.say(["cmd", "uimode", "night", "yes" if enabled else "no"])


def _timeout(session: Session) -> int | None:
    return parse_power(session.read("dumpsys power")).screen_off_timeout_ms


def _zen_wanted(session: Session, args: Args) -> str:
    return _ZEN[args["mode"]]


def _millis(session: Session, args: Args) -> int:
    if args["seconds"] < 5:
        raise BadInput("a screen timeout under 5 seconds locks the user out", mend="give at least 5")
    return int(args["seconds"]) * 1000


_ENABLED = params({"enabled": boolean("true to switch on, false to switch off")})
FUNCTIONS = [
    Function("set_volume", SCENARIO, "Set the volume of a stream, in percent of its range.",
             params({"stream": string("which sound", enum=list(STREAMS)), "level": integer("percent", 0, 100)}),
             "reversible", "undoable",
             Binding(
                 act=_volume_act,
                 prove=_volume_prove,
                 before=lambda session, args: {"was": _stream(session, args["stream"])[0]},
                 undo=_volume_undo,
             )),
    Function("set_ringer_mode", SCENARIO, "Set the ringer to normal, vibrate or silent.",
             params({"mode": string("ringer mode", enum=["normal", "vibrate", "silent"])}), "reversible", "undoable",
             value(_ringer, _set_ringer, lambda session, args: str(args["mode"]), "AudioService's ringer mode")),
    Function("set_do_not_disturb", SCENARIO, "Set Do Not Disturb: off, priority, alarms or none (total silence).",
             params({"mode": string("what may still sound", enum=["off", "priority", "alarms", "none"])}),
             "reversible", "undoable", value(_zen, _set_zen, _zen_wanted, "the notification service's zen mode")),
    Function("set_brightness", SCENARIO, "Set the screen brightness in percent; auto hands it to the sensor.",
             params({"level": integer("percent", 0, 100)}, {"auto": boolean("automatic brightness")}),
             "reversible", "undoable",
             Binding(act=_brightness_act, prove=_brightness_prove, before=_brightness_before, undo=_brightness_undo)),
    Function("set_dark_mode", SCENARIO, "Switch the dark theme on or off.", _ENABLED, "reversible", "undoable",
             toggle(_dark, _set_dark, "the configuration that apps get")),
    Function("set_screen_timeout", SCENARIO, "Set after how many seconds the screen goes off.",
             params({"seconds": integer("seconds", 5, 3600)}), "reversible", "undoable",
             value(_timeout, lambda session, ms: _put_timeout(session, ms), _millis, "the power manager")),
]  # fmt: skip


def _put_timeout(session: Session, ms: int) -> None:
    session.say(["settings", "put", "system", "screen_off_timeout", str(ms)])
