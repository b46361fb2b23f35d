"""The emulator console: a telnet-like port beside each phone's adbd, as Android emulators have."""

from simulator.console.server import ConsoleServer, default_token_path

__all__ = ["ConsoleServer", "default_token_path"]
