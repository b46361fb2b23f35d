"""Checksums and byte dumps: md5sum and its kin, cksum, base64, xxd, od, cmp (toybox)."""

from __future__ import annotations

import base64 as codec
import hashlib
import zlib

from simulator.files import FileError
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, complain, each_input, full, lines_of, options


@command("md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum")
async def digest(call: Invocation) -> int:
    """`md5sum [-bcs] [FILE…]`."""
    chosen = options(call, "bcs", long={"check": "c", "brief": "b", "status": "s"})
    kind = call.argv[0].rpartition("/")[2].removesuffix("sum")
    failed: list[str] = []
    code = 0
    async for name, data in each_input(call, chosen.args, failed):
        if chosen.has("c"):
            code = _check(call, kind, data, quiet=chosen.has("s")) or code
            continue
        found = hashlib.new(kind, data, usedforsecurity=False).hexdigest()
        call.out.line(found if chosen.has("b") else f"{found}  {name}")
    return 1 if failed else code


def _check(call: Invocation, kind: str, data: bytes, *, quiet: bool) -> int:
    code = 0
    for line in lines_of(data):
        wanted, _, name = line.partition(" ")
        try:
            found = hashlib.new(
                kind, call.phone.files.read(full(call, name.lstrip(" *")), call.uid), usedforsecurity=False
            )
            good = found.hexdigest() == wanted.lower()
        except FileError as error:
            complain(call, name.lstrip(" *"), error)
            good = False
        if not quiet:
            call.out.line(f"{name.lstrip(' *')}: {'OK' if good else 'FAILED'}")
        code = code or int(not good)
    return code


@command("cksum", "crc32")
async def cksum(call: Invocation) -> int:
    """`cksum [-IHLNP] [FILE…]` (POSIX), `crc32 [FILE…]` (zlib's)."""
    chosen = options(call, "HILNP")
    failed: list[str] = []
    async for name, data in each_input(call, chosen.args, failed):
        if call.argv[0].endswith("crc32"):
            call.out.line(f"{zlib.crc32(data):08x}" + (f" {name}" if len(chosen.args) > 1 else ""))
        else:
            call.out.line(f"{_posix_crc(data)} {len(data)}" + (f" {name}" if chosen.args else ""))
    return int(bool(failed))


def _posix_crc(data: bytes) -> int:
    length = len(data)
    tail = bytearray()
    while length:
        tail.append(length & 255)
        length >>= 8
    crc = 0
    for byte in data + bytes(tail):
        crc ^= byte << 24
        for _ in range(8):
            crc = ((crc << 1) ^ 0x04C11DB7) & 0xFFFFFFFF if crc & 0x80000000 else crc << 1
    return crc ^ 0xFFFFFFFF


@command("base64")
async def base64(call: Invocation) -> int:
    """`base64 [-di] [-w COLUMNS] [FILE…]`."""
    chosen = options(call, "diw:", long={"decode": "d", "wrap": "w"})
    width = chosen.number("w", 76)
    failed: list[str] = []
    async for _, data in each_input(call, chosen.args, failed):
        if chosen.has("d"):
            kept = bytes(byte for byte in data if (chr(byte).isalnum() and byte < 128) or byte in b"+/")
            call.out.write(codec.b64decode(kept + b"=" * (-len(kept) % 4)) if len(kept) % 4 != 1 else b"")
            continue
        text = codec.b64encode(data).decode()
        if width:
            for at in range(0, len(text), width):
                call.out.line(text[at : at + width])
        else:
            call.out.text(text)
    return int(bool(failed))


def _printable(data: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)


