"""The phone's `sh`: Android's mksh over the phone's files, its clock and its commands; nothing runs on the host."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from simulator.shell import jobs
from simulator.shell.arithmetic import ArithmeticProblem
from simulator.shell.builtin import Exit, Jump
from simulator.shell.command import COMMANDS, Input, Output
from simulator.shell.execution import execute
from simulator.shell.launching import launch
from simulator.shell.memory import OutOfMemory, afford
from simulator.shell.parser import parse
from simulator.shell.processes import Process, processes_of
from simulator.shell.streams import BrokenPipe, Stream
from simulator.shell.syntax import Command, Function, Program, Sequence
from simulator.shell.tokens import RESERVED
from simulator.shell.variables import ShellError, Variables

if TYPE_CHECKING:
    from simulator.phone import Phone

PATH = (
    "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:"
    "/odm/bin:/vendor/bin:/vendor/xbin"
)
_FAST = re.compile(r"[A-Za-z0-9_.+][A-Za-z0-9_./:@%+,-]*(?: +[A-Za-z0-9_./:@%+,=-]+)* *")


def default_environment(uid: int) -> dict[str, str]:
    """What adbd's shell starts with (system/core `init.environ.rc`, adb `shell_service.cpp`)."""
    user = {0: "root", 2000: "shell"}.get(uid, str(uid))
    return {
        "ANDROID_ART_ROOT": "/apex/com.android.art",
        "ANDROID_ASSETS": "/system/app",
        "ANDROID_BOOTLOGO": "1",
        "ANDROID_DATA": "/data",
        "ANDROID_ROOT": "/system",
        "ANDROID_STORAGE": "/storage",
        "ASEC_MOUNTPOINT": "/mnt/asec",
        "DOWNLOAD_CACHE": "/data/cache",
        "EXTERNAL_STORAGE": "/sdcard",
        "HOME": "/",
        "LOGNAME": user,
        "PATH": PATH,
        "SHELL": "/bin/sh",
        "TERM": "dumb",
        "TMPDIR": "/data/local/tmp",
        "USER": user,
    }


