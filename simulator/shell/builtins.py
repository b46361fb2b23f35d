"""Commands that the shell runs itself, because they change it or know it (mksh `funcs.c`)."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from simulator.files import FileError
from simulator.shell.arithmetic import ArithmeticProblem
from simulator.shell.builtin import BUILTINS, Exit, Jump, builtin, fail
from simulator.shell.command import COMMANDS, Invocation
from simulator.shell.conditions import test_command
from simulator.shell.execution import execute
from simulator.shell.launching import invocation, launch
from simulator.shell.parser import parse
from simulator.shell.printing import echo
from simulator.shell.syntax import SPECIAL_BUILTINS
from simulator.shell.tokens import RESERVED
from simulator.shell.variables import ShellError

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.shell.interpreter import Shell


def _integer(shell: Shell, call: Invocation, default: int) -> int:
    if not call.args:
        return default
    try:
        return int(call.args[0])
    except ValueError:
        raise ShellError(f"{call.argv[0]}: {call.args[0]}: bad number") from None


@builtin("echo")
def _echo(shell: Shell, call: Invocation) -> int:
    result = echo(call)
    assert isinstance(result, int)
    return result


@builtin("test", "[")
def _test(shell: Shell, call: Invocation) -> int:
    result = test_command(call)
    assert isinstance(result, int)
    return result


@builtin(":", "true")
def _true(shell: Shell, call: Invocation) -> int:
    return 0


@builtin("false")
def _false(shell: Shell, call: Invocation) -> int:
    return 1


@builtin("exit")
def _exit(shell: Shell, call: Invocation) -> int:
    raise Exit(_integer(shell, call, shell.status))


@builtin("return")
def _return(shell: Shell, call: Invocation) -> int:
    raise Jump("return", code=_integer(shell, call, shell.status) & 255)


@builtin("break", "continue")
def _jump(shell: Shell, call: Invocation) -> int:
    count = _integer(shell, call, 1)
    if count < 1:
        return fail(shell, call, f"{call.args[0]}: bad value")
    if not shell.loops:
        return fail(shell, call, f"can't {call.argv[0]}", 0)
    raise Jump(call.argv[0], min(count, shell.loops))


@builtin("shift")
def _shift(shell: Shell, call: Invocation) -> int:
    count = shell.arithmetic(call.args[0]) if call.args else 1
    if count < 0:
        raise ShellError(f"shift: {call.args[0]}: bad number")
    if count > len(shell.positional):
        raise ShellError("shift: nothing to shift")
    shell.positional = shell.positional[count:]
    return 0


@builtin("cd", "chdir")
def _cd(shell: Shell, call: Invocation) -> int:
    args = [arg for arg in call.args if arg not in ("-P", "-L", "--")]
    target = args[0] if args else shell.vars.get("HOME")
    if len(args) > 1:
        return fail(shell, call, "bad substitution", 2)
    if target is None:
        return fail(shell, call, "no home directory (HOME not set)", 2)
    shows = target == "-"
    if shows:
        target = shell.vars.get("OLDPWD")
        if target is None:
            return fail(shell, call, "no OLDPWD")
    path = shell.path(target) if target else shell.cwd
    files = shell.phone.files
    try:
        node = files.node(path, shell.uid)
        if not node.is_dir:
            return fail(shell, call, f"{target}: Not a directory", 2)
        if not files.may(node, shell.uid, 1):
            return fail(shell, call, f"{target}: Permission denied", 2)
    except FileError as error:
        return fail(shell, call, f"{target}: {error}", 2)
    shell.vars.set("OLDPWD", shell.cwd)
    shell.cwd = (files.real_path(path) if "-P" in call.args else path).rstrip("/") or "/"
    if shows:
        call.out.line(shell.cwd)
    return 0


@builtin("pwd")
def _pwd(shell: Shell, call: Invocation) -> int:
    call.out.line(shell.phone.files.real_path(shell.cwd) if "-P" in call.args else shell.cwd)
    return 0


@builtin("eval")
async def _eval(shell: Shell, call: Invocation) -> int:
    return await run_text(shell, " ".join(call.args))


async def run_text(shell: Shell, text: str) -> int:
    """Run a text in the shell itself."""
    shell.calls += 1
    if shell.calls > 100:
        raise RecursionError
    status = 0
    try:
        program = parse(text)
        for line in program.lines:
            status = await execute(shell, line)
        if program.problem is not None:
            raise ShellError(str(program.problem))
    finally:
        shell.calls -= 1
    return status


@builtin(".", "source")
async def _source(shell: Shell, call: Invocation) -> int:
    if not call.args:
        raise ShellError(f"{call.argv[0]}: missing argument")
    try:
        data = shell.phone.files.read(shell.path(call.args[0]), shell.uid)
    except FileError as error:
        raise ShellError(f"{call.argv[0]}: {call.args[0]}: {error}") from error
    before = shell.positional
    if len(call.args) > 1:
        shell.positional = call.args[1:]
    try:
        return await run_text(shell, data.decode("utf-8", "surrogateescape"))
    except Jump as jump:
        if jump.kind != "return":
            raise
        return jump.code
    finally:
        shell.positional = before


@builtin("exec")
async def _exec(shell: Shell, call: Invocation) -> int:
    if not call.args:
        return 0
    raise Exit(await launch(shell, call.args, functions=False))


@builtin("command")
async def _command(shell: Shell, call: Invocation) -> int:
    args = call.args
    show = ""
    while args and args[0].startswith("-") and len(args[0]) > 1:
        option, args = args[0], args[1:]
        if option == "--":
            break
        show += "".join(letter for letter in option[1:] if letter in "vV")
    if not args:
        return 0
    if show:
        return _describe(shell, call, args, verbose="V" in show)
    return await launch(shell, args, functions=False)


@builtin("type", "whence")
def _type(shell: Shell, call: Invocation) -> int:
    verbose = call.argv[0] == "type" or "-v" in call.args
    return _describe(shell, call, [arg for arg in call.args if not arg.startswith("-")], verbose=verbose)


def _describe(shell: Shell, call: Invocation, names: list[str], *, verbose: bool) -> int:
    code = 0
    for name in names:
        if name in RESERVED:
            call.out.line(f"{name} is a reserved word" if verbose else name)
        elif name in shell.functions:
            call.out.line(f"{name} is a function" if verbose else name)
        elif name in BUILTINS:
            special = " special" if name in SPECIAL_BUILTINS else ""
            call.out.line(f"{name} is a{special} shell builtin" if verbose else name)
        elif path := find_command(shell, name):
            call.out.line(f"{name} is {path}" if verbose else path)
        else:
            if verbose:
                call.out.line(f"{name} not found")
            code = 1
    return code


def hidden(phone: Phone, name: str) -> bool:
    """Whether a registered command is not on this phone: a user build has no su and no remount."""
    return name in ("su", "remount") and phone.state.device.build_type == "user"


def find_command(shell: Shell, name: str) -> str | None:
    """The path of an executable, by PATH; a registered command lies in /system/bin."""
    files = shell.phone.files
    if "/" in name:
        path = shell.path(name)
        return name if files.is_file(path, shell.uid) and files.access(path, shell.uid, 1) else None
    for directory in shell.env.get("PATH", "").split(":"):
        path = posixpath.join(directory or ".", name)
        if directory == "/system/bin" and name in COMMANDS and not hidden(shell.phone, name):
            return path
        if name and files.is_file(shell.path(path), shell.uid) and files.access(shell.path(path), shell.uid, 1):
            return path
    return None


@builtin("umask")
def _umask(shell: Shell, call: Invocation) -> int:
    if not call.args:
        call.out.line(f"{shell.umask:04o}"[-3:].rjust(3, "0"))
        return 0
    try:
        shell.umask = int(call.args[0], 8) & 0o777
    except ValueError:
        return fail(shell, call, f"{call.args[0]}: bad number")
    return 0


@builtin("let")
def _let(shell: Shell, call: Invocation) -> int:
    value = 0
    try:
        for expression in call.args:
            value = shell.arithmetic(expression)
    except ArithmeticProblem as problem:
        shell.complain(str(problem), call.err)
        return 2
    return int(not value)


@builtin("times")
def _times(shell: Shell, call: Invocation) -> int:
    call.out.text("0m00.00s 0m00.00s\n0m00.00s 0m00.00s\n")
    return 0


@builtin("builtin")
async def _builtin(shell: Shell, call: Invocation) -> int:
    if not call.args or call.args[0] not in BUILTINS:
        return fail(shell, call, f"{call.args[0] if call.args else ''}: not found")
    result = BUILTINS[call.args[0]](shell, invocation(shell, call.args))
    return result if isinstance(result, int) else await result
