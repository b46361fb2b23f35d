"""Commands that are another name for a service's own: am, pm, wm, input, ime, appops."""

from __future__ import annotations

from collections.abc import Awaitable

from simulator.services.shell_guard import refused
from simulator.shell.command import Invocation, command

_SERVICES = {
    "am": "activity",
    "pm": "package",
    "wm": "window",
    "input": "input",
    "ime": "input_method",
    "appops": "appops",
}


@command(*_SERVICES)
def frontend(call: Invocation) -> int | Awaitable[int]:
    """Run the service's command of the same words."""
    code = refused(call)
    if code is not None:
        return code
    return call.phone.services[_SERVICES[call.argv[0].rsplit("/", 1)[-1]]].command(call)
