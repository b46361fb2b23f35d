"""The phone itself: radio, mobile data, calls and text messages (TelephonyRegistry, Telecom, Phone)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.services.printing import unknown_command
from simulator.services.service import Service
from simulator.services.telephony_dump import dump as dump_registry
from simulator.services.telephony_dump import dump_telecom
from simulator.state import Call, SmsRow

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

DIALER = "com.google.android.dialer"
MESSAGES = "com.google.android.apps.messaging"
_PHONE = "com.android.phone"
_RING_LIMIT, _CONNECT = "com.android.phone.RING_LIMIT", "com.android.phone.CALL_CONNECT"
RING_LIMIT_MS = 45_000
CONNECT_MS = 4_000
INCOMING, OUTGOING, MISSED, REJECTED = 1, 2, 3, 5


class TelephonyService(Service):
    """One SIM, one call at a time. Calls end in the call log, messages in the SMS provider."""

    name = "telephony.registry"

    def ready(self) -> None:
        """Take the alarms by which a call rings out or is picked up."""
        self.phone.alarms.handle(_PHONE, _RING_LIMIT, lambda alarm: self.give_up())
        self.phone.alarms.handle(_PHONE, _CONNECT, lambda alarm: self._connected())

    # -- radio ---------------------------------------------------------------------------------------------

    @property
    def on_air(self) -> bool:
        """Whether the radio is on and registered with a network."""
        return self.state.telephony.in_service and not self.state.airplane_mode

    def set_data_enabled(self, enabled: bool) -> None:
        """Throw the user's mobile data switch."""
        self.state.telephony.data_enabled = enabled
        self.phone.settings.mirror("global", "mobile_data", "1" if enabled else "0")
        self.phone.log("DSMGR-0", f"Data enabled by user changed to {enabled}", buffer="radio")
        self.phone.changed()

    def set_service(
        self, in_service: bool, operator: str | None = None, roaming: bool | None = None, signal: int | None = None
    ) -> None:
        """Come into or out of reach of a network; what is None stays (signal: bars 0 to 4)."""
        radio = self.state.telephony
        radio.in_service = in_service
        radio.operator = radio.operator if operator is None else operator
        radio.roaming = radio.roaming if roaming is None else roaming
        if signal is not None:
            if not 0 <= signal <= 4:
                raise ValueError(f"signal must be 0 to 4 bars, not {signal}")
            radio.signal_level = signal
        self.radio_changed()

    def radio_changed(self) -> None:
        """The radio went on or off: a call does not outlive it."""
        if not self.on_air and self.state.telephony.call is not None:
            self.hang_up()
        self.phone.log("SST", f"service state {'IN_SERVICE' if self.on_air else 'out'}", buffer="radio")
        self.phone.changed()

    # -- calls ---------------------------------------------------------------------------------------------

    def ring(self, number: str, name: str | None = None) -> Call | None:
        """Somebody calls. Without a network, or for a blocked number, nothing happens (None); while another call is
        on, the caller finds the line busy and the call is missed."""
        if not self.on_air:
            return None
        name = name if name is not None else self._name_of(number)
        now = self.clock.now_ms
        if self._blocked(number):
            self.phone.content.log_call(number, REJECTED, name=name, date_ms=now)
            return None
        if self.state.telephony.call is not None:
            self._missed(number, name, now)
            return None
        call = Call(number=number, name=name, started_ms=now)
        self.state.telephony.call = call
        self.phone.alarms.set(_PHONE, _RING_LIMIT, now + RING_LIMIT_MS)
        self.phone.power.wake()
        self.phone.log("Telecom", "CallsManager: Ringing call added", buffer="main")
        self.phone.changed()
        return call

    def answer(self) -> bool:
        """Take the ringing call; whether there was one."""
        call = self.state.telephony.call
        if call is None or call.state != "ringing":
            return False
        self._stop_waiting()
        call.state, call.answered_ms = "active", self.clock.now_ms
        self.phone.changed()
        return True

    def reject(self) -> bool:
        """Turn the ringing call away; whether there was one."""
        call = self.state.telephony.call
        if call is None or call.state != "ringing":
            return False
        return self._end(REJECTED)

    def give_up(self) -> bool:
        """The caller of a ringing call gives up: a missed call; whether there was one."""
        call = self.state.telephony.call
        if call is None or call.state != "ringing":
            return False
        return self._end(MISSED)

    def hang_up(self) -> bool:
        """End the call in progress (a ringing one is turned away); whether there was one."""
        call = self.state.telephony.call
        if call is None:
            return False
        if call.direction == "outgoing":
            return self._end(OUTGOING)
        return self._end(REJECTED if call.state == "ringing" else INCOMING)

    def dial(self, number: str) -> Call | None:
        """Place a call; the other side picks up after a few seconds. None without a network or during a call."""
        if not self.on_air or self.state.telephony.call is not None or not number:
            return None
        now = self.clock.now_ms
        call = Call(number=number, name=self._name_of(number), direction="outgoing", state="dialing", started_ms=now)
        self.state.telephony.call = call
        self.phone.alarms.set(_PHONE, _CONNECT, now + CONNECT_MS)
        self.phone.changed()
        return call

    def _connected(self) -> None:
        call = self.state.telephony.call
        if call is not None and call.state == "dialing":
            call.state, call.answered_ms = "active", self.clock.now_ms
            self.phone.changed()

    def _end(self, kind: int) -> bool:
        call = self.state.telephony.call
        if call is None:
            return False
        self._stop_waiting()
        self.state.telephony.call = None
        if kind == MISSED:
            self._missed(call.number, call.name, call.started_ms)
        else:
            talked = 0 if call.answered_ms is None else (self.clock.now_ms - call.answered_ms) // 1000
            self.phone.content.log_call(call.number, kind, name=call.name, date_ms=call.started_ms, duration_s=talked)
        self.phone.changed()
        return True

    def _stop_waiting(self) -> None:
        self.phone.alarms.cancel_tag(_PHONE, _RING_LIMIT)
        self.phone.alarms.cancel_tag(_PHONE, _CONNECT)

    def _missed(self, number: str, name: str | None, at_ms: int) -> None:
        self.phone.content.log_call(number, MISSED, name=name, date_ms=at_ms)
        self._tell(DIALER, "missed_call", {"number": number, "name": name, "date_ms": at_ms})

    def _name_of(self, number: str) -> str | None:
        contact = self.phone.content.contact_of_number(number)
        return contact.name if contact is not None else None

    def _blocked(self, number: str) -> bool:
        return any(self.phone.content.same_number(number, other) for other in self.state.providers.blocked_numbers)

    def _tell(self, package: str, event: str, data: dict[str, Any]) -> None:
        app = self.phone.apps.get(package)
        if app is not None:
            app.on_event(event, data)

    # -- messages ------------------------------------------------------------------------------------------

    def sms_in(self, address: str, body: str, date_ms: int | None = None) -> SmsRow:
        """A text message arrives: it is stored and the messages app tells the user (not of a blocked number's)."""
        row = self.phone.content.add_sms(address, body, kind=1, date_ms=date_ms, read=False)
        if not self._blocked(address):
            self._tell(
                MESSAGES,
                "sms_received",
                {"id": row.id, "thread_id": row.thread_id, "address": address, "body": body, "date_ms": row.date_ms},
            )
        self.phone.changed()
        return row

    def sms_out(self, address: str, body: str) -> SmsRow:
        """Send a text message: it ends in the sent box, or among the failed ones when there is no network."""
        row = self.phone.content.add_sms(address, body, kind=2 if self.on_air else 5)
        self.phone.changed()
        return row

    # -- shell ---------------------------------------------------------------------------------------------

    def dump(self, args: list[str]) -> str:
        """`dumpsys telephony.registry`."""
        return dump_registry(self.phone)


