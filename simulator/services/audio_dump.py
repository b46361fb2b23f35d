"""What `dumpsys audio` prints (AudioService.java, MediaFocusControl.java)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import java, object_hash, uid_of
from simulator.services.zen_dump import CONSTANTS

if TYPE_CHECKING:
    from simulator.phone import Phone

_DEVICES = {"earpiece": "1", "speaker": "2", "headphone": "8", "bt_a2dp": "80", "default": "40000000"}
_ORDER = ("voice_call", "system", "ring", "music", "alarm", "notification")


def _devices(phone: Phone, stream: str) -> tuple[str, ...]:
    """The devices a stream goes to: alarms and rings always to the speaker as well."""
    device = phone.state.audio.device
    if stream == "voice_call" and device == "speaker":
        return ("earpiece",)
    if stream in ("ring", "alarm", "notification") and device != "speaker":
        return ("speaker", device)
    return (device,)


def _stream(phone: Phone, name: str) -> list[str]:
    api = phone.state.device.api_level
    stream = phone.audio.stream(name)
    devices = _devices(phone, name)
    level = phone.audio.level(name)
    shown = {"earpiece", "speaker", "default", *devices}
    current = ", ".join(f"{code} ({device}): {stream.index}" for device, code in _DEVICES.items() if device in shown)
    listed = ", ".join(f"{d}({_DEVICES[d]})" if api >= 33 else d for d in devices)
    alias = " (aliased to: STREAM_RING)" if name == "system" and api >= 35 else ""
    lines = [
        f"- STREAM_{name.upper()}{alias}:",
        f"   Muted: {java(stream.muted)}",
        "   Muted Internally: false" if api >= 31 else "",
        f"   Min: {stream.min}",
        f"   Max: {stream.max}",
        f"   streamVolume:{level}" if api >= 29 else "",
        f"   Current: {current}",
        f"   Devices: {listed}",
        f"   Volume Group: AUDIO_STREAM_{name.upper()}" if api >= 34 else "",
    ]
    return [line for line in lines if line] + [""]


def _focus(phone: Phone) -> list[str]:
    owner = phone.state.audio.focus_owner
    if owner is None:
        return []
    uid = uid_of(phone, owner)
    return [
        f"  source:android.os.BinderProxy@{object_hash(owner, 'binder')} -- pack: {owner} -- client: "
        f"android.media.AudioManager@{object_hash(owner, 'client')} -- gain: GAIN -- flags: DELAY_OK -- loss: none -- "
        f"notified: true -- uid: {uid} -- attr: AudioAttributes: usage=USAGE_MEDIA content=CONTENT_TYPE_MUSIC "
        f"flags=0x800 "
        f"tags= bundle=null -- sdk:{phone.state.device.api_level}"
    ]


def dump(phone: Phone) -> str:
    """`dumpsys audio`."""
    state, api = phone.state, phone.state.device.api_level
    call = state.telephony.call
    ringing, in_call = call is not None and call.state == "ringing", call is not None and call.state != "ringing"
    at = phone.clock.local(state.device.timezone)
    lines = ["", f"MediaFocusControl dump time: {at.hour % 12 or 12}:{at:%M:%S} {at:%p}", ""]
    lines += [
        "Audio Focus stack entries (last is top of stack):",
        *_focus(phone),
        "",
        "",
        "No external focus policy",
        "",
        "",
        "",
    ]
    lines += [" Notify on duck:  true", "", f" In ring or call: {java(call is not None)}", "", "", ""]
    lines.append("Multi Audio Focus enabled :false" if api >= 30 else "")
    lines += ["", "Stream volumes (device: index)"]
    for name in _ORDER:
        lines += _stream(phone, name)
    muted = 0
    for number, name in enumerate(_ORDER):
        if phone.audio.stream(name).muted and name in ("system", "ring", "notification"):
            muted |= 1 << number
    internal = state.audio.ringer_mode.upper()
    external = "SILENT" if state.notifications.zen_mode in ("none", "alarms") else internal
    lines += [
        "- mute affected streams = 0x2e",
        "",
        "Ringer mode: ",
        f"- mode (internal) = {internal}",
        f"- mode (external) = {external}",
    ]
    if api >= 33:
        lines.append(f"- zen mode:{CONSTANTS[state.notifications.zen_mode]}")
    lines += [
        "- ringer mode affected streams = 0x1a6 (STREAM_SYSTEM,STREAM_RING,STREAM_NOTIFICATION,"
        "STREAM_SYSTEM_ENFORCED,STREAM_DTMF)",
        f"- ringer mode muted streams = 0x{muted:x}" + (f" ({_names(muted)})" if muted else ""),
        "- delegate = ZenModeHelper",
        "",
    ]
    mode = "MODE_RINGTONE" if ringing else "MODE_IN_CALL" if in_call else "MODE_NORMAL"
    if api >= 31:
        lines += ["Audio mode: ", f"- Requested mode = {mode}", f"- Actual mode = {mode}", "- Mode owner: "]
        lines += ["   None" if call is None else "   PID: 3062 UID: 1000 Package: com.android.server.telecom", ""]
    bluetooth = next((d.name for d in state.bluetooth.bonded if d.connected), "null")
    lines += ["Audio routes:", "  mMainType=0x0", f"  mBluetoothName={bluetooth}", "", "Other state:"]
    lines += ["  mVolumeController=VolumeController(null,mVisible=false)"]
    return "\n".join(lines) + "\n"


def _names(bits: int) -> str:
    return ",".join(f"STREAM_{name.upper()}" for number, name in enumerate(_ORDER) if bits & 1 << number)
