"""Commands that run commands: sh, su, xargs, env, time, timeout, nohup, sleep, toybox; and ps, pidof, top."""

from __future__ import annotations

import asyncio
import re

from simulator.files import FileError
from simulator.files.users import user_name
from simulator.shell.builtin import BUILTINS
from simulator.shell.command import COMMANDS, Input, Invocation, command
from simulator.shell.interpreter import Shell
from simulator.shell.options import CommandError, full, options, seconds, usage
from simulator.shell.parser import parse
from simulator.shell.processes import processes_of
from simulator.shell.streams import Stream


@command("sh")
async def sh(call: Invocation) -> int:
    """`sh [-eux…] [-c LINE [NAME [ARGS]]] [FILE [ARGS]]`; without either it reads stdin."""
    assert isinstance(call.shell, Shell)
    words, letters, line = list(call.args), set(), False
    while words and words[0][:1] in "-+" and len(words[0]) > 1:
        word = words.pop(0)
        if word == "--":
            break
        if word in ("-o", "+o") and words:
            words.pop(0)
            continue
        for letter in word[1:]:
            if letter not in "abcefhiklmnprsuvxCUX":
                raise CommandError(f"-{letter}: unknown option")
            line = line or letter == "c"
            letters.add(letter)
    shell = Shell(call.phone, uid=call.uid, env=dict(call.shell.env), cwd=call.shell.cwd, name=call.argv[0])
    for name in [name for name in shell.env if name not in call.shell.env]:
        shell.vars.unset(name)
    shell.owner, shell.level = call.shell.owner, call.shell.level + 1
    if shell.level > 60:
        raise CommandError("can't fork - try again")
    shell.options = letters - {"c", "s", "i"}
    streams = {0: Stream(call.stdin), 1: Stream(None, call.out), 2: Stream(None, call.err)}
    if line:
        if not words:
            raise CommandError("-c: requires argument")
        if len(words) > 1:
            shell.name = words[1]
        return await shell.run_program(parse(words[0]), streams, words[2:])
    if words and "s" not in letters:
        try:
            data = call.phone.files.read(full(call, words[0]), call.uid)
        except FileError as error:
            raise CommandError(f"can't open '{words[0]}': {error}", 127) from error
        shell.name = words[0]
        return await shell.run_program(parse(data.decode("utf-8", "surrogateescape")), streams, words[1:])
    shell.positional = words
    return await shell.session(call.stdin, call.out, call.err)


@command("su")
async def su(call: Invocation) -> int:
    """`su [-] [UID|root|shell] [COMMAND…]` of a userdebug build; a user build has no su (AOSP `system/extras/su`)."""
    assert isinstance(call.shell, Shell)
    if call.phone.state.device.build_type == "user":
        call.shell.complain(
            "su: inaccessible or not found" if call.phone.state.device.api_level >= 29 else "su: not found", call.err
        )
        return 127
    words = list(call.args)
    if words and words[0] == "-c":
        words = ["root", *words]
    uid = 0
    if words:
        name = words.pop(0).split(",")[0]
        known = {"root": 0, "shell": 2000, "system": 1000}
        if name not in known and not name.isdecimal():
            raise CommandError(f"invalid UID/GID '{name}'")
        uid = known[name] if name in known else int(name)
    shell = Shell(
        call.phone,
        uid=uid,
        env={**call.shell.env, "USER": user_name(uid), "LOGNAME": user_name(uid)},
        cwd=call.shell.cwd,
    )
    shell.owner, shell.level = call.shell.owner, call.shell.level + 1
    streams = {0: Stream(call.stdin), 1: Stream(None, call.out), 2: Stream(None, call.err)}
    if not words:
        return await shell.session(call.stdin, call.out, call.err)
    if words[0] in ("-c", "sh") and len(words) > 1:
        text = words[-1] if words[0] == "-c" or words[1] == "-c" else ""
        if text:
            return await shell.run_program(parse(text), streams)
    shell.streams = streams
    return await shell.run_argv(words, call.stdin, call.out, call.err)


@command("toybox")
async def toybox(call: Invocation) -> int:
    """`toybox [COMMAND [ARGS]]`; alone it lists."""
    if not call.args:
        call.out.line(" ".join(sorted(name for name in COMMANDS if name not in ("toybox", "["))))
        return 0
    name = call.args[0]
    if name == "--version":
        call.out.line("toybox 0.8.9-android")
        return 0
    if name not in COMMANDS:
        call.err.line(f'toybox: Unknown command {name} (see "toybox --help")')
        return 127
    return await call.shell.run_argv(call.args, call.stdin, call.out, call.err)


