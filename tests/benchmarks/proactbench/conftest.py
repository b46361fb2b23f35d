"""A stub of an OpenAI-compatible end point, over real HTTP, that records every request."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Answer = Callable[[dict[str, Any]], "str | int | dict[str, Any]"]


def passage(request: dict[str, Any]) -> str:
    """The first words of the reply that a judge is shown."""
    return str(request["messages"][1]["content"]).rsplit("[Assistant]: ", 1)[1][:40].strip()


def reply(request: dict[str, Any]) -> str:
    """What the tested stub says: it depends on the conversation and nothing else."""
    words = request["messages"][-1]["content"].split()
    return f"Of {len(request['messages'])} messages the last has {len(words)} words, it ends with {words[-1]}"


def judge(request: dict[str, Any]) -> str:
    """What the judging stub says: the score depends on the reply's length, the evidence is a true quote."""
    quote = passage(request)
    score = ("PASS", "PARTIAL", "FAIL")[len(quote + request["messages"][1]["content"]) % 3]
    return json.dumps({"status": "EVALUATED", "score": score, "rationale": "by length", "evidence": f"“{quote}”"})


class Endpoint:
    """The running stub. `models` maps a model's name to what it answers: text, an HTTP status, or a whole message."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.models: dict[str, Answer] = {"tested": reply, "judge": judge}
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stub.requests.append(request)
                known = stub.models.get(request["model"])
                answer = known(request) if known is not None else 404
                if isinstance(answer, int):
                    self.send(answer, {"error": {"message": f"status {answer}", "type": "stub"}})
                    return
                message = {"role": "assistant", "content": answer} if isinstance(answer, str) else answer
                choice = {"index": 0, "finish_reason": "stop", "message": message}
                usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
                body = {"id": "1", "object": "chat.completion", "created": 1, "model": request["model"]}
                if request.get("stream"):
                    self.stream(body, message, usage)
                else:
                    self.send(200, {**body, "choices": [choice], "usage": usage})

            def stream(self, body: dict[str, Any], message: dict[str, Any], usage: dict[str, Any]) -> None:
                chunk = {**body, "object": "chat.completion.chunk"}
                parts: list[dict[str, Any]] = [
                    {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
                    {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                    {**chunk, "choices": [], "usage": usage},
                ]
                lines = [json.dumps(part) for part in parts] + ["[DONE]"]
                data = "".join(f"data: {line}\n\n" for line in lines).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def send(self, status: int, document: dict[str, Any]) -> None:
                body = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Silence."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def of(self, model: str) -> list[dict[str, Any]]:
        """The requests for one model."""
        return [one for one in self.requests if one["model"] == model]

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    stub = Endpoint()
    yield stub
    stub.close()
