"""What was proposed is not proposed again: not the need, not the message, not the deed under another name."""

from __future__ import annotations

from agent.memory import Memory

HOUR = 3_600_000


def test_another_cue_does_not_offer_the_same_deed() -> None:
    memory = Memory()
    memory.remember(0, "scene Evening ⟨run_scene evening⟩", "scene", "accept")
    assert memory.rests(HOUR, "wish Evening ⟨run_scene evening⟩", "wish", "") is not None
    assert memory.rests(4 * HOUR, "wish Evening ⟨run_scene evening⟩", "wish", "") is None
    assert memory.rests(HOUR, "wish Night ⟨run_scene night⟩", "wish", "") is None


def test_two_messages_may_ask_for_the_same() -> None:
    memory = Memory()
    memory.remember(0, "a ⟨share_location ann⟩", "asked", "accept", "Ann|where are you?")
    assert memory.rests(HOUR, "b ⟨share_location ann⟩", "asked", "Ann|and now?") is None
    assert memory.rests(HOUR, "b ⟨share_location ann⟩", "asked", "Ann|where are you?") is not None


def test_a_no_rests_the_deed_less_long() -> None:
    memory = Memory()
    memory.remember(0, "a ⟨open_camera⟩", "camera", "reject")
    assert memory.rests(HOUR // 2, "b ⟨open_camera⟩", "wish", "") is not None
    assert memory.rests(HOUR, "b ⟨open_camera⟩", "wish", "") is None


def test_a_subject_is_one_need_whatever_would_be_done() -> None:
    memory = Memory()
    memory.remember(0, "bill X", "bill", "later")
    assert memory.postponed("bill X ⟨pay_bill x⟩")
    assert memory.rests(HOUR // 4, "bill X ⟨pay_bill x⟩", "bill", "") is not None
    assert memory.rests(HOUR, "bill X ⟨pay_bill x⟩", "bill", "") is None
