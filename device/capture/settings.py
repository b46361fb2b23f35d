"""`settings list NAMESPACE` (packages/SettingsProvider/.../SettingsService.java): one ``key=value`` a line."""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field, computed_field

from device.capture.base import Reading, whole_lines

__all__ = ["SettingsList", "parse_settings", "parse_settings_dump"]

_DUMPED: Final = re.compile(r"_id:[0-9]{1,9} name:(\S+) pkg:\S+ value:")
_HEAD: Final = re.compile(r"(GLOBAL|SECURE|SYSTEM) SETTINGS \(user ([0-9]{1,9})\)")
_LINE: Final = re.compile(r"([^\s=]+)=(.*)\Z")


class SettingsList(Reading):
    """The settings of one name space. A value printed as ``null`` is None; an empty value is "".

    ``count`` counts keys. A value that spans lines keeps its line feeds; a continuation that itself looks
    like ``key=value`` cannot be told from a setting.
    """

    count: int | None = None
    values: dict[str, str | None] = Field(default_factory=dict)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def list_sizes(self) -> dict[str, int]:
        """For each value that is a list between ":" (components, packages), how many items it has."""
        return {
            key: sum(1 for item in value.split(":") if item)
            for key, value in self.values.items()
            if value and (":" in value or "/" in value) and not value.startswith(("{", "["))
        }


def parse_settings(text: str) -> SettingsList:
    """Read `settings list`."""
    whole = whole_lines(text)
    values: dict[str, str | None] = {}
    unread = list(whole.unread)
    last: str | None = None
    for line in whole.lines:
        if (match := _LINE.match(line)) is not None:
            last = match[1]
            values[last] = None if match[2] == "null" else match[2]
        elif last is not None:
            values[last] = f"{values[last] if values[last] is not None else 'null'}\n{line}"
        elif line.strip():
            unread.append(f"no setting: {line[:40]!r}")
    if whole.tail and last is not None and not _LINE.match(whole.tail):
        # The cut line may belong to the last value.
        del values[last]
    return SettingsList(
        complete=whole.complete, unread=tuple(unread), count=len(values) if values else None, values=values
    )


def _dumped_value(rest: str) -> str:
    """The value before ``default:… defaultSystemSet:…`` and ``tag:…``, which follow where there are such."""
    tag, default = rest.rfind(" tag:"), rest.rfind(" default:")
    if default >= 0 and " defaultSystemSet:" in rest[default:]:
        return rest[:default]
    return rest[:tag] if tag >= 0 else rest


def parse_settings_dump(text: str) -> dict[str, SettingsList]:
    """Read `dumpsys settings` (as bug reports hold it): name space → its settings, of user 0.

    Lines of other kinds (versions, historical operations) are passed over.
    """
    whole = whole_lines(text)
    found: dict[str, dict[str, str | None]] = {}
    space = ""
    for line in whole.lines:
        if (head := _HEAD.match(line)) is not None:
            space = head[1].lower() if head[2] == "0" else ""
        elif space and (match := _DUMPED.match(line)) is not None:
            value = _dumped_value(line[match.end() :])
            found.setdefault(space, {}).setdefault(match[1], None if value == "null" else value)
    return {
        name: SettingsList(complete=whole.complete, unread=whole.unread, count=len(values), values=values)
        for name, values in found.items()
    }