@command("xargs")
async def xargs(call: Invocation) -> int:
    """`xargs [-0prtx] [-E EOF] [-I TEXT] [-L LINES] [-n ARGS] [-s SIZE] [COMMAND…]`."""
    chosen = options(call, "0E:I:L:n:oP:prs:tx", stop=True)
    data = (await call.stdin.read_all()).decode("utf-8", "surrogateescape")
    command_words = chosen.args or ["echo"]
    if chosen.has("0"):
        items = data.split("\0")
        items = items[:-1] if items and not items[-1] else items
    elif chosen.has("I") or chosen.has("L"):
        items = [line.strip() if chosen.has("I") else line for line in data.split("\n") if line.strip()]
    else:
        items = data.split()  # toybox knows no quotes here
    if chosen.has("E") and chosen.flags["E"] in items:
        items = items[: items.index(chosen.flags["E"])]
    if not items and (chosen.has("r") or chosen.has("I") or chosen.has("n")):
        return 0
    calls: list[list[str]] = []
    if chosen.has("I"):
        mark = chosen.flags["I"]
        calls = [[word.replace(mark, item) for word in command_words] for item in items]
    elif chosen.has("L"):
        step = max(chosen.number("L", 1), 1)
        calls = [
            command_words + [word for line in items[at : at + step] for word in line.split()]
            for at in range(0, len(items), step)
        ]
    else:
        step = max(chosen.number("n", len(items) or 1), 1)
        calls = [command_words + items[at : at + step] for at in range(0, len(items), step)] or [list(command_words)]
    code = 0
    for argv in calls:
        if chosen.has("t"):
            call.err.line(" ".join(argv))
        status = await call.shell.run_argv(argv, Input(), call.out, call.err)
        if status in (126, 127):
            return status
        if status == 255:
            raise CommandError(f"{argv[0]}: exited with status 255; aborting", 124)
        code = 123 if status else code
        await call.out.drain()
    return code


@command("env")
async def env(call: Invocation) -> int:
    """`env [-i] [-0] [-u NAME] [NAME=VALUE…] [COMMAND…]`."""
    assert isinstance(call.shell, Shell)
    chosen = options(call, "0e:iu:", stop=True)
    values = {} if chosen.has("i") else dict(call.shell.env)
    for name in chosen.every.get("u", []):
        values.pop(name, None)
    words = list(chosen.args)
    while words and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        values[name] = value
    if not words:
        end = "\0" if chosen.has("0") else "\n"
        call.out.text("".join(f"{name}={value}{end}" for name, value in values.items()))
        return 0
    child = call.shell.fork()
    child.functions = {}
    child.env = values
    return await child.run_argv(words, call.stdin, call.out, call.err)


@command("printenv")
def printenv(call: Invocation) -> int:
    """`printenv [-0] [NAME…]`."""
    chosen = options(call, "0")
    end = "\0" if chosen.has("0") else "\n"
    if not chosen.args:
        call.out.text("".join(f"{name}={value}{end}" for name, value in call.shell.env.items()))
    for name in chosen.args:
        if name in call.shell.env:
            call.out.text(call.shell.env[name] + end)
    return int(any(name not in call.shell.env for name in chosen.args))


@command("time")
async def time(call: Invocation) -> int:
    """`time [-pv] COMMAND…` (toybox; mksh's own `time` is a word of its grammar)."""
    chosen = options(call, "pv", stop=True, least=1)
    loop = asyncio.get_running_loop()
    start = loop.time()
    code = await call.shell.run_argv(chosen.args, call.stdin, call.out, call.err)
    call.err.text(f"real {loop.time() - start:.2f}\nuser 0.00\nsys 0.00\n")
    return code


@command("timeout")
async def timeout(call: Invocation) -> int:
    """`timeout [-k DURATION] [-s SIGNAL] [-iv] DURATION COMMAND…`: 124 where it had to stop the command."""
    chosen = options(call, "ik:s:v", stop=True, code=125, long={"foreground": "i", "preserve-status": "i"})
    if len(chosen.args) < 2:
        raise usage(call, "Need 2 arguments", 125)
    try:
        limit = seconds(chosen.args[0])
    except CommandError as error:
        raise CommandError(str(error), 125) from None
    work = asyncio.ensure_future(call.shell.run_argv(chosen.args[1:], call.stdin, call.out, call.err))
    try:
        done, _ = await asyncio.wait([work], timeout=limit or None)
    except asyncio.CancelledError:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        raise
    if done:
        return work.result()
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    return 137 if chosen.flags.get("s") in ("9", "KILL", "SIGKILL") else 124


@command("nohup", "setsid", "nice", "ionice")
async def nohup(call: Invocation) -> int:
    """`nohup COMMAND…`, `setsid`, `nice [-n N]`: run a command; `nohup … &` outlives the shell."""
    if not call.args:
        raise usage(call, "Needs 1 argument", 125)
    words = list(call.args)
    if call.argv[0].endswith("nice"):
        while words and words[0].startswith("-"):
            option = words.pop(0)
            if len(option) == 2 and words and option[1] in "ncp":
                words.pop(0)
    return await call.shell.run_argv([word for word in words if word != "--"], call.stdin, call.out, call.err)


@command("sleep", "usleep")
async def sleep(call: Invocation) -> int:
    """`sleep DURATION…` (s, m, h, d), `usleep MICROSECONDS`."""
    chosen = options(call, "", least=1)
    scale = 1e-6 if call.argv[0].endswith("usleep") else 1.0
    await call.phone.clock.sleep(sum(seconds(text) for text in chosen.args) * scale)
    return 0


