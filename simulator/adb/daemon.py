"""The phone's own adbd: who it runs as, what it can, its reverse listeners; shared by every way that leads to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from simulator.adb.adbd_auth import Authorizer

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.shell.command import Input, Output

SHELL_UID = 2000
_RESTART_SECONDS = 0.2  # how long a phone stays away when adbd restarts or the phone reboots


class ShellSession(Protocol):
    """What adbd wants of a shell (simulator.shell.Shell)."""

    async def run_line(self, line: str, stdin: Input, out: Output, err: Output) -> int:
        """Run a line; returns its exit code."""
        ...

    async def run_interactive(self, stdin: Input, out: Output, err: Output, prompt: str = "") -> int:
        """Read and run lines; in the prompt `\\?` is the last failure and `\\w` the directory."""
        ...

    def interrupt(self) -> bool:
        """End the line that an interactive session runs now; False where none runs."""
        ...


ShellFactory = Callable[["Phone", int], ShellSession]


class Daemon:
    """adbd of one phone. `online` is False while it restarts; `sessions` are ended by a restart. With `auth` nobody is
    let in before the phone's user has allowed it; `adbd_port` is where adb servers connect (0: nowhere)."""

    def __init__(self, phone: Phone, shell: ShellFactory, *, auth: bool = False) -> None:
        self.phone = phone
        self.new_shell = shell
        self.uid = SHELL_UID
        self.online = True
        self.watchers: list[Callable[[], None]] = []
        self.auth = Authorizer(auth, self._notify)
        self.adbd_port = 0
        self.sessions: set[asyncio.Task[Any]] = set()
        self.reverse: dict[str, str] = {}
        self._back: asyncio.TimerHandle | None = None
        phone.reboot_watchers.append(self._rebooted)

    @property
    def features(self) -> list[str]:
        """What this adbd announces, by API level; only what is spoken here (adb `transport.cpp`)."""
        api = self.phone.state.device.api_level
        names = ["shell_v2", "cmd", "stat_v2"]
        if api >= 29:
            names.append("fixed_push_mkdir")
        if api >= 30:
            names += ["abb", "fixed_push_symlink_timestamp", "abb_exec", "remount_shell"]
        if api >= 31:
            names += ["ls_v2", "sendrecv_v2"]
        return names

    def root(self, wanted: bool) -> str:
        """`adb root` and `adb unroot`: the answer's text; adbd restarts after it where the uid changes."""
        if not wanted:
            if self.uid != 0:
                return "adbd not running as root\n"
            self.uid = SHELL_UID
            return "restarting adbd as non root\n"
        if self.uid == 0:
            return "adbd is already running as root\n"
        if self.phone.state.device.build_type == "user":
            return "adbd cannot run as root in production builds\n"
        self.uid = 0
        return "restarting adbd as root\n"

    @contextmanager
    def session(self) -> Iterator[None]:
        """Mark the current task as a session of this adbd, which a restart cancels."""
        task = asyncio.current_task()
        assert task is not None
        self.sessions.add(task)
        try:
            yield
        finally:
            self.sessions.discard(task)

    def restart(self) -> None:
        """Go away for a moment: every session ends, reverse listeners are gone, clients see the phone leave."""
        self.clear_reverse()
        self.online = False
        self._notify()
        current = asyncio.current_task()
        for task in self.sessions:
            if task is not current:
                task.cancel()
        if self._back is not None:
            self._back.cancel()
        self._back = asyncio.get_running_loop().call_later(_RESTART_SECONDS, self._return)

    def power_off(self) -> None:
        """Go away for good: the phone was killed."""
        self.restart()
        if self._back is not None:
            self._back.cancel()

    def _return(self) -> None:
        self._back = None
        self.online = True
        self._notify()

    def _notify(self) -> None:
        for watcher in list(self.watchers):
            watcher()

    def _rebooted(self) -> None:
        self.uid = SHELL_UID
        self.restart()

    def swap(self, phone: Phone) -> None:
        """Serve another phone object from now on (a loaded snapshot or day): every session ends, clients see no gap."""
        self._leave_phone()
        self.phone = phone
        self.uid = SHELL_UID
        phone.reboot_watchers.append(self._rebooted)
        for task in self.sessions:
            task.cancel()

    def _leave_phone(self) -> None:
        self.clear_reverse()
        if self._rebooted in self.phone.reboot_watchers:
            self.phone.reboot_watchers.remove(self._rebooted)

    def clear_reverse(self) -> None:
        """Close every reverse listener."""
        for name in self.reverse:
            self.phone.sockets.pop(name, None)
        self.reverse.clear()

    def close(self) -> None:
        """End adbd for good."""
        if self._back is not None:
            self._back.cancel()
        self._leave_phone()
