"""Starting, finding and stopping a simulator that runs in a process of its own."""

from __future__ import annotations

import fcntl
import json
import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Self, TypedDict, Unpack

import psutil
from pydantic import BaseModel, ValidationError

from simulator.control.client import ControlClient
from simulator.control.errors import ControlError

READY_SECONDS = 30.0
STOP_SECONDS = 10.0
_ROOT = Path(__file__).resolve().parents[1]


class SimulatorError(RuntimeError):
    """A simulator could not be started, found or stopped; the message holds what it said itself."""


class Ready(BaseModel):
    """The ready line of `python -m simulator`."""

    adb_port: int
    control_port: int
    token: str
    pid: int
    serials: list[str]
    adbd_ports: list[int] = []
    console_ports: list[int] = []
    console_token_path: str = ""


class Launch(TypedDict, total=False):
    """How to start a simulator; what is left out is as `python -m simulator` has it (one phone, free ports, API 34)."""

    count: int
    api_level: int
    build_type: str
    adb_port: int
    control_port: int
    emulator_port: int
    auth: bool
    start_ms: int
    day: str
    persona: str
    seed: int
    run_clock: bool
    stay_awake: bool
    may_kill: bool
    snapshots: Path


class _Recorded(Ready):
    """What the state file of a background simulator holds; `created` tells its process from a later one of that pid."""

    created: float
    log: str


@dataclass
class Simulator:
    """A running simulator. In a `with` statement it is stopped at the end. `log` is the file of its messages."""

    adb_port: int
    control_port: int
    token: str
    pid: int
    serials: list[str]
    log: Path
    adbd_ports: list[int] = field(default_factory=list)
    console_ports: list[int] = field(default_factory=list)
    console_token_path: str = ""
    _process: subprocess.Popen[bytes] | None = None
    _record: Path | None = None
    _control: ControlClient | None = field(default=None, repr=False)
    _messages: str | None = field(default=None, repr=False)

    @property
    def control(self) -> ControlClient:
        """A connection to the control channel, made at first use (ControlLost where nobody answers)."""
        if self._control is None:
            self._control = ControlClient(self.control_port, self.token)
        return self._control

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        if self._process is not None:
            return self._process.poll() is None
        return psutil.pid_exists(self.pid)

    def messages(self) -> str:
        """What it has written on standard error: faults with their traces. Read before or after `stop`."""
        if self._messages is None and self.log.exists():
            return self.log.read_text("utf-8", "replace")
        return self._messages or ""

    def stop(self, timeout: float = STOP_SECONDS) -> None:
        """End the process and wait until it is gone; stopping twice is harmless."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self.alive:
            with suppress(ControlError), ControlClient(self.control_port, self.token, timeout=timeout) as control:
                control.shutdown()
        _wait(self.pid, self._process, timeout)
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._messages = self.messages()
            self.log.unlink(missing_ok=True)
        if self._record is not None:
            self._record.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start_simulator(*, timeout: float = READY_SECONDS, **launch: Unpack[Launch]) -> Simulator:
    """Start a simulator that ends with this process.

    SimulatorError where it is not ready within `timeout` seconds, with what it wrote on standard error.
    """
    argv = _argv(launch)
    handle, name = tempfile.mkstemp(prefix="proactdroid-simulator-", suffix=".log")
    log = Path(name)
    with os.fdopen(handle, "wb") as errors:
        process = _spawn(argv, errors, background=False)
    ready = _await_ready(process, log, timeout)
    return Simulator(**ready.model_dump(), log=log, _process=process)


def start_background(
    *, timeout: float = READY_SECONDS, folder: Path | None = None, **launch: Unpack[Launch]
) -> Simulator:
    """Start the one simulator of this user that lives on. SimulatorError where one runs already or it does not start.

    `folder` holds its state file (default: `runtime_folder()`).
    """
    folder = folder or runtime_folder()
    argv = _argv(launch)
    with _locked(folder):
        present = running(folder)
        if present is not None:
            raise SimulatorError(f"a simulator runs already (process {present.pid}); stop it first, or use it")
        log = folder / "simulator.log"
        with log.open("wb") as errors:
            process = _spawn([*argv, "--background"], errors, background=True)
        ready = _await_ready(process, log, timeout)
        assert process.stdout is not None
        process.stdout.close()
        record = folder / "simulator.json"
        try:
            recorded = _Recorded(**ready.model_dump(), created=psutil.Process(ready.pid).create_time(), log=str(log))
            _write_private(record, recorded.model_dump_json())
        except (psutil.NoSuchProcess, OSError) as error:
            _wait(process.pid, process, 0.0)
            raise SimulatorError(f"the simulator cannot be recorded in {record}: {error}") from error
    return Simulator(**ready.model_dump(), log=log, _record=record)


def running(folder: Path | None = None) -> Simulator | None:
    """The background simulator of this user, or None; a state file whose process is gone is removed."""
    record = (folder or runtime_folder()) / "simulator.json"
    try:
        found = _Recorded.model_validate_json(record.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError:
        record.unlink(missing_ok=True)
        return None
    try:
        # A pid is used again some day; the time of its birth is not.
        process = psutil.Process(found.pid)
        alive = abs(process.create_time() - found.created) < 1.0 and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        alive = False
    if not alive:
        record.unlink(missing_ok=True)
        return None
    ready = found.model_dump(include=set(Ready.model_fields))
    return Simulator(**ready, log=Path(found.log), _record=record)


def stop_background(folder: Path | None = None, timeout: float = STOP_SECONDS) -> bool:
    """Stop the background simulator and wait until it is gone; False where none runs."""
    present = running(folder)
    if present is None:
        return False
    present.stop(timeout)
    return True


def runtime_folder() -> Path:
    """Where this user's state file lies: XDG_RUNTIME_DIR, or XDG_STATE_HOME (~/.local/state)."""
    base = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "proactdroid"


