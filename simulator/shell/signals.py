"""Builtins over jobs and signals: `wait`, `jobs`, `kill`, `trap`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.shell import jobs
from simulator.shell.command import Invocation
from simulator.shell.processes import processes_of

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell
from simulator.shell.builtin import Exit, builtin, fail

SIGNALS = {
    1: "HUP",
    2: "INT",
    3: "QUIT",
    6: "ABRT",
    9: "KILL",
    10: "USR1",
    12: "USR2",
    13: "PIPE",
    14: "ALRM",
    15: "TERM",
    17: "CHLD",
    18: "CONT",
    19: "STOP",
}


@builtin("wait")
async def _wait(shell: Shell, call: Invocation) -> int:
    if not call.args:
        for process in list(shell.children):
            await jobs.wait(process)
        shell.children.clear()
        return 0
    code = 0
    for text in call.args:
        number = text.lstrip("%")
        found = [
            one
            for position, one in enumerate(shell.children, 1)
            if number in (str(one.pid), str(position) if text[:1] == "%" else "")
        ]
        code = await jobs.wait(found[0]) if found else 127
    return code


@builtin("jobs")
def _jobs(shell: Shell, call: Invocation) -> int:
    for number, process in enumerate(shell.children, 1):
        if process.task is not None and not process.task.done():
            call.out.line(f"[{number}] + Running              {process.name}")
    return 0


@builtin("kill")
def _kill(shell: Shell, call: Invocation) -> int:
    args = call.args
    signal = "TERM"
    if args and args[0] == "-l":
        call.out.line(" ".join(SIGNALS.values()))
        return 0
    if args and args[0].startswith("-") and len(args[0]) > 1:
        signal = args.pop(0)[1:]
        if signal == "s" and args:
            signal = args.pop(0)
    signal = (
        SIGNALS.get(int(signal), signal)
        if signal.isascii() and signal.isdigit()
        else signal.upper().removeprefix("SIG")
    )
    if not args:
        return fail(shell, call, "missing argument")
    code = 0
    for text in args:
        code = max(code, _kill_one(shell, call, text, signal))
    return code


def _kill_one(shell: Shell, call: Invocation, text: str, signal: str) -> int:
    if text.startswith("%"):
        number = text[1:]
        if not number.isdigit() or not 0 < int(number) <= len(shell.children):
            return fail(shell, call, f"{text}: no such job")
        text = str(shell.children[int(number) - 1].pid)
    if not text.isascii() or not text.isdigit():
        return fail(shell, call, f"{text}: arguments must be jobs or process IDs")
    pid = int(text)
    if pid == shell.pid:
        if signal in ("0", "CONT", "CHLD"):
            return 0
        raise Exit(128 + next((code for code, name in SIGNALS.items() if name == signal), 15))
    process = processes_of(shell.phone).running.get(pid)
    if process is None or process.task is None:
        known = getattr(shell.phone, "processes", None)
        exists = callable(known) and any(entry[0] == pid for entry in known())
        return fail(shell, call, f"{text}: {'Operation not permitted' if exists else 'No such process'}")
    if signal not in ("0", "CONT", "CHLD"):
        process.task.cancel()
    return 0


@builtin("trap")
def _trap(shell: Shell, call: Invocation) -> int:
    args = [arg for arg in call.args if arg != "--"]
    if not args:
        for name, action in shell.traps.items():
            call.out.line(f"trap -- '{action}' {name}")
        return 0
    action, names = (args[0], args[1:]) if len(args) > 1 else ("-", args)
    for name in names:
        key = name.upper().removeprefix("SIG")
        if key.isdigit():
            key = SIGNALS.get(int(key), "EXIT" if key == "0" else key)
        if key != "EXIT" and key not in SIGNALS.values() and key not in ("ERR", "DEBUG"):
            return fail(shell, call, f"{name}: bad signal")
        if action == "-":
            shell.traps.pop(key, None)
        else:
            shell.traps[key] = action
    return 0
