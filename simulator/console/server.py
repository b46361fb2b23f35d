"""The console's connections: greeting, token, lines (emulator `android/console.cpp`)."""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
from pathlib import Path

from simulator.console.commands import COMMANDS, Bad, ConsoleHost
from simulator.control.hosted import HostedPhone
from simulator.loopback import LineServer

_LINE = 4096
_BEFORE_AUTH = ("auth", "help", "h", "?", "ping", "quit", "exit")


def default_token_path() -> Path:
    """Where emulators and the adb client keep the token: ~/.emulator_console_auth_token."""
    return Path.home() / ".emulator_console_auth_token"


class ConsoleServer(LineServer):
    """One phone's console on loopback. `port` 0 takes a free one. The token lies in a file, made if it is not there;
    an empty file lets everyone in, as emulators have it."""

    def __init__(self, host: ConsoleHost, phone: HostedPhone, token_path: Path, port: int = 0) -> None:
        super().__init__(port, _LINE)
        self.token_path = token_path
        self._host = host
        self._phone = phone

    def token(self) -> str:
        """The token; written on first use (OSError where it cannot be)."""
        try:
            return self.token_path.read_text("utf-8").strip()
        except FileNotFoundError:
            made = secrets.token_urlsafe(12)
            self.token_path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(self.token_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(made)
            return made

    async def start(self) -> None:
        """Listen; OSError where the port is taken or the token cannot be written."""
        self.token()
        await super().start()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        token = self.token()
        known = not token
        if not known:
            await _say(writer, "Android Console: Authentication required")
            await _say(writer, "Android Console: type 'auth <auth_token>' to authenticate")
            await _say(writer, "Android Console: you can find your <auth_token> in ")
            await _say(writer, f"'{self.token_path}'")
        else:
            await _say(writer, "Android Console: type 'help' for a list of commands")
        await _say(writer, "OK")
        while line := await reader.readline():
            words = line.decode("utf-8", "replace").strip().split(None, 1)
            if not words:
                continue
            word, rest = words[0], words[1] if len(words) > 1 else ""
            if word in ("quit", "exit"):
                return
            if word == "auth" and not known:
                if not hmac.compare_digest(rest.strip().encode(), token.encode()):
                    await _say(writer, "KO: authentication token does not match ~/.emulator_console_auth_token")
                    return
                known = True
                await _say(writer, "Android Console: type 'help' for a list of commands")
                await _say(writer, "OK")
                continue
            await self._run(writer, word, rest, known)
            if word == "kill" and known:
                return

    async def _run(self, writer: asyncio.StreamWriter, word: str, rest: str, known: bool) -> None:
        command = COMMANDS.get(word) if known or word in _BEFORE_AUTH else None
        if command is None:
            await _say(writer, "KO: unknown command, try 'help'")
            return
        try:
            for line in command(self._host, self._phone, rest):
                await _say(writer, line)
        except Bad as error:
            await _say(writer, f"KO: {error}")
            return
        await _say(writer, "OK: killing emulator, bye bye" if word == "kill" else "OK")


async def _say(writer: asyncio.StreamWriter, line: str) -> None:
    writer.write(line.encode() + b"\r\n")
    await writer.drain()
