"""`dd`, `truncate` and `mktemp` (toybox)."""

from __future__ import annotations

import posixpath

from simulator.files import FileError
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, complain, full, integer, options
from simulator.shell.streams import FileOutput, open_input


@command("truncate")
def truncate(call: Invocation) -> int:
    """`truncate [-c] -s SIZE FILE…`."""
    chosen = options(call, "cs:", least=1)
    if not chosen.has("s"):
        raise CommandError('Needs -s (see "truncate --help")')
    text = chosen.flags["s"]
    relative = text[:1] if text[:1] in "+-" else ""
    size, files, code = integer(text[len(relative) :]), call.phone.files, 0
    for name in chosen.args:
        path = full(call, name)
        try:
            if chosen.has("c") and not files.exists(path, call.uid):
                continue
            data = files.read(path, call.uid) if files.exists(path, call.uid) else b""
            wanted = max(len(data) + {"+": size, "-": -size}[relative], 0) if relative else size
            if wanted > 1 << 30:
                raise CommandError(f"{name}: File too large")
            files.write(path, data[:wanted].ljust(wanted, b"\0"), 0o666, call.uid)
        except FileError as error:
            code = complain(call, name, error)
    return code


@command("mktemp")
def mktemp(call: Invocation) -> int:
    """`mktemp [-dqu] [-p DIR] [TEMPLATE]`."""
    chosen = options(call, "dp:qtu")
    template = chosen.args[0] if chosen.args else "tmp.XXXXXXXXXX"
    folder = chosen.flags.get("p") or (
        call.shell.env.get("TMPDIR", "/data/local/tmp") if not chosen.args or chosen.has("t") else ""
    )
    holes = len(template) - len(template.rstrip("X"))
    if holes < 2:
        raise CommandError("need XX in template")
    files = call.phone.files
    seed = call.phone.clock.now_ms
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        letters = "".join(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[seed >> shift & 31]
            for shift in range(20, 20 + holes)
        )
        path = posixpath.join(folder, template[:-holes] + letters)
        if not files.exists(full(call, path)):
            break
    try:
        if not chosen.has("u"):
            if chosen.has("d"):
                files.mkdir(full(call, path), False, 0o700, call.uid)
            else:
                files.write(full(call, path), b"", 0o600, call.uid)
    except FileError as error:
        raise CommandError(f"Failed to create file {path}: {error}") from error
    call.out.line(path)
    return 0


@command("dd")
async def dd(call: Invocation) -> int:
    """`dd [if=] [of=] [bs=] [count=] [skip=] [seek=] [conv=notrunc] [status=none]`."""
    given: dict[str, str] = {}
    for word in call.args:
        name, equals, value = word.partition("=")
        if not equals or name not in (
            "if",
            "of",
            "bs",
            "ibs",
            "obs",
            "count",
            "skip",
            "seek",
            "conv",
            "status",
            "iflag",
            "oflag",
        ):
            raise CommandError(f'bad arg {word} (see "dd --help")')
        given[name] = value
    files = call.phone.files
    size = integer(given.get("bs", given.get("ibs", "512")))
    count = integer(given["count"]) if "count" in given else None
    source, target = given.get("if"), given.get("of")
    try:
        reader = call.stdin if source is None else open_input(files, full(call, source), call.uid)
    except FileError as error:
        raise CommandError(f"{source}: {error}") from error
    try:
        output = call.out if target is None else _dd_output(call, target, given, size)
    except FileError as error:
        raise CommandError(f"{target}: {error}") from error
    for _ in range(integer(given.get("skip", "0"))):
        await reader.read(size)
    whole = part = total = 0
    while count is None or whole + part < count:
        block = b""
        while len(block) < size and (piece := await reader.read(size - len(block))):
            block += piece
        if not block:
            break
        output.write(block)
        total += len(block)
        whole, part = (whole + 1, part) if len(block) == size else (whole, part + 1)
        if total > 1 << 30:
            raise CommandError(f"{target or 'stdout'}: No space left on device")
    if given.get("status") != "none":
        call.err.text(f"{whole}+{part} records in\n{whole}+{part} records out\n")
        if given.get("status") != "noxfer":
            call.err.line(f"{total} bytes copied, 0.001 s, {total * 1000} B/s")
    return 0


def _dd_output(call: Invocation, target: str, given: dict[str, str], size: int):  # type: ignore[no-untyped-def]
    files = call.phone.files
    node = files.open_node(full(call, target), 0o666, call.uid)
    start = integer(given.get("seek", "0")) * size
    if "notrunc" not in given.get("conv", ""):
        files.put(node, bytes(node.data[:start]))
    return FileOutput(files, node, append=False, position=start)
