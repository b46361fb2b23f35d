"""The services that adbd offers by name (`shell:`, `sync:` …), over any stream (adb `daemon/services.cpp`)."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable

from simulator.adb.daemon import Daemon
from simulator.adb.device_services import framebuffer, reboot, root_service, track_jdwp
from simulator.adb.reverse import reverse_service
from simulator.adb.shell_service import ShellRequest, run_shell
from simulator.adb.sockets import SOCKET_KINDS, Origin, connect_on_phone
from simulator.adb.stream import Stream
from simulator.adb.sync import serve_sync

Handler = Callable[[Stream], Awaitable[None]]


class ServiceRefused(Exception):
    """adbd offers no such service, or refuses it now; a client sees `closed`."""

    def __init__(self, reason: str = "closed") -> None:
        super().__init__(reason)


def open_service(daemon: Daemon, name: str, origin: Origin | None = None) -> Handler:
    """The handler of a service, ready to be given its stream; ServiceRefused where there is none.

    `origin` is where the client is (default: this machine). A handler ends when its service does; the stream is the
    caller's to close. It may raise `EndOfStream`.
    """
    kind, _, rest = name.partition(":")
    word, *options = kind.split(",")
    if word == "shell" and ":" in name:
        request = ShellRequest.parse(options, rest)
        return lambda stream: run_shell(daemon, request, stream)
    if kind in ("abb", "abb_exec") and rest and kind in daemon.features:
        # `cmd` with its words apart; abb_exec is a plain stream, abb speaks the shell's packets.
        line = shlex.join(["cmd", *rest.split("\0")])
        return lambda stream: run_shell(daemon, ShellRequest(line, v2=kind == "abb"), stream)
    if kind == "exec" and rest:
        return lambda stream: run_shell(daemon, ShellRequest(rest), stream)
    if name == "sync:":
        return lambda stream: serve_sync(daemon, stream)
    if kind in SOCKET_KINDS and rest:
        return _socket(daemon, name)
    if kind == "reverse":
        return lambda stream: reverse_service(daemon, rest, origin or Origin(), stream)
    if name == "framebuffer:":
        return lambda stream: framebuffer(daemon, stream)
    if name in ("root:", "unroot:"):
        return lambda stream: root_service(daemon, name == "root:", stream)
    if kind == "remount" and ":" in name:
        return lambda stream: run_shell(daemon, ShellRequest(f"/system/bin/remount {rest}".strip()), stream)
    if kind == "reboot" and ":" in name:
        return lambda stream: reboot(daemon, stream)
    if name == "track-jdwp":
        return track_jdwp
    if name == "jdwp":
        # A list of debuggable processes, and no app of the phone is debuggable.
        return _nothing
    raise ServiceRefused


def _socket(daemon: Daemon, name: str) -> Handler:
    listener = daemon.phone.sockets.get(name)
    if listener is None:
        raise ServiceRefused
    return lambda stream: connect_on_phone(listener, stream)


async def _nothing(stream: Stream) -> None:
    del stream
