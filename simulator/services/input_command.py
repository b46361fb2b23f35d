"""`input` and `cmd input` (InputShellCommand; cmds/input Input.java before Android 12)."""

from __future__ import annotations

import re
from collections.abc import Callable

from simulator.screen.keys import key_name, typed
from simulator.services.exceptions import throw
from simulator.services.input import CannotType
from simulator.shell.command import Invocation

_SOURCES = frozenset(
    ("keyboard", "dpad", "mouse", "touchscreen", "touchpad", "trackball", "joystick", "gamepad", "touchnavigation",
     "stylus", "rotaryencoder")
)  # fmt: skip
_TEXT_FRAMES = (
    "com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:304)",
    "com.android.server.input.InputShellCommand.runText(InputShellCommand.java:279)",
    "com.android.server.input.InputShellCommand.handleDefaultCommands(InputShellCommand.java:234)",
    "com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:135)",
    "com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",
)
_OLD_TEXT_FRAMES = (
    "com.android.commands.input.Input.sendText(Input.java:322)",
    "com.android.commands.input.Input.access$000(Input.java:41)",
    "com.android.commands.input.Input$InputText.run(Input.java:177)",
    "com.android.commands.input.Input.onRun(Input.java:108)",
    "com.android.internal.os.BaseCommand.run(BaseCommand.java:56)",
    "com.android.commands.input.Input.main(Input.java:71)",
    "com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)",
    "com.android.internal.os.RuntimeInit.main(RuntimeInit.java:380)",
)
_NPE = "java.lang.NullPointerException: Attempt to get length of null array"


class _BadUse(ValueError):
    """Arguments that `input` refuses."""


def input_command(call: Invocation) -> int:
    """Run one `input` command; returns its exit code."""
    words = list(call.args)
    if words and words[0] in _SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        words = words[2:]
    if not words or words[0] in ("help", "-h"):
        call.out.line(f"{_HELP}\n{_COMBINATIONS}" if _shell_command(call) else _HELP)
        return 255 if not words else 0
    handler = _COMMANDS.get(words[0])
    if handler is None or (words[0] == "keycombination" and not _shell_command(call)):
        return _refuse(call, f"Unknown command: {words[0]}")
    try:
        return handler(call, words[1:])
    except _Missing as error:
        # BasicShellCommandHandler.getNextArgRequired; Input.java printed its own words for any fault.
        old = f"Invalid arguments for command: {words[0]}"
        return _refuse(call, f'Argument expected after "{error}"' if _shell_command(call) else old)
    except _BadUse as error:
        return _refuse(call, str(error) or f"Error: Invalid arguments for command: {words[0]}")


def _shell_command(call: Invocation) -> bool:
    """Whether `input` is InputShellCommand here (Android 12 and later)."""
    return call.phone.state.device.api_level >= 31


def _refuse(call: Invocation, message: str) -> int:
    if _shell_command(call):
        if message.startswith("Unknown command"):
            call.out.line(message)
            return 255
        return throw(call, f"java.lang.IllegalArgumentException: {message}", _TEXT_FRAMES[2:], call.args[0])
    call.err.line(f"{_HELP}\n\nError: {message.removeprefix('Error: ')}")
    return 1


class _Missing(_BadUse):
    """Too few arguments; says after which word."""


# java.lang.Float.parseFloat, but for hexadecimal and what is no point of a screen
_FLOAT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?[fFdD]?", re.ASCII)
_FARTHEST = 1e9


def _numbers(words: list[str]) -> list[float]:
    """The words as numbers; what Java's float goes beyond is far off any screen all the same."""
    if not all(_FLOAT.fullmatch(word) for word in words):
        raise _BadUse
    return [max(-_FARTHEST, min(_FARTHEST, float(word.rstrip("fFdD")))) for word in words]


def _need(words: list[str], count: int, command: str) -> None:
    if len(words) < count:
        raise _Missing(words[-1] if words else command)


