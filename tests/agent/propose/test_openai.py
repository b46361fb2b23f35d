"""OpenAI-compatible servers, good and bad, over real HTTP."""

from __future__ import annotations

import base64
import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from PIL import Image as Pictures

from agent.context import Context
from agent.perceive import Perception
from agent.propose import Asking, Message, ModelProposer, Request, open_backend, parse_model
from agent.propose.errors import ModelRejected, ModelTimeout, ModelUnavailable
from agent.propose.openai_compatible import OpenAIBackend
from api_pool import Pool

pytest.importorskip("openai")
KEY = "sk-very-secret-0123456789"
SAVER = {"name": "set_battery_saver", "arguments": {"enabled": True}}
ANSWER = json.dumps({"intent": "Save battery?", "calls": [SAVER]})


@dataclass
class Server:
    """A server whose answers are a list of functions of the request's body; the last one goes on for ever."""

    answers: list[Callable[[Handler, dict[str, Any]], None]] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    running: int = 0
    most: int = 0
    port: int = 0

    def url(self, *options: str) -> str:
        return ",".join([f"openai:tiny@http://127.0.0.1:{self.port}/v1", *options])


class Handler(BaseHTTPRequestHandler):
    """One request."""

    state: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        return

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        state = self.state
        with state.lock:
            state.bodies.append(body)
            state.headers.append({key.lower(): value for key, value in self.headers.items()})
            answer = state.answers.pop(0) if len(state.answers) > 1 else state.answers[0]
            state.running += 1
            state.most = max(state.most, state.running)
        try:
            answer(self, body)
        except OSError:
            pass  # the client went away, as some tests want it to
        finally:
            with state.lock:
                state.running -= 1

    def status(self, code: int, message: str, **headers: str) -> None:
        data = json.dumps({"error": {"message": message, "type": "x"}}).encode()
        self.send_response(code)
        for key, value in {"content-type": "application/json", "content-length": str(len(data)), **headers}.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def stream(self, *chunks: dict[str, Any], end: bool = True) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.flush()
        if end:
            self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny", "choices": [choice]}


USAGE = {**chunk(), "choices": [], "usage": {
    "prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050, "prompt_tokens_details": {"cached_tokens": 900},
}}  # fmt: skip


def says(text: str, finish: str = "stop") -> Callable[[Handler, dict[str, Any]], None]:
    half = len(text) // 2
    return lambda handler, body: handler.stream(
        chunk(content=text[:half]), chunk(content=text[half:]), chunk(finish), USAGE
    )


def fails(code: int, message: str, **headers: str) -> Callable[[Handler, dict[str, Any]], None]:
    return lambda handler, body: handler.status(code, message, **headers)


def calls(name: str, arguments: str, content: str = "") -> Callable[[Handler, dict[str, Any]], None]:
    half = len(arguments) // 2
    first = {"index": 0, "id": "c", "type": "function", "function": {"name": name, "arguments": arguments[:half]}}
    second = {"index": 0, "function": {"arguments": arguments[half:]}}
    return lambda handler, body: handler.stream(
        chunk(content=content), chunk(tool_calls=[first]), chunk(tool_calls=[second]), chunk("tool_calls"), USAGE
    )


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("agent.propose.openai_compatible._BACK_OFF_S", 0.02)
    state = Server()
    bound = type("Bound", (Handler,), {"state": state})
    http = ThreadingHTTPServer(("127.0.0.1", 0), bound)
    state.port = http.server_port
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield state
    http.shutdown()
    http.server_close()


Decide = Callable[..., Any]


@pytest.fixture
def decide(server: Server, pool: Pool, context_of: Callable[..., Context], quiet: Perception) -> Decide:
    """One decision against the server; its answers are given first."""

    def ask(
        *answers: Any, options: tuple[str, ...] = (), shots: Any = None, asking: Asking | None = None, **context: Any
    ) -> Any:
        server.answers = list(answers)
        backend = open_backend(server.url(*options))
        try:
            look = shots or (lambda name: None)
            return ModelProposer(backend, pool, asking or Asking(deadline_s=10), look).propose(
                context_of(**context), quiet
            )
        finally:
            backend.close()

    return ask


