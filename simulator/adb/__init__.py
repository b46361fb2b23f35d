"""ADB as the phone and its server speak it: smart socket, shell, sync, forwards."""

from simulator.adb.adbd import AdbdServer
from simulator.adb.daemon import Daemon, ShellFactory, ShellSession
from simulator.adb.server import AdbServer
from simulator.adb.services import ServiceRefused, open_service
from simulator.adb.stream import EndOfStream, SocketStream, Stream

__all__ = [
    "AdbServer",
    "AdbdServer",
    "Daemon",
    "EndOfStream",
    "ServiceRefused",
    "ShellFactory",
    "ShellSession",
    "SocketStream",
    "Stream",
    "open_service",
]
