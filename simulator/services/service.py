"""What a system service of the phone is: operations over the state, a `dumpsys` printer and a `cmd` handler."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from simulator.clock import Clock
    from simulator.phone import Phone
    from simulator.shell.command import Invocation
    from simulator.state import State


class Service:
    """Base of all services. `name` is what `dumpsys NAME`, `cmd NAME` and `service list` know."""

    name: ClassVar[str]

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def ready(self) -> None:
        """Once, when all services of the phone exist: watch settings, take the alarms that are one's own."""

    @property
    def state(self) -> State:
        """The phone's whole state (it is replaced when a snapshot is loaded, so it is never kept)."""
        return self.phone.state

    @property
    def clock(self) -> Clock:
        """The phone's clock."""
        return self.phone.clock

    @property
    def api(self) -> int:
        """The phone's API level (28 to 36)."""
        return self.phone.state.device.api_level

    def dump(self, args: list[str]) -> str:
        """What `dumpsys NAME ARGS…` prints."""
        raise NotImplementedError(f"{self.name} prints nothing")

    def command(self, call: Invocation) -> int | Awaitable[int]:
        """What `cmd NAME …` does (`call.argv[0]` is the service's name); returns the exit code."""
        return self.no_command(call)

    def no_command(self, call: Invocation) -> int:
        """What binder answers for a service without commands."""
        call.out.line("No shell command implementation.")
        return 255
