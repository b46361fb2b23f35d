"""A door before an adb server that can be shut in the middle of a conversation."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Proxy:
    """Forwards TCP connections to a port. `cut_after` is asked with each request (the bytes so far, to the server) and
    says whether the answer is withheld and the connection cut; `closed` refuses new connections."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.cut: Callable[[bytes], str | None] = lambda sent: None
        self.closed = False
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self.closed:
                near.close()
                continue
            threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self._target))
        sent = bytearray()
        verdict: list[str | None] = [None]

        def back() -> None:
            with contextlib.suppress(OSError):
                while data := far.recv(65536):
                    if verdict[0] == "after":
                        continue  # the phone did it, but nobody hears
                    near.sendall(data)
            with contextlib.suppress(OSError):
                near.shutdown(socket.SHUT_WR)

        answers = threading.Thread(target=back, daemon=True)
        answers.start()
        with contextlib.suppress(OSError):
            while data := near.recv(65536):
                sent += data
                verdict[0] = verdict[0] or self.cut(bytes(sent))
                if verdict[0] is not None:
                    self.cuts += 1
                if verdict[0] == "before":
                    break
                far.sendall(data)
                if verdict[0] == "after":
                    answers.join(5)
                    break
        for end in (near, far):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