def _argv(launch: Launch) -> list[str]:
    argv = [sys.executable, "-m", "simulator"]
    for name, value in launch.items():
        option = "--phones" if name == "count" else "--" + name.replace("_", "-")
        if isinstance(value, bool):
            argv += [option] if value else []
        elif value is not None:
            argv += [option, str(value)]
    return argv


def _spawn(argv: list[str], errors: IO[bytes], *, background: bool) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        return subprocess.Popen(
            argv,
            # The child ends when its standard input does, and this end closes with this process.
            stdin=subprocess.DEVNULL if background else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C in a terminal is for this process, which stops the child when it is done
        )
    except OSError as error:
        raise SimulatorError(f"{argv[0]} cannot be started: {error}") from error


def _await_ready(process: subprocess.Popen[bytes], log: Path, timeout: float) -> Ready:
    """Read the ready line; on any failure the child is ended first."""
    assert process.stdout is not None
    line = bytearray()
    deadline = time.monotonic() + timeout
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise SimulatorError(f"the simulator was not ready within {timeout:g} s{_tail(log)}")
                chunk = os.read(process.stdout.fileno(), 4096)
                if not chunk:
                    raise SimulatorError(f"the simulator ended before it was ready{_tail(log)}")
                line += chunk
        return Ready.model_validate(json.loads(line))
    except (SimulatorError, ValueError) as error:
        _wait(process.pid, process, 0.0)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        if isinstance(error, SimulatorError):
            raise
        raise SimulatorError(f"the simulator's ready line is none: {bytes(line[:200])!r}{_tail(log)}") from error


def _tail(log: Path) -> str:
    text = log.read_text("utf-8", "replace").strip()
    return f"; it said:\n{text[-2000:]}" if text else "; it said nothing"


def _wait(pid: int, child: subprocess.Popen[bytes] | None, timeout: float) -> None:
    """Wait for a process to end; one that does not is terminated, and then killed."""
    try:
        process = psutil.Process(pid)
    except psutil.NoSuchProcess:
        return
    steps: list[Callable[[], None]] = [lambda: None, process.terminate, process.kill]
    for end in steps:
        try:
            end()
            if child is not None:
                child.wait(timeout)
            else:
                process.wait(timeout)
            return
        except psutil.NoSuchProcess:
            return
        except (subprocess.TimeoutExpired, psutil.TimeoutExpired):
            timeout = 5.0
    raise SimulatorError(f"the simulator (process {pid}) does not end even when killed")


def _write_private(path: Path, text: str) -> None:
    """Write a file that only this user may read (it holds the token), in one step."""
    part = path.with_name(path.name + ".new")
    with suppress(FileNotFoundError):
        part.unlink()
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    part.replace(path)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, so that two starts at once make one simulator."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "simulator.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