def test_structured_output(server: Server, decide: Decide) -> None:
    decision = decide(says(ANSWER), options=("price_in=2", "price_out=10"))
    assert decision.proposal.calls[0].name == "set_battery_saver" and decision.model.valid
    form = server.bodies[0]["response_format"]
    assert form["type"] == "json_schema" and form["json_schema"]["strict"] is True
    use = decision.model
    assert (use.method, use.tokens_in, use.evaluated, use.tokens_out) == ("schema", 1000, 100, 50)
    assert use.cost == pytest.approx((1000 * 2 + 50 * 10) / 1e6)


def test_strict_mode_gets_no_optional_property_and_gives_nulls_back(server: Server, decide: Decide) -> None:
    answer = {
        "intent": "x",
        "calls": [{"name": "set_alarm", "arguments": {"hour": 6, "minute": 30, "label": None, "days": None}}],
    }
    decision = decide(says(json.dumps(answer)))
    assert decision.proposal.calls[0].arguments == {"hour": 6, "minute": 30} and decision.model.valid

    def objects(schema: Any) -> Iterator[dict[str, Any]]:
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                yield schema
            for part in schema.values():
                yield from objects(part)
        elif isinstance(schema, list):
            for part in schema:
                yield from objects(part)

    found = list(objects(server.bodies[0]["response_format"]["json_schema"]["schema"]))
    assert len(found) > 100
    assert all(set(one["required"]) == set(one["properties"]) and one["additionalProperties"] is False for one in found)


def test_a_server_without_structured_outputs_is_asked_by_tool_and_remembered(server: Server, decide: Decide) -> None:
    decision = decide(fails(400, "response_format json_schema is not supported"), calls("answer", ANSWER))
    assert decision.proposal is not None and decision.model.method == "tools" and decision.model.valid
    assert "response_format" not in server.bodies[1] and server.bodies[1]["tool_choice"]["function"]["name"] == "answer"
    assert decision.model.notes == ("the server does not know schema",) and decision.model.attempts == 2


def test_a_server_that_calls_the_pools_own_functions_is_understood(decide: Decide) -> None:
    decision = decide(
        calls("set_battery_saver", '{"enabled": true}', content="Shall I save battery?"), options=("mode=tools",)
    )
    assert (
        decision.proposal.intent == "Shall I save battery?" and decision.proposal.calls[0].name == "set_battery_saver"
    )


def test_plain_json_with_prose_around_it(server: Server, decide: Decide) -> None:
    decision = decide(
        fails(400, "unknown field response_format"), fails(400, "tools are not supported"),
        says(f"Of course!\n```json\n{ANSWER}\n```\nAnything else?"),
    )  # fmt: skip
    assert decision.proposal is not None and decision.model.method == "plain"
    assert decision.model.repaired and not decision.model.valid
    assert "tools" not in server.bodies[2] and "response_format" not in server.bodies[2]


def test_a_refusal_is_no_proposal_and_says_so(decide: Decide) -> None:
    refused = decide(lambda handler, body: handler.stream(chunk(refusal="I can't do that."), chunk("stop"), USAGE))
    assert refused.proposal is None and refused.invalid.startswith("refusal") and "can't do that" in refused.invalid
    assert decide(says("blocked", "content_filter")).model.flaw == "refusal"


def test_429_is_waited_out_as_the_server_says(server: Server, decide: Decide) -> None:
    started = time.monotonic()
    decision = decide(fails(429, "slow down", retry_after="0.3"), says(ANSWER))
    assert decision.proposal is not None and decision.model.attempts == 2 and time.monotonic() - started >= 0.3


def test_500_for_ever_is_a_typed_error_after_the_retries(server: Server, decide: Decide) -> None:
    decision = decide(fails(500, "oops"), options=("retries=2",))
    assert decision.error.startswith("ModelUnavailable: the server answered 500 (3 times)") and len(server.bodies) == 3


def test_a_cut_stream_is_tried_again(server: Server, decide: Decide) -> None:
    def cut(handler: Handler, body: dict[str, Any]) -> None:
        handler.stream(chunk(content=ANSWER[:20]), end=False)

    assert decide(cut, says(ANSWER)).proposal is not None
    decision = decide(cut, options=("retries=1",))
    assert decision.error.startswith("ModelUnavailable") and "broke off" in decision.error


