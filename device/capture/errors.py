"""What a command, the shell or the host's adb says when something did not work, sorted by kind.

Texts come from ActivityManagerShellCommand, Am, PackageManagerShellCommand, uiautomator's DumpCommand,
dumpsys and cmd (frameworks/native), mksh, and adb itself.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from device.capture.base import Part, Reading, clean, to_int

__all__ = ["CommandOutput", "DeviceLine", "ErrorKind", "parse_errors"]

ErrorKind = Literal[
    "null_root",
    "not_exported",
    "no_activity",
    "security",
    "killed",
    "offline",
    "unauthorized",
    "no_device",
    "not_found",
    "service_missing",
    "timeout",
    "usage",
    "busy",
    "ok",
    "other",
]

# The first that matches decides. The group "token" (else the whole match) is what decided.
_PATTERNS: Final[tuple[tuple[ErrorKind, str], ...]] = (
    ("null_root", r"null root node returned by UiTestAutomationBridge"),
    ("timeout", r"could not get idle state|DUMP TIMEOUT|^adb: timeout|[Tt]imed out"),
    ("busy", r"already registered!|is already in use|Resource busy"),
    ("not_exported", r"not exported from uid [0-9]{1,9}"),
    ("no_device", r"no devices/emulators found|^(?:error|adb): device '[^'\n]*' not found"),
    ("offline", r"^(?:error|adb)[^\n]{0,60}device offline"),
    ("unauthorized", r"^(?:error|adb)[^\n]{0,60}device (?:still )?unauthorized"),
    ("usage", r"more than one device/emulator"),
    ("service_missing", r"Can't find service: ?[\w.$-]*"),
    ("not_found", r"no activities match|Unable to find package|Unknown package|^Error: Could not find"),
    ("no_activity", r"Error type [23]\b|unable to resolve Intent|^Error: Activity class"),
    ("security", r"SecurityException|Permission Denial|Permission denied|[Oo]peration not permitted"),
    (
        "not_found",
        r"inaccessible or not found|^[^\s:]{0,100}sh: [^\n]{0,200}: not found|No such file or directory",
    ),
    (
        "usage",
        r"Unknown option|[Uu]nknown command|[Ii]nvalid (?:argument|number|option)|IllegalArgumentException"
        r"|[Bb]ad component name|^[Uu]sage:|Error: Unknown|No content provider|Unsupported argument",
    ),
    ("killed", r"^Killed\s*$"),
    ("other", r"^(?:Failure|Error|ERROR|error|Exception occurred|java\.)[^\n]{0,120}"),
    ("ok", r"Broadcast completed: result=-?[0-9]{1,9}|^Success\b|^Starting: Intent"),
)
_RULES: Final = tuple((kind, re.compile(pattern, re.M)) for kind, pattern in _PATTERNS)
_EXCEPTION: Final = re.compile(
    r"\b((?:java|javax|android|com)(?:\.[a-z_][\w]{0,40}){1,8}\.[A-Z]\w{0,60}(?:Exception|Error))\b"
)
_FRAME: Final = re.compile(r"^[ \t]{1,12}at ([\w.$<>]{1,200})\(", re.M)
_RESULT: Final = re.compile(
    r"^Broadcast completed: result=(-?[0-9]{1,9})(?:, data=\"(.{0,4000}?)\")?(?=,|\s|\Z)", re.M | re.S
)
_NEEDS: Final = re.compile(
    r"\brequires ([\w.]+)|\bhas ((?:android\.permission|[\w.]+\.permission)\.\w+)|\bneeds ([\w.]+)"
)
_DEVICE: Final = re.compile(
    r"(\S+)\s+(device|offline|unauthorized|authorizing|connecting|recovery|sideload|bootloader|host|rescue"
    r"|no permissions)(?=\s|\Z)(.*)"
)
_SUBJECTS: Final[tuple[re.Pattern[str], ...]] = tuple(
    re.compile(pattern, re.M)
    for pattern in (
        r"no activities match: (\S+)",
        r"Unable to find package:? (\S+)",
        r"Can't find service: ?(\S+)",
        r"device '([^'\n]+)' not found",
        r"^(?:[^\s:]{0,100}sh: )?(?:<stdin>\[[0-9]{1,6}\]: )?([^\s:]{1,255}): (?:inaccessible or )?not found",
        r"^(?:[^:\n]{0,100}: )?([^\s:]{1,255}): No such file or directory",
        r"[Uu]nknown (?:option|command):? '?([^\s']+)",
        r"Unknown package: (\S+)",
    )
)


class DeviceLine(Part):
    """One line of `adb devices -l`."""

    serial: str
    state: str
    model: str | None = None
    transport_id: int | None = None


class CommandOutput(Reading):
    """What an output says about its command; ``kind`` "ok" when nothing speaks of an error.

    ``token`` is the text that decided, ``result`` and ``data`` those of a broadcast, ``started`` whether an
    activity started, ``row_count`` rows of a content query.
    """

    kind: ErrorKind = "ok"
    token: str | None = None
    subject: str | None = None
    component: str | None = None
    uid: int | None = None
    exception: str | None = None
    permission: str | None = None
    where: str | None = None
    started: bool | None = None
    devices: tuple[DeviceLine, ...] = ()
    usable_count: int | None = None
    result: int | None = None
    data: str | None = None
    row_count: int | None = None
    line_count: int = 0


def _devices(lines: list[str]) -> list[DeviceLine]:
    found: list[DeviceLine] = []
    for line in lines:
        if (match := _DEVICE.match(line.strip())) is None:
            continue
        extras = dict(item.split(":", 1) for item in match[3].split() if ":" in item)
        found.append(
            DeviceLine(
                serial=match[1],
                state=match[2],
                model=extras.get("model"),
                transport_id=to_int(extras.get("transport_id")),
            )
        )
    return found


def _device_list(lines: list[str]) -> CommandOutput:
    devices = _devices(lines)
    usable = sum(device.state == "device" for device in devices)
    kind: ErrorKind = "ok"
    if not usable:
        states: dict[str, ErrorKind] = {"offline": "offline", "unauthorized": "unauthorized"}
        kind = states.get(devices[0].state, "other") if devices else "no_device"
    return CommandOutput(
        kind=kind,
        token="List of devices attached",
        devices=tuple(devices),
        usable_count=usable,
        line_count=len(lines),
    )


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return next((group for group in match.groups() if group), None) if match else None


def _uid(text: str) -> int | None:
    for pattern in (r"not exported from uid ([0-9]{1,9})", r"[Nn]either user ([0-9]{1,9})", r"\buid=([0-9]{1,9})"):
        if (match := re.search(pattern, text)) is not None:
            return int(match[1])
    return None


def _component(text: str) -> str | None:
    for pattern in (r"Activity class \{([\w.]+/[\w.$]+)\}", r"\bcmp=([\w.]+/[\w.$]+)"):
        if (match := re.search(pattern, text)) is not None:
            return match[1]
    return None


def parse_errors(text: str) -> CommandOutput:
    """Say what kind of outcome a command's output tells of."""
    text = clean(text)
    lines = [line for line in text.split("\n") if line.strip()]
    if "List of devices attached" in text[:400]:
        return _device_list(lines)
    kind: ErrorKind = "ok"
    token: str | None = None
    for rule, pattern in _RULES:
        if (match := pattern.search(text)) is not None:
            kind, token = rule, match[0].strip()
            break
    if token and ": " in token and kind == "service_missing":
        token = token.partition(":")[0]
    permission = _first(_NEEDS, text) if kind == "security" else None
    if kind == "security" and permission:
        token = permission.rpartition(".")[2]
    result = _RESULT.search(text)
    started = None
    if "Starting: Intent" in text or kind in ("no_activity", "not_exported"):
        started = kind == "ok" and "Warning: Activity not started" not in text
    rows = sum(line.startswith("Row: ") for line in lines)
    row_count = rows if rows or text.startswith("No result found.") else None
    return CommandOutput(
        kind=kind,
        token=token,
        subject=next((found for found in (_first(p, text) for p in _SUBJECTS) if found), None),
        component=_component(text),
        uid=_uid(text) if kind != "ok" else None,
        exception=_first(_EXCEPTION, text),
        permission=permission,
        where=_first(_FRAME, text),
        started=started,
        result=int(result[1]) if result else None,
        data=result[2] if result else None,
        row_count=row_count,
        line_count=len(lines),
    )
