"""The scores: a fixture worked out by hand, a second implementation by the formulas, and what must hold of any."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api_pool import Call
from benchmarks.proactive_mobile.best_match import best_match, names_f1
from benchmarks.proactive_mobile.intervals import clustered_bootstrap, mcnemar, paired_bootstrap
from benchmarks.proactive_mobile.scorer import Scored, clusters, compare, frame_of, score_all, scores
from benchmarks.records import Answer, CallTruth, Prediction
from device import BadInput
from tests.benchmarks.proactive_mobile.scoring_fixture import LINES, Row, rows

ROWS = rows()
RECORDS = [row.record for row in ROWS]
PREDICTIONS = [row.prediction for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.record.id)
def test_every_prediction_has_the_verdict_worked_out_by_hand(row: Row) -> None:
    (scored,) = score_all([row.record], [row.prediction])
    assert scored.verdict == row.verdict
    assert scored.f1 == pytest.approx(row.f1, abs=1e-12)
    assert (scored.right_arguments, scored.arguments) == (row.met, row.arguments)


def test_the_totals_worked_out_by_hand() -> None:
    assert len(ROWS) >= 40
    total = scores(score_all(RECORDS, PREDICTIONS))
    # counted off the lines of the fixture, not off the code
    assert (total.sr.count, total.sr.of) == (15, 34)
    assert (total.ftr.count, total.ftr.of) == (4, 10)
    assert (total.sr_all.count, total.sr_all.of) == (21, 44)
    assert (total.miss.count, total.miss.of) == (4, 34)
    assert (total.invalid.count, total.invalid.of) == (4, 44)
    assert (total.type_accuracy.count, total.type_accuracy.of) == (36, 44)
    assert (total.arguments.count, total.arguments.of) == (32, 42)
    assert total.by["language"]["zh"].ftr.count == 2
    # open: another recipient; a look at the route for a navigation; another title; a reminder for a calendar entry
    assert (total.open, total.failed, total.judged) == (4, 0, 0)


# -- a second, independent implementation: plain Python, straight from the formulas


def by_the_formulas(items: list[tuple[str, bool, bool, str, float]]) -> dict[str, float]:
    """items: verdict, needed, invalid, cluster, f1."""
    n = len(items)
    n_no_action = sum(1 for item in items if not item[1])
    n_ft = sum(1 for item in items if item[0] == "false_trigger")
    n_needed = n - n_no_action
    n_right = sum(1 for item in items if item[0] == "right")
    spoke = [item[0] in ("right", "wrong", "false_trigger") for item in items]
    result = {
        "sr": n_right / n_needed,
        "ftr": n_ft / n_no_action,
        "sr_all": (n_right + sum(1 for item in items if item[0] == "quiet")) / n,
        "miss": sum(1 for item in items if item[0] == "missed") / n_needed,
        "invalid": sum(1 for item in items if item[2]) / n,
        "type_accuracy": sum(1 for item, said in zip(items, spoke, strict=True) if said == item[1]) / n,
        "f1": sum(item[4] for item in items if item[1]) / n_needed,
    }
    z = 1.959963984540054
    p = result["sr"]
    root = z * math.sqrt(p * (1 - p) / n_needed + z**2 / (4 * n_needed**2))
    result["sr_low"] = (p + z**2 / (2 * n_needed) - root) / (1 + z**2 / n_needed)
    result["sr_high"] = (p + z**2 / (2 * n_needed) + root) / (1 + z**2 / n_needed)
    return result


def test_a_second_implementation_agrees_to_the_last_digit() -> None:
    total = scores(score_all(RECORDS, PREDICTIONS), bootstrap=False)
    items = [(r.verdict, r.record.needed, r.prediction.invalid is not None, r.record.recipe, r.f1) for r in ROWS]
    second = by_the_formulas(items)
    for name in ("sr", "ftr", "sr_all", "miss", "invalid", "type_accuracy"):
        assert getattr(total, name).value == second[name], name
    assert total.f1 == second["f1"]
    assert total.sr.low == pytest.approx(second["sr_low"], abs=1e-15)
    assert total.sr.high == pytest.approx(second["sr_high"], abs=1e-15)


def reference_by_the_formula(line: str) -> tuple[int, Fraction]:
    """Stage two on a line of the fixture, read with nothing but a regular expression: the answer whose set of function
    names has the highest F1 = 2·|P ∩ G| / (|P| + |G|) with the prediction's, the first of several."""
    truth, made = (re.split(r" ;", line)[n].strip() for n in (1, 2))
    said = set(re.findall(r"(\w+)\(", made))
    scored = []
    for index, answer in enumerate(truth.split(" | ")):
        wanted = set(re.findall(r"(\w+)\(", answer))
        scored.append((Fraction(2 * len(said & wanted), len(said) + len(wanted)), -index))
    best, index = max(scored)
    return -index, best


