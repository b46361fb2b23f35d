"""Phone states from files: a folder of saved outputs, or a bug report (text or zip)."""

from __future__ import annotations

import re
import zipfile
import zlib
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from device.capture.assemble import assemble, reads
from device.capture.base import clean
from device.capture.getprop import parse_getprop
from device.capture.settings import parse_settings
from device.errors import BadInput
from device.phone_state import PhoneState

__all__ = ["decode", "read_bugreport", "read_dump_folder"]

_LARGEST: Final = 512 * 1024 * 1024
_MANY: Final = 2000

# Names that files and folders of saved outputs go by → the command.
_NAMES: Final[dict[str, str]] = {
    "battery": "dumpsys battery",
    "notification": "dumpsys notification --noredact",
    "notifications": "dumpsys notification --noredact",
    "wifi": "dumpsys wifi",
    "connectivity": "dumpsys connectivity",
    "telephony": "dumpsys telephony.registry",
    "telephony registry": "dumpsys telephony.registry",
    "bluetooth": "dumpsys bluetooth_manager",
    "bluetooth manager": "dumpsys bluetooth_manager",
    "location": "dumpsys location",
    "alarm": "dumpsys alarm",
    "audio": "dumpsys audio",
    "media session": "dumpsys media_session",
    "power": "dumpsys power",
    "display": "dumpsys display",
    "window": "dumpsys window",
    "window windows": "dumpsys window windows",
    "window displays": "dumpsys window displays",
    "activity": "dumpsys activity activities",
    "activity activities": "dumpsys activity activities",
    "activity recents": "dumpsys activity recents",
    "input": "dumpsys input",
    "package": "pm list packages",
    "packages": "pm list packages",
    "pm list packages": "pm list packages",
    "usagestats": "dumpsys usagestats",
    "uimode": "dumpsys uimode",
    "deviceidle": "dumpsys deviceidle",
    "accessibility": "dumpsys accessibility",
    "airplane": "cmd connectivity airplane-mode",
    "airplane mode": "cmd connectivity airplane-mode",
    "cmd connectivity airplane mode": "cmd connectivity airplane-mode",
    "getprop": "getprop",
    "properties": "getprop",
    "settings": "settings list",
    "settings global": "settings list global",
    "settings secure": "settings list secure",
    "settings system": "settings list system",
    "settings list global": "settings list global",
    "settings list secure": "settings list secure",
    "settings list system": "settings list system",
    "hierarchy": "uiautomator dump",
    "uiautomator dump": "uiautomator dump",
    "window dump": "uiautomator dump",
    "logcat": "logcat -d",
    "date": "date",
    "sms": "content query --uri content://sms",
    "call log": "content query --uri content://call_log/calls",
    "calls": "content query --uri content://call_log/calls",
    "calendar": "content query --uri content://com.android.calendar/events",
    "contacts": "content query --uri content://com.android.contacts/data/phones",
}
_STARTS: Final = ("adb shell ", "shell ", "adb ", "dumpsys ", "")
_EXTENSION: Final = re.compile(r"\.(?:txt|xml|log|out|dump|md)\Z", re.IGNORECASE)
_COUNTED: Final = re.compile(r"\A(?:[0-9]+ )+|(?: [0-9]+)+\Z")  # 01_battery, battery_20260311-0930
_NUMBERED: Final = re.compile(r"[_-][0-9]{1,3}\Z")
_NAMESPACE_KEYS: Final = (
    ("global", ("airplane_mode_on", "wifi_on", "device_provisioned", "adb_enabled")),
    ("secure", ("default_input_method", "android_id", "accessibility_enabled", "location_mode")),
    ("system", ("screen_off_timeout", "screen_brightness", "volume_music", "font_scale")),
)


