"""The client of the control channel: synchronous, typed."""

from __future__ import annotations

import base64
import json
import socket
from types import TracebackType
from typing import Any, Self

from simulator.control import messages as m
from simulator.control.errors import ControlLost, refusal


class ControlClient:
    """A connection to a simulator. Every method may raise a ControlError; `phone` is a serial, needed where there are
    several phones. One thread at a time may use it."""

    def __init__(self, port: int, token: str, *, timeout: float = 60.0) -> None:
        self._port = port
        self._number = 0
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        except OSError as error:
            raise ControlLost(f"no simulator answers on port {port} ({error}); start one") from error
        self._lines = self._socket.makefile("rb")
        try:
            self._exchange({"token": token}, "the token")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection; the simulator lives on."""
        self._lines.close()
        self._socket.close()

    def _exchange(self, request: dict[str, Any], what: str) -> Any:
        try:
            self._socket.sendall(json.dumps(request).encode() + b"\n")
            line = self._lines.readline()
        except (OSError, ValueError) as error:
            raise ControlLost(f"the simulator on port {self._port} did not answer {what}: {error}") from error
        if not line.endswith(b"\n"):
            raise ControlLost(f"the simulator on port {self._port} closed the connection at {what}; its log says why")
        answer = json.loads(line)
        if "error" in answer:
            raise refusal(answer["error"]["type"], answer["error"]["message"])
        return answer["result"]

    def call(self, method: str, params: m.Message | None = None) -> Any:
        """Send one request; returns its result as plain data."""
        self._number += 1
        data = {} if params is None else params.model_dump(mode="json")
        return self._exchange({"id": self._number, "method": method, "params": data}, method)

    def status(self) -> m.Status:
        """Ports, process, and every phone with its clock and day."""
        return m.Status.model_validate(self.call("status"))

    def load_day(
        self, day: str, *, persona: str | None = None, seed: int = 0, api_level: int = 34, phone: str | None = None
    ) -> m.PhoneStatus:
        """Set a phone up at the start of a day: a name, a path, or YAML text. Open ADB sessions end."""
        params = m.LoadDay(day=day, persona=persona, seed=seed, api_level=api_level, phone=phone)
        return m.PhoneStatus.model_validate(self.call("load_day", params))

    def truth(self, phone: str | None = None) -> m.DayTruth:
        """The need windows of the day."""
        return m.DayTruth.model_validate(self.call("truth", m.OnPhone(phone=phone)))

    def next_event_ms(self, phone: str | None = None) -> int | None:
        """When the day's next event is, on the phone's clock."""
        return m.NextEvent.model_validate(self.call("next_event", m.OnPhone(phone=phone))).at_ms

    def advance(
        self, to_ms: int | None = None, *, until_ms: int | None = None, phone: str | None = None
    ) -> m.TimeResult:
        """Jump to a time (`to_ms`, past all events before it), or to the next event and those within 5 s after it
        (`until_ms`: or to that time, if it comes first)."""
        params = m.Advance(to_ms=to_ms, until_ms=until_ms, phone=phone)
        return m.TimeResult.model_validate(self.call("advance", params))

    def run_clock(self, phone: str | None = None) -> m.TimeResult:
        """Let phone time run at wall speed."""
        return m.TimeResult.model_validate(self.call("run_clock", m.OnPhone(phone=phone)))

    def freeze_clock(self, phone: str | None = None) -> m.TimeResult:
        """Let phone time stand still."""
        return m.TimeResult.model_validate(self.call("freeze_clock", m.OnPhone(phone=phone)))

    def inject(self, event: dict[str, Any], *, phone: str | None = None) -> m.TimeResult:
        """Let one event happen now, written as in a day file."""
        return m.TimeResult.model_validate(self.call("inject", m.Inject(event=event, phone=phone)))

    def snapshot_save(self, name: str, *, phone: str | None = None) -> None:
        """Save the phone and its place in its day under a name, or to a path."""
        self.call("snapshot_save", m.NamedSnapshot(name=name, phone=phone))

    def snapshot_load(self, name: str, *, phone: str | None = None) -> m.PhoneStatus:
        """Put a snapshot's phone there. Open ADB sessions end."""
        return m.PhoneStatus.model_validate(self.call("snapshot_load", m.NamedSnapshot(name=name, phone=phone)))

    def snapshot_list(self) -> list[str]:
        """Names of the saved snapshots."""
        return m.SnapshotList.model_validate(self.call("snapshot_list")).names

    def snapshot_delete(self, name: str) -> None:
        """Remove a saved snapshot."""
        self.call("snapshot_delete", m.NamedSnapshot(name=name))

    def answer_auth(self, allow: bool, *, phone: str | None = None) -> m.PhoneStatus:
        """Answer the dialog "Allow USB debugging?" (BadRequest where none is shown)."""
        return m.PhoneStatus.model_validate(self.call("answer_auth", m.AnswerAuth(allow=allow, phone=phone)))

    def screenshot(self, phone: str | None = None) -> bytes:
        """The screen as PNG bytes."""
        picture = m.Picture.model_validate(self.call("screenshot", m.Screenshot(phone=phone)))
        return base64.b64decode(picture.png or "")

    def screenshot_to(self, path: str, phone: str | None = None) -> None:
        """Let the simulator write the screen as a PNG file."""
        self.call("screenshot", m.Screenshot(path=path, phone=phone))

    def state(self, phone: str | None = None) -> dict[str, Any]:
        """The phone's whole state as JSON data (the fields of simulator.state.State)."""
        data: dict[str, Any] = self.call("state", m.OnPhone(phone=phone))
        return data

    def shutdown(self) -> None:
        """End the simulator; it answers and then stops."""
        self.call("shutdown")
