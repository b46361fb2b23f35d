# ruff: noqa: E501
"""A model as a writer: its words are taken only when nothing was lost, over a real OpenAI-compatible socket."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from api_pool.functions import default_pool
from benchmarks.records.audit import audit
from benchmarks.records.generate import Settings, make
from benchmarks.records.writer import faithful, open_writer
from device import BadInput

pytest.importorskip("openai")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    asked: list[str] = []

    class Model(BaseHTTPRequestHandler):
        """Puts a word before every text; every third text it ruins."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = body["messages"][0]["content"].rpartition("\n\n")[2]
            asked.append(text)
            said = "Call 12345 now" if len(asked) % 3 == 0 else f"Well, {text}"
            data = json.dumps({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}]}).encode()  # fmt: skip
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    monkeypatch.setenv("LLAMA_BASE_URL", f"http://127.0.0.1:{running.server_port}/v1")
    yield asked
    running.shutdown()
    running.server_close()


def test_a_model_words_texts_anew_and_the_truth_stays(server: list[str]) -> None:
    writer = open_writer("llama:tiny")
    settings = Settings(seed=4, count=8, noise=0)
    written, plain = list(make(settings, writer=writer)), list(make(settings))
    assert any("Well, " in record.profile for record in written)
    assert writer.taken > 0 and writer.refused > 0 and "12345" not in "".join(record.profile for record in written)
    assert [record.answers for record in written] == [record.answers for record in plain]
    assert audit(written, default_pool(), None) == []
    assert len(server) == len(set(server)), "no text is asked for twice"


@pytest.mark.parametrize(
    ("text", "said", "good"),
    [
        ("Meet Mum at 18:30", "See Mum at 18:30", True),
        ("Meet Mum at 18:30", "See Mum at 18:45", False),
        ("Meet Mum at 18:30", "See her at 18:30", False),
        ("Code AB12 is ready", "Your code AB12 waits", True),
        ("Code AB12 is ready", "Your code AB12 and 77 wait", False),
        ("Read https://a.example/x", "Have a look: https://a.example/x", True),
        ("Read it", "", False),
        ("Read it", "x" * 400, False),
    ],
)
def test_what_must_not_change(text: str, said: str, good: bool) -> None:
    assert faithful(text, said, ("Mum",)) is good


def test_an_unknown_writer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for name in ("gpt", "other:x", "openai:"):
        with pytest.raises(BadInput, match="no writer"):
            open_writer(name)
    with pytest.raises(BadInput, match="OPENAI_API_KEY"):
        open_writer("openai:gpt")