def decode(data: bytes) -> str:
    """Bytes of a saved output as text: UTF-8, or UTF-16, with its mark (PowerShell's redirection writes it) or without."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    head = data[:64]
    for odd, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):  # ASCII has a NUL in every second byte there
        if len(head) >= 8 and not any(head[odd::2]) and all(head[1 - odd :: 2]):
            return data.decode(encoding, "replace")
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise BadInput(f"{path} is larger than {_LARGEST >> 20} MiB", mend="give a single phone's report")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror})", mend="check the path and its rights") from error


def _named(name: str) -> str | None:
    """The command that a file's or folder's name says, None for any other name."""
    if reads(name):
        return name
    words = _COUNTED.sub("", re.sub(r"[\s_.:-]+", " ", name).strip().lower())
    for start in _STARTS:
        rest = words.removeprefix(start).removeprefix("dumpsys ")
        if words.startswith(start) and rest in _NAMES:
            return _NAMES[rest]
    return None


def _settings_namespace(text: str) -> str | None:
    keys = parse_settings(text).values
    scores = [(sum(key in keys for key in telling), name) for name, telling in _NAMESPACE_KEYS]
    best = max(scores)
    return best[1] if best[0] else None


def _refine(command: str, text: str) -> str | None:
    """The command once the text is known: which settings, recents or activities, one package or a list."""
    if command == "settings list":
        space = _settings_namespace(text)
        return f"settings list {space}" if space else None
    if command == "dumpsys activity activities" and "ACTIVITY MANAGER RECENT TASKS" in text[:2000]:
        return "dumpsys activity recents"
    if command == "pm list packages" and "\nPackages:\n" in clean(text):
        match = re.search(r"^  Package \[([^\]\n]+)\]", text, re.M)
        return f"dumpsys package {match[1]}" if match else None
    return command


def read_dump_folder(path: Path | str, *, phone: str | None = None) -> PhoneState:
    """Read a folder of saved outputs whose names say the command.

    A file says it (``dumpsys_battery.txt``, ``dumpsys battery.txt``, ``getprop``) or the folder it lies in does
    (``battery/xiaomi_14_1.txt``). ``phone`` keeps only files whose name starts with it. Raises BadInput for no
    folder, for one that holds nothing known, and for outputs of two phones. Of two outputs of one command by one phone
    (``x_1.txt``, ``x_2.txt``) the first is read, and the other named among the state's reasons.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder", mend="give a folder of saved outputs")
    outputs: dict[str, str] = {}
    sources: dict[str, Path] = {}
    aside: dict[str, str] = {}
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and len(file.relative_to(folder).parts) < 4]
    for file in files[:_MANY]:
        stem = _EXTENSION.sub("", file.name)
        inner = file.relative_to(folder).parts[-2] if len(file.relative_to(folder).parts) > 1 else ""
        command = _named(stem) or (_named(f"{inner} {stem}") if inner else None) or (_named(inner) if inner else None)
        if command is None or (phone is not None and not file.name.startswith(phone)):
            continue
        text = decode(_read(file))
        command = _refine(command, text)
        if command is None:
            continue
        if command in outputs and _same_phone(file, sources[command]):
            aside[f"file {file.relative_to(folder)}"] = f"passed over: {sources[command].name} holds `{command}` too"
            continue
        if command in outputs:
            raise BadInput(
                f"{file.name} and {sources[command].name} both hold `{command}`",
                mend="name one phone, or keep one file a command",
            )
        outputs[command], sources[command] = text, file
    if not outputs:
        raise BadInput(
            f"{folder} holds no output whose name says its command",
            mend="name files like dumpsys_battery.txt, getprop.txt, settings_list_global.txt",
        )
    state = assemble(outputs)
    if state.captured_at_ms is None and state.alarms is not None and state.alarms.now_ms is not None:
        state = state.model_copy(update={"captured_at_ms": state.alarms.now_ms})  # `dumpsys alarm` prints the clock
    return state.model_copy(update={"reasons": {**state.reasons, **aside}}) if aside else state


def _same_phone(one: Path, other: Path) -> bool:
    """Whether two files are numbered outputs of one phone: alike but for a number at the end of their names."""
    return one.parent == other.parent and _NUMBERED.sub("", one.stem) == _NUMBERED.sub("", other.stem)


