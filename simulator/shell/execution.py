"""Running the syntax tree: lists, pipelines, compound and simple commands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from simulator.shell import conditions, jobs, syntax
from simulator.shell.arithmetic import ArithmeticProblem
from simulator.shell.builtin import Exit, Jump
from simulator.shell.command import COMMANDS
from simulator.shell.expansion import expand_segments, expand_text, expand_words
from simulator.shell.launching import launch, xtrace
from simulator.shell.pattern import compile_pattern
from simulator.shell.processes import MAX_PROCESSES
from simulator.shell.redirection import RedirectProblem, redirected
from simulator.shell.streams import BrokenPipe, PipeInput, PipeOutput, Stream
from simulator.shell.syntax import SPECIAL_BUILTINS
from simulator.shell.variables import ShellError, Variable

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell

_GRACE_S = 0.2


async def execute(shell: Shell, node: syntax.Command) -> int:
    """Run a node; sets and returns the shell's status."""
    status = await _RUNNERS[type(node)](shell, node)
    shell.status = status
    return status


def _errexit(shell: Shell, status: int) -> int:
    shell.status = status
    if status and "e" in shell.options and not shell.tolerant:
        raise Exit(status)
    return status


async def _tolerant(shell: Shell, node: syntax.Command) -> int:
    """Run a condition: its failure does not end a `set -e` shell."""
    shell.tolerant += 1
    try:
        return await execute(shell, node)
    finally:
        shell.tolerant -= 1


async def _sequence(shell: Shell, node: syntax.Sequence) -> int:
    status = 0 if node.items else shell.status
    for command, background in node.items:
        if background:
            jobs.start(shell, command)
            status = shell.status = 0
        else:
            status = await execute(shell, command)
    return status


async def _and_or(shell: Shell, node: syntax.AndOr) -> int:
    status = await _tolerant(shell, node.left)
    if (status == 0) == (node.op == "&&"):
        return await execute(shell, node.right)
    return status


async def _negated(shell: Shell, node: syntax.Negated) -> int:
    return int(not await _tolerant(shell, node.body))


async def _timed(shell: Shell, node: syntax.Timed) -> int:
    loop = asyncio.get_running_loop()
    start = loop.time()
    status = await execute(shell, node.body) if node.body is not None else 0
    minutes, seconds = divmod(loop.time() - start, 60)
    stream = shell.streams.get(2)
    if stream and stream.writer:
        stream.writer.text(f"    {int(minutes)}m{seconds:05.2f}s real     0m00.00s user     0m00.00s system\n")
    return status


async def _pipeline(shell: Shell, node: syntax.Pipeline) -> int:
    loop = asyncio.get_running_loop()
    if shell.owner.stages + len(node.stages) > MAX_PROCESSES:
        raise ShellError("can't fork - try again")
    tasks: list[asyncio.Task[int]] = []
    pipes: list[PipeInput] = []
    for number, stage in enumerate(node.stages):
        child = shell.fork()
        child.status = shell.status
        if number:
            child.streams[0] = Stream(pipes[-1])
        if number < len(node.stages) - 1:
            pipes.append(PipeInput())
            child.streams[1] = Stream(None, PipeOutput(pipes[-1]))
        reading = pipes[number - 1] if number else None
        writing = pipes[number] if number < len(node.stages) - 1 else None
        tasks.append(loop.create_task(_stage(child, stage, reading, writing)))
    shell.owner.stages += len(tasks)
    try:
        for number in range(len(tasks) - 1, -1, -1):
            if number < len(tasks) - 1 and not tasks[number].done() and _is_follower(node.stages[number]):
                # Its reader is gone. A real one would end at its next write, which on a still clock never comes.
                await asyncio.wait([tasks[number]], timeout=_GRACE_S)
                tasks[number].cancel()
            await asyncio.wait([tasks[number]])
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
    finally:
        shell.owner.stages -= len(tasks)
    codes = [141 if task.cancelled() else task.result() for task in tasks]
    status = codes[-1]
    if "pipefail" in shell.options:
        status = next((code for code in reversed(codes) if code), 0)
    return _errexit(shell, status)


def _is_follower(stage: syntax.Command) -> bool:
    name = stage.words[0].literal if isinstance(stage, syntax.Simple) and stage.words else None
    return name in COMMANDS and name not in ("sleep", "time", "timeout", "sh")


async def _stage(child: Shell, stage: syntax.Command, reading: PipeInput | None, writing: PipeInput | None) -> int:
    try:
        return await child.main(syntax.Program([syntax.Sequence([(stage, False)])], None))
    except BrokenPipe:
        return 141
    finally:
        if reading is not None:
            reading.leave()
        if writing is not None:
            writing.close()


async def _group(shell: Shell, node: syntax.Group) -> int:
    return await execute(shell, node.body)


async def _subshell(shell: Shell, node: syntax.Subshell) -> int:
    child = shell.fork()
    child.status = shell.status
    return _errexit(shell, await child.main(syntax.Program([node.body], None)))


async def _if(shell: Shell, node: syntax.If) -> int:
    for condition, body in node.branches:
        if not await _tolerant(shell, condition):
            return await execute(shell, body)
    return await execute(shell, node.otherwise) if node.otherwise is not None else 0


