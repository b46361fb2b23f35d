"""The console's radio: gsm, sms and network."""

from __future__ import annotations

from simulator.console.words import Bad, number, sub_command
from simulator.phone import Phone

_STATES = ("unregistered", "home", "roaming", "searching", "denied", "off", "on")
# Emulator `android/network/constants.c`: kilobits a second up and down, milliseconds of latency.
_SPEEDS: dict[str, tuple[float, float]] = {
    "gsm": (14.4, 14.4), "hscsd": (14.4, 43.2), "gprs": (28.8, 57.6), "edge": (473.6, 473.6), "umts": (384.0, 384.0),
    "hsdpa": (5760.0, 13980.0), "lte": (58000.0, 173000.0), "evdo": (75000.0, 280000.0), "full": (0.0, 0.0),
}  # fmt: skip
_DELAYS: dict[str, tuple[float, float]] = {
    "gsm": (150, 550), "gprs": (80, 400), "edge": (80, 400), "umts": (35, 200), "none": (0, 0),
}  # fmt: skip


def sms(phone: Phone, rest: str) -> list[str]:
    """`sms send NUMBER TEXT`: a message arrives."""
    sub_command(rest, ("send",))
    words = rest.split(None, 2)
    if len(words) < 3:
        raise Bad("missing argument, try 'sms send <phonenumber> <text message>'")
    phone.telephony.sms_in(_phone_number(words[1]), words[2])
    return []


def _phone_number(text: str) -> str:
    if not text.removeprefix("+").replace("-", "").isdecimal():
        raise Bad("bad phone number format, must be [+](0-9)*")
    return text.replace("-", "")


def gsm(phone: Phone, rest: str) -> list[str]:
    """`gsm list|call|accept|cancel|busy|hold|data|voice|status|signal|signal-profile`."""
    known = ("list", "call", "busy", "hold", "accept", "cancel", "data", "voice", "status", "signal", "signal-profile")
    word, words = sub_command(rest, known)
    radio = phone.state.telephony
    if word == "list":
        call = radio.call
        if call is None:
            return []
        way = "inbound from" if call.direction == "incoming" else "outbound to "
        state = "incoming" if call.state == "ringing" else call.state
        return [f"{way} {call.number:<10s} : {state}"]
    if word == "status":
        voice = "unregistered" if not radio.in_service else "roaming" if radio.roaming else "home"
        return [f"gsm voice state: {voice}", f"gsm data state:  {voice if radio.data_enabled else 'unregistered'}"]
    if not words:
        raise Bad(f"missing argument, try 'gsm {word} <{'phonenumber' if word in _ON_CALLS else 'state'}>'")
    if word == "call":
        if phone.telephony.ring(_phone_number(words[0])) is None:
            raise Bad("could not create new inbound call")
    elif word in _ON_CALLS:
        _on_call(phone, word, _phone_number(words[0]))
    elif word in ("data", "voice"):
        _register(phone, word, words[0])
    elif word == "signal-profile":
        phone.telephony.set_service(radio.in_service, signal=int(number(words[0], 0, 4, "signal profile")))
    else:
        rssi = number(words[0], 0, 99, "rssi")
        # 3GPP 27.007 CSQ to bars, as SignalStrength does for GSM; 99 is unknown.
        bars = 0 if rssi <= 2 or rssi == 99 else 4 if rssi >= 12 else 3 if rssi >= 8 else 2 if rssi >= 5 else 1
        phone.telephony.set_service(radio.in_service, signal=bars)
    return []


_ON_CALLS = ("accept", "cancel", "busy", "hold", "call")


def _on_call(phone: Phone, word: str, called: str) -> None:
    call = phone.state.telephony.call
    if call is None or call.number != called:
        raise Bad("no current call with this number" if call is None else f"there is no call with {called}")
    if word == "accept":
        # The other side takes a call that the phone made; one that rings here is for the phone's user, or for this.
        if call.state == "dialing":
            call.state, call.answered_ms = "active", phone.clock.now_ms
            phone.changed()
        elif call.state == "held":
            call.state = "active"
            phone.changed()
        else:
            phone.telephony.answer()
    elif word == "hold":
        call.state = "held"
        phone.changed()
    elif call.state == "ringing":
        phone.telephony.give_up()
    else:
        phone.telephony.hang_up()


def _register(phone: Phone, word: str, state: str) -> None:
    if state not in _STATES:
        raise Bad(f"bad GSM {word} state name, try 'help gsm {word}' for list of valid values")
    on = state in ("home", "roaming", "on")
    if word == "data":
        phone.telephony.set_data_enabled(on)
    else:
        phone.telephony.set_service(on, roaming=state == "roaming")


def network(phone: Phone, rest: str) -> list[str]:
    """`network status|speed|delay`: the emulated link's limits."""
    link = phone.state.emulator
    word, words = sub_command(rest, ("status", "speed", "delay"))
    if word == "status":
        up, down = link.network_speed_kbps
        low, high = link.network_delay_ms
        return [
            "Current network status:",
            f"  download speed: {down * 1000:8.0f} bits/s ({down / 8:.1f} KB/s)",
            f"  upload speed:   {up * 1000:8.0f} bits/s ({up / 8:.1f} KB/s)",
            f"  minimum latency:  {low:g} ms",
            f"  maximum latency:  {high:g} ms",
        ]
    if not words:
        raise Bad(f"argument missing, try 'network {word} <{word}>'")
    names = _SPEEDS if word == "speed" else _DELAYS
    pair = names.get(words[0])
    if pair is None:
        first, colon, second = words[0].partition(":")
        low = number(first, 0, 1e9, word)
        pair = (low, number(second, 0, 1e9, word) if colon else low)
    if word == "speed":
        link.network_speed_kbps = pair
    else:
        link.network_delay_ms = pair
    return []