def test_the_best_match_agrees_with_the_formula_to_the_last_digit() -> None:
    wrong = [(line, row) for line, row in zip(LINES.strip().splitlines(), ROWS, strict=True) if row.verdict == "wrong"]
    assert len(wrong) >= 12 and any(len(row.record.answers) == 3 for _, row in wrong)
    for line, row in wrong:
        (scored,) = score_all([row.record], [row.prediction])
        index, f1 = reference_by_the_formula(line)
        assert (scored.answer, scored.f1, scored.by) == (index, float(f1), "f1"), line


verdicts = st.lists(
    st.tuples(st.sampled_from(["right", "wrong", "missed", "quiet", "false_trigger"]), st.booleans(), st.sampled_from("abc"),
              st.sampled_from([0.0, 0.5, 1.0])),
    max_size=30,
)  # fmt: skip


@given(verdicts)
def test_any_outcomes_are_counted_as_the_formulas_say(drawn: list[tuple[Any, bool, str, float]]) -> None:
    needed = ("right", "wrong", "missed")
    made = [
        Scored(
            id=str(n),
            verdict=v,
            invalid=bad and v in ("missed", "quiet"),
            needed=v in needed,
            cluster=c,
            groups={},
            f1=f1,
        )
        for n, (v, bad, c, f1) in enumerate(drawn)
    ]
    total = scores(made, bootstrap=False)
    items = [(s.verdict, s.needed, s.invalid, s.cluster, s.f1) for s in made]
    if not any(s.needed for s in made) or all(s.needed for s in made):
        assert total.ftr.value is None or total.sr.value is None
        return
    second = by_the_formulas(items)
    for name in ("sr", "ftr", "sr_all", "miss", "invalid", "type_accuracy"):
        assert getattr(total, name).value == second[name], name
    assert total.f1 == second["f1"]
    assert sum(top for top, _ in clusters(made, "sr").values()) == total.sr.count
    # duplicates: every record twice is the same shares of twice as many
    twice = scores([*made, *made], bootstrap=False)
    assert twice.sr.value == total.sr.value and twice.ftr.of == 2 * total.ftr.of


def test_groups_add_up_to_the_whole() -> None:
    total = scores(score_all(RECORDS, PREDICTIONS), bootstrap=False)
    assert set(total.by) == {"difficulty", "modality", "language", "split"}
    for parts in total.by.values():
        assert sum(part.sr.count for part in parts.values()) == total.sr.count
        assert sum(part.ftr.of for part in parts.values()) == total.ftr.of


# -- what must hold of any predictions


@settings(max_examples=25)
@given(st.integers())
def test_order_does_not_count(seed: int) -> None:
    order = list(range(len(ROWS)))
    random.Random(seed).shuffle(order)
    shuffled = [PREDICTIONS[n] for n in order]
    assert scores(score_all(RECORDS, shuffled), bootstrap=False) == scores(
        score_all(RECORDS, PREDICTIONS), bootstrap=False
    )


def test_silence_and_speaking_always() -> None:
    silent = scores(score_all(RECORDS, [Prediction(id=r.id) for r in RECORDS]))
    assert silent.sr.value == 0 and silent.ftr.value == 0 and silent.miss.value == 1
    assert silent.sr_all.value == silent.ftr.of / silent.records
    loud = scores(score_all(RECORDS, [Prediction(id=r.id, calls=(Call(name="open_cart"),)) for r in RECORDS]))
    assert loud.ftr.value == 1 and loud.miss.value == 0
    assert silent.clustered["ftr"].high == 0 and loud.clustered["ftr"].low == 1


def test_nothing_to_score_is_no_figure() -> None:
    empty = scores([])
    assert empty.sr.value is None and empty.ftr.value is None and empty.f1 is None
    assert empty.clustered["sr"].value is None


def test_predictions_must_fit_the_records() -> None:
    with pytest.raises(BadInput, match="two predictions"):
        score_all(RECORDS, [*PREDICTIONS, PREDICTIONS[0]])
    with pytest.raises(BadInput, match="no record"):
        score_all(RECORDS[1:], PREDICTIONS)
    with pytest.raises(BadInput, match="have no prediction"):
        score_all(RECORDS, PREDICTIONS[1:])


