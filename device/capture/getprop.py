"""`getprop` (system/core/toolbox): ``[key]: [value]`` lines, sorted; a value may span lines."""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field

from device.capture.base import Part, Reading, to_int, whole_lines

__all__ = ["Multiline", "Properties", "parse_getprop"]

_LINE: Final = re.compile(r"\[([^\]\n]+)\]: \[(.*)\Z", re.S)


class Multiline(Part):
    """A property whose value spans lines."""

    key: str
    lines: int
    value: str


class Properties(Reading):
    """System properties: the ones an agent needs, and all of them in ``values``.

    ``count`` counts well-formed properties, ``broken_lines`` lines that are neither one nor a continuation.
    """

    release: str | None = None
    sdk: int | None = None
    manufacturer: str | None = None
    model: str | None = None
    brand: str | None = None
    serial: str | None = None
    count: int | None = None
    locale: str | None = None
    timezone: str | None = None
    operator: str | None = None
    broken_lines: int | None = None
    multiline: Multiline | None = None
    values: dict[str, str] = Field(default_factory=dict)


def _locale(values: dict[str, str], ended: bool) -> str | None:
    if values.get("persist.sys.locale"):
        return values["persist.sys.locale"]
    # The list is sorted: the user's locale may still come until a later key was seen.
    if not ended:
        return None
    if values.get("ro.product.locale"):
        return values["ro.product.locale"]
    language, country = values.get("ro.product.locale.language"), values.get("ro.product.locale.region")
    return f"{language}-{country}" if language and country else None


def parse_getprop(text: str) -> Properties:
    """Read `getprop`. A value cut before its closing bracket is dropped."""
    whole = whole_lines(text)
    values: dict[str, str] = {}
    broken, multiline = 0, None
    key: str | None = None
    pending: list[str] = []
    for line in whole.lines:
        match = _LINE.match(line)
        if match is not None:
            broken += len(pending)
            key, pending = match[1], [match[2]]
        elif key is not None and pending:
            pending.append(line)
        else:
            broken += 1 if line.strip() else 0
            continue
        if line.endswith("]"):
            value = "\n".join(pending)[:-1]
            values.setdefault(key, value)
            if len(pending) > 1 and multiline is None:
                multiline = Multiline(key=key, lines=len(pending), value=value)
            pending = []
    # Keys are sorted, so the first "ro." key proves that no "persist." key is still to come.
    ended = any(name.startswith("ro.") for name in values)
    operator = values.get("gsm.operator.alpha", "")
    return Properties(
        complete=whole.complete and not pending,
        unread=whole.unread,
        release=values.get("ro.build.version.release") or None,
        sdk=to_int(values.get("ro.build.version.sdk")),
        manufacturer=values.get("ro.product.manufacturer") or None,
        model=values.get("ro.product.model") or None,
        brand=values.get("ro.product.brand") or None,
        serial=values.get("ro.serialno") or values.get("ro.boot.serialno") or None,
        count=len(values) if values else None,
        locale=_locale(values, ended),
        timezone=values.get("persist.sys.timezone") or None,
        operator=operator if operator.strip(", ") else None,
        broken_lines=broken if values else None,
        multiline=multiline,
        values=values,
    )
