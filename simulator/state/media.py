"""Sound: the streams and their volumes, and the media sessions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simulator.state.part import Part


class Stream(Part):
    """An audio stream: index in steps of its own range."""

    index: int
    max: int
    min: int = 0
    muted: bool = False


def _streams() -> dict[str, Stream]:
    return {
        "voice_call": Stream(index=4, max=7, min=1),
        "system": Stream(index=5, max=7),
        "ring": Stream(index=5, max=7),
        "music": Stream(index=6, max=15),
        "alarm": Stream(index=6, max=7, min=1),
        "notification": Stream(index=5, max=7),
    }


class Audio(Part):
    """AudioService."""

    ringer_mode: Literal["normal", "vibrate", "silent"] = "normal"
    streams: dict[str, Stream] = Field(default_factory=_streams)
    device: Literal["speaker", "headphone", "bt_a2dp"] = "speaker"
    focus_owner: str | None = None


class MediaSession(Part):
    """A media session; position counts on while playing, from `updated_ms` (clock) at `speed`."""

    package: str
    tag: str = "session"
    active: bool = True
    state: Literal["none", "stopped", "paused", "playing", "buffering"] = "none"
    position_ms: int = 0
    duration_ms: int = 0
    speed: float = 1.0
    title: str | None = None
    artist: str | None = None
    album: str | None = None
    updated_ms: int = 0
