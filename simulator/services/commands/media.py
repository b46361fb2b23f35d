"""`media` (cmds/media, to Android 10) and `cmd media_session` (MediaShellCommand.java, from 11): keys and volumes."""

from __future__ import annotations

from simulator.services.audio import STREAMS, VolumeOutOfRange, VolumeRefused
from simulator.services.media_session import DISPATCH
from simulator.services.printing import shell_exception
from simulator.shell.command import Invocation, command

_USAGE = """usage: {name} [subcommand] [options]
       {name} dispatch KEY
       {name} list-sessions
       {name} monitor <tag>
       {name} volume [options]

{name} dispatch: dispatch a media key to the system.
                KEY may be: play, pause, play-pause, mute, headsethook,
                stop, next, previous, rewind, record, fast-forword.
{name} list-sessions: print a list of the current sessions.
{name} monitor: monitor updates to the specified session.
                       Use the tag from list-sessions.
{name} volume:  the options are as follows:
\t\t--stream STREAM selects the stream to control, see AudioManager.STREAM_*
\t\t                controls AudioManager.STREAM_MUSIC if no stream is specified
\t\t--set INDEX     sets the volume index value
\t\t--adj DIRECTION adjusts the volume, use raise|same|lower for the direction
\t\t--get           outputs the current volume
\t\t--show          shows the UI during the volume change
examples:
\t{name} volume --show --stream 3 --set 11
\t{name} volume --stream 0 --adj lower
\t{name} volume --stream 3 --get
"""
_MUSIC = 3
_DIRECTIONS = {"raise": 1, "same": 0, "lower": -1}


def _error(call: Invocation, name: str, message: str) -> int:
    call.err.text(_USAGE.format(name=name))
    call.err.line()
    call.err.line(message)
    return 0


def _missing(call: Invocation, name: str, option: str) -> int:
    if name == "media":
        return _error(call, name, f"Error: Argument expected after {option}")
    return shell_exception(
        call, call.argv[1], "java.lang.IllegalArgumentException", f'Argument expected after "{option}"'
    )


def run(call: Invocation, words: list[str], name: str) -> int:
    """Run `media WORDS…` or `cmd media_session WORDS…`; `name` is how it was called."""
    if not words:
        call.out.text(_USAGE.format(name=name))
        return 0 if name != "media" else 1
    verb, args = words[0], words[1:]
    if verb == "dispatch":
        if not args:
            return _missing(call, name, verb)
        if args[0] not in DISPATCH:
            return _error(call, name, f"Error: unknown dispatch code '{args[0]}'")
        call.phone.media.dispatch(args[0])
        return 0
    if verb == "list-sessions":
        call.out.line("Sessions:")
        for session in call.phone.state.media_sessions:
            call.out.line(f"  tag={session.tag}, package={session.package}")
        return 0
    if verb == "volume":
        return _volume(call, args, name)
    return _error(call, name, f"Error: unknown command '{verb}'")


def _volume(call: Invocation, args: list[str], name: str) -> int:
    stream, index, adjust, get = _MUSIC, None, None, False
    words = list(args)
    while words:
        option = words.pop(0)
        if option == "--show":
            continue
        if option == "--get":
            get = True
            call.out.line("[V] will get volume")
            continue
        if option not in ("--stream", "--set", "--adj"):
            return (
                _error(call, name, f"Error: unknown option '{option}'") if name != "media" else _error(call, name, "")
            )
        if not words:
            return _missing(call, name, option)
        value = words.pop(0)
        if option == "--adj":
            adjust = value
            call.out.line("[V] will adjust volume")
            continue
        if not value.removeprefix("-").isdecimal():
            return shell_exception(call, "volume", "java.lang.NumberFormatException", f'For input string: "{value}"')
        if option == "--stream":
            stream = int(value)
            label = f"STREAM_{STREAMS[stream].upper()}" if 0 <= stream < len(STREAMS) else "invalid stream"
            call.out.line(f"[V] will control stream={stream} ({label})")
        else:
            index = int(value)
            call.out.line(f"[V] will set volume to index={index}")
    if adjust is not None and adjust not in _DIRECTIONS:
        return _error(call, name, f"Error: no valid volume adjustment, was {adjust}, expected raise|same|lower")
    call.out.line("[V] Connecting to AudioService")
    if not 0 <= stream < len(STREAMS):
        return shell_exception(call, "volume", "java.lang.IllegalArgumentException", f"Bad stream type {stream}")
    return _apply(call, STREAMS[stream], stream, index, adjust, get, name)


def _apply(
    call: Invocation, stream: str, number: int, index: int | None, adjust: str | None, get: bool, name: str
) -> int:
    audio = call.phone.audio
    target = audio.stream(stream)
    try:
        if index is not None:
            audio.set_volume(stream, index, by_shell=True)
        elif adjust is not None:
            audio.adjust(stream, _DIRECTIONS[adjust], by_shell=True)
    except VolumeOutOfRange:
        return _error(
            call,
            name,
            f"Error: invalid volume index {index} for stream {number} (should be in [{target.min}..{target.max}])",
        )
    except VolumeRefused as refused:
        return shell_exception(call, "volume", "java.lang.SecurityException", str(refused))
    if get:
        call.out.line(f"[V] volume is {audio.level(stream)} in range [{target.min}..{target.max}]")
    return 0


@command("media")
def media(call: Invocation) -> int:
    """`media volume|dispatch|list-sessions`; from Android 11 the script hands on to `cmd media_session`."""
    if call.phone.state.device.api_level >= 30:
        return run(call, call.args, "cmd media_session")
    return run(call, call.args, "media")
