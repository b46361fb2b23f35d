"""Agreement, regressions, correlations, failure modes, subsets and figures against libraries and planted truths."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from benchmarks.proactbench.analysis import agreement, correlations, failure_modes, intervals, regressions, subset
from benchmarks.proactbench.analysis.disclosure import distances, first_disclosure
from benchmarks.proactbench.analysis.failure_modes import Mode, by_rules
from benchmarks.proactbench.assistants import Message, OpenAIAssistant
from benchmarks.proactbench.attempts import Patience
from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.records import Dialogue, DialogueResult, Score, Tally, TriggerType, read_rows
from benchmarks.proactbench.scores import Outcome

scores = st.sampled_from(list(Score))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(scores, min_size=0, max_size=6), min_size=1, max_size=12))
def test_the_fast_alpha_is_the_librarys(units: list[list[Score]]) -> None:
    counts = agreement.value_counts(units)
    if len(counts) == 0 or np.count_nonzero(counts.sum(axis=0)) < 2:
        assert math.isnan(agreement.alpha(units))
        return
    fast = agreement.ordinal_alpha(counts)
    slow = krippendorff.alpha(value_counts=counts, value_domain=np.arange(3), level_of_measurement="ordinal")
    assert fast == pytest.approx(float(slow), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=40))
def test_kappas_are_the_librarys(pairs: list[tuple[Score, Score]]) -> None:
    table = agreement.confusion(pairs)
    ranks = [[agreement.ORDER.index(one) for one in side] for side in zip(*pairs, strict=True)]
    for name, weights in (("plain", None), ("quadratic", "quadratic")):
        ours = agreement.kappa(table, name)
        if math.isnan(ours):
            assert len({*ranks[0], *ranks[1]}) == 1
        else:
            assert ours == pytest.approx(cohen_kappa_score(*ranks, labels=[0, 1, 2], weights=weights), abs=1e-9)


def test_a_tied_vote_is_partial_then_pass() -> None:
    assert agreement.consensus([Score.PASS, Score.FAIL, Score.PARTIAL]) is Score.PARTIAL
    assert agreement.consensus([Score.PASS, Score.FAIL]) is Score.PASS
    assert agreement.consensus([Score.FAIL, Score.FAIL, Score.PASS]) is Score.FAIL


def outcomes(rng: np.random.Generator, dialogues: int = 198, sway: float = 0.0) -> list[Outcome]:
    """Synthetic outcomes of one model; `sway` makes the triggers of a dialogue alike."""
    found = []
    for number in range(dialogues):
        p = float(np.clip(0.45 + sway * rng.normal(), 0, 1))
        for turn, kind in ((2, "EMERGENT"), (5, "CRITICAL"), (9, "RECOVERY")):
            score = Score.PASS if rng.random() < p else Score.FAIL
            domain = ("arts_persona", "travel_persona")[number % 2]
            found.append(Outcome(f"d{number}", turn, TriggerType(kind), number % 24 + 1, domain, score))
    return found


def test_everything_has_both_kinds_of_intervals_for_every_grouping() -> None:
    found = intervals.everything(outcomes(np.random.default_rng(1)))
    for unit in ("triggers", "dialogues"):
        assert {name: len(groups) for name, groups in found[unit].items()} == {
            "overall": 1,
            "type": 3,
            "style": 24,
            "domain": 2,
            "turn": 3,
        }
        line = found[unit]["overall"]["all"]
        assert line.tally.evaluated == 594
        assert line.passed.low is not None
        assert line.passed.high is not None
        assert line.passed.low < (line.passed.value or 0) < line.passed.high


def test_the_same_seed_gives_the_same_intervals_and_skipped_triggers_stay_outside() -> None:
    found = outcomes(np.random.default_rng(1), 20)
    assert intervals.everything(found, 5) == intervals.everything(found, 5)
    more = [*found, Outcome("d0", 7, TriggerType.CRITICAL, 1, "arts_persona", None)]
    line = intervals.everything(more, 5)["triggers"]["overall"]["all"]
    assert (line.tally.SKIPPED, line.tally.evaluated) == (1, 60)
    assert intervals.from_tally(Tally(SKIPPED=3), np.random.default_rng(1)).passed.value is None


def test_dialogues_whose_triggers_go_together_need_wider_intervals() -> None:
    rng = np.random.default_rng(3)
    found = outcomes(rng, sway=0.5)
    lines = intervals.everything(found)
    width = {unit: lines[unit]["overall"]["all"].passed for unit in ("triggers", "dialogues")}
    spans = {unit: (one.high or 0) - (one.low or 0) for unit, one in width.items()}
    assert spans["dialogues"] > 1.2 * spans["triggers"]


def planted(rng: np.random.Generator, models: int, cells: int) -> tuple[Any, Any, Any]:
    """True logits, and the planted a and b brought to the form in which mean b is 1 and mean a is 0."""
    x, slope, intercept = rng.normal(0, 0.6, cells), rng.uniform(0.5, 1.5, models), rng.normal(-0.2, 0.5, models)
    b = slope / slope.mean()
    return intercept[:, None] + slope[:, None] * x[None, :], intercept - b * intercept.mean(), b


def coverage(
    noise: Any, simulations: int = 500, models: int = 16, cells: int = 24, seed: int = 7
) -> tuple[float, float]:
    rng = np.random.default_rng(seed)
    a_in = b_in = 0
    for _ in range(simulations):
        truth, a, b = planted(rng, models, cells)
        for at, line in enumerate(regressions.style_lines(noise(rng, truth))):
            a_in += line.a_low <= a[at] <= line.a_high
            b_in += line.b_low <= b[at] <= line.b_high
    return a_in / (simulations * models), b_in / (simulations * models)


def gaussian(rng: np.random.Generator, truth: Any) -> Any:
    return truth + rng.normal(0, 0.35, truth.shape)


def binomial(rng: np.random.Generator, truth: Any, size: int = 26) -> Any:
    passed = rng.binomial(size, 1 / (1 + np.exp(-truth)))
    return regressions.laplace_logit(passed, np.full(truth.shape, size))


@pytest.mark.parametrize("noise", [gaussian, binomial])
def test_planted_lines_are_covered_in_92_to_98_percent_of_500_simulations(noise: Any) -> None:
    for share in coverage(noise):
        assert 0.92 <= share <= 0.98


def test_the_mean_slope_is_one_and_the_mean_intercept_zero_by_construction() -> None:
    rng = np.random.default_rng(2)
    lines = regressions.style_lines(rng.normal(size=(16, 24)))
    assert np.mean([line.b for line in lines]) == pytest.approx(1, abs=1e-12)
    assert np.mean([line.a for line in lines]) == pytest.approx(0, abs=1e-12)


def test_a_line_is_the_librarys() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(4)
    logits = rng.normal(size=(5, 24))
    for row, line in zip(logits, regressions.style_lines(logits), strict=True):
        fit = sm.OLS(row, sm.add_constant(logits.mean(axis=0))).fit()
        assert [line.a, line.b] == pytest.approx(list(fit.params))
        assert [line.a_low, line.a_high, line.b_low, line.b_high] == pytest.approx(list(fit.conf_int().ravel()))
        assert line.r2 == pytest.approx(fit.rsquared)


def test_style_difficulty_counts_by_style_and_leaves_out_what_some_model_lacks() -> None:
    rng = np.random.default_rng(5)
    models = {name: outcomes(rng) for name in ("x", "y", "z")}
    models["z"] = [one for one in models["z"] if one.style != 7]
    found = regressions.style_difficulty(models)
    assert found.left_out == (7,)
    assert len(found.difficulty) == 23
    with pytest.raises(BadData, match="too few"):
        regressions.style_difficulty({"x": models["x"]})


def slope_coverage(simulations: int, seed: int = 7) -> float:
    rng = np.random.default_rng(seed)
    covered = 0
    for _ in range(simulations):
        distance = rng.integers(0, 10, 191)
        passed = rng.random(191) < 1 / (1 + np.exp(1 + 0.15 * distance))
        found = regressions.disclosure_slope(distance.tolist(), passed.tolist())
        covered += found.low is not None and found.high is not None and found.low <= -0.15 <= found.high
    return covered / simulations


def test_the_planted_disclosure_slope_is_covered() -> None:
    assert 0.92 <= slope_coverage(500) <= 0.98


@pytest.mark.verify
def test_coverage_holds_over_many_seeds_sizes_and_for_the_bootstrap() -> None:
    for seed in range(5):
        for size in (26, 100):
            for share in coverage(lambda rng, truth, size=size: binomial(rng, truth, size), seed=seed):
                assert 0.915 <= share <= 0.985
        assert 0.92 <= slope_coverage(1000, seed) <= 0.98
    rng = np.random.default_rng(11)
    inside = 0
    for _ in range(500):
        line = intervals.from_tally(Tally(PASS=int(k := rng.binomial(624, 0.45)), FAIL=624 - int(k)), rng)
        inside += (line.passed.low or 0) <= 0.45 <= (line.passed.high or 0)
    assert 0.92 <= inside / 500 <= 0.98


def test_slopes_that_cannot_be_had_say_why() -> None:
    assert "do not differ" in regressions.disclosure_slope([1, 1, 1], [True, False, True]).why
    assert "same outcome" in regressions.disclosure_slope([1, 2, 3], [True, True, True]).why
    assert "separates" in regressions.disclosure_slope([1, 2, 3, 4, 5, 6], [False] * 3 + [True] * 3).why


def test_disclosure_is_recorded_or_read_from_the_words(shared: Path) -> None:
    rows = read_rows(shared / "proactbench" / "sample_dialogues.jsonl", Dialogue)
    results = read_rows(shared / "proactbench" / "sample_results.jsonl", DialogueResult)
    far, passed = distances(rows, results)
    assert passed == [False]
    assert 0 <= far[0] <= 7
    row = rows[0].model_copy(deep=True)
    assert row.model_extra is not None
    row.model_extra["anchors_disclosed"] = {"x": 2, "y": 5}
    trigger = row.trigger_points[2]
    assert trigger.model_extra is not None
    trigger.model_extra["rubric_anchors"] = ["y", "x"]
    assert first_disclosure(row, trigger, set()) == 2


def columns() -> dict[str, dict[str, float]]:
    rng = np.random.default_rng(6)
    models = [f"m{number}" for number in range(16)]
    skill = rng.normal(size=16)
    names = {"gpqa": 0.3, "mmlu": 0.3, "aime": 0.4, "ifeval": 0.4}
    found = {name: dict(zip(models, skill + noise * rng.normal(size=16), strict=True)) for name, noise in names.items()}
    found["recovery"] = dict(zip(models, rng.normal(size=16), strict=True))
    return found


def test_holm_is_the_step_down_it_should_be() -> None:
    adjusted = correlations.holm([0.01, 0.04, float("nan"), 0.03])
    assert adjusted[0] == pytest.approx(0.03)
    assert adjusted[1] == pytest.approx(0.06)
    assert math.isnan(adjusted[2])
    assert adjusted[3] == pytest.approx(0.06)


def test_what_goes_with_nothing_is_seen_and_kept() -> None:
    table = columns()
    others = [name for name in table if name != "recovery"]
    assert all(one.adjusted > 0.05 for one in correlations.table(table, ["recovery"], others))
    assert all(
        one.adjusted < 0.01 for one in correlations.table(table, ["gpqa"], ["mmlu", "aime", "ifeval"], "spearman")
    )
    mean, low, high = correlations.mean_correlation(table, "recovery", resamples=200)
    assert low <= mean <= high
    assert correlations.mean_correlation(table, "gpqa", resamples=50)[0] > mean
    chosen = subset.choose(table, top=2, resamples=100)
    assert chosen[0].name == "recovery"
    assert chosen[0].in_top > 0.9
    assert [one.adds for one in chosen[1:]] == sorted((one.adds for one in chosen[1:]), reverse=True)


def test_the_greedy_choice_takes_the_largest_determinant() -> None:
    _, matrix = correlations.matrix(columns())
    order = [index for index, _ in subset.greedy(matrix)]
    for size in range(1, 5):
        best = max(range(5), key=lambda one: np.linalg.det(matrix[np.ix_([*order[:size], one], [*order[:size], one])]))
        assert order[size] == best


def test_too_few_models_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="share 2 models"):
        correlations.table({"a": {"x": 1, "y": 2}, "b": {"x": 1, "y": 2}}, ["a"], ["b"])
    path = tmp_path / "b.csv"
    path.write_text("model,gpqa\nx,1.5\ny,\nz,high\n", encoding="utf-8")
    with pytest.raises(BadData, match="line 4: 'high' is no number"):
        correlations.read_benchmarks(path)
    path.write_text("model,gpqa\nx,1.5\ny,\n", encoding="utf-8")
    assert correlations.read_benchmarks(path) == {"gpqa": {"x": 1.5}}


LIST = "Pack the tent first, then the stove, then the two blankets, and put the lamp on top of everything else."
BEFORE = (
    Message("user", "I drive a hatchback to the lake festival with a stove."),
    Message("assistant", LIST),
    Message("user", "Packed. Done."),
)


@pytest.mark.parametrize(
    ("reply", "mode"),
    [
        ("Acknowledged.", Mode.PREMATURE_CLOSURE),
        ("Thread closed. Run the plan.", Mode.PREMATURE_CLOSURE),
        ("You're welcome! Enjoy the weekend, and let me know if you need anything else.", Mode.GENERIC_CLOSING),
        (f"Perfect. To sum up: {LIST}", Mode.DELIVERABLE_REPETITION),
        ("Before you go, you could also book a violin lesson for next month in town.", Mode.UNGROUNDED_SUGGESTION),
    ],
)
def test_rules_name_the_plain_cases(reply: str, mode: Mode) -> None:
    assert by_rules(reply, BEFORE) is mode


def test_a_judge_names_the_modes_and_is_compared_with_the_rules(endpoint: Any, shared: Path) -> None:
    dialogues = read_rows(shared / "proactbench" / "sample_dialogues.jsonl", Dialogue)
    rows = read_rows(shared / "proactbench" / "sample_results.jsonl", DialogueResult)
    for row in rows:
        for trigger in row.trigger_points:
            assert trigger.evaluation_result is not None
            trigger.evaluation_result.score = Score.FAIL
    found = failure_modes.failures(dialogues, rows)
    assert [one.turn for one in found] == [8]
    answers = iter(["nothing", json.dumps({"mode": "premature_closure", "rationale": "short"})])
    endpoint.models["judge"] = lambda request: next(answers)

    async def work() -> failure_modes.Comparison:
        model = OpenAIAssistant("judge", endpoint.url)
        try:
            return await failure_modes.compare(found, failure_modes.Namer(model, Patience(2, 0)))
        finally:
            await model.close()

    compared = asyncio.run(work())
    assert compared.judge is not None
    assert compared.judge.shares()["premature_closure"] == 100
    assert compared.judge.skipped == 0
    assert sum(compared.rules.counts.values()) == 1
