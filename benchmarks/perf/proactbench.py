"""ProactBench's statistics: every interval of sixteen models, and the whole reproduction."""

from __future__ import annotations

import numpy as np

from benchmarks.perf.measurement import Measurement, timed
from benchmarks.proactbench.analysis.intervals import everything
from benchmarks.proactbench.records import Score, TriggerType
from benchmarks.proactbench.scores import Outcome

MODELS, DIALOGUES, TRIGGERS = 16, 198, 624
_WINDOWS = {TriggerType.EMERGENT: (1, 3), TriggerType.CRITICAL: (4, 7), TriggerType.RECOVERY: (8, 10)}


def model(seed: int) -> list[Outcome]:
    """One model's outcomes over a corpus of the published size."""
    rng = np.random.default_rng(seed)
    kinds, scores = list(TriggerType), list(Score)
    found = []
    for number in range(TRIGGERS):
        dialogue, kind = number % DIALOGUES, kinds[number % 3]
        turn = int(rng.integers(_WINDOWS[kind][0], _WINDOWS[kind][1] + 1))
        domain = ("professional", "sports", "arts", "travel", "culinary")[dialogue % 5]
        score = scores[int(rng.integers(0, 3))]
        found.append(Outcome(f"d{dialogue}", turn, kind, dialogue % 24 + 1, domain, score))
    return found


def run() -> list[Measurement]:
    """Intervals over triggers and over dialogues, overall and by type, style, domain and turn, 1,000 resamples each."""
    models = [model(seed) for seed in range(MODELS)]
    spent = timed(lambda: [everything(one) for one in models], times=3)
    note = "overall, type, style, domain, turn; by trigger and by dialogue; 1,000 resamples"
    return [Measurement("16 models' bootstrap of everything", spent / 1000, "s", at_most=2.0, note=note)]
