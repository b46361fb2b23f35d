"""AudioService: stream volumes, ringer mode, audio focus; `cmd audio` and the volume control of `media`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from simulator.services.audio_dump import dump as dump_audio
from simulator.services.printing import shell_exception
from simulator.services.service import Service
from simulator.state import Stream

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

Ringer = Literal["normal", "vibrate", "silent"]
STREAMS = ("voice_call", "system", "ring", "music", "alarm", "notification")  # by AudioManager's numbers
_SETTINGS = {
    "voice_call": "volume_voice", "system": "volume_system", "ring": "volume_ring", "music": "volume_music",
    "alarm": "volume_alarm", "notification": "volume_notification",
}  # fmt: skip
_RINGER_NUMBERS = {"silent": "0", "vibrate": "1", "normal": "2"}
_AFFECTED = ("system", "ring", "notification")
_HELP = """Audio manager commands:
  help
    Print this help text.

  set-surround-format-enabled SURROUND_FORMAT IS_ENABLED
    Enables/disabled the SURROUND_FORMAT based on IS_ENABLED
  get-is-surround-format-enabled SURROUND_FORMAT
    Returns if the SURROUND_FORMAT is enabled
  set-encoded-surround-mode SURROUND_SOUND_MODE
    Sets the encoded surround sound mode to SURROUND_SOUND_MODE
  get-encoded-surround-mode
    Returns the encoded surround sound mode
"""
_HELP_34 = """  set-volume STREAM_TYPE VOLUME_INDEX
    Sets the volume for STREAM_TYPE to VOLUME_INDEX
  get-min-volume STREAM_TYPE
    Gets the min volume for STREAM_TYPE
  get-max-volume STREAM_TYPE
    Gets the max volume for STREAM_TYPE
  get-stream-volume STREAM_TYPE
    Gets the volume for STREAM_TYPE
  adj-mute STREAM_TYPE
    mutes the STREAM_TYPE
  adj-unmute STREAM_TYPE
    unmutes the STREAM_TYPE
  adj-volume STREAM_TYPE <RAISE|LOWER|MUTE|UNMUTE>
    Adjusts the STREAM_TYPE volume given the specified direction
"""
_HELP_35 = """  set-ringer-mode NORMAL|SILENT|VIBRATE
    Sets the Ringer mode to one of NORMAL|SILENT|VIBRATE
  get-ringer-mode
    Gets the Ringer mode
"""


class VolumeRefused(PermissionError):
    """Leaving silent needs access to the Do Not Disturb policy, which Shell's volume commands have not."""


class VolumeOutOfRange(ValueError):
    """The stream has no such index."""