def test_a_slow_server_ends_at_the_deadline_even_if_it_trickles(decide: Decide) -> None:
    def trickle(handler: Handler, body: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        stop = threading.Event()
        while not stop.wait(0.05):
            handler.wfile.write(f"data: {json.dumps(chunk(content='x'))}\n\n".encode())
            handler.wfile.flush()

    started = time.monotonic()
    for answer in (trickle, lambda handler, body: threading.Event().wait(3)):
        decision = decide(answer, asking=Asking(deadline_s=0.6))
        assert decision.error.startswith("ModelTimeout")
    assert time.monotonic() - started < 30


def test_a_wrong_model_name_is_named(decide: Decide) -> None:
    decision = decide(fails(404, "The model `tiny` does not exist"))
    assert decision.error.startswith("ModelRejected") and "'tiny'" in decision.error


def test_an_output_at_its_limit_is_cut_off(decide: Decide) -> None:
    assert decide(says(ANSWER[:-10], "length")).model.flaw == "cut off"


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch, decide: Decide, server: Server) -> None:
    server.port = 9  # discard: nobody listens
    assert decide(says(ANSWER), options=("retries=1",)).error.startswith("ModelUnavailable: the connection failed")


def _sizes(body: dict[str, Any]) -> list[tuple[int, int]]:
    parts = body["messages"][1]["content"]
    found = []
    for part in parts if isinstance(parts, list) else []:
        if part["type"] == "image_url":
            data = base64.b64decode(part["image_url"]["url"].split(",", 1)[1])
            found.append(Pictures.open(io.BytesIO(data)).size)
    return found


def test_an_oversized_picture_is_sent_again_smaller(server: Server, decide: Decide, png: Callable[..., bytes]) -> None:
    decision = decide(
        fails(413, "payload too large"), says(ANSWER),
        shots=lambda name: png(size=(1080, 2340)), screenshots=("a",),
    )  # fmt: skip
    (first,), (second,) = _sizes(server.bodies[0]), _sizes(server.bodies[1])
    assert decision.proposal is not None and second[0] * second[1] < first[0] * first[1] * 0.6
    assert "pictures scaled" in decision.model.notes[0]


def test_a_server_without_eyes_is_asked_without_pictures(
    server: Server, decide: Decide, png: Callable[..., bytes]
) -> None:
    decision = decide(
        fails(400, "image input is not supported"), says(ANSWER), shots=lambda n: png(), screenshots=("a",)
    )
    assert decision.proposal is not None and _sizes(server.bodies[1]) == []
    assert decision.model.notes == ("the server takes no pictures",)


def test_the_key_is_sent_but_never_told(server: Server, decide: Decide) -> None:
    decision = decide(fails(401, f"Incorrect API key provided: {KEY}"))
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert decision.error.startswith("ModelRejected") and "OPENAI_API_KEY" in decision.error
    assert KEY not in decision.model_dump_json()


def test_another_variable_can_hold_the_key(server: Server, decide: Decide, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "k-2")
    decide(says(ANSWER), options=("key_env=MY_KEY",))
    assert server.headers[0]["authorization"] == "Bearer k-2"


def test_at_most_so_many_requests_at_once(
    server: Server, pool: Pool, context_of: Callable[..., Context], quiet: Perception
) -> None:
    def slow(handler: Handler, body: dict[str, Any]) -> None:
        threading.Event().wait(0.1)
        says(ANSWER)(handler, body)

    server.answers = [slow]
    backend = open_backend(server.url("concurrency=2"))
    proposer = ModelProposer(backend, pool, Asking(deadline_s=20))
    with ThreadPoolExecutor(8) as crowd:
        done = list(crowd.map(lambda _: proposer.propose(context_of(), quiet), range(8)))
    backend.close()
    assert all(one.proposal is not None for one in done) and server.most == 2


def test_errors_are_typed_for_other_callers(server: Server) -> None:
    backend = OpenAIBackend(parse_model(server.url("retries=0")))
    request = Request((Message("user", "hi"),), deadline_s=2)
    for answer, kind in (
        (fails(500, "x"), ModelUnavailable),
        (fails(403, "x"), ModelRejected),
        (lambda handler, body: threading.Event().wait(3), ModelTimeout),
    ):
        server.answers = [answer]
        with pytest.raises(kind):
            backend.complete(request)
    backend.close()
