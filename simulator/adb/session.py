"""An interactive shell: lines are read and run one after another, with a prompt where there is a terminal."""

from __future__ import annotations

from simulator.adb.daemon import ShellSession
from simulator.adb.flow import Inlet
from simulator.adb.tty import Terminal
from simulator.shell.command import Output


async def interactive(
    shell: ShellSession,
    stdin: Inlet,
    out: Output,
    err: Output,
    terminal: Terminal | None,
    *,
    prompt: str,
    root: bool,
) -> int:
    """Read and run lines until `exit` or the end of input; returns the last exit code.

    The prompt is the one of Android's mkshrc: the last failure, the device's name, the directory, `$` or `#`.
    """
    code = 0
    while True:
        if terminal is not None:
            failed = f"{code}|" if code else ""
            out.text(f"{failed}{prompt}:{shell.cwd} {'#' if root else '$'} ")
        raw = await stdin.read_line()
        if not raw:
            if terminal is not None:
                out.line()
            return code
        line = raw.decode("utf-8", "surrogateescape").rstrip("\n")
        while line.endswith("\\") and (more := await stdin.read_line()):
            line = line[:-1] + more.decode("utf-8", "surrogateescape").rstrip("\n")
        words = line.split()
        if words[:1] == ["exit"]:
            return int(words[1]) & 0xFF if len(words) > 1 and words[1].isdecimal() else code
        if not words:
            continue
        work = shell.run_line(line, stdin, out, err)
        code = await (terminal.run(work) if terminal is not None else work)
        await out.drain()
