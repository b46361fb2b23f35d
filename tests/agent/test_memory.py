"""What was proposed is not proposed again: not the need, not the message, not the deed under another name."""

from __future__ import annotations

from agent.memory import Memory

HOUR = 3_600_000


def test_another_cue_does_not_offer_the_same_deed() -> None:
    memory = Memory()
    memory.remember(0, "scene Evening", "scene", "accept", deed="run_scene evening")
    assert memory.rests(HOUR, "wish Evening", "wish", "", deed="run_scene evening") is not None
    assert memory.rests(4 * HOUR, "wish Evening", "wish", "", deed="run_scene evening") is None
    assert memory.rests(HOUR, "wish Night", "wish", "", deed="run_scene night") is None


def test_two_messages_may_ask_for_the_same() -> None:
    memory = Memory()
    memory.remember(0, "a", "asked", "accept", "Ann|where are you?", deed="share_location ann")
    assert memory.rests(HOUR, "b", "asked", "Ann|and now?", deed="share_location ann") is None
    assert memory.rests(HOUR, "b", "asked", "Ann|where are you?", deed="share_location ann") is not None


def test_a_no_rests_the_deed_less_long() -> None:
    memory = Memory()
    memory.remember(0, "a", "camera", "reject", deed="open_camera")
    assert memory.rests(HOUR // 2, "b", "wish", "", deed="open_camera") is not None
    assert memory.rests(HOUR, "b", "wish", "", deed="open_camera") is None


def test_a_subject_is_one_need_whatever_would_be_done() -> None:
    memory = Memory()
    memory.remember(0, "bill X", "bill", "later")
    assert memory.postponed("bill X")
    assert memory.rests(HOUR // 4, "bill X", "bill", "", deed="pay_bill x") is not None
    assert memory.rests(HOUR, "bill X", "bill", "", deed="pay_bill x") is None
