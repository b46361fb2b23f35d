"""Dialogues of scripted agents: the good one's record, and what each agent is shown and never shown."""

from __future__ import annotations

import json

import pytest

from benchmarks.proactbench.assistants import Message
from benchmarks.proactbench.errors import ModelCallFailed
from benchmarks.proactbench.online import STYLES, Anchor, audit
from benchmarks.proactbench.prompts import JUDGE_SYSTEM
from benchmarks.proactbench.records import Dialogue, TriggerType
from benchmarks.proactbench.scores import stats_of
from tests.benchmarks.proactbench.sabotage import SABOTAGE, fresh
from tests.benchmarks.proactbench.scripted import BLUEPRINT, PERSONA, World, rubric


def test_a_good_dialogue_has_no_breach_and_is_a_row_in_the_published_form() -> None:
    for strict in (False, True):
        for style in (1, 15):
            outcome = World(style=style).play(strict)
            assert (outcome.status, outcome.breaches) == ("complete", [])
            row = Dialogue.model_validate_json(json.dumps(outcome.row.row()))
            assert row.num_turns_completed == 9 or row.num_turns_completed == 10
            assert [(one.turn, one.evaluation_rubric.type.value) for one in row.trigger_points] == [
                (2, "EMERGENT"),
                (5, "CRITICAL"),
                (9, "RECOVERY"),
            ]
            assert row.trigger_stats == stats_of(row.trigger_points)
            assert row.row()["anchors_disclosed"] == {"socket": 2, "tide": 4, "cells": 5, "child": 7}


def all_worlds() -> list[World]:
    worlds = [World(), World(style=15), *(fresh(name) for name in SABOTAGE)]
    for world in worlds:
        world.play()
    return worlds


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    return all_worlds()


def text(messages: list[Message]) -> str:
    return "\n".join(one.content for one in messages)


def test_the_planner_is_never_shown_a_style(worlds: list[World]) -> None:
    for world in worlds:
        for call in world.planner.seen:
            shown = text(call)
            for style in STYLES.values():
                assert style.describe() not in shown
            assert "25 words" not in shown
            assert "100 words" not in shown


def test_the_user_agent_is_never_shown_a_rubric_when_it_speaks(worlds: list[World]) -> None:
    secrets = [rubric(kind.value)[part] for kind in TriggerType for part in rubric("X") if part != "type"]
    for world in worlds:
        for call in world.speaking():
            shown = text(call)
            for secret in [
                *secrets,
                BLUEPRINT.hidden_goal,
                *BLUEPRINT.ideal_path[1:],
                "pass_criteria",
                "EMERGENT",
                "RECOVERY",
            ]:
                assert secret not in shown


def test_a_rubric_is_shown_for_scoring_only_once_its_reply_exists(worlds: list[World]) -> None:
    for world in worlds:
        for call in world.scoring():
            turn = int(call[1].content.split("Trigger turn: ")[1].split()[0])
            dialogue = call[1].content.split("Dialogue:\n")[1]
            assert dialogue.count("[Assistant]: ") == dialogue.count("[User]: ") == turn
            assert PERSONA.domains["travel"] not in text(call)
            assert STYLES[world.style].describe() not in text(call)


def test_the_assistant_is_shown_the_dialogue_and_nothing_else(worlds: list[World]) -> None:
    for world in worlds:
        for call in world.assistant.seen:
            assert [one.role for one in call] == (["user", "assistant"] * len(call))[: len(call)]
            shown = text(call)
            for secret in (
                PERSONA.domains["travel"],
                BLUEPRINT.hidden_goal,
                BLUEPRINT.scenario,
                "Say the line of step",
            ):
                assert secret not in shown


def test_no_call_tells_more_than_one_new_anchor_at_a_time(worlds: list[World]) -> None:
    for world in worlds:
        told: set[str] = set()
        for call in world.assistant.seen:
            new = BLUEPRINT.told(call[-1].content) - told
            assert len(new) <= 1
            told |= new


def test_a_pending_trigger_is_scored_before_the_next_message_and_after_its_reply() -> None:
    world = World()
    world.play()
    kinds = ["score" if call[0].content == JUDGE_SYSTEM else "speak" for call in world.user.seen]
    assert kinds == ["speak"] * 2 + ["score"] + ["speak"] * 3 + ["score"] + ["speak"] * 4 + ["score"]


def test_the_planner_is_told_of_scores_one_turn_late() -> None:
    world = World()
    world.play()
    assert "turn 2: EMERGENT, not scored yet" in world.planner.seen[2][1].content
    assert "turn 2: EMERGENT, PARTIAL" in world.planner.seen[3][1].content


def test_a_planner_that_never_answers_ends_the_dialogue() -> None:
    world = World()

    def fail(messages: list[Message]) -> str:
        raise ModelCallFailed("down")

    world.planner.script = fail
    outcome = world.play()
    assert (outcome.status, outcome.reason) == ("agent_failed", "planner: down")
    assert len(world.planner.seen) == 2


def test_the_user_is_asked_again_without_being_told_what_it_must_not_know() -> None:
    for name in SABOTAGE:
        world = fresh(name)
        world.play(strict=True)
        for call in world.speaking():
            for message in call[2:]:
                if message.role == "user":
                    assert not {"rubric", "trigger", "EMERGENT", "goal", "socket", "tide"} & set(
                        message.content.split()
                    )


def test_the_audit_of_blueprints_names_what_is_wrong() -> None:
    assert audit(BLUEPRINT).status == "PASS"
    twins = [*BLUEPRINT.anchors, Anchor(id="again", fact="It is the spring tide", marks=["spring tide"])]
    assert "cannot be told apart" in audit(BLUEPRINT.model_copy(update={"anchors": twins})).findings[0]
    told = BLUEPRINT.model_copy(update={"surface_request": "Pack for my nephew"})
    assert audit(told).findings == ["the surface request already tells child"]
    few = BLUEPRINT.model_copy(update={"anchors": BLUEPRINT.anchors[:2], "ideal_path": []})
    assert audit(few).status == "FAIL"
    assert audit(BLUEPRINT.model_copy(update={"ideal_path": ["a"]})).status == "NEEDS_REFINEMENT"
