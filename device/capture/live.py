"""One capture of everything, from a live phone, in at most three round trips."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.capture.assemble import assemble
from device.capture.content import parse_content
from device.capture.hierarchy import Hierarchy, parse_hierarchy
from device.device import Device, hierarchy_line, parse_now
from device.errors import CommandFailed
from device.phone_state import PhoneState

if TYPE_CHECKING:
    from device.ui import UiBackend

NODES = "uiautomator dump"
NOW = "date +%s%3N; date +%s"
MESSAGES = 40
FILES = "content query --uri content://media/external/file"
_HOUR_S = 3600

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


# Key of an output → its shell line. The times are reckoned by the phone's own shell, in seconds (mksh reckons in 32
# bits), so that nobody has to ask the phone for its clock first.
CONTENT: dict[str, str] = {
    "content query --uri content://com.android.calendar/instances": (
        f"N=$(date +%s); content query --uri content://com.android.calendar/instances/when/$((N-{12 * _HOUR_S}))000/"
        f"$((N+{48 * _HOUR_S}))000 --projection event_id:title:begin:end:eventLocation:description:allDay"
    ),
    "content query --uri content://sms": (
        "content query --uri content://sms --projection _id:address:date:type:read:body "
        f"--sort 'date DESC LIMIT {MESSAGES}'"
    ),
    "content query --uri content://call_log/calls": (
        "content query --uri content://call_log/calls --projection _id:number:name:date:duration:type:new "
        f"--sort 'date DESC LIMIT {MESSAGES}'"
    ),
    "content query --uri content://com.android.contacts/data/phones": (
        "content query --uri content://com.android.contacts/data/phones --projection display_name:data1"
    ),
    FILES: (f"{FILES} --projection _id:date_added:mime_type:_data --sort 'date_added DESC LIMIT {MESSAGES}'"),
}


def capture(
    device: Device, *, picture: bool = True, nodes: bool = True, ui: UiBackend | None = None, timeout_s: float = 60.0
) -> Capture:
    """Capture everything: one round trip for the outputs, one more for the picture.

    `ui` is a back end that holds the phone's automation (uiautomator2): the nodes are then its to give, since
    `uiautomator dump` would be refused. Raises the errors of `device`; what the phone does not say is unknown in the
    state, with its reason.
    """
    started, before = time.monotonic(), device.wire.round_trips
    lines = {NOW: NOW, **{dump: dump for dump in DUMPS}, **CONTENT}
    if nodes and ui is None:
        lines[NODES] = hierarchy_line()
    texts = [result.text for result in device.batch(list(lines.values()), timeout_s)]
    outputs = dict(zip(lines, texts, strict=True))
    now, hierarchy_text = outputs.pop(NOW), outputs.pop(NODES, None)
    png = _picture(device) if picture else None
    files = tuple(path for row in parse_content(outputs[FILES]).rows if (path := row.get("_data")))
    more: dict[str, object] = {"captured_at_ms": parse_now(now), "serial": device.serial, "files": files}
    hierarchy = parse_hierarchy(hierarchy_text) if hierarchy_text is not None else None
    if ui is not None and nodes:
        hierarchy = ui.hierarchy()
    if hierarchy is not None and hierarchy.roots:
        more["screen_texts"] = tuple(value for node in hierarchy.walk() for value in (node.text, node.desc) if value)
    state = assemble(outputs).model_copy(update=more)
    took = (time.monotonic() - started) * 1000
    return Capture(state, png, hierarchy, device.wire.round_trips - before, took, outputs)


def _picture(device: Device) -> bytes | None:
    """The screen, or None where the phone gives none (display off on some)."""
    try:
        return device.screenshot_png()
    except CommandFailed:
        return None