class PhoneShell(Service):
    """The `phone` service, of which `cmd phone` is seen (TelephonyShellCommand.java, from Android 11)."""

    name = "phone"
    _HELP = """Telephony Commands:
  help
    Print this help text.
  ims
    IMS Commands.
  data
    Data Test Mode Commands.
"""
    _DATA_HELP = """Mobile Data Test Mode Commands:
  data enable: enable mobile data connectivity
  data disable: disable mobile data connectivity
"""

    def dump(self, args: list[str]) -> str:
        """`dumpsys phone`."""
        return "------- PhoneGlobals -------\n"

    def command(self, call: Invocation) -> int:
        """`cmd phone data enable|disable`."""
        if self.api < 30:
            return self.no_command(call)
        words = call.argv[1:]
        if not words or words[0] != "data":
            return unknown_command(call, words[0] if words else "", self._HELP)
        if len(words) < 2 or words[1] not in ("enable", "disable"):
            call.out.text(self._DATA_HELP)
            return 0
        self.phone.telephony.set_data_enabled(words[1] == "enable")
        return 0


class TelecomShell(Service):
    """The `telecom` service: the calls that go on (TelecomServiceImpl.java)."""

    name = "telecom"

    def dump(self, args: list[str]) -> str:
        """`dumpsys telecom`; numbers are hidden, as on user builds."""
        return dump_telecom(self.phone)
