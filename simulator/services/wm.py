"""`wm` and `cmd window` (WindowManagerShellCommand)."""

from __future__ import annotations

import re

from simulator.shell.command import Invocation


def wm_command(call: Invocation) -> int:
    """Run one `wm` command; returns its exit code."""
    words = [w for w in call.args if w != "-d"]
    if words and words[0] == "size":
        return _size(call, words[1:])
    if words and words[0] == "density":
        return _density(call, words[1:])
    if words and words[0] == "dismiss-keyguard":
        call.phone.power.dismiss_keyguard()
        return 0
    if words and words[0] in ("user-rotation", "set-user-rotation"):
        return _rotation(call, words[1:])
    if words and words[0] not in ("help", "-h"):
        call.err.line(f"Unknown command: {words[0]}")
        return 255
    call.out.line(_HELP)
    return 0 if words else 255


def _size(call: Invocation, words: list[str]) -> int:
    device, display = call.phone.state.device, call.phone.state.display
    if not words:
        call.out.line(f"Physical size: {device.width}x{device.height}")
        if display.size_override:
            call.out.line("Override size: {}x{}".format(*display.size_override))
        return 0
    if words[0] == "reset":
        display.size_override = None
    else:
        match = re.fullmatch(r"(\d+)(dp)?x(\d+)(dp)?", words[0])
        if match is None:
            return call.fail(f"Error: bad size {words[0]}", 255)
        factor = call.phone.display.density / 160
        width = round(int(match[1]) * (factor if match[2] else 1))
        height = round(int(match[3]) * (factor if match[4] else 1))
        if min(width, height) < 200 or max(width, height) > 2 * max(device.width, device.height):
            return call.fail(f"Error: bad size {words[0]}", 255)
        display.size_override = None if (width, height) == (device.width, device.height) else (width, height)
    call.phone.changed()
    return 0


def _density(call: Invocation, words: list[str]) -> int:
    device, display = call.phone.state.device, call.phone.state.display
    if not words:
        call.out.line(f"Physical density: {device.density}")
        if display.density_override:
            call.out.line(f"Override density: {display.density_override}")
        return 0
    if words[0] == "reset":
        display.density_override = None
    elif not words[0].isdigit():
        return call.fail(f'Error: bad number java.lang.NumberFormatException: For input string: "{words[0]}"', 255)
    elif int(words[0]) < 72:
        return call.fail("Error: density must be >= 72", 255)
    else:
        display.density_override = int(words[0])
    call.phone.changed()
    return 0


def _rotation(call: Invocation, words: list[str]) -> int:
    settings = call.phone.settings
    if not words:
        locked = settings.get("system", "accelerometer_rotation") == "0"
        call.out.line(f"lock {settings.get('system', 'user_rotation') or 0}" if locked else "free")
        return 0
    if words[0] == "free":
        settings.put("system", "accelerometer_rotation", "1")
        return 0
    if words[0] != "lock":
        return call.fail(f"Error: argument needs to be either -d, free or lock, but we get {words[0]}", 255)
    rotation = words[1] if len(words) > 1 else "0"
    if rotation not in ("0", "1", "2", "3"):
        return call.fail(f"Error: expecting rotation 0-3, but we get {rotation}", 255)
    settings.put("system", "user_rotation", rotation)
    settings.put("system", "accelerometer_rotation", "0")
    call.phone.display.rotate(int(rotation))
    return 0


_HELP = """Window manager (window) commands:
  help
      Print this help text.
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
    Return or override display size.
    width and height in pixels unless suffixed with 'dp'.
  density [reset|DENSITY] [-d DISPLAY_ID] [-u UNIQUE_ID]
    Return or override display density.
  dismiss-keyguard
    Dismiss the keyguard, prompting user for auth if necessary.
  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]
    Print or set user rotation mode and user rotation."""
