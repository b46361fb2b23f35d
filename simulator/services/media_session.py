"""MediaSessionService: sessions, the last active first, and media keys; `cmd media_session`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.media_dump import dump as dump_sessions
from simulator.services.service import Service
from simulator.state import MediaSession

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

# `dispatch` words of the shell, and the key codes of a remote (KeyEvent.KEYCODE_MEDIA_*)
DISPATCH = (
    "play",
    "pause",
    "play-pause",
    "mute",
    "headsethook",
    "stop",
    "next",
    "previous",
    "rewind",
    "record",
    "fast-forward",
)
SEEK_MS = 10_000
RESTART_MS = 3_000  # `previous` later than this in a track starts it again


class MediaSessionService(Service):
    """One player is heard at a time: starting one takes audio focus, and the other pauses."""

    name = "media_session"

    def session(self, package: str) -> MediaSession | None:
        """The session of a package."""
        return next((s for s in self.state.media_sessions if s.package == package), None)

    def active(self) -> MediaSession | None:
        """The session that media keys go to: the last active one."""
        return next((s for s in self.state.media_sessions if s.active), None)

    def position(self, session: MediaSession) -> int:
        """Where a session stands now, in milliseconds."""
        position = session.position_ms
        if session.state == "playing":
            position += int((self.clock.now_ms - session.updated_ms) * session.speed)
        return min(position, session.duration_ms) if session.duration_ms else position

    def play(
        self,
        package: str,
        *,
        title: str,
        artist: str | None = None,
        album: str | None = None,
        duration_ms: int = 0,
        tag: str = "session",
        position_ms: int = 0,
    ) -> MediaSession:
        """Play something; makes or updates the package's session and brings it to the front."""
        session = self.session(package)
        if session is None:
            session = MediaSession(package=package)
            self.state.media_sessions.append(session)
        session.tag, session.title, session.artist, session.album = tag, title, artist, album
        session.duration_ms, session.active = duration_ms, True
        self.phone.audio.request_focus(package)
        self._set(session, "playing", position_ms)
        return session

    def pause(self, package: str | None = None) -> bool:
        """Pause a package's session, or the active one; whether something played."""
        session = self._pick(package)
        if session is None or session.state not in ("playing", "buffering"):
            return False
        self._set(session, "paused", self.position(session))
        return True

    def resume(self, package: str | None = None) -> bool:
        """Play on; whether there was a paused session."""
        session = self._pick(package)
        if session is None or session.state == "none" or session.title is None:
            return False
        if session.state != "playing":
            position = 0 if session.state == "stopped" else session.position_ms
            self.phone.audio.request_focus(session.package)
            self._set(session, "playing", position)
        return True

    def stop(self, package: str | None = None) -> bool:
        """Stop a session; whether there was one."""
        session = self._pick(package)
        if session is None or session.state == "none":
            return False
        self._set(session, "stopped", 0)
        self.phone.audio.abandon_focus(session.package)
        return True

    def release(self, package: str) -> None:
        """Take a package's session away (its process is gone)."""
        self.state.media_sessions = [s for s in self.state.media_sessions if s.package != package]
        self.phone.audio.abandon_focus(package)
        self.phone.changed()

    def seek(self, position_ms: int, package: str | None = None) -> bool:
        """Go to a position; whether there was a session."""
        session = self._pick(package)
        if session is None:
            return False
        limit = session.duration_ms or position_ms
        self._set(session, session.state, max(0, min(position_ms, limit)))
        return True

    def next(self) -> bool:
        """The next track, as the player has it; whether a session took the key."""
        return self.dispatch("next")

    def previous(self) -> bool:
        """The previous track, or the start of this one."""
        return self.dispatch("previous")

    def dispatch(self, key: str) -> bool:
        """Send a media key (a word of `media dispatch`) to the active session; whether one took it."""
        if key not in DISPATCH:
            raise ValueError(f"no media key is called {key!r}: use one of {', '.join(DISPATCH)}")
        session = self.active()
        self.phone.log("MediaSessionService", f"Sending {key} to {session.package if session else None}", "D")
        if session is None:
            return False
        command = key
        if key in ("play-pause", "headsethook"):
            command = "pause" if session.state == "playing" else "play"
        app = self.phone.apps.get(session.package)
        if app is not None and app.on_media(command):
            self.phone.changed()
            return True
        return self._default(session, command)

    def _default(self, session: MediaSession, command: str) -> bool:
        package, here = session.package, self.position(session)
        if command == "play":
            return self.resume(package)
        if command == "pause":
            return self.pause(package)
        if command == "stop":
            return self.stop(package)
        if command == "previous":
            return self.seek(0, package)
        if command == "next":
            return self.stop(package) if session.duration_ms else False
        if command in ("rewind", "fast-forward"):
            return self.seek(here + (SEEK_MS if command == "fast-forward" else -SEEK_MS), package)
        return False

    def lose_focus(self, package: str) -> None:
        """Another app took audio focus."""
        self.pause(package)

    def becoming_noisy(self) -> None:
        """Headphones are gone: what played pauses (ACTION_AUDIO_BECOMING_NOISY)."""
        for session in self.state.media_sessions:
            self.pause(session.package)

    def _pick(self, package: str | None) -> MediaSession | None:
        return self.active() if package is None else self.session(package)

    def _set(self, session: MediaSession, state: str, position_ms: int) -> None:
        session.state = state  # type: ignore[assignment]
        session.position_ms, session.updated_ms = position_ms, self.clock.now_ms
        if state == "playing":
            sessions = self.state.media_sessions
            sessions.remove(session)
            sessions.insert(0, session)
        self.phone.changed()

    # -- shell ---------------------------------------------------------------------------------------------

    def dump(self, args: list[str]) -> str:
        """`dumpsys media_session`."""
        return dump_sessions(self.phone)

    def command(self, call: Invocation) -> int:
        """`cmd media_session volume|dispatch|list-sessions` (MediaShellCommand.java, from Android 11)."""
        if self.api < 30:
            return self.no_command(call)
        from simulator.services.commands.media import run

        return run(call, call.argv[1:], "cmd media_session")
