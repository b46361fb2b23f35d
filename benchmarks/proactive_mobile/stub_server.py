"""A stub of a server that speaks OpenAI's chat completions: for tables and trials where no model is at hand.

`python -m benchmarks.proactive_mobile.stub_server --port 8099`, then `--model openai:stub@http://127.0.0.1:8099/v1`. It
understands nothing: by a hash of what it is asked it keeps silent or proposes one of three fixed calls, in the form that
the request's JSON Schema asks for. Its figures are those of chance, made through a real socket and a real client.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_CALLS: tuple[dict[str, Any], ...] = (
    {"name": "set_do_not_disturb", "arguments": {"mode": "priority"}},
    {"name": "set_battery_saver", "arguments": {"enabled": True}},
    {"name": "show_weather", "arguments": {}},
)


def answer(body: dict[str, Any]) -> str:
    """What the stub says to a request: the same to the same question."""
    asked = json.dumps([message.get("content") for message in body.get("messages", ())], sort_keys=True)
    draw = hashlib.sha256(asked.encode()).digest()
    calls = [_CALLS[draw[1] % len(_CALLS)]] if draw[0] % 2 else []
    said: dict[str, Any] = {"intent": "Shall I?" if calls else "", "calls": calls}
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    keys = schema.get("properties") or said
    return json.dumps({key: said.get(key, "") for key in keys})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        """Answer one request, streamed where that was asked for."""
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            body = json.loads(raw)
            said = answer(body)
        except (ValueError, AttributeError, TypeError):
            self._send(400, "application/json", b'{"error": {"message": "no chat request"}}')
            return
        usage = {
            "prompt_tokens": len(raw) // 4,
            "completion_tokens": len(said) // 4,
            "total_tokens": (len(raw) + len(said)) // 4,
        }
        common = {"id": "stub", "created": 0, "model": str(body.get("model", "stub"))}
        if not body.get("stream"):
            choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
            whole = common | {"object": "chat.completion", "choices": [choice], "usage": usage}
            self._send(200, "application/json", json.dumps(whole).encode())
            return
        parts: list[tuple[list[dict[str, Any]], dict[str, int] | None]] = [
            ([{"index": 0, "delta": {"role": "assistant", "content": said}, "finish_reason": None}], None),
            ([{"index": 0, "delta": {}, "finish_reason": "stop"}], None),
            ([], usage),
        ]
        chunks = [common | {"object": "chat.completion.chunk", "choices": c, "usage": u} for c, u in parts]
        text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self._send(200, "text/event-stream", text.encode())

    def _send(self, code: int, kind: str, data: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def stub_server(port: int = 0) -> Iterator[str]:
    """The stub on the loopback, for as long as the `with` lasts; yields its base URL. Port 0: a free one."""
    server = ThreadingHTTPServer(("127.0.0.1", port), _Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def main() -> None:
    """Serve until it is stopped."""
    parser = argparse.ArgumentParser(description="A stub of an OpenAI-compatible server, on the loopback.")
    parser.add_argument("--port", type=int, default=8099)
    with stub_server(parser.parse_args().port) as url:
        print(f"--model openai:stub@{url}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