class Shell:
    """One shell process. `phone` gives `files`, `clock` and `state`; commands come from the registry.

    `run_line` is `sh -c LINE`: it runs in a child and leaves this shell as it was. Background jobs end with the
    outermost `run_line` (or `run_interactive`) unless nohup started them. Cancelling either stops all they started.
    """

    def __init__(
        self,
        phone: Phone,
        *,
        uid: int = 2000,
        env: dict[str, str] | None = None,
        cwd: str = "/",
        name: str = "/system/bin/sh",
    ) -> None:
        self.phone = phone
        self.uid = uid
        self.cwd = cwd
        self.name = name
        environment = {**default_environment(uid), **(env or {})}
        self._born = phone.clock.now_ms
        self.vars = Variables(environment, self._dynamic())
        self.positional: list[str] = []
        self.functions: dict[str, Command] = {}
        self.traps: dict[str, str] = {}
        self.options: set[str] = set()
        self.status = 0
        self.substituted: int | None = None
        self.umask = 0
        self.level = 0
        self.loops = 0
        self.calls = 0
        self.tolerant = 0
        self.interactive = False
        self.streams: dict[int, Stream] = {}
        self.last_job: int | None = None
        self.owner = self
        self.active = 0
        self.stages = 0
        self.started: list[Process] = []
        self.children: list[Process] = []
        self._process: Process | None = None
        self._random: random.Random | None = None
        self._line: asyncio.Future[int | None] | None = None
        self._interrupted = False

    def _dynamic(self) -> dict[str, Callable[[], str]]:
        return {
            "RANDOM": lambda: str(self._dice().randrange(32768)),
            "SECONDS": lambda: str((self.phone.clock.now_ms - self._born) // 1000),
            "EPOCHREALTIME": lambda: f"{self.phone.clock.now_ms / 1000:.6f}",
            "PPID": lambda: str(self.pid - 1),
            "PWD": lambda: self.cwd,
        }

    def _dice(self) -> random.Random:
        if self._random is None:
            self._random = random.Random(f"{self.phone.clock.now_ms} {self.pid}")
        return self._random

    @property
    def env(self) -> dict[str, str]:
        """The exported variables."""
        return self.vars.environment

    @env.setter
    def env(self, value: dict[str, str]) -> None:
        for name in [name for name in self.vars.environment if name not in value]:
            self.vars.unset(name)
        for name, text in value.items():
            self.vars.set(name, text, exported=True)

    @property
    def pid(self) -> int:
        """`$$`."""
        if self.owner is not self:
            return self.owner.pid
        if self._process is None:
            self._process = processes_of(self.phone).start(1, self.uid, "sh")
            processes_of(self.phone).end(self._process)
        return self._process.pid

    def fork(self) -> Shell:
        """A subshell: a copy whose changes stay its own. ShellError where shells are nested too deep."""
        if self.level >= 60 or processes_of(self.phone).full:
            raise ShellError("can't fork - try again")
        child = Shell.__new__(Shell)
        child.__dict__.update(self.__dict__)
        child.vars = self.vars.fork()
        kept = child.vars.dynamic.keys()
        child.vars.dynamic = {name: read for name, read in child._dynamic().items() if name in kept}
        child.positional = list(self.positional)
        child.functions = dict(self.functions)
        child.options = set(self.options)
        child.streams = dict(self.streams)
        child.traps = {name: action for name, action in self.traps.items() if not action}
        child.level = self.level + 1
        child.children = []
        child.loops = 0
        child.interactive = False
        return child

    # -- running -------------------------------------------------------------------------------------------

    async def run_line(self, line: str, stdin: Input, out: Output, err: Output) -> int:
        """Run a shell line in a child of this shell; returns its exit code (0 to 255)."""
        if _FAST.fullmatch(line) and not self.options:
            argv = line.split()
            if argv[0] in COMMANDS and argv[0] not in RESERVED and "=" not in argv[0] and argv[0] not in self.functions:
                return await self.run_argv(argv, stdin, out, err)
        return await self._owned(
            self.run_program(parse(line), {0: Stream(stdin), 1: Stream(None, out), 2: Stream(None, err)})
        )

    async def run_argv(self, argv: list[str], stdin: Input, out: Output, err: Output) -> int:
        """Run one command by its words, without expansion; returns its exit code."""
        child = self.fork() if self.streams or self.functions else self
        before = child.streams
        child.streams = {0: Stream(stdin), 1: Stream(None, out), 2: Stream(None, err)}
        try:
            return await launch(child, argv) & 255
        except (Exit, Jump) as end:
            return end.code & 255
        except BrokenPipe:
            return 141
        except OutOfMemory as error:
            self.complain(f"internal error: {error}", err)
            return 1
        except ShellError as error:
            self.complain(str(error), err)
            return error.code
        finally:
            child.streams = before

    async def run_program(
        self, program: Program, streams: dict[int, Stream], positional: list[str] | None = None
    ) -> int:
        """Run a parsed text in a child of this shell (a script, `sh -c`)."""
        child = self.fork()
        child.streams = streams
        child.options = set(self.options)
        if positional is not None:
            child.positional = positional
        return await child.main(program)

    async def _owned(self, work: asyncio.Future[int] | object) -> int:
        owner = self.owner
        owner.active += 1
        try:
            return await work  # type: ignore[misc, no-any-return]
        finally:
            owner.active -= 1
            if not owner.active:
                await jobs.end_all(owner)

    async def main(self, program: Program) -> int:
        """Run a program as the whole life of this shell, the EXIT trap included."""
        code = await self.guarded(program)
        action = self.traps.pop("EXIT", "")
        if action:
            self.status = code
            ended = await self.guarded(parse(action), at_exit=True)
            code = ended if ended >= 0 else code
        return code & 255

    async def guarded(self, program: Program, *, at_exit: bool = False) -> int:
        """Run a program; what ends a shell becomes its exit code (-1: an exit trap that did not `exit`)."""
        try:
            for line in program.lines:
                await execute(self, line)
            if program.problem is not None:
                self.complain(str(program.problem))
                return 1
        except Exit as end:
            return end.code
        except Jump as end:
            return end.code
        except OutOfMemory as error:
            self.complain(f"internal error: {error}")
            return 1
        except ShellError as error:
            self.complain(str(error))
            return error.code
        except ArithmeticProblem as problem:
            self.complain(str(problem))
            return 1
        except RecursionError:
            self.complain("Segmentation fault")
            return 139
        return -1 if at_exit else self.status

    async def run_interactive(self, stdin: Input, out: Output, err: Output, prompt: str = "") -> int:
        """Read commands line by line, as `adb shell` without a command does; `prompt` is for a terminal."""
        return await self._owned(self.session(stdin, out, err, prompt))

    async def session(self, stdin: Input, out: Output, err: Output, prompt: str = "") -> int:
        """The reading loop of `run_interactive`; state lasts from line to line."""
        self.streams = {0: Stream(stdin), 1: Stream(None, out), 2: Stream(None, err)}
        self.interactive = bool(prompt)
        text = ""
        try:
            while True:
                if prompt:
                    shown = "> " if text else prompt.replace("\\w", self.cwd).replace("\\?", self._failed())
                    (err if shown == "> " else out).text(shown)
                raw = await stdin.read_line()
                text += raw.decode("utf-8", "surrogateescape")
                if not raw and not text:
                    break
                program = parse(text)
                if raw and program.problem is not None and program.problem.unfinished:
                    continue
                text = ""
                code = await self._interruptible(self._session_line(program))
                if code is not None:
                    return code
        except Exit as end:
            self.status = end.code
        if self.traps.get("EXIT"):
            await self.guarded(parse(self.traps.pop("EXIT")))
        return self.status & 255

    def interrupt(self) -> bool:
        """Ctrl-C: end the line of the session that runs now (its status is then 130), not the session."""
        if self._line is None:
            return False
        self._interrupted = self._line.cancel()
        return self._interrupted

    async def _interruptible(self, work: Coroutine[Any, Any, int | None]) -> int | None:
        self._interrupted = False
        self._line = asyncio.ensure_future(work)
        try:
            return await self._line
        except asyncio.CancelledError:
            if not self._interrupted:
                raise
            self.status = 130
            return None
        finally:
            self._line = None

    def _failed(self) -> str:
        return f"{self.status}|" if self.status else ""

    async def _session_line(self, program: Program) -> int | None:
        try:
            for line in program.lines:
                await execute(self, line)
            if program.problem is not None:
                self.complain(str(program.problem))
                self.status = 1
                return None if self.interactive else 1
        except OutOfMemory as error:
            self.complain(f"internal error: {error}")
            return 1
        except (ShellError, ArithmeticProblem) as error:
            self.complain(str(error))
            self.status = getattr(error, "code", 1)
            return None if self.interactive else self.status
        except Jump:
            pass
        except RecursionError:
            self.complain("Segmentation fault")
            return 139
        return None

    async def substitute(self, body: Sequence) -> str:
        """The output of a command substitution, without its last line feeds."""
        collected = bytearray()
        child = self.fork()

        def collect(data: bytes) -> None:
            afford(len(collected) + len(data))
            collected.extend(data)

        child.streams[1] = Stream(None, Output(collect))
        child.status = self.status
        self.substituted = self.status = await child.main(Program([body], None) if body.items else Program([], None))
        return collected.replace(b"\0", b"").decode("utf-8", "surrogateescape").rstrip("\n")

    # -- what expansions and commands ask ------------------------------------------------------------------

    def parameter(self, name: str, index: int | None = None) -> str | None:
        """The value of a variable, a positional or a special parameter; None where it is not set."""
        if name[0].isalpha() or name[0] == "_":
            return self.vars.get(name, index)
        if name.isdigit():
            number = int(name)
            if number == 0:
                return self.name
            return self.positional[number - 1] if number <= len(self.positional) else None
        if name == "?":
            return str(self.status)
        if name == "#":
            return str(len(self.positional))
        if name == "$":
            return str(self.pid)
        if name == "!":
            return None if self.last_job is None else str(self.last_job)
        return "".join(sorted(self.options)) if name == "-" else None

    def separators(self) -> str:
        """IFS."""
        value = self.vars.get("IFS")
        return " \t\n" if value is None else value

    def arithmetic(self, text: str) -> int:
        """An arithmetic value; ArithmeticProblem where there is none."""
        return self.vars.arithmetic(text)

    def complain(self, message: str, err: Output | None = None) -> None:
        """Write `sh: message` on stderr."""
        stream = self.streams.get(2)
        target = err or (stream.writer if stream else None)
        if target is not None:
            target.line(f"{self.name}: {message}")

    def path(self, path: str) -> str:
        """A path as this shell sees it, absolute. A trailing slash stays, for it asks for a directory."""
        found = self.phone.files.resolve(path, self.cwd)
        return found + "/" if path.endswith(("/", "/.")) and found != "/" else found

    def define(self, function: Function) -> None:
        """Remember a function."""
        self.functions[function.name] = function.body


__all__ = ["PATH", "Shell", "default_environment"]
