"""The model's own process: lines of JSON over its pipes, a deadline for each, a fresh process after any failure."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO, Any

from agent.propose.errors import ModelCrashed, ModelRejected, ModelTimeout

LOAD_S = 300.0
_END: dict[str, Any] = {}


class ModelProcess:
    """Starts on the first request. Whatever kills it is an error of that request; the next one starts a new process.

    `argv` is the command; `settings` is its first line of input. Safe to use from several threads, one request at a
    time.
    """

    def __init__(self, settings: dict[str, Any], argv: list[str] | None = None, *, load_s: float = LOAD_S) -> None:
        self._argv = argv or [sys.executable, "-m", "agent.propose.llama.worker"]
        self._settings = settings
        self.load_s = load_s
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[dict[str, Any]] = queue.Queue()
        self._errors: IO[bytes] | None = None
        self._lock = threading.Lock()
        self.facts: dict[str, Any] = {}
        self.starts = 0

    @property
    def pid(self) -> int | None:
        """The process, None where there is none now."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def ensure(self) -> float:
        """Start it if it does not run; the milliseconds that took. Raises ModelError."""
        with self._lock:
            return self._ensure()

    def ask(self, request: dict[str, Any], deadline_s: float) -> dict[str, Any]:
        """Send a request and await its answer. Raises ModelCrashed, ModelTimeout, ModelRejected (its own words)."""
        with self._lock:
            self._ensure()
            assert self._process is not None and self._process.stdin is not None  # _ensure saw to it
            try:
                self._process.stdin.write(json.dumps(request) + "\n")
                self._process.stdin.flush()
            except OSError:
                raise self._crashed() from None
            answer = self._await(deadline_s, "no answer")
            if "error" in answer:
                raise ModelRejected(f"llama.cpp: {answer['error']}")
            return answer

    def close(self) -> None:
        """End the process; safe to call twice."""
        with self._lock:
            self._kill()

    def _ensure(self) -> float:
        if self.pid is not None:
            return 0.0
        self._kill()
        started = time.monotonic()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        process = subprocess.Popen(
            self._argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        assert process.stdin is not None and process.stdout is not None  # both are pipes
        self._process = process
        self._lines = queue.Queue()
        threading.Thread(target=_pump, args=(process.stdout, self._lines), daemon=True).start()
        self.starts += 1
        try:
            process.stdin.write(json.dumps(self._settings) + "\n")
            process.stdin.flush()
        except OSError:
            raise self._crashed() from None
        answer = self._await(self.load_s, "the model was not loaded")
        if "error" in answer:
            self._kill()
            raise ModelRejected(f"llama.cpp: {answer['error']}", mend="see `proactdroid models check`")
        self.facts = answer
        return (time.monotonic() - started) * 1000

    def _await(self, deadline_s: float, what: str) -> dict[str, Any]:
        try:
            answer = self._lines.get(timeout=deadline_s)
        except queue.Empty:
            self._kill()
            raise ModelTimeout(
                f"{what} within {deadline_s:g} s; the model's process was ended", mend="a longer deadline="
            ) from None
        if answer is _END:
            raise self._crashed()
        return answer

    def _crashed(self) -> ModelCrashed:
        process, words = self._process, self._tail()
        code = None
        if process is not None:
            try:
                code = process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                code = process.wait()
        self._kill()
        how = f"ended with {code}"
        if code is not None and code < 0:
            how = f"was ended by {signal.Signals(-code).name}" if -code in set(signal.Signals) else how
            if -code in (signal.SIGILL, signal.SIGSEGV):
                words += " (a build that this CPU cannot run? see `proactdroid doctor`)"
            if -code == signal.SIGKILL:
                words += " (out of memory?)"
        return ModelCrashed(f"the model's process {how}: {words}".rstrip(": "))

    def _tail(self) -> str:
        if self._errors is None:
            return ""
        size = self._errors.seek(0, 2)
        self._errors.seek(max(0, size - 2000))
        lines = [line for line in self._errors.read().decode(errors="replace").splitlines() if line.strip()]
        return " | ".join(lines[-2:])[-400:]

    def _kill(self) -> None:
        if self._process is not None:
            if self._process.poll() is None:
                self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                _close(pipe)
        if self._errors is not None:
            self._errors.close()
        self._process, self._errors = None, None


def _close(pipe: IO[str] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass  # what was still to be written has no reader any more


def _pump(stream: IO[str], lines: queue.Queue[dict[str, Any]]) -> None:
    """Pass on what the process writes; what is no JSON object is noise of the library."""
    try:
        for line in stream:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict) and message:
                lines.put(message)
    except (OSError, ValueError):
        pass  # closed under us: the process was ended
    lines.put(_END)