# frameworks/native/cmds/dumpsys/dumpsys.cpp (header and footer of a service), cmds/dumpstate/DumpstateUtil.cpp
# (title and duration of any other section). Commands run side by side: a duration may stand in another's body.
_SERVICE: Final = re.compile(r"DUMP OF SERVICE (?:(?:CRITICAL|HIGH|NORMAL) )?([\w./-]+):\s*\Z")
_SERVICE_END: Final = re.compile(r"-{9} [0-9.]+s was the duration of dumpsys ([\w./-]+)")
_TITLE: Final = re.compile(r"------ ([A-Z][^()]{0,80}?) \(([^()]{1,200})(?::[^()]*)?\) ------\s*\Z")
_TITLE_END: Final = re.compile(r"------ [0-9.]+s was the duration of '([^']{1,120})' ------")
_DATE: Final = re.compile(r"== dumpstate: ([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})")
_DRESSING: Final = ("Service host process PID: ", "Threads in use: ", "Client PIDs: ", "*** command ")
_RULE: Final = "-" * 79


def _sections(text: str) -> dict[str, str]:
    """Command → output for the sections that are read; pieces of one service are put together."""
    found: dict[str, list[str]] = {}
    current = title = ""  # the command whose output goes on here, and the title of a section that is no service
    lines = clean(text).split("\n")
    tail = lines.pop()
    for line in lines:
        if line.startswith("DUMP OF SERVICE ") and (match := _SERVICE.match(line)) is not None:
            current, title = f"dumpsys {match[1]}", ""
        elif line.startswith("--------- ") and _SERVICE_END.match(line) is not None:
            current = ""
        elif line.startswith("------ ") and line.rstrip().endswith(" ------"):
            ended, begun = _TITLE_END.match(line), _TITLE.match(line)
            if ended is not None and title and ended[1] == title:
                current = title = ""
            elif begun is not None and reads(begun[2]) and not begun[2].startswith("logcat"):
                current, title = begun[2], begun[1]
            elif begun is not None and not title:
                current = ""
        elif current and reads(current) and line != _RULE and not line.startswith(_DRESSING):
            found.setdefault(current, []).append(line + "\n")
    if current in found:
        found[current].append(tail)
    return {command: "".join(body) for command, body in found.items()}


def _captured(text: str, outputs: dict[str, str]) -> int | None:
    """When the report was begun (epoch, ms), from its local time and the phone's zone."""
    match = _DATE.search(text[:4000])
    zone = parse_getprop(outputs.get("getprop", "")).timezone
    if match is None or zone is None:
        return None
    try:
        local = datetime.strptime(match[1], "%Y-%m-%d %H:%M:%S").replace(tzinfo=ZoneInfo(zone))
    except (ValueError, KeyError, OSError):
        return None
    return int(local.timestamp()) * 1000


def _from_zip(path: Path) -> str:
    """The main text of a zipped report: what main_entry.txt names, else the largest bugreport*.txt."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = {entry.filename: entry for entry in archive.infolist()}
            main = ""
            if "main_entry.txt" in entries and entries["main_entry.txt"].file_size < 1000:
                main = decode(archive.read("main_entry.txt")).strip()
            if main not in entries:
                texts = [name for name in entries if re.fullmatch(r"(?:bugreport|dumpstate)[^/]*\.txt", name)]
                main = max(texts, key=lambda name: entries[name].file_size, default="")
            if not main:
                raise BadInput(f"{path} holds no bug report", mend="give the zip that `adb bugreport` wrote")
            if entries[main].file_size > _LARGEST:
                raise BadInput(f"the report in {path} is larger than {_LARGEST >> 20} MiB")
            with archive.open(main) as file:
                return decode(file.read(_LARGEST))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise BadInput(f"{path} is no readable zip ({error})", mend="take the report again") from error


def read_bugreport(path: Path | str) -> PhoneState:
    """Read a bug report, as text or as the zip that `adb bugreport` writes.

    Its notifications are redacted and it holds no people's data and no screen. Raises BadInput for a file that
    cannot be read or holds no section that is known.
    """
    file = Path(path)
    data = _read(file)
    text = _from_zip(file) if data.startswith(b"PK") else decode(data)
    outputs = _sections(text)
    if not outputs:
        raise BadInput(f"{file} holds no section of a bug report", mend="give a file that `adb bugreport` wrote")
    return assemble(outputs, captured_at_ms=_captured(text, outputs))
