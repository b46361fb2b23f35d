"""A phone of the host with its day: what the control channel acts on."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ValidationError

from simulator import snapshot
from simulator.adb import Daemon
from simulator.clock import Clock
from simulator.control.errors import refusal
from simulator.control.messages import Applied, DayTruth, PhoneStatus, TimeResult
from simulator.day import Applied as DayApplied
from simulator.day import DayError, DayPlayer, EventFailed, load_day
from simulator.phone import Phone


class HostedPhone:
    """A phone behind its adbd. Loading a day or a snapshot puts a new phone there, under the same serial."""

    def __init__(self, daemon: Daemon) -> None:
        self.daemon = daemon
        self.serial = daemon.phone.state.device.serial
        self.player: DayPlayer | None = None
        self._applied: list[DayApplied] = []
        self._problems: list[str] = []

    @property
    def phone(self) -> Phone:
        """The phone that now answers."""
        return self.daemon.phone

    def status(self) -> PhoneStatus:
        """What `status` says of it."""
        device, clock = self.phone.state.device, self.phone.clock
        day = None if self.player is None else self.player.day
        return PhoneStatus(
            serial=self.serial,
            state=self._state(),
            adbd_port=self.daemon.adbd_port,
            auth_dialog=self._auth_dialog(),
            api_level=device.api_level,
            now_ms=clock.now_ms,
            boot_ms=clock.boot_ms,
            running=clock.running,
            timezone=device.timezone,
            day=None if day is None else day.name,
            persona=None if day is None else day.persona,
            seed=None if day is None else day.seed,
            day_start_ms=None if day is None else day.start_ms,
            day_end_ms=None if day is None else day.end_ms,
            ended=self.player is not None and self.player.ended,
        )

    def _state(self) -> Literal["device", "offline", "unauthorized"]:
        if not self.daemon.online:
            return "offline"
        return "unauthorized" if self.daemon.auth.server_waits else "device"

    def _auth_dialog(self) -> str | None:
        auth = self.daemon.auth
        if not auth.asking:
            return None
        return auth.pending.fingerprint if auth.pending is not None else "the simulator's adb server"

    def _put(self, phone: Phone, player: DayPlayer | None) -> None:
        self.daemon.swap(phone)
        self.player = player
        self._applied.clear()
        self._problems.clear()

    # -- the day -------------------------------------------------------------------------------------------

    def load_day(self, spec: dict[str, Any]) -> None:
        """Put a phone there at the start of a day, its clock standing still."""
        try:
            state, day = load_day(spec)
        except DayError as error:
            raise refusal("day_refused", str(error)) from error
        state.device.serial = self.serial
        phone = Phone(state, Clock(day.start_ms))
        phone.boot()
        self._put(phone, DayPlayer(phone, day))

    def _need_day(self) -> DayPlayer:
        if self.player is None:
            raise refusal("no_day", f"{self.serial} has no day; load one first")
        return self.player

    def truth(self) -> DayTruth:
        """The truth of the day."""
        player = self._need_day()
        state = self.phone.state
        contacts = {contact.name: list(contact.phones) for contact in state.providers.contacts}
        return DayTruth(**player.truth().model_dump(), timezone=player.day.timezone, contacts=contacts)

    def next_event_ms(self) -> int | None:
        """When the day's next event is."""
        return self._need_day().next_event_ms()

    def advance(self, to_ms: int | None, until_ms: int | None = None) -> None:
        """Let phone time pass to a time, or to the day's next event but not beyond `until_ms`; without a day only to
        a time."""
        clock = self.phone.clock
        if until_ms is not None:
            if to_ms is not None:
                raise refusal("bad_parameters", "say to what time (to_ms) or how far at most (until_ms), not both")
            due = None if self.player is None else self.player.next_event_ms()
            to_ms = until_ms if due is None or due > until_ms else None
        if to_ms is not None and to_ms < clock.now_ms:
            raise refusal("bad_time", f"the clock does not go back: it is {clock.now_ms}, asked was {to_ms}")
        if self.player is None:
            if to_ms is None:
                raise refusal("no_day", f"{self.serial} has no day to follow; load one, or say to what time")
            clock.advance_to(to_ms)
            return
        running = clock.running
        clock.freeze()
        try:
            self._applied += self.player.advance(to_ms)
        except EventFailed as error:
            raise refusal("event_failed", str(error)) from error
        finally:
            if running:
                clock.run()

    def inject(self, event: dict[str, Any]) -> None:
        """Let one event happen now."""
        try:
            self._applied += self._need_day().inject(event)
        except ValidationError as error:
            raise refusal("day_refused", f"this is no event: {error}") from error
        except EventFailed as error:
            raise refusal("event_failed", str(error)) from error

    # -- time ----------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Fire what has come due while time runs, events of the day too."""
        clock = self.phone.clock
        if not clock.running:
            return
        clock.tick()
        due = None if self.player is None else self.player.next_event_ms()
        if self.player is None or due is None or due > clock.now_ms:
            return
        clock.freeze()
        try:
            self._applied += self.player.advance(clock.now_ms)
        except EventFailed as error:
            self._problems.append(str(error))
        finally:
            clock.run()

    def time(self) -> TimeResult:
        """Where time stands, with what has happened since this was last asked."""
        result = TimeResult(
            now_ms=self.phone.clock.now_ms,
            running=self.phone.clock.running,
            ended=self.player is not None and self.player.ended,
            next_event_ms=None if self.player is None else self.player.next_event_ms(),
            applied=[Applied.model_validate(one.model_dump()) for one in self._applied],
            problems=list(self._problems),
        )
        self._applied.clear()
        self._problems.clear()
        return result

    # -- snapshots -----------------------------------------------------------------------------------------

    def take(self) -> snapshot.Snapshot:
        """A snapshot of the phone and its day."""
        return snapshot.take(self.phone, self.player)

    def restore(self, taken: snapshot.Snapshot) -> None:
        """Put a snapshot's phone there, its clock standing still."""
        phone, player = snapshot.restore(taken)
        phone.state.device.serial = self.serial
        self._put(phone, player)
