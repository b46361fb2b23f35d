"""`dumpsys media_session` (MediaSessionService.java, MediaSessionRecord.java, PlaybackState, MediaDescription)."""

from __future__ import annotations

import re
from typing import Final, Literal

from device.capture.base import Part, Reading, to_bool, to_int, whole_lines

__all__ = ["MediaSession", "MediaSessions", "parse_media_session"]

PlayState = Literal[
    "none",
    "stopped",
    "paused",
    "playing",
    "fast_forwarding",
    "rewinding",
    "buffering",
    "error",
    "connecting",
    "skipping_to_previous",
    "skipping_to_next",
    "skipping_to_queue_item",
]

_STATES: Final[tuple[PlayState, ...]] = (
    "none",
    "stopped",
    "paused",
    "playing",
    "fast_forwarding",
    "rewinding",
    "buffering",
    "error",
    "connecting",
    "skipping_to_previous",
    "skipping_to_next",
    "skipping_to_queue_item",
)
# android.media.session.PlaybackState.ACTION_*
_ACTIONS: Final = (
    "stop",
    "pause",
    "play",
    "rewind",
    "skip_to_previous",
    "skip_to_next",
    "fast_forward",
    "set_rating",
    "seek_to",
    "play_pause",
    "play_from_media_id",
    "play_from_search",
    "skip_to_queue_item",
    "play_from_uri",
    "prepare",
    "prepare_from_media_id",
    "prepare_from_search",
    "prepare_from_uri",
)
_STATE: Final = re.compile(r"PlaybackState \{state=(?:\w+\()?([0-9]{1,3})\)?, position=(-?[0-9]{1,19}), ")
_BITS: Final = re.compile(r", actions=([0-9]{1,19}), ")
_METADATA: Final = re.compile(r"metadata: ?size=[0-9]+, description=(.*)\Z")
_HAVE: Final = re.compile(r"\s+Sessions Stack - have ([0-9]{1,6}) sessions")
_OWNER: Final = re.compile(r"(?:.* )?([A-Za-z_][\w.]*)/")


class MediaSession(Part):
    """A session. ``description`` is what the player says of its piece; title and artist are its first two
    parts, given only when its commas leave no doubt. ``actions`` are what the player offers.
    """

    package: str | None = None
    active: bool | None = None
    state: PlayState | None = None
    position_ms: int | None = None
    title: str | None = None
    artist: str | None = None
    description: str | None = None
    actions: tuple[str, ...] = ()


class MediaSessions(Reading):
    """The session stack, first the one that a media button reaches; telecom's global session stands apart."""

    session_count: int | None = None
    sessions: tuple[MediaSession, ...] = ()
    media_button_package: str | None = None
    global_priority_package: str | None = None

    @property
    def playing(self) -> MediaSession | None:
        """The first session that plays."""
        return next((session for session in self.sessions if session.state == "playing"), None)


def _session(lines: list[str]) -> MediaSession:
    values: dict[str, str] = {}
    for line in lines:
        bare = line.strip()
        for key in ("package=", "active=", "state="):
            if bare.startswith(key):
                values.setdefault(key, bare.removeprefix(key))
        if (match := _METADATA.match(bare)) is not None:
            values.setdefault("description", match[1])
    state, bits = _STATE.match(values.get("state=", "")), _BITS.search(values.get("state=", ""))
    number = int(state[1]) if state else -1
    mask = to_int(bits[1]) if bits else None
    parts = values.get("description", "").split(", ")
    title, artist = (parts[0], parts[1]) if len(parts) == 3 else ("null", "null")
    return MediaSession(
        package=values.get("package="),
        active=to_bool(values.get("active=")),
        state=_STATES[number] if 0 <= number < len(_STATES) else None,
        position_ms=to_int(state[2]) if state else None,
        title=None if title == "null" else title,
        artist=None if artist == "null" else artist,
        description=values.get("description"),
        actions=tuple(name for bit, name in enumerate(_ACTIONS) if mask and mask >> bit & 1),
    )


def _package(line: str, mark: str) -> str | None:
    match = _OWNER.match(line.partition(mark)[2])
    return match[1] if match else None


def parse_media_session(text: str) -> MediaSessions:
    """Read `dumpsys media_session`; the key event log and the global session are no media."""
    whole = whole_lines(text)
    count: int | None = None
    button: str | None = None
    priority: str | None = None
    blocks: list[list[str]] = []
    inside = False
    for line in whole.lines:
        if priority is None and line.startswith("Global priority session is "):
            priority = _package(line, "session is ")
        elif button is None and line.startswith("  Media button session is "):
            button = _package(line, "session is ")
        elif (match := _HAVE.match(line)) is not None:
            count, inside = (count or 0) + int(match[1]), True
        elif inside and line.startswith("      ") and blocks:
            blocks[-1].append(line)
        elif inside and line.startswith("    ") and line.strip():
            blocks.append([])
        elif line.strip():
            inside = False
    return MediaSessions(
        complete=whole.complete,
        unread=whole.unread,
        session_count=count,
        sessions=tuple(_session(block) for block in blocks),
        media_button_package=button,
        global_priority_package=priority,
    )
