"""`dumpsys audio` (AudioService.java: VolumeStreamState, ringer and audio mode; MediaFocusControl.java)."""

from __future__ import annotations

import re
from typing import Final, Literal

from pydantic import Field

from device.capture.base import Part, Reading, to_bool, to_int, whole_lines

__all__ = ["Audio", "RingerMode", "Stream", "parse_audio"]

RingerMode = Literal["normal", "vibrate", "silent"]

_STREAMS: Final = {
    "STREAM_MUSIC": "music",
    "STREAM_RING": "ring",
    "STREAM_ALARM": "alarm",
    "STREAM_NOTIFICATION": "notification",
    "STREAM_VOICE_CALL": "voice_call",
    "STREAM_SYSTEM": "system",
}
_RINGER: Final[dict[str, RingerMode]] = {"NORMAL": "normal", "VIBRATE": "vibrate", "SILENT": "silent"}
_STREAM: Final = re.compile(r"- (STREAM_\w+)(?: \(aliased to: \w+\))?:\s*\Z")
_CURRENT: Final = re.compile(r"[0-9a-f]+ \((\w+)\): ([0-9]{1,6})")
_MODE: Final = re.compile(r"- mode(?: \(internal\))? = (\w+)\s*\Z")
_AUDIO_MODE: Final = re.compile(r"- (?:Actual mode|mode) = (MODE_\w+)\s*\Z")
_PACK: Final = re.compile(r"-- pack: ([\w.]+)")


class Stream(Part):
    """A volume stream: ``level`` of ``max`` for the devices in use (names as printed)."""

    level: int | None = None
    max: int | None = None
    min: int | None = None
    muted: bool | None = None
    device: tuple[str, ...] = ()


class Audio(Reading):
    """Volumes, the ringer, who holds the audio focus, and whether a call is on."""

    streams: dict[str, Stream] = Field(default_factory=dict)
    ringer_mode: RingerMode | None = None
    focus_owner: str | None = None
    in_call: bool | None = None


def _stream(lines: list[str]) -> Stream:
    values: dict[str, str] = {}
    for line in lines:
        key, _, value = line.strip().partition(":")
        values.setdefault(key, value.strip())
    devices = tuple(name.strip().partition("(")[0] for name in values.get("Devices", "").split(",") if name.strip())
    level = to_int(values.get("streamVolume"))
    if level is None and "Devices" in values:
        level = next(
            (int(index) for name, index in _CURRENT.findall(values.get("Current", "")) if name in devices[:1]),
            None,
        )
    return Stream(
        level=level,
        max=to_int(values.get("Max")),
        min=to_int(values.get("Min")),
        muted=to_bool(values.get("Muted")),
        device=devices,
    )


def _ringer(lines: list[str]) -> tuple[RingerMode | None, bool | None]:
    """The ringer's mode (the one that sounds, "internal") and whether the audio mode is a call's."""
    ringer: RingerMode | None = None
    in_call: bool | None = None
    section = ""
    for line in lines:
        if line and line[0] not in " -":
            section = line.strip()
        elif ringer is None and section.startswith("Ringer mode") and (match := _MODE.match(line)) is not None:
            ringer = _RINGER.get(match[1])
        elif in_call is None and section.startswith("Audio mode") and (match := _AUDIO_MODE.match(line)):
            in_call = match[1] in ("MODE_IN_CALL", "MODE_IN_COMMUNICATION")
    return ringer, in_call


def _focus(lines: list[str]) -> str | None:
    owner: str | None = None
    inside = False
    for line in lines:
        if line.startswith("Audio Focus stack entries"):
            inside = True
        elif inside and (match := _PACK.search(line)) is not None:
            owner = match[1]
        elif inside and line.strip() and not line.startswith(" "):
            return owner  # the list was closed: its last entry is the top of the stack
    return None


def parse_audio(text: str) -> Audio:
    """Read `dumpsys audio`, or the stream blocks of a filtered one."""
    whole = whole_lines(text)
    blocks: dict[str, list[str]] = {}
    block: list[str] | None = None
    for line in whole.lines:
        if (match := _STREAM.match(line)) is not None:
            name = _STREAMS.get(match[1])
            block = None if name is None or name in blocks else blocks.setdefault(name, [])
        elif block is not None and line.startswith(" "):
            block.append(line)
        else:
            block = None
    ringer, in_call = _ringer(whole.lines)
    return Audio(
        complete=whole.complete,
        unread=whole.unread,
        streams={name: _stream(lines) for name, lines in blocks.items()},
        ringer_mode=ringer,
        focus_owner=_focus(whole.lines),
        in_call=in_call,
    )
