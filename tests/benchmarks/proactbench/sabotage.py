"""Agents that try to break the rules, each with the breach that it commits."""

from __future__ import annotations

from typing import Any

from benchmarks.proactbench.online import Breach
from tests.benchmarks.proactbench.scripted import LINES, Change, World, rubric


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
