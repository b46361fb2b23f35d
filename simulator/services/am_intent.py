"""The intent arguments of `am` (Intent.parseCommandArgs), with every typed extra."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simulator.services.formats import full_component
from simulator.state import Intent

_FLAG_NAMES = {
    "--grant-read-uri-permission": 0x1,
    "--grant-write-uri-permission": 0x2,
    "--grant-persistable-uri-permission": 0x40,
    "--grant-prefix-uri-permission": 0x80,
    "--exclude-stopped-packages": 0x10,
    "--include-stopped-packages": 0x20,
    "--debug-log-resolution": 0x8,
    "--activity-brought-to-front": 0x400000,
    "--activity-clear-top": 0x04000000,
    "--activity-clear-when-task-reset": 0x80000,
    "--activity-exclude-from-recents": 0x800000,
    "--activity-launched-from-history": 0x100000,
    "--activity-multiple-task": 0x08000000,
    "--activity-no-animation": 0x10000,
    "--activity-no-history": 0x40000000,
    "--activity-no-user-action": 0x40000,
    "--activity-previous-is-top": 0x1000000,
    "--activity-reorder-to-front": 0x20000,
    "--activity-reset-task-if-needed": 0x200000,
    "--activity-single-top": 0x20000000,
    "--activity-clear-task": 0x8000,
    "--activity-task-on-home": 0x4000,
    "--activity-match-external": 0x800,
    "--receiver-registered-only": 0x40000000,
    "--receiver-replace-pending": 0x20000000,
    "--receiver-foreground": 0x10000000,
    "--receiver-no-abort": 0x08000000,
    "--receiver-include-background": 0x01000000,
}


_WITH_VALUE = frozenset(
    (
        "--user", "--receiver-permission", "--display", "--windowingMode", "--activityType", "--task",
        "--start-profiler", "-P", "--sampling", "--attach-agent", "--attach-agent-bind",
    )
)  # fmt: skip
_WITHOUT_VALUE = frozenset(
    (
        "-D", "-N", "--streaming", "--task-overlay", "--lock-task", "--async", "--allow-background-activity-starts",
        "--dismiss-keyguard", "--dismiss-keyguard-if-insecure", "--ephemeral", "--suspend", "--track-allocation",
        "--splashscreen-show-icon", "-s",
    )
)  # fmt: skip


class BadArguments(ValueError):
    """Arguments that `am` refuses; the message is the Java exception's line."""


@dataclass
class AmOptions:
    """The options of `am` that are not the intent's."""

    wait: bool = False
    stop: bool = False
    repeat: int = 1
    user: str | None = None
    receiver_permission: str | None = None
    given: set[str] = field(default_factory=set)


def _integer(text: str) -> int:
    try:
        value = int(text, 0) if re.fullmatch(r"[-+]?(0[xX][0-9a-fA-F]+|\d+)", text) else None
        if value is None and text.startswith("#"):
            value = int(text[1:], 16)
    except ValueError:
        value = int(text, 8) if re.fullmatch(r"0[0-7]+", text) else None
    if value is None or not -(2**31) <= value < 2**31:
        raise BadArguments(f'java.lang.NumberFormatException: For input string: "{text}"')
    return value


def _long(text: str) -> int:
    if not re.fullmatch(r"[-+]?\d+", text) or not -(2**63) <= int(text) < 2**63:
        raise BadArguments(f'java.lang.NumberFormatException: For input string: "{text}"')
    return int(text)


def _float(text: str) -> float:
    try:
        return float(text.strip().rstrip("fFdD"))
    except ValueError:
        raise BadArguments(f'java.lang.NumberFormatException: For input string: "{text}"') from None


def _boolean(text: str) -> bool:
    lowered = text.lower()
    if lowered in ("true", "t"):
        return True
    if lowered in ("false", "f"):
        return False
    try:
        return _integer(text) != 0
    except BadArguments:
        raise BadArguments(f"java.lang.IllegalArgumentException: Invalid boolean value: {text}") from None


def _component(text: str) -> str:
    name = full_component(text)
    if name is None:
        raise BadArguments(f"java.lang.IllegalArgumentException: Bad component name: {text}")
    return f"{name[0]}/{name[1]}"


def _strings(text: str) -> list[str]:
    # A comma that a backslash stands before does not separate.
    return [part.replace("\\,", ",") for part in re.split(r"(?<!\\),", text)]


