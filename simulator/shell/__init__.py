"""The phone's shell: Android's `sh` (mksh) and its commands (toybox), over the simulated phone."""

from simulator.shell import (  # noqa: F401 - imported so that their commands register themselves
    awk,
    block_commands,
    builtins,
    conditions,
    copying,
    dates,
    declarations,
    digests,
    expr_and_diff,
    files_commands,
    find,
    grep,
    listing,
    mode_commands,
    path_commands,
    printing,
    process_commands,
    reading,
    sed_run,
    signals,
    sorting,
    system_commands,
    text_commands,
    translation,
)
from simulator.shell.command import COMMANDS, Command, Input, Invocation, Output, ShellContext, command, program_names
from simulator.shell.interpreter import Shell

__all__ = ["COMMANDS", "Command", "Input", "Invocation", "Output", "Shell", "ShellContext", "command", "program_names"]