# -- best match


def call(name: str, **arguments: Any) -> Call:
    return Call(name=name, arguments=arguments)


def answer(*calls: tuple[str, dict[str, Any]]) -> Answer:
    return Answer(intent="?", calls=tuple(CallTruth(name=name, arguments=arguments) for name, arguments in calls))


class Says:
    name = "test"

    def __init__(self, same: bool) -> None:
        self.answer, self.asked = same, 0

    def same(self, made: Any, truth: Any, frame: Any) -> tuple[bool, str]:
        self.asked += 1
        return self.answer, "said so"


def test_the_judge_is_asked_only_what_the_rules_leave_open() -> None:
    frame = frame_of(RECORDS[0])
    answers = [answer(("create_note", {"text": "Buy milk"})), answer(("set_wifi", {"enabled": True}))]
    judge = Says(True)
    assert best_match([call("set_wifi", enabled=True)], answers, frame, judge).by == "rules" and judge.asked == 0
    match = best_match([call("create_note", text="Get some milk")], answers, frame, judge)
    assert (match.same, match.by, match.answer, judge.asked) == (True, "judge", 0, 1)
    assert not best_match([call("set_wifi", enabled=False)], answers, frame, judge).same and judge.asked == 1
    without = best_match([call("create_note", text="Get some milk")], answers, frame)
    assert (without.same, without.open, without.by) == (False, 1, "f1")
    assert not best_match([call("create_note", text="Get some milk")], answers, frame, Says(False)).same
    with pytest.raises(ValueError, match="no answers"):
        best_match([], [], frame)


def test_without_an_equivalent_answer_the_nearest_set_of_functions_is_the_reference() -> None:
    answers = [answer(("set_wifi", {"enabled": True})), answer(("set_wifi", {"enabled": True}), ("open_cart", {}))]
    match = best_match([call("open_cart"), call("set_dark_mode", enabled=True)], answers, frame_of(RECORDS[0]))
    assert match.answer == 1 and match.f1 == 0.5
    assert names_f1([], []) == 1 and names_f1(["a", "a"], ["a"]) == 1 and names_f1(["a"], []) == 0


# -- intervals


def test_mcnemar_is_the_exact_binomial_test() -> None:
    first = [True] * 8 + [False] * 2 + [True] * 5
    second = [False] * 8 + [True] * 2 + [True] * 5
    test = mcnemar(first, second)
    assert (test.only_first, test.only_second) == (8, 2)
    assert test.p == pytest.approx(2 * (1 + 10 + 45) / 1024)
    assert mcnemar(second, first).p == test.p and mcnemar(first, first).p == 1
    scipy = pytest.importorskip("scipy.stats")
    assert test.p == pytest.approx(scipy.binomtest(2, 10).pvalue)


def test_clusters_widen_an_interval() -> None:
    alone = {f"c{n}": (float(n % 2), 1.0) for n in range(60)}
    together = {f"c{n}": (10.0 * (n % 2), 10.0) for n in range(6)}
    narrow, wide = clustered_bootstrap(alone), clustered_bootstrap(together)
    assert narrow.value == wide.value == 0.5
    assert narrow.low is not None and wide.low is not None and wide.low < narrow.low
    assert clustered_bootstrap(alone) == narrow
    assert 0.35 < narrow.low < 0.40  # 0.5 − 1.96·√(0.25/60) = 0.373


def test_a_paired_difference_is_narrower_than_its_parts() -> None:
    first = {f"c{n}": (float(n % 3 > 0), 1.0) for n in range(90)}
    second = {f"c{n}": (float(n % 3 > 1), 1.0) for n in range(90)}
    difference = paired_bootstrap(first, second)
    assert difference.value == pytest.approx(1 / 3)
    assert difference.low is not None and difference.low > 0.2
    assert paired_bootstrap(first, first).low == paired_bootstrap(first, first).high == 0
    with pytest.raises(ValueError, match="same clusters"):
        paired_bootstrap(first, {"x": (1.0, 1.0)})


def test_two_models_are_compared_on_the_same_records() -> None:
    first = score_all(RECORDS, PREDICTIONS)
    silent = score_all(RECORDS, [Prediction(id=r.id) for r in RECORDS])
    compared = compare(first, silent)
    assert compared.mcnemar["sr"].only_first == 15 and compared.mcnemar["sr"].only_second == 0
    assert compared.differences["ftr"].value == pytest.approx(0.4)
    with pytest.raises(BadInput, match="different records"):
        compare(first, silent[1:])
