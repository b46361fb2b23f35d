"""Making records: the same bytes for a seed, what must be in them, and what the audit finds."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from api_pool import SCENARIOS
from api_pool.functions import default_pool
from benchmarks.records.audit import audit, own_text
from benchmarks.records.convert import dump_line
from benchmarks.records.execution import execute
from benchmarks.records.generate import Settings, make
from benchmarks.records.model import DIMENSIONS, HELD_OUT, Answer, CallTruth, Record
from benchmarks.records.read_text import read_record
from benchmarks.records.recipe import load_recipes
from benchmarks.records.references import REFERENCES, right_count
from device import BadInput

SMALL = Settings(seed=5, count=120, noise=1.0)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return list(make(SMALL))


def _digest(settings: Settings) -> str:
    return hashlib.sha256("".join(map(dump_line, make(settings))).encode()).hexdigest()


def test_a_seed_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "import hashlib; from benchmarks.records.generate import make, Settings; from benchmarks.records.convert import "
        "dump_line; print(hashlib.sha256(''.join(map(dump_line, make(Settings(seed=5, count=30)))).encode()).hexdigest())"
    )
    env = {"PYTHONHASHSEED": "77", "PATH": "", "PYTHONPATH": ":".join(p for p in sys.path if p)}
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    ).stdout.strip()
    assert _digest(Settings(seed=5, count=30)) == other
    assert _digest(Settings(seed=6, count=30)) != other


def test_more_records_begin_with_the_fewer() -> None:
    few = [record.id for record in make(Settings(seed=5, count=10, noise=0))]
    assert [record.id for record in make(Settings(seed=5, count=20, noise=0))][:10] == few


def test_every_scenario_has_ten_recipes_with_minimal_pairs() -> None:
    recipes = load_recipes()
    assert set(Counter(recipe.scenario for recipe in recipes)) == set(SCENARIOS)
    assert min(Counter(recipe.scenario for recipe in recipes).values()) >= 10
    assert all(recipe.pairs and recipe.apart(pair) != recipe for recipe in recipes for pair in recipe.pairs)
    assert {recipe.split for recipe in recipes if recipe.scenario in HELD_OUT} == {"ood"}
    assert {recipe.split for recipe in recipes if recipe.scenario not in HELD_OUT} == {"train", "validation", "test"}


def test_the_audit_finds_nothing(records: list[Record]) -> None:
    assert audit(records, default_pool(), None) == []


def test_both_halves_of_a_pair_differ_in_little(records: list[Record]) -> None:
    pairs: dict[str, list[Record]] = {}
    for record in records:
        if record.pair:
            pairs.setdefault(record.pair, []).append(record)
    close = 0
    for needed, needless in (pair for pair in pairs.values() if len(pair) == 2):
        assert needed.needed and not needless.needed
        own = [
            set(half.with_noise(0).lines("trace")) | set(half.with_noise(0).lines("phone"))
            for half in (needed, needless)
        ]
        close += len(own[0] ^ own[1]) <= 8
    assert close / len(pairs) > 0.75  # the others differ in the moment itself (another day, another hour)


def test_text_reads_back(records: list[Record]) -> None:
    for record in records:
        read = read_record(record.model_copy(update={"frame_ms": None, "timezone": None}))
        assert int(read.now.timestamp() * 1000) == record.frame_ms
        assert read.state.contacts is not None and {c.name for c in read.state.contacts} == set(record.contacts)
        assert "phone" not in read.unread


def test_difficulty_counts_the_right_references(records: list[Record]) -> None:
    assert len(REFERENCES) == 5
    grades = {4: "L1", 5: "L1", 2: "L2", 3: "L2", 0: "L3", 1: "L3"}
    assert all(record.difficulty == grades[right_count(record)] for record in records[:40])


def test_noise_is_as_much_as_was_asked_for() -> None:
    for ratio in (0.0, 5.0, 20.0):
        for record in make(Settings(seed=2, count=6, noise=ratio)):
            assert record.noise_ratio == pytest.approx(ratio, abs=0.6)
    heavy = next(make(Settings(seed=2, count=1, noise=20.0)))
    light = heavy.with_noise(5)
    assert len(light.trace) < len(heavy.trace) and heavy.with_noise(0).noise == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_noise_has_its_words_and_does_not_contradict_itself(language: Any) -> None:
    for record in make(Settings(seed=3, count=12, noise=20.0, languages=(language,))):
        text = "\n".join(line for dimension in DIMENSIONS for line in record.lines(dimension))
        assert "{" not in text
        for once in ("Air quality", "Moon:", "Shoe size", "Exchange rates", "空气质量", "月相", "鞋码", "汇率"):
            assert text.count(once) <= 1, once


def test_the_audit_sees_what_is_wrong(records: list[Record]) -> None:
    good = next(record for record in records if record.needed and record.language == "zh")
    bad_calls = (Answer(intent="?", calls=(CallTruth(name="fly", arguments={}),)),)
    ungrounded = (
        Answer(intent="打开", calls=(CallTruth(name="open_url", arguments={"url": "https://nowhere.example"}),)),
    )
    broken = [
        good.model_copy(update={"id": "a", "answers": bad_calls}),
        good.model_copy(update={"id": "b", "answers": ungrounded, "phone": good.phone + "\nx"}),
        good.model_copy(update={"id": "c", "split": "ood", "phone": good.phone + "\ny"}),
        good.model_copy(update={"id": "d", "world": "", "phone": good.phone + "\nz"}),
        good.model_copy(update={"id": "a", "frame_ms": 0}),
        good.model_copy(
            update={"id": "e", "trace": (*good.trace, "10:00 notification from News (a.b): {one.title} | x")}
        ),
    ]
    rules = {fault.rule for fault in audit(broken, default_pool(), None)}
    assert {"schema", "language", "ungrounded", "split", "leak", "empty", "moment", "twin", "ids",
            "unfilled"} <= rules  # fmt: skip


def test_a_pair_whose_difference_is_only_noise_is_a_fault(records: list[Record], tmp_path: Path) -> None:
    needed = next(record for record in records if record.pair and record.needed)
    twin = needed.model_copy(
        update={"id": "twin", "answers": (), "profile": needed.profile + "\nFavourite colour: green"}
    )
    twin = twin.model_copy(update={"noise": {**twin.noise, "profile": (len(twin.lines("profile")) - 1,)}})
    assert own_text(twin) == own_text(needed.model_copy(update={"noise": {**needed.noise, "profile": ()}}))
    needed = needed.model_copy(update={"noise": {**needed.noise, "profile": ()}})
    assert "pair" in {fault.rule for fault in audit([needed, twin], default_pool(), None)}
    assert [fault.rule for fault in execute([twin, needed], tmp_path, workers=1).faults] == ["needless"]
    other = next(record for record in records if record.pair == needed.pair and not record.needed)
    assert execute([other], tmp_path / "none").faults == [] and own_text(other) != own_text(needed)


def test_nothing_to_make_is_told() -> None:
    with pytest.raises(BadInput, match="nothing to make"):
        next(make(Settings(scenarios=("nowhere",))))


@pytest.mark.verify
@pytest.mark.timeout(600)
def test_the_whole_set_in_two_minutes() -> None:
    import time

    started = time.monotonic()
    records = list(make(Settings(seed=1, count=3660)))
    faults = audit(records, default_pool())
    took = time.monotonic() - started
    assert faults == [] and took <= 120
    for name in ("scenario", "language", "difficulty"):
        assert (
            len({getattr(record, name) for record in records}) == {"scenario": 14, "language": 2, "difficulty": 3}[name]
        )
    assert {len(record.answers) for record in records} == {0, 1, 2, 3}
    assert 0.25 <= sum(not record.needed for record in records) / len(records) <= 0.45