def _list_of(convert: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    return lambda text: [convert(part) for part in text.split(",")]


_EXTRAS: dict[str, Callable[[str], Any]] = {
    "-e": str, "--es": str, "--ez": _boolean, "--ei": _integer, "--el": _long, "--ef": _float, "--ed": _float,
    "--eu": str, "--ecn": _component, "--esa": _strings, "--esal": _strings, "--eia": _list_of(_integer),
    "--eial": _list_of(_integer), "--ela": _list_of(_long), "--elal": _list_of(_long), "--efa": _list_of(_float),
    "--efal": _list_of(_float), "--eda": _list_of(_float), "--edal": _list_of(_float),
}  # fmt: skip


class _Reader:
    def __init__(self, args: list[str]) -> None:
        self.args = args
        self.at = 0

    def next(self) -> str | None:
        if self.at >= len(self.args):
            return None
        self.at += 1
        return self.args[self.at - 1]

    def required(self, option: str) -> str:
        value = self.next()
        if value is None:
            raise BadArguments(
                f"java.lang.IllegalArgumentException: Argument expected after {option!r}".replace("'", '"')
            )
        return value


def parse_intent(args: list[str]) -> tuple[Intent, AmOptions]:
    """The intent and options of `am start`, `broadcast`, `startservice`.

    Raises BadArguments with the line of the Java exception that Android throws.
    """
    reader, intent, options = _Reader(args), Intent(), AmOptions()
    rest: str | None = None
    has_info = False
    while (word := reader.next()) is not None:
        if not word.startswith("-") or word == "-":
            rest = word
            break
        if word == "--":
            rest = reader.next()
            break
        if _intent_option(word, reader, intent):
            has_info |= word in ("-a", "-d", "-t", "-c", "-n", "-p")
        else:
            _am_option(word, reader, options)
    if rest is not None:
        _positional(rest, intent)
        has_info = True
    if not has_info and rest is None and not (intent.action or intent.data or intent.component):
        raise BadArguments("java.lang.IllegalArgumentException: No intent supplied")
    return intent, options


def _intent_option(word: str, reader: _Reader, intent: Intent) -> bool:
    if word == "-a":
        intent.action = reader.required(word)
    elif word == "-d":
        intent.data = reader.required(word)
    elif word == "-t":
        intent.type = reader.required(word)
    elif word == "-c":
        intent.categories.append(reader.required(word))
    elif word == "-n":
        intent.component = _component(reader.required(word))
    elif word == "-p":
        intent.package = reader.required(word)
    elif word == "-f":
        intent.flags = _flags(reader.required(word))
    elif word == "-i":
        reader.required(word)
    elif word == "--esn":
        intent.extras[reader.required(word)] = None
    elif word in _EXTRAS:
        key = reader.required(word)
        intent.extras[key] = _EXTRAS[word](reader.required(word))
    elif word in _FLAG_NAMES:
        intent.flags |= _FLAG_NAMES[word]
    elif word == "--selector":
        pass
    else:
        return False
    return True


def _flags(text: str) -> int:
    try:
        return int(text, 0) & 0xFFFFFFFF
    except ValueError:
        raise BadArguments(f'java.lang.NumberFormatException: For input string: "{text}"') from None


def _am_option(word: str, reader: _Reader, options: AmOptions) -> None:
    options.given.add(word)
    if word == "-W":
        options.wait = True
    elif word == "-S":
        options.stop = True
    elif word == "-R":
        options.repeat = _integer(reader.required(word))
    elif word in _WITH_VALUE:
        value = reader.required(word)
        if word == "--user":
            options.user = value
        elif word == "--receiver-permission":
            options.receiver_permission = value
    elif word in _WITHOUT_VALUE:
        pass
    else:
        raise BadArguments(f"java.lang.IllegalArgumentException: Unknown option: {word}")


def _positional(word: str, intent: Intent) -> None:
    """The argument without an option: a URI, a component or a package."""
    if ":" in word:
        intent.data = intent.data or word
        intent.action = intent.action or "android.intent.action.VIEW"
    elif "/" in word:
        intent.component = intent.component or _component(word)
        _main(intent)
    else:
        intent.package = intent.package or word
        _main(intent)


def _main(intent: Intent) -> None:
    """An intent without an action of its own starts the launcher's activity."""
    if intent.action is None:
        intent.action = "android.intent.action.MAIN"
        intent.categories = intent.categories or ["android.intent.category.LAUNCHER"]
