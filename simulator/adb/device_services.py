"""Small services of adbd: framebuffer:, root:, reboot:, track-jdwp."""

from __future__ import annotations

import struct

from simulator.adb.daemon import Daemon
from simulator.adb.stream import Stream


async def framebuffer(daemon: Daemon, stream: Stream) -> None:
    """The screen as raw RGBA after a version 2 header (adb `daemon/framebuffer_service.cpp`)."""
    frame = daemon.phone.screen.frame().convert("RGBA")
    pixels = frame.tobytes()
    width, height = frame.size
    srgb = 1
    # offsets and lengths in bits: red, blue, green, alpha
    layout = (0, 8, 16, 8, 8, 8, 24, 8)
    await stream.write(struct.pack("<14I", 2, 32, srgb, len(pixels), width, height, *layout))
    await stream.write(pixels)


async def root_service(daemon: Daemon, wanted: bool, stream: Stream) -> None:
    """adb root and adb unroot (adb `daemon/restart_service.cpp`)."""
    text = daemon.root(wanted)
    await stream.write(text.encode())
    if text.startswith("restarting"):
        daemon.restart()


async def reboot(daemon: Daemon, stream: Stream) -> None:
    """Reboot: the phone leaves and comes back. The bootloader and recovery are not simulated: it always comes back."""
    del stream
    daemon.phone.reboot()


async def track_jdwp(stream: Stream) -> None:
    """A list of debuggable processes, now and at each change: no app of the phone is debuggable, so it stays empty."""
    await stream.write(b"0000")
    while await stream.read_some():
        pass
