"""Redirections: from the tree to open descriptors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.files import FileError
from simulator.shell.command import Input
from simulator.shell.expansion import expand_text
from simulator.shell.streams import FileOutput, Stream, open_input, open_output
from simulator.shell.syntax import Redirect

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell


class RedirectProblem(Exception):
    """The redirection cannot be; the text is mksh's."""


async def redirected(shell: Shell, redirects: list[Redirect]) -> dict[int, Stream]:
    """The shell's descriptors after the redirections; the shell's own stay as they are."""
    streams = dict(shell.streams)
    for redirect in redirects:
        text = await expand_text(shell, redirect.target)
        _apply(shell, streams, redirect, text)
    return streams


def _apply(shell: Shell, streams: dict[int, Stream], redirect: Redirect, text: str) -> None:
    op, fd = redirect.op, redirect.fd
    if op in ("<<", "<<<"):
        body = text + ("\n" if op == "<<<" else "")
        streams[fd] = Stream(Input(body.encode("utf-8", "surrogateescape")))
    elif op in ("<&", ">&"):
        _duplicate(shell, streams, fd, op, text)
    else:
        stream = _opened(shell, op, text)
        if fd == -1:
            streams[1] = streams[2] = stream
        else:
            streams[fd] = stream


def _opened(shell: Shell, op: str, text: str) -> Stream:
    files, path = shell.phone.files, shell.path(text)
    if text in ("/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"):
        fd = {"/dev/stdin": 0, "/dev/stderr": 2}.get(text, 0 if op == "<" else 1)
        if fd in shell.streams:
            return shell.streams[fd]
    if not text:
        verb = "open" if op == "<" else "create"
        raise RedirectProblem(f"can't {verb} : No such file or directory")
    try:
        if op == "<":
            return Stream(open_input(files, path, shell.uid))
        if op == "<>":
            node = files.open_node(path, 0o666 & ~shell.umask, shell.uid)
            return Stream(Input(files.read(path, shell.uid)), FileOutput(files, node, append=False))
        if op == ">" and "C" in shell.options and files.is_file(path, shell.uid):
            raise RedirectProblem(f"can't create {text}: File exists")
        return Stream(None, open_output(files, path, shell.uid, append=op == ">>", mode=0o666 & ~shell.umask))
    except FileError as error:
        raise RedirectProblem(f"can't {'open' if op == '<' else 'create'} {text}: {error}") from error


def _duplicate(shell: Shell, streams: dict[int, Stream], fd: int, op: str, text: str) -> None:
    if text == "-":
        streams.pop(fd, None)
    elif text.isascii() and text.isdigit():
        source = streams.get(int(text))
        if source is None:
            raise RedirectProblem(f"{op}{text}: bad file descriptor")
        streams[fd] = source
    elif op == ">&":
        raise RedirectProblem(f"{op}{text}: illegal file descriptor name")
    else:
        raise RedirectProblem(f"{op}{text}: illegal file descriptor name")
