"""An emulator's console: what only the outside of a phone can do (a message that comes in, a call, a position).

Protocol: a TCP line protocol, `auth TOKEN` first; answers end with a line `OK` or `KO: why`
(https://developer.android.com/studio/run/emulator-console).
"""

from __future__ import annotations

import re
import socket
from pathlib import Path
from types import TracebackType
from typing import Self

from device.errors import BadInput, CommandFailed, PhoneLost, PhoneNotReady

_TOKEN = ".emulator_console_auth_token"


class EmulatorConsole:
    """A connection to one emulator's console. Raises PhoneNotReady when nobody listens or the token is refused."""

    def __init__(self, port: int, token: str | None = None, *, timeout_s: float = 5.0) -> None:
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=timeout_s)
        except OSError as error:
            raise PhoneNotReady(f"no emulator console on port {port} ({error})") from error
        self._lines = self._socket.makefile("rb")
        try:
            self._answer()
            self.command(f"auth {token if token is not None else _own_token()}")
        except CommandFailed as error:
            self.close()
            raise PhoneNotReady(f"the emulator console refused the token: {error}", mend=f"see ~/{_TOKEN}") from error
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
        """End the connection."""
        self._lines.close()
        self._socket.close()

    def command(self, line: str) -> str:
        """Send a line; returns what came before OK. Raises CommandFailed for KO."""
        if "\n" in line or "\r" in line:
            raise BadInput("a console command is one line", mend="write line ends as \\n")
        try:
            self._socket.sendall(line.encode() + b"\r\n")
        except OSError as error:
            raise PhoneLost(f"the emulator console went away ({error})") from error
        return self._answer()

    def _answer(self) -> str:
        said: list[str] = []
        while True:
            try:
                raw = self._lines.readline()
            except OSError as error:
                raise PhoneLost(f"the emulator console gave no answer ({error})") from error
            if not raw:
                raise PhoneLost("the emulator console closed the connection")
            text = raw.decode("utf-8", "replace").rstrip("\r\n")
            if text == "OK" or text.startswith("OK:"):
                return "\n".join(said)
            if text.startswith("KO"):
                raise CommandFailed(f"console: {text}")
            said.append(text)

    def sms(self, number: str, text: str) -> None:
        """A message comes in from a number (the emulator takes digits, and letters for senders by name)."""
        sender = re.sub(r"[\s]", "", number) or "0"
        self.command(f"sms send {sender} {text.replace(chr(10), ' ')}")

    def position(self, latitude: float, longitude: float) -> None:
        """A GPS fix in degrees."""
        self.command(f"geo fix {longitude:.6f} {latitude:.6f}")


def _own_token() -> str:
    try:
        return (Path.home() / _TOKEN).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def console_port(serial: str) -> int | None:
    """The console's port that an emulator's serial tells; None for another phone."""
    found = re.fullmatch(r"emulator-(\d+)", serial)
    return int(found[1]) if found else None
