"""How fast records are made, read, scored, staged and replayed."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from api_pool.functions import default_pool
from benchmarks.perf.measurement import Measurement
from benchmarks.proactive_mobile.predict import Predictor
from benchmarks.proactive_mobile.replay import Replay
from benchmarks.proactive_mobile.replay_phones import simulated_phones
from benchmarks.proactive_mobile.scorer import score_all, scores
from benchmarks.records.audit import audit
from benchmarks.records.generate import Settings, make
from benchmarks.records.read_text import read_record

MADE = 600
REPLAYED = 120


def run() -> list[Measurement]:
    """Make 600 records and audit them, read and score them, and replay 120 on four simulated phones."""
    started = time.perf_counter()
    records = list(make(Settings(seed=1, count=MADE)))
    audit(records, default_pool())
    making = time.perf_counter() - started
    started = time.perf_counter()
    for record in records:
        read_record(record)
    reading = time.perf_counter() - started
    predictor = Predictor("embedded")
    started = time.perf_counter()
    predictions = [predictor.predict(record) for record in records]
    predicting = time.perf_counter() - started
    started = time.perf_counter()
    scores(score_all(records, predictions))
    scoring = time.perf_counter() - started
    with tempfile.TemporaryDirectory() as folder, simulated_phones(4, {"model": "embedded"}) as phones:
        started = time.perf_counter()
        Replay(records[:REPLAYED], Path(folder)).run(phones)
        replaying = time.perf_counter() - started
    whole = 3660 / MADE
    return [
        Measurement("make 3,660 records, audit included", making * whole, "s", at_most=120, note=f"{MADE} measured"),
        Measurement("read a record's text", reading / MADE * 1000, "ms"),
        Measurement("predict a record, embedded", predicting / MADE * 1000, "ms"),
        Measurement("score 600 records with intervals", scoring, "s"),
        Measurement("replay on 4 simulated phones", REPLAYED / replaying, "records/s", at_least=10),
    ]