class AudioService(Service):
    """A stream keeps the index it had while it is muted; ring, notification and system are muted unless the ringer
    mode is normal. Ring at 0 is the vibrate mode."""

    name = "audio"

    def stream(self, name: str) -> Stream:
        """A stream by name (KeyError)."""
        return self.state.audio.streams[name]

    def level(self, name: str) -> int:
        """The index in force: 0 while muted."""
        stream = self.stream(name)
        return 0 if stream.muted else stream.index

    def aliases(self, name: str) -> tuple[str, ...]:
        """The streams that move with one: ring and notification are one up to Android 13."""
        if self.api < 34 and name in ("ring", "notification"):
            return ("ring", "notification", "system")
        return ("ring", "system") if name == "ring" else (name,)

    def set_volume(self, stream: str, index: int, *, by_shell: bool = False) -> None:
        """Set a stream's index. Raises VolumeOutOfRange, and VolumeRefused for Shell where the policy guards it."""
        target = self.stream(stream)
        if not target.min <= index <= target.max:
            raise VolumeOutOfRange(f"invalid volume index {index} for {stream}: {target.min} to {target.max}")
        ringing = stream in self.aliases("ring")
        if by_shell and ringing and self.state.audio.ringer_mode == "silent" and index > 0:
            raise VolumeRefused("Not allowed to change Do Not Disturb state")
        for name in self.aliases(stream):
            self._set_index(name, index)
        if ringing and index == 0 and self.state.audio.ringer_mode == "normal":
            self.set_ringer("vibrate")
        elif ringing and index > 0 and self.state.audio.ringer_mode != "normal":
            self.set_ringer("normal")
        self.phone.changed()

    def _set_index(self, name: str, index: int) -> None:
        stream = self.stream(name)
        if index == 0 and name in self.aliases("ring"):
            return  # what was audible last is kept, the ringer mode mutes it
        stream.index = max(stream.min, min(stream.max, index))
        stream.muted = False if name not in _AFFECTED else self.state.audio.ringer_mode != "normal"
        self.phone.settings.mirror("system", _SETTINGS[name], str(stream.index))

    def adjust(self, stream: str, by: int, *, by_shell: bool = False) -> None:
        """One step up or down, within the stream's range (a muted stream counts as 0)."""
        target = self.stream(stream)
        self.set_volume(stream, max(target.min, min(target.max, self.level(stream) + by)), by_shell=by_shell)

    def set_muted(self, stream: str, muted: bool) -> None:
        """Mute or unmute a stream."""
        self.stream(stream).muted = muted
        self.phone.changed()

    def set_ringer(self, mode: Ringer) -> None:
        """Set the ringer mode: normal, vibrate or silent."""
        if mode not in _RINGER_NUMBERS:
            raise ValueError(f"no ringer mode is called {mode!r}: use normal, vibrate or silent")
        audio = self.state.audio
        audio.ringer_mode = mode
        for name in _AFFECTED:
            audio.streams[name].muted = mode != "normal"
            if mode == "normal" and audio.streams[name].index == 0:
                audio.streams[name].index = 1
        self.phone.settings.mirror("global", "mode_ringer", _RINGER_NUMBERS[mode])
        self.phone.log("AudioService", f"setRingerModeInternal({mode})")
        self.phone.changed()

    def set_device(self, device: Literal["speaker", "headphone", "bt_a2dp"]) -> None:
        """Where media is heard."""
        self.state.audio.device = device
        self.phone.changed()

    # -- focus ---------------------------------------------------------------------------------------------

    def request_focus(self, package: str) -> None:
        """Take audio focus; whoever plays under another name pauses."""
        owner = self.state.audio.focus_owner
        if owner is not None and owner != package:
            self.phone.media.lose_focus(owner)
        self.state.audio.focus_owner = package
        self.phone.changed()

    def abandon_focus(self, package: str) -> None:
        """Give audio focus back."""
        if self.state.audio.focus_owner == package:
            self.state.audio.focus_owner = None
            self.phone.changed()

    # -- shell ---------------------------------------------------------------------------------------------

    def dump(self, args: list[str]) -> str:
        """`dumpsys audio`."""
        return dump_audio(self.phone)

    def command(self, call: Invocation) -> int:
        """`cmd audio …` (AudioManagerShellCommand.java): an unknown word is passed over with code 0."""
        if self.api < 30:
            return self.no_command(call)
        words = call.argv[1:]
        name = words[0] if words else ""
        if name in ("", "help", "-h"):
            call.out.text(_HELP + (_HELP_34 if self.api >= 34 else "") + (_HELP_35 if self.api >= 35 else ""))
            return 255 if not name else 0
        if self.api >= 35 and name in ("set-ringer-mode", "get-ringer-mode"):
            return self._ringer(call, name, words[1:])
        if self.api >= 34 and name in (
            "set-volume",
            "adj-volume",
            "adj-mute",
            "adj-unmute",
            "get-stream-volume",
            "get-min-volume",
            "get-max-volume",
        ):
            return self._volume(call, name, words[1:])
        return 0

    def _ringer(self, call: Invocation, name: str, args: list[str]) -> int:
        if name == "get-ringer-mode":
            call.out.line(f"Ringer mode: {self.state.audio.ringer_mode.upper()}")
            return 0
        if not args:
            call.err.line("Error: no ringer mode specified")
            return 1
        if args[0] not in ("NORMAL", "VIBRATE", "SILENT"):
            call.err.line(f"Error: Unknown ringer mode {args[0]}")
            return 1
        self.set_ringer(args[0].lower())  # type: ignore[arg-type]
        return 0

    def _volume(self, call: Invocation, name: str, args: list[str]) -> int:
        if not args or not args[0].isdecimal() or int(args[0]) >= len(STREAMS):
            return shell_exception(
                call, name, "java.lang.IllegalArgumentException", f"Invalid stream type {args[0] if args else 'null'}"
            )
        stream = STREAMS[int(args[0])]
        target = self.stream(stream)
        if name == "get-stream-volume":
            call.out.line(f"AudioManager.getStreamVolume({args[0]}) -> {self.level(stream)}")
        elif name in ("get-min-volume", "get-max-volume"):
            which = "Min" if name == "get-min-volume" else "Max"
            call.out.line(
                f"AudioManager.getStream{which}Volume({args[0]}) -> {target.min if which == 'Min' else target.max}"
            )
        elif name in ("adj-mute", "adj-unmute"):
            self.set_muted(stream, name == "adj-mute")
            call.out.line(
                f"calling AudioManager.adjustStreamVolume({args[0]}, AudioManager.ADJUST_{name[4:].upper()}, 0)"
            )
        elif len(args) < 2:
            return shell_exception(
                call, name, "java.lang.IllegalArgumentException", f'Argument expected after "{args[0]}"'
            )
        elif name == "adj-volume":
            return self._adjust(call, stream, args)
        else:
            return self._set(call, stream, args)
        return 0

    def _adjust(self, call: Invocation, stream: str, args: list[str]) -> int:
        direction = args[1].upper()
        if direction in ("MUTE", "UNMUTE"):
            self.set_muted(stream, direction == "MUTE")
        elif direction in ("RAISE", "LOWER"):
            self.adjust(stream, 1 if direction == "RAISE" else -1)
        else:
            call.err.line("Error: Invalid direction")
            return 1
        call.out.line(f"calling AudioManager.adjustStreamVolume({args[0]}, {direction}, 0)")
        return 0

    def _set(self, call: Invocation, stream: str, args: list[str]) -> int:
        if not args[1].isdecimal():
            return shell_exception(
                call, "set-volume", "java.lang.NumberFormatException", f'For input string: "{args[1]}"'
            )
        call.out.line(f"calling AudioManager.setStreamVolume({args[0]}, {args[1]}, 0)")
        target = self.stream(stream)
        try:
            self.set_volume(stream, max(target.min, min(target.max, int(args[1]))), by_shell=True)
        except VolumeRefused as refused:
            return shell_exception(call, "set-volume", "java.lang.SecurityException", str(refused))
        return 0
