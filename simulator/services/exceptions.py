"""How a shell command's Java exception comes out (BasicShellCommandHandler.exec, ShellCommand.exec)."""

from __future__ import annotations

from simulator.shell.command import Invocation

_TAIL = (
    "android.os.ShellCommand.exec(ShellCommand.java:38)",
    "android.os.Binder.shellCommand(Binder.java:1073)",
    "android.os.Binder.onTransact(Binder.java:901)",
    "android.os.Binder.execTransactInternal(Binder.java:1321)",
    "android.os.Binder.execTransact(Binder.java:1280)",
)


def throw(call: Invocation, exception: str, frames: tuple[str, ...], word: str | None = None) -> int:
    """Write an exception (`java.lang.X: message`) with its trace on stderr; returns the exit code 255.

    Up to Android 10 a SecurityException has a head of its own; from Android 11 on all name the command.
    """
    api = call.phone.state.device.api_level
    if api < 30 and exception.startswith("java.lang.SecurityException: "):
        call.err.line(f"Security exception: {exception.partition(': ')[2]}")
        call.err.line()
    else:
        call.err.line()
        name = word if word is not None else (call.args[0] if call.args else "")
        call.err.line(
            "Exception occurred while executing:" if api < 30 else f"Exception occurred while executing '{name}':"
        )
    call.err.line(exception)
    for frame in (*frames, *_TAIL):
        call.err.line(f"\tat {frame}")
    return 255
