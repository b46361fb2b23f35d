"""The phone's shell: Android's `sh` (mksh) and its commands (toybox), over the simulated phone."""

from simulator.shell import (
    awk,
    conditions,
    dates,
    declarations,
    digests,
    expr_and_diff,
    files_commands,
    find,
    grep,
    listing,
    path_commands,
    printing,
    process_commands,
    sed_run,
    system_commands,
    text_commands,
)
from simulator.shell.command import COMMANDS, Command, Input, Invocation, Output, ShellContext, command
from simulator.shell.interpreter import Shell

# Imported so that their commands register themselves.
_REGISTERED = (
    awk,
    conditions,
    dates,
    declarations,
    digests,
    expr_and_diff,
    files_commands,
    find,
    grep,
    listing,
    path_commands,
    printing,
    process_commands,
    sed_run,
    system_commands,
    text_commands,
)

__all__ = ["COMMANDS", "Command", "Input", "Invocation", "Output", "Shell", "ShellContext", "command"]
