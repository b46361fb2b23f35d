"""`dumpsys` (frameworks/native/cmds/dumpsys)."""

from __future__ import annotations

from simulator.services.service import Service
from simulator.services.shell_guard import dump_refused
from simulator.shell.command import Invocation, command

_NOT_BINDER = ("property", "properties")
_DASHES = "-" * 79


def running(call: Invocation) -> dict[str, Service]:
    """The services that binder knows, by name, sorted."""
    return {name: s for name, s in sorted(call.phone.services.items()) if name not in _NOT_BINDER}


def dump_text(service: Service, args: list[str]) -> str:
    """What a service dumps; nothing if it prints none."""
    return "" if type(service).dump is Service.dump else service.dump(args)


@command("dumpsys")
def dumpsys(call: Invocation) -> int:
    """`dumpsys [-l] [-t SECONDS] [--skip …] [SERVICE [ARGS]]`."""
    words = list(call.args)
    skipped: set[str] = set()
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option == "-l":
            call.out.line("Currently running services:")
            for name in running(call):
                call.out.line(f"  {name}")
            return 0
        if option in ("-t", "-T", "--priority") and words:
            words.pop(0)
        elif option == "--skip":
            skipped, words = set(words), []
        elif option in ("--help", "-h"):
            call.out.line("usage: dumpsys\n         To dump all services.")
            return 0
        elif option not in ("--proto", "--pid", "--thread", "--stability", "--clients", "--dump"):
            call.err.line(f"dumpsys: unrecognized option `{option}'")
            return 255
    services = running(call)
    if not words:
        call.out.line("Currently running services:")
        for name in services:
            call.out.line(f"  {name}{' (skipped)' if name in skipped else ''}")
        for name, service in services.items():
            if name not in skipped:
                call.out.line(_DASHES)
                call.out.line(f"DUMP OF SERVICE {name}:")
                if not dump_refused(call, name):
                    call.out.text(dump_text(service, []))
                now = call.phone.clock.local(call.phone.state.device.timezone).strftime("%Y-%m-%d %H:%M:%S")
                call.out.line(f"--------- 0.012s was the duration of dumpsys {name}, ending at: {now}")
        return 0
    found = services.get(words[0])
    if found is None:
        call.err.line(f"Can't find service: {words[0]}")
        return 0
    if not dump_refused(call, words[0]):
        call.out.text(dump_text(found, words[1:]))
    return 0
