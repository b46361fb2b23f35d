"""Predictions from a record's text: the gate and the model asked once a record, with limits and ablations."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agent.cues import ALL_CUES
from benchmarks.proactive_mobile.predict import Ablation, Limits, Predictor, predict_all
from benchmarks.proactive_mobile.stub_server import stub_server
from benchmarks.records import Picture, Record, write_jsonl
from device import BadInput

ROOT = Path(__file__).resolve().parents[3]
LOW = Record(
    id="low", phone="Battery: 9 %, not charging\nBattery saver: off\nScreen: on",
    world="Time: 2026-03-11 15:00, Wednesday, Europe/Berlin", trace=("14:58 opened Maps (com.google.android.apps.maps)",),
)  # fmt: skip
FULL = LOW.model_copy(update={"id": "full", "phone": "Battery: 90 %, charging\nBattery saver: off\nScreen: on"})


def test_the_embedded_model_speaks_from_the_text_alone() -> None:
    assert ALL_CUES
    low, full = predict_all([LOW, FULL], Predictor("embedded"))
    assert low.calls[0].name == "set_battery_saver" and low.intent
    assert not full.spoke and full.invalid is None


def test_records_are_lives_of_their_own() -> None:
    predictor = Predictor("embedded")
    first, second = (predictor.predict(LOW.model_copy(update={"id": name})) for name in "ab")
    assert first.calls == second.calls, "nothing is remembered from one record to the next"


def test_silent_and_always() -> None:
    assert not Predictor("silent").predict(LOW).spoke
    assert Predictor("always").predict(FULL).spoke


def test_ablations_take_the_reason_away() -> None:
    assert not Predictor("embedded", ablation=Ablation.of(["phone"])).predict(LOW).spoke
    assert Predictor("embedded", ablation=Ablation.of(["profile"], noise=0)).predict(LOW).spoke
    with pytest.raises(BadInput, match="no dimension smell"):
        Ablation.of(["smell"])


def test_limits_and_what_is_done() -> None:
    records = [LOW.model_copy(update={"id": str(number)}) for number in range(5)]
    got = predict_all(records, Predictor("silent"), done=frozenset({"0"}), limits=Limits(records=2))
    assert [prediction.id for prediction in got] == ["1", "2"]


def test_pictures_are_read_from_the_records_folder_only(tmp_path: Path) -> None:
    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "a.png").write_bytes(b"png")
    (tmp_path.parent / "secret.png").write_bytes(b"no")
    seen: list[bytes | None] = []
    predictor = Predictor("silent", pictures=tmp_path)
    shown = LOW.model_copy(update={"trace": (Picture(picture="shots/a.png"), Picture(picture="../secret.png"))})
    for path in shown.pictures():
        seen.append(predictor.picture(path))
    assert seen == [b"png", None]
    assert Predictor("silent").picture("shots/a.png") is None


def _predict(records: Path, model: str, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    argv = ["predict", str(records), "--model", model, "--out", str(out), "--json", *more]
    return subprocess.run(
        [sys.executable, "-m", "proactdroid", *argv], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_records_that_got_no_answer_are_asked_again(tmp_path: Path) -> None:
    pytest.importorskip("openai")
    write_jsonl(tmp_path / "r.jsonl", [LOW.model_copy(update={"id": str(number)}) for number in range(7)])
    with stub_server() as url:
        model = f"openai:tiny@{url},gate=off,retries=0,deadline=5"
    gone = _predict(tmp_path / "r.jsonl", model, tmp_path / "p.jsonl")
    assert gone.returncode == 1 and "got no answer" in gone.stderr and "ModelUnavailable" in gone.stderr
    assert json.loads(gone.stdout)["left"] == 7 and len(json.loads(gone.stdout)["failed"]) == 5, "after five it stops"
    with stub_server(int(model.rpartition("/v1")[0].rpartition(":")[2])):
        there = _predict(tmp_path / "r.jsonl", model, tmp_path / "p.jsonl", "--format", "func")
    assert there.returncode == 0 and json.loads(there.stdout)["predicted"] == 7
    bad = _predict(tmp_path / "r.jsonl", "embedded", tmp_path / "q.jsonl", "--format", "func")
    assert bad.returncode == 2 and "no model" in bad.stderr
