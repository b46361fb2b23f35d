"""`dumpsys telephony.registry` (services/core/java/com/android/server/TelephonyRegistry.java)."""

from __future__ import annotations

import re
from typing import Final, Literal

from device.capture.base import Part, Reading, to_bool, to_int, whole_lines

__all__ = ["Phone", "Telephony", "parse_telephony"]

CallState = Literal["idle", "ringing", "offhook"]
ServiceState = Literal["in_service", "out_of_service", "emergency_only", "power_off"]
DataState = Literal["disconnected", "connecting", "connected", "suspended", "unknown"]

_CALL: Final[dict[int, CallState]] = {0: "idle", 1: "ringing", 2: "offhook"}
_SERVICE: Final[dict[int, ServiceState]] = {
    0: "in_service",
    1: "out_of_service",
    2: "emergency_only",
    3: "power_off",
}
_DATA: Final[dict[int, DataState]] = {
    -1: "unknown",
    0: "disconnected",
    1: "connecting",
    2: "connected",
    3: "suspended",
}
_PHONE: Final = re.compile(r"  Phone Id=([0-9]{1,4})\Z")
_FIELD: Final = re.compile(r" {4}(m\w+)=(.*)\Z")
_VOICE: Final = re.compile(r"mVoiceRegState=([0-9])\b|\A([0-3]) [0-3] ")
_OPERATOR: Final = re.compile(r"mOperatorAlphaLong=(.*?), mOperatorAlphaShort=")
_RADIO: Final = re.compile(r"getRilDataRadioTechnology=[0-9]+\((\w+)\)")
_SHOWN: Final = re.compile(r"TelephonyDisplayInfo \{network=(\w+)")
_EMERGENCY: Final = re.compile(r"mIsEmergencyOnly=(\w+)")


class Phone(Part):
    """One SIM slot. ``incoming_number`` is the caller's where one is printed; it is personal."""

    phone_id: int
    call_state: CallState | None = None
    service_state: ServiceState | None = None
    data_state: DataState | None = None
    operator: str | None = None
    network_type: str | None = None
    emergency_only: bool | None = None
    incoming_number: str | None = None


class Telephony(Reading):
    """The slots; the plain fields are those of the first in service, else of the first slot."""

    phones: tuple[Phone, ...] = ()
    phone_count: int | None = None
    call_state: CallState | None = None
    service_state: ServiceState | None = None
    data_state: DataState | None = None
    operator: str | None = None
    emergency_only: bool | None = None


def _real(text: str | None) -> str | None:
    return None if text in (None, "", "null", "Unknown", "UNKNOWN") else text


def _group(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return next((group for group in match.groups() if group is not None), None) if match else None


def _phone(number: int, values: dict[str, str]) -> Phone:
    service = values.get("mServiceState", "")
    call, data = to_int(values.get("mCallState")), to_int(values.get("mDataConnectionState"))
    voice = to_int(_group(_VOICE, service))
    # Both name the same radio; the first is printed first, so that a cut dump cannot change the answer.
    radio = _real(_group(_RADIO, service)) or _real(_group(_SHOWN, values.get("mTelephonyDisplayInfo", "")))
    return Phone(
        phone_id=number,
        call_state=None if call is None else _CALL.get(call),
        service_state=None if voice is None else _SERVICE.get(voice),
        data_state=None if data is None else _DATA.get(data, "unknown"),
        operator=_real(_group(_OPERATOR, service)),
        network_type=radio,
        emergency_only=to_bool(_group(_EMERGENCY, service)),
        incoming_number=_real(values.get("mCallIncomingNumber")),
    )


def parse_telephony(text: str) -> Telephony:
    """Read the "last known state" of `dumpsys telephony.registry`; the logs below it are history."""
    whole = whole_lines(text)
    phones: list[tuple[int, dict[str, str]]] = []
    closed = False
    for line in whole.lines:
        if (match := _PHONE.match(line)) is not None:
            phones.append((int(match[1]), {}))
        elif (field := _FIELD.match(line)) is not None and phones:
            phones[-1][1].setdefault(field[1], field[2])
        elif phones and line.strip() and not line.startswith("    "):
            closed = True
            break
    read = tuple(_phone(number, values) for number, values in phones)
    main = next((phone for phone in read if phone.service_state == "in_service"), None)
    if main is None and closed and read:
        main = read[0]
    # Until the list is closed, a slot in service may still lack its later lines; None stands for those.
    return Telephony(
        complete=whole.complete,
        unread=whole.unread,
        phones=read,
        phone_count=len(read) if read else None,
        call_state=main.call_state if main else None,
        service_state=main.service_state if main else None,
        data_state=main.data_state if main else None,
        operator=main.operator if main else None,
        emergency_only=main.emergency_only if main else None,
    )
