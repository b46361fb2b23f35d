"""`pm list packages` (PackageManagerShellCommand.java) and `dumpsys package NAME` (Settings.dumpPackageLPr)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Part, Reading, Whole, to_bool, to_int, whole_lines

__all__ = ["PackageEntry", "Packages", "parse_package"]

_PACKAGE: Final = re.compile(r"  Package \[([\w.-]+)\] \(")
_EXTRAS: Final = re.compile(r"\s+(?:uid:[0-9,]+|versionCode:[0-9]+|installer=\S+)")
_UID: Final = re.compile(r"\suid:([0-9]{1,9})")
_VERSION: Final = re.compile(r"\sversionCode:([0-9]{1,18})")
_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*\Z")
_PAIRS: Final = re.compile(r"(versionCode|minSdk|targetSdk)=([0-9]{1,18})(?=\s|\Z)")
_USER: Final = re.compile(r"\s+User ([0-9]{1,9}): .*?\binstalled=(true|false)\b")
_GRANTED: Final = re.compile(r"\s+([\w.]+): granted=true\b")
_LINE: Final = re.compile(r"\s+(userId|appId|versionName|installerPackageName|firstInstallTime|lastUpdateTime)=(.*)\Z")


class PackageEntry(Part):
    """One line of a package list; path, uid and version only where asked for (-f, -U, --show-versioncode)."""

    package: str
    path: str | None = None
    uid: int | None = None
    version_code: int | None = None


class Packages(Reading):
    """A package list (``count`` to ``paths_with_double_equals``) or one package (the other fields)."""

    count: int | None = None
    entries: tuple[PackageEntry, ...] = ()
    first: str | None = None
    last: str | None = None
    paths_with_double_equals: int | None = None
    package: str | None = None
    version_name: str | None = None
    version_code: int | None = None
    min_sdk: int | None = None
    target_sdk: int | None = None
    uid: int | None = None
    installer: str | None = None
    first_install_time: str | None = None
    last_update_time: str | None = None
    granted_count: int | None = None
    granted: tuple[str, ...] = ()
    installed: bool | None = None


def _entry(line: str) -> PackageEntry | None:
    extras = _EXTRAS.search(line)
    words = line[: extras.start()] if extras else line
    path: str | None = None
    if words.startswith("/"):
        path, equals, words = words.rpartition("=")  # a path may hold "=="
        if not equals:
            return None
    if _NAME.match(words) is None:
        return None
    tail = line[extras.start() :] if extras else ""
    uid, version = _UID.search(tail), _VERSION.search(tail)
    return PackageEntry(
        package=words,
        path=path,
        uid=to_int(uid[1]) if uid else None,
        version_code=to_int(version[1]) if version else None,
    )


def _list(whole: Whole) -> Packages:
    entries: list[PackageEntry] = []
    unread = list(whole.unread)
    for line in whole.lines:
        entry = _entry(line.removeprefix("package:").strip()) if line.startswith("package:") else None
        if entry is not None:
            entries.append(entry)
        elif line.strip():
            unread.append(f"no package: {line[:60]!r}")
    return Packages(
        complete=whole.complete,
        unread=tuple(unread),
        count=len(entries),
        entries=tuple(entries),
        first=entries[0].package if entries else None,
        last=entries[-1].package if entries else None,
        paths_with_double_equals=sum("==" in (entry.path or "") for entry in entries),
    )


def _block(lines: list[str]) -> tuple[str | None, list[str], bool]:
    """The first package's name and lines below "Packages:", and whether its block was closed."""
    name: str | None = None
    block: list[str] = []
    inside = False
    for line in lines:
        if line.startswith("Packages:"):
            inside = True
        elif inside and name is None and (match := _PACKAGE.match(line)) is not None:
            name = match[1]
        elif name is not None:
            if line.strip() and not line.startswith("   "):
                return name, block, True
            block.append(line)
    return name, block, False


def parse_package(text: str) -> Packages:
    """Read a package list or, where the text has a "Packages:" section, the first package in it."""
    whole = whole_lines(text)
    if any(line.startswith("package:") for line in whole.lines[:5]):
        return _list(whole)
    name, block, closed = _block(whole.lines)
    if name is None:
        said = next((line for line in whole.lines if line.strip()), "")
        return Packages(complete=whole.complete, unread=(*whole.unread, f"no package: {said[:60]!r}"))
    values: dict[str, str] = {}
    installed: bool | None = None
    granted: list[str] = []
    for line in block:
        for key, value in _PAIRS.findall(line):
            values.setdefault(key, value)
        if (match := _LINE.match(line)) is not None:
            values.setdefault(match[1], match[2].strip())
        elif (match := _USER.match(line)) is not None and match[1] == "0" and installed is None:
            installed = to_bool(match[2])
        elif (match := _GRANTED.match(line)) is not None:
            granted.append(match[1])
    installer = values.get("installerPackageName")
    return Packages(
        complete=whole.complete,
        unread=whole.unread,
        package=name,
        version_name=values.get("versionName"),
        version_code=to_int(values.get("versionCode")),
        min_sdk=to_int(values.get("minSdk")),
        target_sdk=to_int(values.get("targetSdk")),
        uid=to_int(values.get("userId") or values.get("appId")),
        installer=None if installer in (None, "", "null") else installer,
        first_install_time=values.get("firstInstallTime"),
        last_update_time=values.get("lastUpdateTime"),
        granted_count=len(granted) if closed else None,
        granted=tuple(granted),
        installed=installed,
    )
