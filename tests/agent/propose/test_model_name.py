"""`--model` strings."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.propose import check_model, open_proposer, parse_model
from agent.propose.model_name import DEFAULT_BASE_URL
from device import BadInput


def test_the_built_in_ones_are_plain_words() -> None:
    assert [open_proposer(name).name for name in ("embedded", "silent", "always")] == ["embedded", "silent", "always"]


def test_a_llama_path_with_its_projector_adapter_and_window(tmp_path: Path) -> None:
    for name in ("m.gguf", "p.gguf", "l.gguf"):
        (tmp_path / name).write_bytes(b"GGUF")
    found = parse_model(f"llama:{tmp_path}/m.gguf,mmproj={tmp_path}/p.gguf,lora={tmp_path}/l.gguf,ctx=4096,format=func")
    assert (found.kind, found.target) == ("llama", f"{tmp_path}/m.gguf")
    options = {"mmproj": f"{tmp_path}/p.gguf", "lora": f"{tmp_path}/l.gguf", "ctx": 4096, "format": "func"}
    assert found.options == options


def test_a_served_model_with_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    found = parse_model("openai:org/model@v2@http://localhost:8000/v1/,mode=tools,price_in=0.5")
    assert (found.target, found.base_url) == ("org/model@v2", "http://localhost:8000/v1")
    assert found.options == {"mode": "tools", "price_in": 0.5}
    assert parse_model("openai:gpt-x").base_url == DEFAULT_BASE_URL


@pytest.mark.parametrize(
    "text",
    [
        "", "nobody", "embedded:x", "llama", "llama:", "llama:,ctx=4096", "llama:m.gguf,ctx=many", "llama:m.gguf,ctx=1",
        "llama:m.gguf,deadline=nan", "llama:m.gguf,temperature=inf", "llama:m.gguf,color=red", "llama:m.gguf,mmproj=/no/file",
        "llama:m.gguf,format=free", "llama:m.gguf,handler=other", "openai:", "openai:@http://x/v1", "openai:m@ftp://x",
        "openai:m@x",        "openai:m@http://user:secret@x/v1", "openai:m@http://x/v1?key=secret", "openai:m@http://x:notaport/v1",
        "openai:m@http://x/v1,mode=magic",
    ],
)  # fmt: skip
def test_a_malformed_string_is_refused_with_cause_and_mend(text: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_model(text)
    assert error.value.mend and "secret@" not in str(error.value)


def test_files_are_looked_at_before_anything_starts(tmp_path: Path) -> None:
    (tmp_path / "page.gguf").write_bytes(b"<html>")
    with pytest.raises(BadInput, match="no GGUF"):
        check_model(f"llama:{tmp_path}/page.gguf")
    with pytest.raises(BadInput, match="no model file"):
        check_model(f"llama:{tmp_path}/missing.gguf")


def test_a_listed_model_that_was_not_pulled_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROACTDROID_MODELS", str(tmp_path))
    with pytest.raises(BadInput, match="models pull qwen3-vl-2b"):
        check_model("llama:qwen3-vl-2b")


def test_without_a_key_the_public_server_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    pytest.importorskip("openai")
    with pytest.raises(BadInput, match="OPENAI_API_KEY"):
        check_model("openai:gpt-x")
    check_model("openai:local@http://127.0.0.1:1/v1")
