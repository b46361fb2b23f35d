"""What counts as served, wrong, missed, and as a false trigger."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from api_pool import Call
from benchmarks.proactive_mobile.moments import Judge, Window

SAVER = Call(name="set_battery_saver", arguments={"enabled": True})
OTHER = Call(name="open_cart")


def window(**more: object) -> Window:
    fields: dict[str, object] = {
        "id": "low",
        "scenario": "device_care",
        "from_ms": 1000,
        "until_ms": 2000,
        "answers": [{"intent": "Save battery", "calls": [SAVER.model_dump()]}],
    }
    return Window.model_validate(fields | more)


def judge(*windows: Window) -> Judge:
    return Judge(windows or (window(),), "UTC")


def test_the_first_proposal_that_does_what_an_answer_does_serves_the_window() -> None:
    day = judge()
    assert day.silent(500).verdict == "quiet"
    assert day.spoke(1500, [SAVER]).verdict == "served"
    scores = day.scores()
    assert (scores.sr.value, scores.ftr.value, scores.misses, scores.time_to_act_s) == (1.0, 0.0, 0, 0.5)


def test_speaking_again_after_service_is_a_false_trigger() -> None:
    day = judge()
    day.spoke(1200, [SAVER])
    assert day.spoke(1300, [SAVER]).verdict == "false_trigger"


def test_a_wrong_proposal_first_cannot_be_made_good() -> None:
    day = judge()
    assert day.spoke(1200, [OTHER]).verdict == "wrong"
    assert day.spoke(1300, [SAVER]).verdict == "wrong"
    scores = day.scores()
    assert (scores.sr.value, scores.wrong, scores.misses, scores.false_triggers) == (0.0, 1, 0, 0)


def test_silence_inside_a_window_is_a_miss_and_outside_it_is_right() -> None:
    day = judge()
    for at in (500, 1500, 2500):
        day.silent(at)
    scores = day.scores()
    assert (scores.sr.value, scores.ftr.value, scores.misses) == (0.0, 0.0, 1)
    assert (scores.moments, scores.needed_moments) == (3, 1)


def test_later_keeps_the_window_open_for_one_more_word() -> None:
    day = judge(window(user=["later", "accept"]))
    assert day.spoke(1200, [SAVER]).answer == "later"
    assert day.spoke(1800, [SAVER]).answer == "accept"
    assert day.spoke(1900, [SAVER]).verdict == "false_trigger"
    assert day.scores().sr.count == 1


def test_an_invalid_output_in_a_window_is_a_miss_and_outside_no_false_trigger() -> None:
    day = judge()
    day.silent(500, invalid=True)
    day.silent(1500, invalid=True)
    scores = day.scores()
    assert (scores.misses, scores.false_triggers, scores.invalid.count) == (1, 0, 2)


@given(st.lists(st.integers(0, 3000), max_size=40))
def test_a_mute_agent_has_sr_0_and_ftr_0_and_one_that_always_speaks_ftr_1(times: list[int]) -> None:
    mute, loud = judge(), judge()
    for at in sorted(times):
        mute.silent(at)
        loud.spoke(at, [OTHER])
    assert mute.scores().sr.value == 0 and mute.scores().ftr.value in (0, None)
    assert loud.scores().ftr.value in (1, None)
