"""The methods of the control channel, by name."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

from simulator.control import messages as m
from simulator.control.errors import refusal
from simulator.control.hosted import HostedPhone
from simulator.control.snapshots import SnapshotStore
from simulator.snapshot import SnapshotError


class ControlledHost(Protocol):
    """What the channel asks of the host."""

    phones: list[HostedPhone]
    snapshots: SnapshotStore

    def status(self) -> m.Status:
        """Ports, process and phones."""
        ...

    def shutdown(self) -> None:
        """End the simulator soon."""
        ...


class Methods:
    """Runs requests. Every method takes its parameters' model and returns a model or plain data."""

    def __init__(self, host: ControlledHost) -> None:
        self.ended = False  # shutdown was asked: nothing more is answered
        self._host = host
        self._table: dict[str, tuple[type[m.Message], Callable[[Any], BaseModel | dict[str, Any]]]] = {
            "status": (m.Nothing, lambda _: host.status()),
            "load_day": (m.LoadDay, self._load_day),
            "truth": (m.OnPhone, lambda on: self._phone(on).truth()),
            "next_event": (m.OnPhone, lambda on: m.NextEvent(at_ms=self._phone(on).next_event_ms())),
            "advance": (m.Advance, self._advance),
            "run_clock": (m.OnPhone, lambda on: self._run(on, True)),
            "freeze_clock": (m.OnPhone, lambda on: self._run(on, False)),
            "inject": (m.Inject, self._inject),
            "snapshot_save": (m.NamedSnapshot, self._save),
            "snapshot_load": (m.NamedSnapshot, self._load),
            "snapshot_delete": (m.NamedSnapshot, self._delete),
            "snapshot_list": (m.Nothing, lambda _: m.SnapshotList(names=host.snapshots.names())),
            "answer_auth": (m.AnswerAuth, self._answer_auth),
            "screenshot": (m.Screenshot, self._screenshot),
            "state": (m.OnPhone, self._state),
            "shutdown": (m.Nothing, self._shutdown),
        }

    def call(self, method: str, params: object) -> Any:
        """Run a request; returns JSON-able data. ControlError where it is refused."""
        if method not in self._table:
            raise refusal("unknown_method", f"there is no method {method!r}; there are {', '.join(self._table)}")
        model, function = self._table[method]
        try:
            checked = model.model_validate(params)
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
            raise refusal("bad_parameters", f"{method} cannot take these parameters: {faults}") from error
        try:
            result = function(checked)
        except SnapshotError as error:
            raise refusal("snapshot", str(error)) from error
        except OSError as error:
            raise refusal("file", f"{error.filename or 'a file'}: {error.strerror or error}") from error
        return result.model_dump(mode="json") if isinstance(result, BaseModel) else result

    def _phone(self, on: m.OnPhone) -> HostedPhone:
        phones = self._host.phones
        serials = ", ".join(one.serial for one in phones)
        if on.phone is None:
            if len(phones) != 1:
                raise refusal("no_such_phone", f"say which phone is meant: {serials or 'there is none'}")
            return phones[0]
        found = next((one for one in phones if one.serial == on.phone), None)
        if found is None:
            raise refusal("no_such_phone", f"there is no phone {on.phone}; there are: {serials or 'none'}")
        return found

    def _load_day(self, params: m.LoadDay) -> m.PhoneStatus:
        phone = self._phone(params)
        phone.load_day(params.model_dump(exclude={"phone"}, exclude_none=True))
        return phone.status()

    def _advance(self, params: m.Advance) -> m.TimeResult:
        phone = self._phone(params)
        phone.advance(params.to_ms, params.until_ms)
        return phone.time()

    def _run(self, on: m.OnPhone, running: bool) -> m.TimeResult:
        phone = self._phone(on)
        if running:
            phone.phone.clock.run()
        else:
            phone.tick()
            phone.phone.clock.freeze()
        return phone.time()

    def _inject(self, params: m.Inject) -> m.TimeResult:
        phone = self._phone(params)
        phone.inject(params.event)
        return phone.time()

    def _save(self, params: m.NamedSnapshot) -> m.Nothing:
        self._host.snapshots.save(params.name, self._phone(params).take())
        return m.Nothing()

    def _load(self, params: m.NamedSnapshot) -> m.PhoneStatus:
        phone = self._phone(params)
        phone.restore(self._host.snapshots.load(params.name))
        return phone.status()

    def _delete(self, params: m.NamedSnapshot) -> m.Nothing:
        self._host.snapshots.delete(params.name)
        return m.Nothing()

    def _answer_auth(self, params: m.AnswerAuth) -> m.PhoneStatus:
        phone = self._phone(params)
        if not phone.daemon.auth.answer(params.allow):
            raise refusal("bad_request", f"{phone.serial} does not ask whether to allow debugging")
        return phone.status()

    def _screenshot(self, params: m.Screenshot) -> m.Picture:
        png = self._phone(params).phone.screen.png()
        if params.path is None:
            return m.Picture(png=base64.b64encode(png).decode("ascii"))
        Path(params.path).write_bytes(png)
        return m.Picture(path=params.path)

    def _state(self, on: m.OnPhone) -> dict[str, Any]:
        phone = self._phone(on).phone
        return {**phone.state.model_dump(mode="json"), "clock_ms": phone.clock.now_ms}

    def _shutdown(self, _: m.Nothing) -> m.Nothing:
        self.ended = True
        self._host.shutdown()
        return m.Nothing()
