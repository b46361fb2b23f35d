"""`input` and `cmd input` (InputShellCommand; cmds/input Input.java before Android 12)."""

from __future__ import annotations

from collections.abc import Callable

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
        call.out.line(_HELP)
        return 255 if not words else 0
    handler = _COMMANDS.get(words[0])
    if handler is None:
        return _refuse(call, f"Unknown command: {words[0]}")
    try:
        return handler(call, words[1:])
    except _BadUse as error:
        return _refuse(call, str(error) or f"Invalid arguments for command: {words[0]}")


def _refuse(call: Invocation, message: str) -> int:
    if call.phone.state.device.api_level >= 31:
        if message.startswith("Unknown command"):
            call.out.line(message)
            return 255
        return throw(call, f"java.lang.IllegalArgumentException: {message}", _TEXT_FRAMES[2:], call.args[0])
    call.err.line(f"{_HELP}\n\nError: {message}")
    return 1


def _numbers(words: list[str]) -> list[float]:
    try:
        return [float(word) for word in words]
    except ValueError:
        bad = next(w for w in words if not w.replace(".", "", 1).lstrip("-").isdigit())
        raise _BadUse(f'For input string: "{bad}"') from None


def _text(call: Invocation, words: list[str]) -> int:
    if not words:
        raise _BadUse
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
    if not keys:
        raise _BadUse
    if "--doubletap" in words:
        keys = [key for key in keys for _ in range(2)]
    for key in keys:
        call.phone.input.key(key, long)
    return 0


def _tap(call: Invocation, words: list[str]) -> int:
    if len(words) != 2:
        raise _BadUse
    x, y = _numbers(words)
    call.phone.input.tap(x, y)
    return 0


def _swipe(call: Invocation, words: list[str]) -> int:
    if len(words) not in (4, 5):
        raise _BadUse
    x1, y1, x2, y2 = _numbers(words[:4])
    duration = int(_numbers(words[4:])[0]) if len(words) == 5 else 300
    call.phone.input.swipe(x1, y1, x2, y2, duration if duration >= 0 else 300)
    return 0


def _press(call: Invocation, words: list[str]) -> int:
    call.phone.input.key("DPAD_CENTER")
    return 0


def _roll(call: Invocation, words: list[str]) -> int:
    if len(words) != 2:
        raise _BadUse
    dx, dy = _numbers(words)
    for key, steps in (("DPAD_RIGHT", dx), ("DPAD_LEFT", -dx), ("DPAD_DOWN", dy), ("DPAD_UP", -dy)):
        for _ in range(max(0, min(int(steps), 20))):
            call.phone.input.key(key)
    return 0


def _motionevent(call: Invocation, words: list[str]) -> int:
    """DOWN, MOVE, UP, CANCEL: the touch is carried out when the finger lifts."""
    if not words or words[0].upper() not in ("DOWN", "MOVE", "UP", "CANCEL"):
        raise _BadUse(f"Unknown action: {words[0]}" if words else "")
    action = words[0].upper()
    counters = call.phone.state.counters
    if action == "CANCEL":
        counters.pop("touch_x", None)
        return 0
    if len(words) != 3:
        raise _BadUse
    x, y = _numbers(words[1:])
    if action == "DOWN":
        counters["touch_x"], counters["touch_y"] = int(x), int(y)
    elif action == "UP" and "touch_x" in counters:
        call.phone.input.swipe(counters.pop("touch_x"), counters.pop("touch_y", int(y)), x, y, 300)
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
