"""`reboot` (system/core/reboot/reboot.c)."""

from __future__ import annotations

from simulator.shell.command import Invocation, command


@command("reboot")
def reboot(call: Invocation) -> int:
    """`reboot [-p] [reason]`: the phone leaves and comes back, whatever it was asked to come back as."""
    options = [word for word in call.args if word.startswith("-")]
    if any(word != "-p" for word in options) or len(call.args) - len(options) > 1:
        return call.fail("usage: reboot [-p] [rebootcommand]", 1)
    call.phone.log("PowerManagerService", "reboot requested by shell", "W")
    call.phone.reboot()
    return 0
