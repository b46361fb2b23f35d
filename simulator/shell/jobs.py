"""Background jobs: they run as tasks, end with the shell unless nohup started them, and `wait` waits for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from simulator.shell.command import Input
from simulator.shell.processes import Process, processes_of
from simulator.shell.streams import BrokenPipe, Stream
from simulator.shell.syntax import Command, Program, Sequence, Simple

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell

_DETACHED: set[asyncio.Task[int]] = set()


def start(shell: Shell, command: Command) -> Process:
    """Run a command in the background of `shell`."""
    child = shell.fork()
    table = processes_of(shell.phone)
    child.streams[0] = Stream(Input())
    process = table.start(shell.pid, shell.uid, _name(command))
    process.survives = process.name in ("nohup", "setsid")
    process.task = asyncio.get_running_loop().create_task(_run(child, command))
    process.task.add_done_callback(lambda task: table.end(process))
    shell.owner.started.append(process)
    shell.children.append(process)
    shell.last_job = process.pid
    return process


async def _run(child: Shell, command: Command) -> int:
    try:
        return await child.main(Program([Sequence([(command, False)])], None))
    except BrokenPipe:
        return 141


def _name(command: Command) -> str:
    if isinstance(command, Simple) and command.words and command.words[0].literal:
        return command.words[0].literal.rpartition("/")[2]
    return "sh"


async def wait(process: Process) -> int:
    """The exit code of a job once it has ended; a killed one's is 143 (128 + SIGTERM)."""
    assert process.task is not None
    await asyncio.wait([process.task])
    return 143 if process.task.cancelled() else process.task.result()


async def end_all(owner: Shell) -> None:
    """Stop the jobs that do not outlive the shell."""
    started, owner.started = owner.started, []
    ending: list[asyncio.Task[int]] = []
    for process in started:
        if process.task is None or process.task.done():
            continue
        if process.survives:
            _DETACHED.add(process.task)
            process.task.add_done_callback(_DETACHED.discard)
        else:
            process.task.cancel()
            ending.append(process.task)
    if ending:
        await asyncio.gather(*ending, return_exceptions=True)