def _text(call: Invocation, words: list[str]) -> int:
    _need(words, 1, "text")
    text = words[0].replace("%s", " ")
    try:
        call.phone.input.text(text)
    except CannotType:
        if call.phone.state.device.api_level >= 31:
            return throw(call, _NPE, _TEXT_FRAMES, "text")
        call.err.line(_NPE)
        for frame in _OLD_TEXT_FRAMES:
            call.err.line(f"\tat {frame}")
        return 1
    return 0


def _keyevent(call: Invocation, words: list[str]) -> int:
    long = "--longpress" in words
    keys = [w for w in words if not w.startswith("--")]
    if "--delay" in words:
        keys = keys[1:]
    _need(keys, 1, words[-1] if words else "keyevent")
    if "--doubletap" in words:
        keys = [key for key in keys for _ in range(2)]
    for key in keys:
        call.phone.input.key(key, long)
    return 0


def _tap(call: Invocation, words: list[str]) -> int:
    _need(words, 2, "tap")
    x, y = _numbers(words[:2])
    call.phone.input.tap(x, y)
    return 0


def _swipe(call: Invocation, words: list[str]) -> int:
    _need(words, 4, "swipe")
    x1, y1, x2, y2 = _numbers(words[:4])
    duration = int(_numbers(words[4:5])[0]) if len(words) > 4 else 300
    call.phone.input.swipe(x1, y1, x2, y2, duration if duration >= 0 else 300)
    return 0


def _press(call: Invocation, words: list[str]) -> int:
    call.phone.input.key("DPAD_CENTER")
    return 0


def _roll(call: Invocation, words: list[str]) -> int:
    _need(words, 2, "roll")
    dx, dy = _numbers(words[:2])
    for key, steps in (("DPAD_RIGHT", dx), ("DPAD_LEFT", -dx), ("DPAD_DOWN", dy), ("DPAD_UP", -dy)):
        for _ in range(max(0, min(int(steps), 20))):
            call.phone.input.key(key)
    return 0


def _motionevent(call: Invocation, words: list[str]) -> int:
    """DOWN, MOVE, UP, CANCEL: the touch is carried out when the finger lifts."""
    _need(words, 1, "motionevent")
    if words[0].upper() not in ("DOWN", "MOVE", "UP", "CANCEL"):
        raise _BadUse(f"Unknown action: {words[0]}")
    action = words[0].upper()
    counters = call.phone.state.counters
    if action == "CANCEL":
        counters.pop("touch_x", None)
        return 0
    _need(words, 3, "motionevent")
    x, y = _numbers(words[1:3])
    if action == "DOWN":
        counters["touch_x"], counters["touch_y"] = int(x), int(y)
    elif action == "UP" and "touch_x" in counters:
        call.phone.input.swipe(counters.pop("touch_x"), counters.pop("touch_y", int(y)), x, y, 300)
    return 0


def _keycombination(call: Invocation, words: list[str]) -> int:
    """Keys that are held together (Android 12 and later): power with volume down takes a picture of the screen; Control
    with a letter is a shortcut and types nothing; any others are pressed one after the other."""
    keys = words[2:] if words[:1] == ["-t"] else words
    _need(keys, 2, keys[-1] if keys else "keycombination")
    names = [key_name(key) for key in keys]
    if set(names) == {"POWER", "VOLUME_DOWN"}:
        call.phone.input.key("SYSRQ")
        return 0
    held = bool({"CTRL_LEFT", "CTRL_RIGHT"} & set(names))
    for key, name in zip(keys, names, strict=True):
        if not (held and name is not None and typed(name) is not None):
            call.phone.input.key(key)
    return 0


_COMMANDS: dict[str, Callable[[Invocation, list[str]], int]] = {
    "text": _text,
    "keyevent": _keyevent,
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _swipe,
    "press": _press,
    "roll": _roll,
    "motionevent": _motionevent,
    "keycombination": _keycombination,
}

_HELP = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are:
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball

-d: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)"""
_COMBINATIONS = "      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)"
