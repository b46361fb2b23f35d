"""What `dumpsys media_session` prints (MediaSessionService.java, MediaSessionRecord.java, PlaybackState.java)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import double, java, object_hash, uid_of
from simulator.state import MediaSession

if TYPE_CHECKING:
    from simulator.phone import Phone

_STATES = {"none": 0, "stopped": 1, "paused": 2, "playing": 3, "buffering": 6}
_NAMED_FROM = 33


def _playback(phone: Phone, session: MediaSession) -> str:
    number = _STATES[session.state]
    state = f"{session.state.upper()}({number})" if phone.state.device.api_level >= _NAMED_FROM else str(number)
    updated = session.updated_ms - phone.clock.boot_ms if session.updated_ms else 0
    speed = session.speed if session.state == "playing" else 0.0
    return (
        f"PlaybackState {{state={state}, position={session.position_ms}, buffered position=0, speed={double(speed)}, "
        f"updated={updated}, actions=823, custom actions=[], active item id=-1, error=null}}"
    )


def _record(phone: Phone, session: MediaSession) -> list[str]:
    api = phone.state.device.api_level
    package = session.package
    pid = next((p.pid for p in phone.state.processes if p.package == package), 0)
    full = f"{package}/{session.tag}"
    if session.title is None:
        metadata = "metadata: null" if api >= 29 else "metadata:null"
    else:
        size = 3 + (session.artist is not None) + (session.album is not None)
        colon = "metadata: size" if api >= 29 else "metadata:size"
        metadata = f"{colon}={size}, description={session.title}, {session.artist or 'null'}, {session.album or 'null'}"
    one, two = object_hash(full, "launch"), object_hash(full, "record")
    launch = f"PendingIntent{{{one}: PendingIntentRecord{{{two} {package} startActivity}}}}"
    return [
        f"    {session.tag} {full} (userId=0)",
        f"      ownerPid={pid}, ownerUid={uid_of(phone, package)}, userId=0",
        f"      package={package}",
        f"      launchIntent={launch}",
        "      mediaButtonReceiver=null",
        f"      active={java(session.active)}",
        "      flags=7",
        "      rating type=0",
        "      controllers: 2",
        f"      state={_playback(phone, session) if session.updated_ms else 'null'}",
        "      audioAttrs=AudioAttributes: usage=USAGE_MEDIA content=CONTENT_TYPE_MUSIC flags=0x800 tags= bundle=null",
        "      volumeType=LOCAL, controlType=ABSOLUTE, max=0, current=0, volumeControlId=null"
        if api >= 31
        else "      volumeType=1, controlType=2, max=0, current=0",
        f"      {metadata}",
        "      queueTitle=null, size=0",
    ]


def dump(phone: Phone) -> str:
    """`dumpsys media_session`."""
    sessions = phone.state.media_sessions
    active = phone.media.active()
    telecom = "HeadsetMediaButton com.android.server.telecom/HeadsetMediaButton (userId=0)"
    button = f"{active.package}/{active.tag} (userId=0)" if active is not None else "null"
    lines = [
        "MEDIA SESSION SERVICE (dumpsys media_session)",
        "",
        "7 sessions listeners.",
        f"Global priority session is {telecom.split(' ', 1)[1]}",
        f"  {telecom}",
        "    ownerPid=3062, ownerUid=1000, userId=0",
        "    package=com.android.server.telecom",
        "    launchIntent=null",
        "    mediaButtonReceiver=null",
        f"    active={java(phone.state.telephony.call is not None)}",
        "    flags=65537",
        "    rating type=0",
        "    controllers: 0",
        "    state=null",
        "    audioAttrs=AudioAttributes: usage=USAGE_VOICE_COMMUNICATION content=CONTENT_TYPE_SPEECH flags=0x800 "
        "tags= bundle=null",
        "    volumeType=LOCAL, controlType=ABSOLUTE, max=0, current=0, volumeControlId=null",
        "    metadata: null",
        "    queueTitle=null, size=0",
        "User Records:",
        "Record for full_user=0",
        "  Volume key long-press listener: null",
        "  Volume key long-press listener package: ",
        "  Media key listener: null",
        "  Media key listener package: ",
        "  Last MediaButtonReceiver: null",
        f"  Media button session is {button}",
        f"  Sessions Stack - have {len(sessions)} sessions:",
    ]
    for session in sessions:
        lines += _record(phone, session)
    heard = [s for s in sessions if s.state in ("playing", "paused")]
    lines.append("Audio playback (lastly played comes first)")
    lines += [f"  uid={uid_of(phone, s.package)} packages={s.package} " for s in heard]
    return "\n".join(lines) + "\n"