def process_list(call: Invocation) -> list[tuple[int, str, str, int]]:
    """(pid, user, name, parent) of every process: the phone's own, this shell's and its jobs."""
    known = getattr(call.phone, "processes", None)
    rows: list[tuple[int, str, str, int]] = [(1, "root", "init", 0)]
    if callable(known):
        rows += [(int(pid), str(user), str(name), 1) for pid, user, name in known() if int(pid) != 1]
    table = processes_of(call.phone)
    shell_pid = call.shell.pid if isinstance(call.shell, Shell) else 1
    rows.append((shell_pid, user_name(call.uid), "sh", 1))
    rows += [(one.pid, user_name(one.uid), one.name, one.parent) for one in table.running.values()]
    rows.append((next(table.serial), user_name(call.uid), call.argv[0].rpartition("/")[2], shell_pid))
    return sorted(rows)


@command("ps")
def ps(call: Invocation) -> int:
    """`ps [-AefT] [-o FIELDS] [-p PIDS] [-u USER]`: without -A or -e this shell's own processes."""
    chosen = options(call, "AaefHk:lMno:O:p:P:s:t:TU:u:wZg:G:d")
    rows = process_list(call)
    if chosen.has("p"):
        wanted = set(re.split(r"[,\s]+", ",".join(chosen.every["p"])))
        rows = [row for row in rows if str(row[0]) in wanted]
    elif chosen.has("u") or chosen.has("U"):
        users = set(",".join(chosen.every.get("u", []) + chosen.every.get("U", [])).split(","))
        rows = [row for row in rows if row[1] in users]
    elif not (chosen.has("A") or chosen.has("e")):
        mine = user_name(call.uid)
        rows = [row for row in rows if row[1] == mine]
    names = (
        ",".join(chosen.every["o"]).upper()
        if chosen.has("o")
        else "UID,PID,PPID,C,STIME,TTY,TIME,CMD"
        if chosen.has("f")
        else "USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME"
    )
    columns = [piece.partition("=")[0] for piece in names.split(",")]
    widths = {
        "USER": 14,
        "UID": 14,
        "PID": -6,
        "PPID": -6,
        "VSZ": -10,
        "RSS": -6,
        "WCHAN": 10,
        "ADDR": -10,
        "S": 1,
        "NAME": 27,
        "CMD": 27,
        "ARGS": 27,
        "COMM": 15,
        "CMDLINE": 27,
        "C": -2,
        "STIME": 5,
        "TTY": 8,
        "TIME": -8,
        "TID": -6,
        "NI": -3,
        "PRI": -3,
        "STAT": 5,
        "ETIME": -11,
    }
    for column in columns:
        if column not in widths:
            raise CommandError(f"bad -o {column}")
    lines = [columns] + [[_ps_cell(column, row) for column in columns] for row in rows]
    for line in lines:
        cells = []
        for at, (column, text) in enumerate(zip(columns, line, strict=True)):
            width = widths[column]
            last = at == len(columns) - 1
            cells.append(text.rjust(-width) if width < 0 else text if last else text.ljust(width))
        call.out.line(" ".join(cells))
    return 0 if rows else 1


def _ps_cell(column: str, row: tuple[int, str, str, int]) -> str:
    pid, user, name, parent = row
    values = {
        "USER": user, "UID": user, "PID": str(pid), "TID": str(pid), "PPID": str(parent), "VSZ": str(10_800_000 + pid * 4),
        "RSS": str(3_000 + pid % 97 * 512), "WCHAN": "0", "ADDR": "0", "S": "S", "STAT": "S", "C": "0", "STIME": "00:00",
        "TTY": "?", "TIME": "00:00:00", "NI": "0", "PRI": "19", "ETIME": "00:00",
    }  # fmt: skip
    return values.get(column, name)


@command("pidof", "pgrep")
def pidof(call: Invocation) -> int:
    """`pidof [-s] NAME…`, `pgrep [-f] PATTERN`."""
    chosen = options(call, "flnosx", least=1)
    rows = [row for row in process_list(call)[:-1] if row[2] != call.argv[0]]
    if call.argv[0].endswith("pgrep"):
        found = [row for row in rows if re.search(chosen.args[0], row[2])]
        for row in found:
            call.out.line(f"{row[0]} {row[2]}" if chosen.has("l") else str(row[0]))
        return int(not found)
    pids = [str(row[0]) for name in chosen.args for row in reversed(rows) if row[2].rpartition("/")[2] == name]
    if not pids:
        return 1
    call.out.line(pids[0] if chosen.has("s") else " ".join(pids))
    return 0


@command("kill")
def kill(call: Invocation) -> int:
    """`kill [-SIGNAL] PID…`: as the shell's own `kill`."""
    assert isinstance(call.shell, Shell)
    result = BUILTINS["kill"](call.shell, call)
    assert isinstance(result, int)
    return result


@command("true")
def true(call: Invocation) -> int:
    """Success."""
    return 0


@command("false")
def false(call: Invocation) -> int:
    """Failure."""
    return 1


@command("pwd")
def pwd(call: Invocation) -> int:
    """The working directory."""
    call.out.line(call.shell.cwd)
    return 0
