"""Getting weights from a hub: a stub of it over real HTTP."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from agent.propose.weights import LIST, PullFailed, local_files, pull
from device import BadInput

pytest.importorskip("huggingface_hub")
DATA = b"GGUF" + bytes(range(256)) * 4000


@dataclass
class Hub:
    """What the stub serves, and what it was asked. `cut` ends each answer after so many bytes."""

    sha: str = hashlib.sha256(DATA).hexdigest()
    status: int = 200
    cut: int | None = None
    ranges: list[str] = field(default_factory=list)
    gets: int = 0


class Handler(BaseHTTPRequestHandler):
    state: Hub

    def log_message(self, *_: object) -> None:
        return

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self.state.gets += 1
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        if self.state.status != 200:
            self.send_response(self.state.status)
            if self.state.status == 404:
                self.send_header("X-Error-Code", "EntryNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        start = 0
        if span := self.headers.get("Range"):
            self.state.ranges.append(span)
            start = int(span.removeprefix("bytes=").split("-")[0])
        self.send_response(206 if start else 200)
        for key, value in {
            "X-Repo-Commit": "c" * 40, "ETag": f'"{self.state.sha}"', "X-Linked-Etag": f'"{self.state.sha}"',
            "X-Linked-Size": str(len(DATA)), "Accept-Ranges": "bytes", "Content-Length": str(len(DATA) - start),
        }.items():  # fmt: skip
            self.send_header(key, value)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(DATA) - 1}/{len(DATA)}")
        self.end_headers()
        if body:
            end = len(DATA) if self.state.cut is None else min(len(DATA), start + self.state.cut)
            self.wfile.write(DATA[start:end])
            self.close_connection = True


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    state = Hub()
    http = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"state": state}))
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{http.server_port}")
    monkeypatch.setenv("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    monkeypatch.setenv("PROACTDROID_MODELS", str(tmp_path / "models"))
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield state
    http.shutdown()
    http.server_close()


def test_weights_and_projector_are_fetched_once_and_found_by_name(hub: Hub) -> None:
    lines: list[str] = []
    paths = pull("qwen3-vl-2b", told=lines.append)
    assert [path.read_bytes() for path in paths] == [DATA, DATA]
    assert local_files("qwen3-vl-2b") == (paths[0], paths[1]) and len(lines) == 2
    asked = hub.gets
    pull("qwen3-vl-2b")
    assert hub.gets == asked  # what is here and whole is not fetched again


def test_an_interrupted_pull_goes_on_where_it_stopped(hub: Hub, tmp_path: Path) -> None:
    folder = tmp_path / "models" / "smolvlm2-2.2b"
    folder.mkdir(parents=True)
    (folder / f"{LIST[3].weights}.part").write_bytes(DATA[:300_000])  # what a killed pull leaves
    paths = pull("smolvlm2-2.2b")
    assert hub.ranges == ["bytes=300000-"] and paths[0].read_bytes() == DATA
    assert not list(folder.glob("*.part"))


def test_a_connection_that_breaks_is_taken_up_again(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 65_536)
    hub.cut = 700_000
    assert pull("smolvlm2-2.2b")[0].read_bytes() == DATA and hub.ranges


def test_a_wrong_checksum_is_told_and_the_file_is_not_kept(hub: Hub) -> None:
    hub.sha = "0" * 64
    with pytest.raises(PullFailed, match="SHA-256"):
        pull("gemma-3-4b")
    with pytest.raises(BadInput, match="not here yet"):
        local_files("gemma-3-4b")


def test_no_network_is_said_in_clear_words_with_a_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROACTDROID_MODELS", str(tmp_path))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(PullFailed, match="no network") as error:
        pull("qwen2.5-vl-3b")
    assert "--model llama:PATH" in error.value.mend


@pytest.mark.parametrize(("status", "words"), [(404, "no file"), (401, "refused"), (403, "refused")])
def test_what_the_hub_refuses_is_told(hub: Hub, status: int, words: str) -> None:
    hub.status = status
    with pytest.raises(PullFailed, match=words):
        pull("qwen3-vl-4b")


def test_only_listed_names() -> None:
    with pytest.raises(BadInput, match="no model"):
        pull("gpt-17")
    assert local_files("somewhere.gguf") is None
    assert all(one.licence and one.memory_gb > one.size_gb for one in LIST)
