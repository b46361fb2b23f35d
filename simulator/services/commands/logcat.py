"""`logcat`: the phone's log, formatted, filtered, cleared, followed (system/logging logcat.cpp, logprint.cpp)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC

from simulator.shell.command import Invocation, command
from simulator.state import LogEntry

_LEVELS = "VDIWEFS"
_FORMATS = ("brief", "process", "tag", "thread", "raw", "time", "threadtime", "long")
_MODIFIERS = (
    "color",
    "colour",
    "descriptive",
    "epoch",
    "monotonic",
    "printable",
    "uid",
    "usec",
    "UTC",
    "year",
    "zone",
    "nsec",
)
_BUFFERS = ("main", "system", "radio", "events", "crash", "kernel", "security", "stats")


@dataclass
class _Options:
    dump: bool = False
    clear: bool = False
    size: bool = False
    statistics: bool = False
    pruned: bool = False
    changed: bool = False
    count: int | None = None
    format: str = "threadtime"
    modifiers: set[str] = field(default_factory=set)
    buffers: list[str] = field(default_factory=lambda: ["main", "system", "crash"])
    silent: bool = False
    pid: int | None = None
    regex: re.Pattern[str] | None = None
    max_lines: int | None = None
    since_ms: int | None = None
    specs: list[str] = field(default_factory=list)


class _Usage(ValueError):
    """A word that logcat refuses."""


def _options(call: Invocation) -> _Options:
    options = _Options()
    words = list(call.args)
    buffers: list[str] = []
    while words:
        word = words.pop(0)
        if word.startswith("--") and "=" in word:
            word, _, rest = word.partition("=")
            words.insert(0, rest)
        elif re.fullmatch(r"-[vbtTm].+", word):
            words.insert(0, word[2:])
            word = word[:2]

        def value(word: str = word) -> str:
            if not words:
                raise _Usage(f"logcat: option requires an argument -- '{word.lstrip('-')}'")
            return words.pop(0)

        if word in ("-d", "--dump"):
            options.dump = True
        elif word in ("-c", "--clear"):
            options.clear = True
        elif word in ("-g", "--buffer-size"):
            options.size = True
        elif word in ("-s",):
            options.silent = True
        elif word in ("-v", "--format"):
            _format(options, value())
        elif word in ("-b", "--buffer"):
            buffers += value().split(",")
        elif word in ("-t", "-T", "--tail"):
            options.dump |= word == "-t"
            _since(call, options, value())
        elif word in ("-m", "--max-count"):
            options.max_lines = _number(value())
        elif word == "--pid":
            options.pid = _number(value())
        elif word in ("-e", "--regex"):
            options.regex = _regex(value())
        elif word in ("-S", "--statistics"):
            options.statistics = True
        elif word in ("-p", "--prune"):
            options.pruned = True
        elif word in ("-G", "-P"):
            value()
            options.changed = True
        elif word in ("--wrap", "-D", "-L", "-B", "--print"):
            pass
        elif word in ("-h", "--help"):
            raise _Usage("Usage: logcat [OPTION]... [FILTERSPEC]...")
        elif word.startswith("-"):
            raise _Usage(f"logcat: unrecognized option '{word}'")
        else:
            options.specs.append(word)
    if buffers:
        unknown = [b for b in buffers if b not in (*_BUFFERS, "all", "default")]
        if unknown:
            raise _Usage(f"Unknown -b buffer '{unknown[0]}'")
        options.buffers = list(_BUFFERS) if "all" in buffers else [
            b for name in buffers for b in (("main", "system", "crash") if name == "default" else (name,))
        ]  # fmt: skip
    return options


def _number(text: str) -> int:
    if not text.isdigit():
        raise _Usage(f"Invalid value '{text}'")
    return int(text)


def _regex(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise _Usage(f"Invalid regex: {error}") from error


def _format(options: _Options, text: str) -> None:
    for name in re.split(r"[,\s]+", text):
        if name in _FORMATS:
            options.format = name
        elif name in _MODIFIERS:
            options.modifiers.add(name)
        else:
            raise _Usage(f"Invalid parameter '{name}' to -v")


def _since(call: Invocation, options: _Options, text: str) -> None:
    if text.isdigit():
        options.count = int(text)
        return
    now = call.phone.clock.local(call.phone.state.device.timezone)
    match = re.fullmatch(r"(?:(\d{4})-)?(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?", text.strip())
    if match is None:
        raise _Usage(f'-t "{text}" not in "%m-%d %H:%M:%S.%q" time format')
    year, month, day, hour, minute, second = (int(match[i]) if match[i] else now.year for i in range(1, 7))
    try:
        moment = now.replace(year=year, month=month, day=day, hour=hour, minute=minute, second=second, microsecond=0)
    except ValueError as error:
        raise _Usage(f'-t "{text}": {error}') from error
    options.since_ms = int(moment.timestamp() * 1000) + int(((match[7] or "") + "000")[:3])


def _filter(options: _Options) -> Callable[[LogEntry], bool]:
    levels: dict[str, int] = {}
    default = _LEVELS.index("S") if options.silent else 0
    for spec in options.specs:
        for part in spec.split():
            tag, _, level = part.partition(":")
            rank = _LEVELS.find((level or ("V" if tag != "*" else "D"))[:1].upper())
            if level == "*":
                rank = 0
            if rank < 0:
                raise _Usage(f"Invalid filter expression '{part}'")
            if tag == "*":
                default = rank
            else:
                levels[tag] = rank

    def passes(entry: LogEntry) -> bool:
        if entry.buffer not in options.buffers or (options.pid is not None and entry.pid != options.pid):
            return False
        if _LEVELS.index(entry.level) < levels.get(entry.tag, default):
            return False
        if options.since_ms is not None and entry.time_ms < options.since_ms:
            return False
        return options.regex is None or options.regex.search(entry.message) is not None

    return passes


def _text(call: Invocation, options: _Options, entry: LogEntry) -> str:
    when = call.phone.clock.local(call.phone.state.device.timezone, entry.time_ms)
    if "UTC" in options.modifiers:
        when = when.astimezone(UTC)
    if "epoch" in options.modifiers:
        stamp = f"{entry.time_ms // 1000:>19}.{entry.time_ms % 1000:03}"
    else:
        stamp = when.strftime("%Y-%m-%d %H:%M:%S" if "year" in options.modifiers else "%m-%d %H:%M:%S")
        stamp += f".{entry.time_ms % 1000:03}" + ("000" if "usec" in options.modifiers else "")
        if "zone" in options.modifiers:
            stamp += when.strftime(" %z")
    level, tag, pid, tid = entry.level, entry.tag, entry.pid, entry.tid
    heads = {
        "brief": f"{level}/{tag:<8}({pid:5}): ",
        "process": f"{level}({pid:5}) ",
        "tag": f"{level}/{tag:<8}: ",
        "thread": f"{level}({pid:5}:{tid:5}) ",
        "raw": "",
        "time": f"{stamp} {level}/{tag:<8}({pid:5}): ",
        "threadtime": f"{stamp} {pid:5} {tid:5} {level} {tag:<8}: ",
    }
    if options.format == "long":
        return f"[ {stamp} {pid:5}:{tid:5} {level}/{tag:<8} ]\n{entry.message}\n\n"
    tail = f"  ({tag})" if options.format == "process" else ""
    return "".join(f"{heads[options.format]}{line}{tail}\n" for line in entry.message.split("\n"))


def _statistics(log: list[LogEntry], buffers: list[str]) -> str:
    """`logcat -S` (LogStatistics.cpp): a column of size and number for each buffer."""
    sizes = [sum(len(e.message) + len(e.tag) + 40 for e in log if e.buffer == name) for name in buffers]
    counts = [sum(e.buffer == name for e in log) for name in buffers]
    lines = ["size/num" + "".join(f"{name:<18}" for name in buffers) + "Total"]
    for title in ("Total", "Now"):
        cells = "".join(f"{f'{size}/{count}':<18}" for size, count in zip(sizes, counts, strict=True))
        lines.append(f"{title:<8}{cells}{sum(sizes)}/{sum(counts)}")
    return "\n".join(lines) + "\n"


class _Printer:
    """Prints entries, a divider before the first of each buffer, at most `max_lines`."""

    def __init__(self, call: Invocation, options: _Options) -> None:
        self.call, self.options = call, options
        self.buffer: str | None = None
        self.left = options.max_lines
        self.seen: set[str] = set()

    def print(self, entry: LogEntry) -> bool:
        """False when enough has been printed."""
        if self.left == 0:
            return False
        if entry.buffer != self.buffer:
            self.buffer = entry.buffer
            word = "switch to" if entry.buffer in self.seen else "beginning of"
            self.seen.add(entry.buffer)
            self.call.out.line(f"--------- {word} {entry.buffer}")
        self.call.out.text(_text(self.call, self.options, entry))
        if self.left is not None:
            self.left -= 1
        return self.left != 0


@command("logcat")
async def logcat(call: Invocation) -> int:
    """`logcat [-d] [-c] [-g] [-t N|TIME] [-v FORMAT] [-b BUFFERS] [-s] [FILTERSPEC …]`; follows without -d or -t."""
    try:
        options = _options(call)
        passes = _filter(options)
    except _Usage as error:
        call.err.line(str(error))
        return 1
    state = call.phone.state
    if options.clear:
        state.log = [e for e in state.log if e.buffer not in options.buffers]
        return 0
    if options.size:
        for name in options.buffers:
            size = sum(len(e.message) + len(e.tag) + 40 for e in state.log if e.buffer == name)
            call.out.line(
                f"{name}: ring buffer is 256 KiB ({size // 1024} KiB consumed), "
                "max entry is 5120 B, max payload is 4068 B"
            )
        return 0
    if options.changed:
        return 0
    if options.pruned:
        call.out.line("~! ~1000/!")
        return 0
    if options.statistics:
        call.out.text(_statistics(state.log, options.buffers))
        return 0
    chosen = [entry for entry in state.log if passes(entry)]
    if options.count is not None:
        chosen = chosen[-options.count :] if options.count else []
    printer = _Printer(call, options)
    for entry in chosen:
        if not printer.print(entry):
            return 0
    if options.dump:
        return 0
    return await _follow(call, passes, printer)


async def _follow(call: Invocation, passes: Callable[[LogEntry], bool], printer: _Printer) -> int:
    arrived = asyncio.Event()
    loop = asyncio.get_running_loop()
    queue: list[LogEntry] = []

    def watch(entry: LogEntry) -> None:
        queue.append(entry)
        loop.call_soon_threadsafe(arrived.set)

    call.phone.log_watchers.append(watch)
    try:
        while True:
            await arrived.wait()
            arrived.clear()
            entries, queue[:] = list(queue), []
            for entry in entries:
                if passes(entry) and not printer.print(entry):
                    return 0
    finally:
        call.phone.log_watchers.remove(watch)
