"""Commands that the shell runs itself, because they change it or know it (mksh `funcs.c`)."""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from simulator.files import FileError
from simulator.shell import jobs
from simulator.shell.arithmetic import ArithmeticProblem
from simulator.shell.command import COMMANDS, Invocation
from simulator.shell.conditions import test_command
from simulator.shell.parser import RESERVED, parse
from simulator.shell.printing import echo
from simulator.shell.processes import processes_of
from simulator.shell.streams import Stream
from simulator.shell.variables import IDENTIFIER, ShellError

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell

Builtin = Callable[["Shell", Invocation], int | Awaitable[int]]
BUILTINS: dict[str, Builtin] = {}
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


class Exit(Exception):
    """The shell ends."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code & 255


class Jump(Exception):
    """`break`, `continue` (with how many loops) or `return` on its way up."""

    def __init__(self, kind: str, count: int = 1, code: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.count, self.code = kind, count, code


def builtin(*names: str) -> Callable[[Builtin], Builtin]:
    """Register a builtin."""

    def register(function: Builtin) -> Builtin:
        for name in names:
            BUILTINS[name] = function
        return function

    return register


def _fail(shell: Shell, call: Invocation, message: str, code: int = 1) -> int:
    shell.complain(f"{call.argv[0]}: {message}", call.err)
    return code


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
        return _fail(shell, call, f"{call.args[0]}: bad value")
    if not shell.loops:
        return _fail(shell, call, f"can't {call.argv[0]}", 0)
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
    if target is None:
        return _fail(shell, call, "no home directory (HOME not set)")
    shows = target == "-"
    if shows:
        target = shell.vars.get("OLDPWD")
        if target is None:
            return _fail(shell, call, "no OLDPWD")
    path = shell.path(target) if target else shell.cwd
    files = shell.phone.files
    try:
        node = files.node(path, shell.uid)
        if not node.is_dir:
            return _fail(shell, call, f"{target}: Not a directory", 2)
        if not files.may(node, shell.uid, 1):
            return _fail(shell, call, f"{target}: Permission denied", 2)
    except FileError as error:
        return _fail(shell, call, f"{target}: {error}", 2)
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
    from simulator.shell.execution import execute

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
    from simulator.shell.launching import launch

    if not call.args:
        return 0
    raise Exit(await launch(shell, call.args, functions=False))


@builtin("command")
async def _command(shell: Shell, call: Invocation) -> int:
    from simulator.shell.launching import launch

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
            special = " special" if name in _SPECIAL_NAMES else ""
            call.out.line(f"{name} is a{special} shell builtin" if verbose else name)
        elif path := find_command(shell, name):
            call.out.line(f"{name} is {path}" if verbose else path)
        else:
            if verbose:
                call.out.line(f"{name} not found")
            code = 1
    return code


_SPECIAL_NAMES = frozenset(
    [
        ".",
        ":",
        "break",
        "continue",
        "eval",
        "exec",
        "exit",
        "export",
        "readonly",
        "return",
        "set",
        "shift",
        "trap",
        "unset",
        "times",
    ]
)


def find_command(shell: Shell, name: str) -> str | None:
    """The path of an executable, by PATH; a registered command lies in /system/bin."""
    files = shell.phone.files
    if "/" in name:
        path = shell.path(name)
        return name if files.is_file(path, shell.uid) and files.access(path, shell.uid, 1) else None
    for directory in shell.env.get("PATH", "").split(":"):
        path = posixpath.join(directory or ".", name)
        if directory == "/system/bin" and name in COMMANDS:
            return path
        if name and files.is_file(shell.path(path), shell.uid) and files.access(shell.path(path), shell.uid, 1):
            return path
    return None


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
        return _fail(shell, call, "missing argument")
    code = 0
    for text in args:
        code = max(code, _kill_one(shell, call, text, signal))
    return code


def _kill_one(shell: Shell, call: Invocation, text: str, signal: str) -> int:
    if text.startswith("%"):
        number = text[1:]
        if not number.isdigit() or not 0 < int(number) <= len(shell.children):
            return _fail(shell, call, f"{text}: no such job")
        text = str(shell.children[int(number) - 1].pid)
    if not text.isascii() or not text.isdigit():
        return _fail(shell, call, f"{text}: arguments must be jobs or process IDs")
    pid = int(text)
    if pid == shell.pid:
        if signal in ("0", "CONT", "CHLD"):
            return 0
        raise Exit(128 + next((code for code, name in SIGNALS.items() if name == signal), 15))
    process = processes_of(shell.phone).running.get(pid)
    if process is None or process.task is None:
        known = getattr(shell.phone, "processes", None)
        exists = callable(known) and any(entry[0] == pid for entry in known())
        return _fail(shell, call, f"{text}: {'Operation not permitted' if exists else 'No such process'}")
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
            return _fail(shell, call, f"{name}: bad signal")
        if action == "-":
            shell.traps.pop(key, None)
        else:
            shell.traps[key] = action
    return 0


@builtin("umask")
def _umask(shell: Shell, call: Invocation) -> int:
    if not call.args:
        call.out.line(f"{shell.umask:04o}"[-3:].rjust(3, "0"))
        return 0
    try:
        shell.umask = int(call.args[0], 8) & 0o777
    except ValueError:
        return _fail(shell, call, f"{call.args[0]}: bad number")
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
    from simulator.shell.launching import invocation

    if not call.args or call.args[0] not in BUILTINS:
        return _fail(shell, call, f"{call.args[0] if call.args else ''}: not found")
    result = BUILTINS[call.args[0]](shell, invocation(shell, call.args))
    return result if isinstance(result, int) else await result


@builtin("read")
async def _read(shell: Shell, call: Invocation) -> int:
    args, options, names = list(call.args), {}, []
    while args:
        arg = args.pop(0)
        if arg == "--" or not arg.startswith("-") or len(arg) == 1:
            names = ([] if arg == "--" else [arg]) + args
            break
        letter = arg[1]
        if letter in "utndNp":
            options[letter] = arg[2:] or (args.pop(0) if args else "")
        else:
            options.update(dict.fromkeys(arg[1:], ""))
    stream = shell.streams.get(int(options["u"])) if options.get("u", "").isdigit() else Stream(call.stdin)
    if stream is None or stream.reader is None:
        return _fail(shell, call, f"-u: {options.get('u', '0')}: bad file descriptor")
    for name in names:
        if not IDENTIFIER.fullmatch(name):
            return _fail(shell, call, f"{name}: not an identifier", 2)
    try:
        async with asyncio.timeout(float(options["t"]) if options.get("t") else None):
            text, complete = await _line(stream, options, raw="r" in options)
    except (TimeoutError, ValueError):
        return 1
    _distribute(shell, text, names, options)
    return 0 if complete else 1


async def _line(stream: Stream, options: dict[str, str], *, raw: bool) -> tuple[str, bool]:
    """(text with escaped characters marked by a NUL before them, whether its end was there)."""
    assert stream.reader is not None
    if "n" in options or "N" in options:
        wanted = int(options.get("N") or options.get("n") or 1)
        data = b""
        while len(data) < wanted:
            byte = await stream.reader.read(1)
            if not byte or (byte == b"\n" and "N" not in options):
                return data.decode("utf-8", "surrogateescape"), bool(byte)
            data += byte
        return data.decode("utf-8", "surrogateescape"), True
    data = b""
    while True:
        if "d" in options:
            end = options["d"][:1].encode() or b"\0"
            while (byte := await stream.reader.read(1)) and byte != end:
                data += byte
            complete = bool(byte)
        else:
            piece = await stream.reader.read_line()
            complete = piece.endswith(b"\n")
            data += piece[:-1] if complete else piece
        tail = len(data) - len(data.rstrip(b"\\"))
        if raw or not complete or tail % 2 == 0:
            break
        data = data[:-1]
    text = data.decode("utf-8", "surrogateescape").replace("\0", "")
    if raw:
        return text, complete
    out: list[str] = []
    position = 0
    while position < len(text):
        if text[position] == "\\" and position + 1 < len(text):
            out.append("\0" + text[position + 1])
            position += 2
        else:
            out.append(text[position] if text[position] != "\\" else "")
            position += 1
    return "".join(out), complete


def _distribute(shell: Shell, text: str, names: list[str], options: dict[str, str]) -> None:
    chars: list[tuple[str, bool]] = []
    position = 0
    while position < len(text):
        escaped = text[position] == "\0" and position + 1 < len(text)
        position += escaped
        chars.append((text[position], escaped))
        position += 1
    separators = shell.separators()
    if "N" in options:
        separators = ""

    def blank(at: int) -> bool:
        return chars[at][0] in separators and not chars[at][1] and chars[at][0] in " \t\n"

    start, end = 0, len(chars)
    while start < end and blank(start):
        start += 1
    while end > start and blank(end - 1):
        end -= 1
    chars = chars[start:end]
    names = names or ["REPLY"]
    if "A" in options or "a" in options:
        pieces: list[str] = []
        while chars:
            piece, chars = _field(chars, separators)
            pieces.append(piece)
        shell.vars.set_array(names[0], pieces)
        return
    for name in names[:-1]:
        piece, chars = _field(chars, separators)
        shell.vars.set(name, piece)
    rest = "".join(char for char, _ in chars)
    if len(chars) > 1 and chars[-1][0] in separators and not chars[-1][1]:
        first, remaining = _field(chars, separators)
        rest = first if not remaining else rest
    shell.vars.set(names[-1], rest)


def _field(chars: list[tuple[str, bool]], separators: str) -> tuple[str, list[tuple[str, bool]]]:
    at = 0
    while at < len(chars) and not (chars[at][0] in separators and not chars[at][1]):
        at += 1
    piece = "".join(char for char, _ in chars[:at])
    hard = False
    while at < len(chars) and chars[at][0] in separators and not chars[at][1]:
        if chars[at][0] not in " \t\n":
            if hard:
                break
            hard = True
        at += 1
    return piece, chars[at:]