async def _body(shell: Shell, body: syntax.Command, turn: int) -> tuple[int, bool]:
    """(status, whether the loop goes on) of one turn."""
    if turn % 16 == 15:
        await asyncio.sleep(0)
    try:
        return await execute(shell, body), True
    except Jump as jump:
        if jump.kind == "return":
            raise
        if jump.count > 1:
            jump.count -= 1
            raise
        return 0, jump.kind == "continue"


async def _loop(shell: Shell, node: syntax.Loop) -> int:
    status, going, turn = 0, True, 0
    shell.loops += 1
    try:
        while going:
            try:
                if bool(await _tolerant(shell, node.condition)) != node.until:
                    break
            except Jump as jump:
                if jump.kind == "return" or jump.count > 1:
                    jump.count -= 1
                    raise
                going = jump.kind == "continue"
                continue
            status, going = await _body(shell, node.body, turn)
            turn += 1
    finally:
        shell.loops -= 1
    return status


async def _for(shell: Shell, node: syntax.For) -> int:
    values = list(shell.positional) if node.words is None else await expand_words(shell, node.words)
    status, going = 0, True
    shell.loops += 1
    try:
        for turn, value in enumerate(values):
            shell.vars.set(node.name, value)
            status, going = await _body(shell, node.body, turn)
            if not going:
                break
    finally:
        shell.loops -= 1
    return status


async def _case(shell: Shell, node: syntax.Case) -> int:
    subject = await expand_text(shell, node.word)
    falling = False
    status = 0
    for patterns, body, end in node.items:
        if not falling:
            for pattern in patterns:
                if compile_pattern(await expand_segments(shell, pattern)).fullmatch(subject):
                    break
            else:
                continue
        status = await execute(shell, body) if body.items else 0
        falling = end == ";&"
        if end == ";;":
            break
    return status


async def _function(shell: Shell, node: syntax.Function) -> int:
    shell.define(node)
    return 0


async def _arithmetic(shell: Shell, node: syntax.ArithmeticCommand) -> int:
    try:
        return _errexit(shell, int(not shell.arithmetic(await expand_text(shell, node.expression))))
    except ArithmeticProblem as problem:
        shell.complain(str(problem))
        return _errexit(shell, 2)


async def _condition(shell: Shell, node: syntax.Condition) -> int:
    return _errexit(shell, await conditions.double_brackets(shell, node))


async def _redirected(shell: Shell, node: syntax.Redirected) -> int:
    before = shell.streams
    try:
        shell.streams = await redirected(shell, node.redirects)
    except RedirectProblem as problem:
        shell.complain(str(problem))
        return _errexit(shell, 1)
    try:
        return await execute(shell, node.body)
    finally:
        shell.streams = before


async def _simple(shell: Shell, node: syntax.Simple) -> int:
    shell.substituted = None
    argv = await expand_words(shell, node.words)
    before = shell.streams
    persists = False
    if node.redirects:
        try:
            shell.streams = await redirected(shell, node.redirects)
        except RedirectProblem as problem:
            shell.complain(str(problem))
            return _errexit(shell, 1)
        persists = argv == ["exec"]
    saved: dict[str, Variable | None] = {}
    keeps = not argv or (argv[0] in SPECIAL_BUILTINS and argv[0] not in shell.functions)
    try:
        for assignment in node.assignments:
            if not keeps and assignment.name not in saved:
                saved[assignment.name] = shell.vars.table.get(assignment.name)
            await _assign(shell, assignment, exported=bool(argv) and not keeps)
        if "x" in shell.options:
            xtrace(shell, argv, node)
        if not argv:
            return _errexit(shell, shell.substituted or 0)
        status = await launch(shell, argv)
        out = shell.streams.get(1)
        if out and isinstance(out.writer, PipeOutput):
            await out.writer.drain()
    finally:
        if not persists:
            shell.streams = before
        for name, old in saved.items():
            if old is None:
                shell.vars.table.pop(name, None)
                shell.vars.environment.pop(name, None)
            else:
                shell.vars.table[name] = old
                text = old.text()
                if old.exported and text is not None:
                    shell.vars.environment[name] = text
                else:
                    shell.vars.environment.pop(name, None)
    return _errexit(shell, status)


async def _assign(shell: Shell, assignment: syntax.Assignment, *, exported: bool) -> None:
    name = assignment.name
    if assignment.values is not None:
        shell.vars.set_array(name, await expand_words(shell, assignment.values), append=assignment.append)
        return
    value = await expand_text(shell, assignment.value, after_equals=True)
    index = None
    if assignment.index is not None:
        index = shell.arithmetic(await expand_text(shell, assignment.index))
    if assignment.append:
        old = shell.vars.get(name, index) or ""
        value = old + value
    shell.vars.set(name, value, index, exported=exported)


_RUNNERS: dict[type, Callable[[Shell, Any], Awaitable[int]]] = {
    syntax.Simple: _simple,
    syntax.Pipeline: _pipeline,
    syntax.Negated: _negated,
    syntax.Timed: _timed,
    syntax.AndOr: _and_or,
    syntax.Sequence: _sequence,
    syntax.Group: _group,
    syntax.Subshell: _subshell,
    syntax.If: _if,
    syntax.Loop: _loop,
    syntax.For: _for,
    syntax.Case: _case,
    syntax.Function: _function,
    syntax.ArithmeticCommand: _arithmetic,
    syntax.Condition: _condition,
    syntax.Redirected: _redirected,
}
