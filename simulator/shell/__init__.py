"""The phone's shell: Android's `sh` (mksh) and its commands (toybox), over the simulated phone."""

from simulator.shell import declarations
from simulator.shell.command import COMMANDS, Command, Input, Invocation, Output, ShellContext, command
from simulator.shell.interpreter import Shell

__all__ = ["COMMANDS", "Command", "Input", "Invocation", "Output", "Shell", "ShellContext", "command", "declarations"]
