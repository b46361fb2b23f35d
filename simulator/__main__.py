"""`python -m simulator`: one process with simulated phones. Its first line of output says where it listens."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from simulator.clock import Clock
from simulator.control.errors import ControlError
from simulator.host import Host
from simulator.phone import Phone
from simulator.state import DeviceInfo, State

NEVER_MS = "2147483647"  # config_screenOffTimeout of the emulator images


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m simulator", description=__doc__)
    parser.add_argument("--phones", type=int, default=1, help="how many phones (emulator-5554, emulator-5556 …)")
    parser.add_argument("--api-level", type=int, default=34, choices=range(28, 37), metavar="28…36")
    parser.add_argument("--build-type", default="user", choices=("user", "userdebug"))
    parser.add_argument("--adb-port", type=int, default=0, help="port of the ADB server (0: a free one)")
    parser.add_argument(
        "--emulator-port", type=int, default=0, metavar="PORT",
        help="lay ports out as emulators do: serial emulator-PORT, console PORT, adbd PORT+1, next phone PORT+2",
    )  # fmt: skip
    parser.add_argument("--auth", action="store_true", help="debugging must be allowed on the phone first")
    parser.add_argument("--control-port", type=int, default=0, help="port of the control channel (0: a free one)")
    parser.add_argument("--start-ms", type=int, help="where the clocks stand (ms since the epoch; default: now)")
    parser.add_argument("--day", help="a day to load on every phone: a name or a path")
    parser.add_argument("--persona", help="a persona in place of the day's own")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--run-clock", action="store_true", help="let time run at wall speed from the start")
    parser.add_argument("--stay-awake", action="store_true", help="the screen never times out, as on emulators")
    parser.add_argument("--snapshots", type=Path, help="folder of snapshots (default: a temporary one)")
    parser.add_argument("--may-kill", action="store_true", help="`adb kill-server` ends the process")
    parser.add_argument(
        "--background", action="store_true", help="live on when standard input ends (else that ends the process)"
    )
    return parser


def _phones(options: argparse.Namespace) -> list[Phone]:
    start = int(time.time() * 1000) if options.start_ms is None else options.start_ms
    phones = []
    for number in range(options.phones):
        device = DeviceInfo(
            serial=f"emulator-{(options.emulator_port or 5554) + 2 * number}",
            api_level=options.api_level,
            build_type=options.build_type,
        )
        phone = Phone(State(seed=options.seed, device=device), Clock(start))
        phone.boot()
        phones.append(phone)
    return phones


async def _main(options: argparse.Namespace) -> None:
    host = Host(
        _phones(options),
        options.adb_port,
        options.control_port,
        snapshots=options.snapshots,
        may_kill=options.may_kill,
        auth=options.auth,
        emulator_port=options.emulator_port,
    )
    for phone in host.phones:
        if options.day is not None:
            spec = {"day": options.day, "persona": options.persona, "seed": options.seed}
            phone.load_day({**spec, "api_level": options.api_level})
        if options.stay_awake:
            phone.phone.settings.put("system", "screen_off_timeout", NEVER_MS)
        if options.run_clock:
            phone.phone.clock.run()
    await host.start()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, host.shutdown)
    if not options.background:
        threading.Thread(target=_watch_input, args=(loop, host), daemon=True).start()
    ready = {
        "adb_port": host.adb.port,
        "control_port": host.control.port,
        "token": host.token,
        "pid": os.getpid(),
        "serials": [one.serial for one in host.phones],
        "adbd_ports": [one.port for one in host.adbds],
        "console_ports": [one.port for one in host.consoles],
        "console_token_path": str(host.consoles[0].token_path) if host.consoles else "",
    }
    print(json.dumps(ready), flush=True)
    await host.serve()


def _watch_input(loop: asyncio.AbstractEventLoop, host: Host) -> None:
    """End the host when standard input ends: whoever started it is gone. Read below sys.stdin, whose lock would
    keep the interpreter from ending."""
    while os.read(0, 4096):
        pass
    if not loop.is_closed():
        loop.call_soon_threadsafe(host.shutdown)


def main() -> int:
    """Run until told to end; returns the exit code."""
    options = _arguments().parse_args()
    try:
        asyncio.run(_main(options))
    except (ControlError, OSError) as error:
        print(f"simulator: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