@command("xxd", "hexdump")
async def xxd(call: Invocation) -> int:
    """`xxd [-ipr] [-c N] [-g N] [-l LEN] [-o OFFSET] [-s SKIP] [FILE]`; `hexdump -C [FILE]`."""
    if call.argv[0].endswith("hexdump"):
        return await _hexdump(call)
    chosen = options(call, "c:eg:il:o:prs:")
    failed: list[str] = []
    async for name, data in each_input(call, chosen.args[:1], failed):
        if chosen.has("r"):
            call.out.write(_reversed(data, plain=chosen.has("p")))
            continue
        skip = chosen.number("s", 0)
        data = data[skip:]
        data = data[: chosen.number("l", len(data))]
        columns = chosen.number("c", 30 if chosen.has("p") else 12 if chosen.has("i") else 16) or 16
        if chosen.has("p"):
            for at in range(0, len(data), columns):
                call.out.line(data[at : at + columns].hex())
        elif chosen.has("i"):
            _include(call, name, data, columns)
        else:
            group = chosen.number("g", 2) or columns
            width = 2 * columns + -(-columns // group)
            for at in range(0, len(data), columns):
                row = data[at : at + columns]
                hexes = " ".join(row[place : place + group].hex() for place in range(0, len(row), group))
                call.out.line(f"{at + skip + chosen.number('o', 0):08x}: {hexes:<{width}} {_printable(row)}")
    return int(bool(failed))


def _include(call: Invocation, name: str, data: bytes, columns: int) -> None:
    label = "".join(char if char.isalnum() else "_" for char in name)
    if name != "-":
        call.out.line(f"unsigned char {label}[] = {{")
    rows = [", ".join(f"0x{byte:02x}" for byte in data[at : at + columns]) for at in range(0, len(data), columns)]
    call.out.text("  " + ",\n  ".join(rows) + "\n")
    if name != "-":
        call.out.line(f"}};\nunsigned int {label}_len = {len(data)};")


def _reversed(data: bytes, *, plain: bool) -> bytes:
    out = bytearray()
    for line in lines_of(data):
        text = line if plain else line.partition(":")[2].partition("  ")[0]
        try:
            out += bytes.fromhex(text)
        except ValueError:
            raise CommandError(f"bad line '{line}'") from None
    return bytes(out)


async def _hexdump(call: Invocation) -> int:
    chosen = options(call, "Cbcdn:ovs:x")
    failed: list[str] = []
    async for _, data in each_input(call, chosen.args[:1], failed):
        data = data[chosen.number("s", 0) :]
        data = data[: chosen.number("n", len(data))]
        for at in range(0, len(data), 16):
            row = data[at : at + 16]
            if chosen.has("C"):
                halves = "  ".join(" ".join(f"{byte:02x}" for byte in half) for half in (row[:8], row[8:]) if half)
                call.out.line(f"{at:08x}  {halves:<48}  |{_printable(row)}|")
            else:
                words = " ".join(
                    f"{int.from_bytes(row[place : place + 2], 'little'):04x}" for place in range(0, len(row), 2)
                )
                call.out.line(f"{at:07x} {words}")
        call.out.line(f"{len(data):08x}" if chosen.has("C") else f"{len(data):07x}")
    return int(bool(failed))


_OD_WIDTH = {"d": {1: 5, 2: 8, 4: 12, 8: 24}, "u": {1: 4, 2: 6, 4: 12, 8: 22}, "o": {1: 4, 2: 8, 4: 12, 8: 24}}
_OD_NAMES = {0: r"\0", 7: r"\a", 8: r"\b", 9: r"\t", 10: r"\n", 11: r"\v", 12: r"\f", 13: r"\r"}


@command("od")
async def od(call: Invocation) -> int:
    """`od [-bcdox] [-A d|o|x|n] [-j SKIP] [-N COUNT] [-t TYPE] [-v] [FILE…]` (types c, a, d, u, o, x with a size)."""
    chosen = options(call, "A:bcdhj:N:ot:vw:x")
    kinds = [*chosen.every.get("t", [])]
    kinds += [
        name
        for letter, name in (("b", "o1"), ("c", "c"), ("d", "u2"), ("o", "o2"), ("x", "x2"), ("h", "x2"))
        if chosen.has(letter)
    ]
    failed: list[str] = []
    blob = b""
    async for _, data in each_input(call, chosen.args, failed):
        blob += data
    skip, columns = chosen.number("j", 0), chosen.number("w", 16) or 16
    blob = blob[skip:]
    blob = blob[: chosen.number("N", len(blob))]
    base = chosen.flags.get("A", "o")
    layouts = [_od_kind(kind) for kind in kinds or ["o2"]]

    def address(at: int) -> str:
        return {"o": f"{at:07o}", "d": f"{at:07d}", "x": f"{at:06x}", "n": ""}.get(base, f"{at:07o}")

    previous = b""
    starred = False
    for at in range(0, len(blob), columns):
        row = blob[at : at + columns]
        if row == previous and not chosen.has("v") and len(row) == columns:
            if not starred:
                call.out.line("*")
            starred = True
            continue
        starred, previous = False, row
        for position, (kind, size) in enumerate(layouts):
            head = address(at + skip) if not position else " " * len(address(at))
            call.out.line(
                head + "".join(_od_cell(row[place : place + size], kind, size) for place in range(0, len(row), size))
            )
    if base != "n":
        call.out.line(address(len(blob) + skip))
    return int(bool(failed))


def _od_kind(text: str) -> tuple[str, int]:
    kind, size = text[:1], text[1:].rstrip("z")
    sizes = {"C": 1, "S": 2, "I": 4, "L": 8, "": 1 if kind in "ac" else 4}
    if kind not in "acdoux" or not kind or (size not in sizes and size not in ("1", "2", "4", "8")):
        raise CommandError(f"bad -t {text}")
    return kind, sizes[size] if size in sizes else int(size)


def _od_cell(data: bytes, kind: str, size: int) -> str:
    if kind in "ac":
        byte = data[0]
        if kind == "c":
            return f"{_OD_NAMES.get(byte, chr(byte) if 32 <= byte < 127 else f'{byte:03o}'):>4}"
        names = [
            "nul",
            "soh",
            "stx",
            "etx",
            "eot",
            "enq",
            "ack",
            "bel",
            "bs",
            "ht",
            "nl",
            "vt",
            "ff",
            "cr",
            "so",
            "si",
            "dle",
            "dc1",
            "dc2",
            "dc3",
            "dc4",
            "nak",
            "syn",
            "etb",
            "can",
            "em",
            "sub",
            "esc",
            "fs",
            "gs",
            "rs",
            "us",
            "sp",
        ]
        return f"{names[byte & 127] if byte & 127 < 33 else 'del' if byte & 127 == 127 else chr(byte & 127):>4}"
    value = int.from_bytes(data.ljust(size, b"\0"), "little", signed=kind == "d")
    if kind == "x":
        return f"{f'{value:0{size * 2}x}':>{size * 3}}"
    if kind == "o":
        digits = {1: 3, 2: 6, 4: 11, 8: 22}[size]
        return f"{f'{value:0{digits}o}':>{_OD_WIDTH['o'][size]}}"
    return f"{value:>{_OD_WIDTH[kind][size]}d}"


@command("cmp")
async def cmp(call: Invocation) -> int:
    """`cmp [-ls] FILE1 [FILE2]`."""
    chosen = options(call, "ln:s", least=1)
    failed: list[str] = []
    blobs: list[bytes] = []
    names = [*chosen.args[:2], "-"][:2]
    async for _, data in each_input(call, names, failed):
        blobs.append(data)
    if failed:
        return 2
    one, two = (blob[: chosen.number("n", len(blob))] for blob in blobs)
    line, code = 1, 0
    for at, (left, right) in enumerate(zip(one, two, strict=False), 1):
        if left != right:
            code = 1
            if chosen.has("s"):
                return 1
            if not chosen.has("l"):
                call.out.line(f"{names[0]} {names[1]} differ: char {at}, line {line}")
                return 1
            call.out.line(f"{at} {left:o} {right:o}")
        line += left == 10
    if len(one) != len(two):
        if not chosen.has("s"):
            call.err.line(f"cmp: EOF on {names[0] if len(one) < len(two) else names[1]}")
        return 1
    return code
