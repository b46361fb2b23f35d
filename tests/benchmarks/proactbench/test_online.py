"""Dialogues of scripted agents: a good one, and many that try to break the rules, each breach caught and named."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from benchmarks.proactbench.assistants import Message, Reply, Sampling, Schema
from benchmarks.proactbench.attempts import Patience
from benchmarks.proactbench.errors import ModelCallFailed
from benchmarks.proactbench.online import STYLES, Anchor, Blueprint, Breach, Cast, Outcome, Play, audit
from benchmarks.proactbench.online.personas import Persona
from benchmarks.proactbench.online.rules import ADVICE, ALWAYS
from benchmarks.proactbench.prompts import JUDGE_SYSTEM
from benchmarks.proactbench.records import Dialogue, TriggerType
from benchmarks.proactbench.scores import stats_of

PERSONA = Persona(
    uuid="p1",
    facts={"occupation": "tram driver"},
    domains={"travel": "Visits small islands in spring with one rucksack, and reads harbour logs for fun."},
)
BLUEPRINT = Blueprint(
    blueprint_id="BP_TRAVEL_01",
    scenario_id="TRAVEL_01",
    uuid="p1",
    domain="travel",
    scenario="A tram driver packs for two nights on an island.",
    surface_request="How to pack one rucksack for a two night island trip",
    hidden_goal="Stay independent of mainland supplies should the return crossing be cancelled for days",
    anchors=[
        Anchor(id="socket", fact="The ferry cabin has no power socket", marks=["no power socket"]),
        Anchor(id="tide", fact="The crossing falls on the spring tide", marks=["spring tide"]),
        Anchor(id="cells", fact="The user carries old camera batteries", marks=["old camera batteries"]),
        Anchor(id="child", fact="A nephew aged six comes along", marks=["nephew"]),
    ],
    ideal_path=["packs", "sees the outage", "prepares a delay"],
)
LINES = {
    1: "How do I pack one rucksack for a two night island trip in April?",
    2: "List the packing order for that rucksack, the ferry cabin has no power socket by the way.",
    3: "Good, now sort that list by weight, heaviest first, nothing more.",
    4: "Write the list as two columns, the crossing falls on the spring tide.",
    5: "Shorten both columns to ten lines, I carry old camera batteries.",
    6: "Fine, put the heavy things at the bottom and reprint it.",
    7: "Add a line for snacks, my nephew comes along.",
    8: "That list is done, thanks, I will pack tonight after dinner.",
    9: "Packed and closed, the bag stands by the door, we leave at six.",
    10: "All settled now, good night to you and thanks for the list.",
}
ANCHOR_AT = {2: "socket", 4: "tide", 5: "cells", 7: "child"}
TRIGGER_AT = {2: ("EMERGENT", ["socket"]), 5: ("CRITICAL", ["tide", "cells"]), 9: ("RECOVERY", ["child"])}


def rubric(kind: str) -> dict[str, str]:
    why = f"for {kind.lower()} reasons"
    return {
        "type": kind,
        "pass_criteria": f"The reply volunteers, {why}, one precaution against being stranded that nobody requested.",
        "partial_criteria": f"The reply hints, {why}, at some precaution but leaves it without any concrete step to take.",
        "fail_criteria": f"The reply does, {why}, what was requested and adds nothing at all of its own accord.",
    }


def decision(turn: int, placed: int) -> dict[str, Any]:
    kind, anchors = TRIGGER_AT.get(turn, (None, []))
    return {
        "state_audit": {
            "current_turn": turn,
            "previous_trigger_count": placed,
            "is_max_reached": False,
            "goal_completed": turn >= 8,
        },
        "is_trigger_point": kind is not None,
        "stop_conversation": turn == 10,
        "evaluation_rubric": rubric(kind) if kind else None,
        "tactical_order": {
            "intent": f"Move the packing on, step {turn}.",
            "content_payload": [f"Say the line of step {turn}."],
            "behavioral_directive": "Keep it closed.",
        },
        "new_anchor": ANCHOR_AT.get(turn),
        "rubric_anchors": anchors,
    }


@dataclass
class Scripted:
    """A model that plays a script and keeps every message that it was shown."""

    name: str
    script: Callable[[list[Message]], str]
    seen: list[list[Message]] = field(default_factory=list)

    async def reply(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None = None) -> Reply:
        self.seen.append(list(messages))
        return Reply(self.script(list(messages)), 3, 2)


Change = Callable[[dict[str, Any]], None]
Line = str


@dataclass
class World:
    """Three scripted agents; `plans` change the Planner's answers by turn, `lines` replace the user's."""

    plans: dict[int, Change] = field(default_factory=dict)
    lines: dict[int, Line] = field(default_factory=dict)
    repents: bool = False
    grades: Callable[[str], dict[str, Any]] | None = None
    style: int = 1

    def __post_init__(self) -> None:
        self.planner = Scripted("planner", self._plan)
        self.user = Scripted("user", self._user)
        self.assistant = Scripted("assistant", lambda messages: f"Certainly, here is part {len(messages)} of the list.")

    def _plan(self, messages: list[Message]) -> str:
        text = messages[1].content
        turn = int(text.split("This is turn ")[1].split()[0])
        answer = decision(turn, int(text.split("Triggers placed: ")[1].split()[0]))
        if turn in self.plans and not (self.repents and len(messages) > 2):
            self.plans[turn](answer)
        return json.dumps(answer)

    def _user(self, messages: list[Message]) -> str:
        if messages[0].content == JUDGE_SYSTEM:
            reply = messages[1].content.rsplit("[Assistant]: ", 1)[1]
            word = {"status": "EVALUATED", "score": "PARTIAL", "rationale": "so", "evidence": reply[:20]}
            return json.dumps({**word, **(self.grades(reply) if self.grades is not None else {})})
        turn = messages[1].content.count("[User]: ") + 1
        if turn in self.lines and not (self.repents and len(messages) > 2):
            return self.lines[turn]
        line = LINES[turn]
        if self.style >= 15:
            line += " " + " ".join(["and so it goes on and on in my kitchen tonight"] * 4) + "."
        return line

    def play(self, strict: bool = False) -> Outcome:
        cast = Cast(self.planner, self.user, self.assistant, Patience(2, 0.0))
        return asyncio.run(Play(cast, BLUEPRINT, PERSONA, STYLES[self.style], strict).run())

    def speaking(self) -> list[list[Message]]:
        """The calls in which the User Agent speaks."""
        return [one for one in self.user.seen if one[0].content != JUDGE_SYSTEM]

    def scoring(self) -> list[list[Message]]:
        """The calls in which it scores."""
        return [one for one in self.user.seen if one[0].content == JUDGE_SYSTEM]


def trigger(kind: str, *anchors: str) -> Change:
    def change(answer: dict[str, Any]) -> None:
        answer.update(is_trigger_point=True, evaluation_rubric=rubric(kind), rubric_anchors=list(anchors))

    return change


def all_of(*changes: Change) -> Change:
    def change(answer: dict[str, Any]) -> None:
        for one in changes:
            one(answer)

    return change


def order(**parts: Any) -> Change:
    return lambda answer: answer["tactical_order"].update(parts)


def put(**parts: Any) -> Change:
    return lambda answer: answer.update(parts)


def no_trigger(answer: dict[str, Any]) -> None:
    answer.update(is_trigger_point=False, evaluation_rubric=None, rubric_anchors=[])


def too_early(answer: dict[str, Any]) -> None:
    answer["state_audit"]["goal_completed"] = False


def invented(reply: str) -> dict[str, Any]:
    return {"evidence": "The assistant was most helpful"}


def failing(reply: str) -> dict[str, Any]:
    return {"score": "FAIL"}


SABOTAGE: dict[str, tuple[World, Breach]] = {
    "the planner copies its rubric into the order": (
        World(plans={2: order(intent="See to it: one precaution against being stranded that nobody requested.")}),
        Breach.RUBRIC_LEAK,
    ),
    "the planner copies an older rubric into an order": (
        World(plans={6: order(content_payload=[rubric("CRITICAL")["partial_criteria"]])}),
        Breach.RUBRIC_LEAK,
    ),
    "the planner speaks of grading": (
        World(plans={2: order(behavioral_directive="Then capture a quote for evaluation.")}),
        Breach.RUBRIC_LEAK,
    ),
    "the user dumps two anchors": (
        World(lines={4: "The crossing falls on the spring tide and my nephew comes along."}),
        Breach.ANCHOR_DUMP,
    ),
    "the planner orders two anchors": (
        World(plans={4: order(content_payload=["Say that the crossing falls on the spring tide", "Name the nephew"])}),
        Breach.ORDER_DUMP,
    ),
    "a brief style rambles": (World(lines={3: "word " * 40}), Breach.WORD_LIMIT),
    "a talkative style is curt": (World(lines={3: "Sort it by weight."}, style=15), Breach.WORD_LIMIT),
    "an EMERGENT trigger at turn 6": (World(plans={6: trigger("EMERGENT", "socket")}), Breach.OUTSIDE_WINDOW),
    "a RECOVERY trigger at turn 7": (World(plans={7: trigger("RECOVERY", "socket")}), Breach.OUTSIDE_WINDOW),
    "a third EMERGENT trigger": (
        World(
            plans={
                1: all_of(put(new_anchor="socket"), trigger("EMERGENT", "socket")),
                3: trigger("EMERGENT", "socket"),
            },
            lines={1: LINES[2], 2: LINES[1]},
        ),
        Breach.TYPE_FULL,
    ),
    "a seventh trigger": (
        World(
            plans={
                1: all_of(put(new_anchor="socket"), trigger("EMERGENT", "socket")),
                4: trigger("CRITICAL", "socket", "tide"),
                8: trigger("RECOVERY", "child"),
                10: trigger("RECOVERY", "child"),
            },
            lines={1: LINES[2], 2: LINES[1]},
        ),
        Breach.TOTAL_FULL,
    ),
    "no EMERGENT trigger in its window": (World(plans={2: no_trigger}), Breach.WINDOW_MISSED),
    "a RECOVERY trigger before the goal is done": (World(plans={9: too_early}), Breach.RECOVERY_EARLY),
    "a rubric on a fact that nobody told": (World(plans={2: put(rubric_anchors=["child"])}), Breach.RUBRIC_UNREACHABLE),
    "a CRITICAL rubric on one anchor": (World(plans={5: put(rubric_anchors=["tide"])}), Breach.RUBRIC_ANCHORS),
    "the user joins the anchors for the assistant": (
        World(lines={5: "With the spring tide and old camera batteries, shorten both columns."}),
        Breach.ANCHORS_JOINED,
    ),
    "the user invites in an EMERGENT turn": (
        World(lines={2: "List the order, the cabin has no power socket, any other suggestions?"}),
        Breach.OPEN_INVITATION,
    ),
    "the user asks in a RECOVERY turn": (
        World(lines={9: "Packed and closed, could you tell me what is missing?"}),
        Breach.REQUEST_IN_RECOVERY,
    ),
    "the user speaks of the rubric": (
        World(lines={3: "Sort that list so that you pass the rubric."}),
        Breach.RUBRIC_IN_MESSAGE,
    ),
    "the user names its style": (
        World(lines={3: "As one low on expressiveness I say: sort it."}),
        Breach.STYLE_NAMED,
    ),
    "the planner guesses the style": (
        World(plans={3: order(behavioral_directive="Be verbally aggressive.")}),
        Breach.STYLE_IN_ORDER,
    ),
    "the planner tells the hidden goal": (
        World(
            plans={
                3: order(
                    intent="The user wants to stay independent of mainland supplies should the return be cancelled for days"
                )
            }
        ),
        Breach.GOAL_IN_ORDER,
    ),
    "the user tells the hidden goal": (
        World(lines={6: "I want to stay independent of mainland supplies should the return crossing be cancelled."}),
        Breach.GOAL_TOLD,
    ),
    "the planner stops after two turns": (World(plans={3: put(stop_conversation=True)}), Breach.STOPPED_EARLY),
    "a trigger without a rubric": (World(plans={5: put(evaluation_rubric=None)}), Breach.RUBRIC_MISSING),
    "no order": (World(plans={3: put(tactical_order=None)}), Breach.ORDER_MISSING),
    "a wrong state audit": (
        World(plans={4: lambda answer: answer["state_audit"].update(current_turn=9)}),
        Breach.AUDIT_WRONG,
    ),
    "an anchor that the blueprint lacks": (World(plans={6: put(new_anchor="dragon")}), Breach.ANCHOR_UNKNOWN),
    "an anchor that was not ordered": (
        World(lines={3: "Sort it by weight, my nephew comes along."}),
        Breach.ANCHOR_UNORDERED,
    ),
    "an anchor withheld after two failures": (
        World(grades=failing, plans={7: put(new_anchor=None)}),
        Breach.ANCHOR_WITHHELD,
    ),
    "triggers in consecutive turns": (World(plans={3: trigger("EMERGENT", "socket")}), Breach.CONSECUTIVE),
    "an empty message": (World(lines={3: "  "}), Breach.EMPTY_MESSAGE),
    "a judge that invents its evidence": (World(grades=invented), Breach.EVIDENCE_UNSUPPORTED),
    "too few triggers": (World(plans={9: no_trigger, 10: put(stop_conversation=True)}), Breach.TOO_FEW_TRIGGERS),
}


def fresh(name: str, repents: bool = False) -> World:
    world = SABOTAGE[name][0]
    return World(world.plans, world.lines, repents, world.grades, world.style)


@pytest.mark.parametrize("name", SABOTAGE)
def test_every_breach_is_caught_and_named(name: str) -> None:
    outcome = fresh(name).play()
    breach = SABOTAGE[name][1]
    assert breach in {one.breach for one in outcome.breaches}
    if breach in ALWAYS:
        assert outcome.status == "broken"
        assert breach.value in outcome.reason


@pytest.mark.parametrize("name", SABOTAGE)
def test_strict_gives_up_a_dialogue_whose_agent_insists(name: str) -> None:
    outcome = fresh(name).play(strict=True)
    assert SABOTAGE[name][1] in {one.breach for one in outcome.breaches}
    assert outcome.status == ("complete" if SABOTAGE[name][1] in ADVICE else "broken")


ONCE = [
    name
    for name, (_, breach) in SABOTAGE.items()
    if breach not in ADVICE | {Breach.TOO_FEW_TRIGGERS, Breach.WINDOW_MISSED}
]


@pytest.mark.parametrize("name", ONCE)
def test_strict_asks_again_and_goes_on_where_the_agent_mends_it(name: str) -> None:
    outcome = fresh(name, repents=True).play(strict=True)
    assert outcome.status == "complete", outcome.reason
    assert [one.mended for one in outcome.breaches if one.breach is SABOTAGE[name][1]] == [True]


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
