"""One capture of everything, from a live phone, in at most three round trips."""

from __future__ import annotations

import time
from dataclasses import dataclass

from device.capture.assemble import assemble
from device.capture.content import parse_content
from device.capture.hierarchy import Hierarchy, parse_hierarchy
from device.device import Device, hierarchy_line, parse_now
from device.errors import CommandFailed
from device.phone_state import PhoneState

NOW = "date +%s%3N; date +%s"
CALENDAR_AHEAD_MS = 48 * 3_600_000
CALENDAR_BACK_MS = 12 * 3_600_000
MESSAGES = 40

DUMPS: tuple[str, ...] = (
    "getprop",
    "dumpsys battery",
    "dumpsys power",
    "dumpsys display",
    "dumpsys uimode",
    "dumpsys activity activities",
    "dumpsys window displays",
    "dumpsys notification --noredact",
    "dumpsys wifi",
    "dumpsys connectivity",
    "dumpsys telephony.registry",
    "dumpsys bluetooth_manager",
    "dumpsys location",
    "dumpsys alarm",
    "dumpsys audio",
    "dumpsys media_session",
    "dumpsys usagestats",
    "cmd connectivity airplane-mode",
    "settings list system",
    "settings list secure",
    "settings list global",
)


@dataclass(frozen=True)
class Capture:
    """A capture: the state, the screen as PNG (None where the phone gave none), the window's nodes, what it cost."""

    state: PhoneState
    png: bytes | None
    hierarchy: Hierarchy | None
    round_trips: int
    took_ms: float
    outputs: dict[str, str]


def content_lines(now_ms: int) -> tuple[str, ...]:
    """The content queries of a capture: events around now, the latest messages and calls, contacts, new files."""
    begin, end = now_ms - CALENDAR_BACK_MS, now_ms + CALENDAR_AHEAD_MS
    return (
        f"content query --uri content://com.android.calendar/instances/when/{begin}/{end} "
        "--projection event_id:title:begin:end:eventLocation:description:allDay",
        "content query --uri content://sms --projection _id:address:date:type:read:body "
        f"--sort 'date DESC LIMIT {MESSAGES}'",
        "content query --uri content://call_log/calls --projection _id:number:name:date:duration:type:new "
        f"--sort 'date DESC LIMIT {MESSAGES}'",
        "content query --uri content://com.android.contacts/data/phones --projection display_name:data1",
        "content query --uri content://media/external/file --projection _id:_data:date_added:mime_type "
        f"--sort 'date_added DESC LIMIT {MESSAGES}'",
    )


def capture(
    device: Device, *, now_ms: int | None = None, picture: bool = True, nodes: bool = True, timeout_s: float = 60.0
) -> Capture:
    """Capture everything. `now_ms` (the phone's clock, from a glance just taken) saves the round trip that asks for it.

    Raises the errors of `device`; what the phone does not say is unknown in the state, with its reason.
    """
    started, before = time.monotonic(), device.wire.round_trips
    at = device.now_ms() if now_ms is None else now_ms
    lines = [NOW, *DUMPS, *content_lines(at), *([hierarchy_line()] if nodes else [])]
    texts = [result.text for result in device.batch(lines, timeout_s)]
    outputs = dict(zip(lines[1:], texts[1:], strict=True))
    hierarchy_text = outputs.pop(hierarchy_line(), None)
    png = _picture(device) if picture else None
    rows = parse_content(outputs[content_lines(at)[-1]]).rows
    files = tuple(path for row in rows if (path := row.get("_data")))
    more = {"captured_at_ms": parse_now(texts[0]), "serial": device.serial, "files": files}
    state = assemble(outputs).model_copy(update=more)
    hierarchy = parse_hierarchy(hierarchy_text) if hierarchy_text is not None else None
    if hierarchy is not None and hierarchy.roots:
        words = tuple(value for node in hierarchy.walk() for value in (node.text, node.desc) if value)
        state = state.model_copy(update={"screen_texts": words})
    took = (time.monotonic() - started) * 1000
    return Capture(state, png, hierarchy, device.wire.round_trips - before, took, outputs)


def _picture(device: Device) -> bytes | None:
    """The screen, or None where the phone gives none (display off on some)."""
    try:
        return device.screenshot_png()
    except CommandFailed:
        return None


def capture_outputs(device: Device) -> dict[str, str]:
    """The raw outputs behind a capture, by command: what a bug report about a parser needs."""
    lines = [*DUMPS, *content_lines(device.now_ms())]
    return dict(zip(lines, (result.text for result in device.batch(lines)), strict=True))


__all__ = ["DUMPS", "Capture", "capture", "capture_outputs", "content_lines"]
