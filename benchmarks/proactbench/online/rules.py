"""The protocol's rules as checks: every breach has a name, and says what was seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.proactbench.online.blueprint import Blueprint
from benchmarks.proactbench.online.planning import (
    LEAST_TURNS,
    PER_TYPE,
    TOTAL,
    WINDOWS,
    Decision,
    Progress,
    forced,
)
from benchmarks.proactbench.online.styles import NAMED, Style, word_count
from benchmarks.proactbench.online.text import content, copied
from benchmarks.proactbench.records import Rubric, TriggerType


class Breach(StrEnum):
    """What can go wrong in a dialogue."""

    RUBRIC_MISSING = "rubric_missing"
    OUTSIDE_WINDOW = "outside_window"
    TYPE_FULL = "type_full"
    TOTAL_FULL = "total_full"
    CONSECUTIVE = "consecutive_triggers"
    WINDOW_MISSED = "window_missed"
    RECOVERY_EARLY = "recovery_before_completion"
    RUBRIC_UNREACHABLE = "rubric_unreachable"
    RUBRIC_ANCHORS = "rubric_anchor_count"
    RUBRIC_LEAK = "rubric_leak"
    ORDER_DUMP = "order_dumps_anchors"
    ORDER_MISSING = "order_missing"
    ANCHOR_UNKNOWN = "anchor_unknown"
    ANCHOR_WITHHELD = "anchor_withheld"
    AUDIT_WRONG = "state_audit_wrong"
    STOPPED_EARLY = "stopped_early"
    STYLE_IN_ORDER = "style_in_order"
    GOAL_IN_ORDER = "hidden_goal_in_order"
    EMPTY_MESSAGE = "empty_message"
    WORD_LIMIT = "word_limit"
    ANCHOR_DUMP = "anchor_dump"
    ANCHOR_UNORDERED = "anchor_unordered"
    ANCHORS_JOINED = "anchors_joined"
    OPEN_INVITATION = "open_invitation"
    REQUEST_IN_RECOVERY = "request_in_recovery"
    RUBRIC_IN_MESSAGE = "rubric_in_message"
    STYLE_NAMED = "style_named"
    GOAL_TOLD = "hidden_goal_told"
    EVIDENCE_UNSUPPORTED = "evidence_unsupported"
    ISOLATION = "isolation"
    TOO_FEW_TRIGGERS = "too_few_triggers"
    AGENT_FAILED = "agent_failed"


# isolation, the anchor drip, and what the published code validates: enforced in every run
ALWAYS = frozenset(
    {
        Breach.RUBRIC_MISSING,
        Breach.TOTAL_FULL,
        Breach.RUBRIC_LEAK,
        Breach.ORDER_MISSING,
        Breach.ORDER_DUMP,
        Breach.STYLE_IN_ORDER,
        Breach.GOAL_IN_ORDER,
        Breach.EMPTY_MESSAGE,
        Breach.ANCHOR_DUMP,
        Breach.RUBRIC_IN_MESSAGE,
        Breach.STYLE_NAMED,
        Breach.GOAL_TOLD,
        Breach.ISOLATION,
    }
)
ADVICE = frozenset({Breach.CONSECUTIVE, Breach.EVIDENCE_UNSUPPORTED})  # named, never enforced


@dataclass(frozen=True)
class Seen:
    """A breach at a turn, by an agent; `mended` when the agent, asked again, kept the rule."""

    breach: Breach
    turn: int
    agent: str
    what: str
    mended: bool = False


def enforced(breach: Breach, strict: bool) -> bool:
    """Whether an agent is asked again for a breach, and the dialogue given up if it stays."""
    return breach not in ADVICE and (strict or breach in ALWAYS)


# what the User Agent is told when it is asked again: nothing that it must not know
_USER_MENDS = {
    Breach.ANCHOR_DUMP: "it tells several new facts; tell the one that the order lists",
    Breach.ANCHOR_UNORDERED: "it tells a fact that the order does not list",
    Breach.ANCHORS_JOINED: "it joins several facts; tell the one that the order lists, by itself",
    Breach.RUBRIC_IN_MESSAGE: "it speaks of things that a user would not know",
    Breach.GOAL_TOLD: "it says more than the order lists",
    Breach.STYLE_NAMED: "it speaks about a manner of speaking; just speak in it",
}


def reask(agent: str, stays: Sequence[tuple[Breach, str]]) -> str:
    """What an agent is told when it has to answer again."""
    if agent == "planner":
        listed = [f"- {breach.value}: {what}" for breach, what in stays]
    else:
        listed = [f"- {_USER_MENDS.get(breach, what)}" for breach, what in stays]
    return "\n".join(["Your answer breaks these rules:", *dict.fromkeys(listed), "Answer again, keeping them."])


Found = Iterator[tuple[Breach, str]]
_GRADING = re.compile(
    r"(?i:\b(rubrics?|(pass|partial|fail)[ _]criteri\w+|for evaluation|evaluation (rubric|criteria|result)\w*)\b)"
    r"|(?i:\bcounts? as (a )?(pass|partial|fail)\b)|\bscored? (as )?(PASS|PARTIAL|FAIL)\b"
    r"|\b(PASS|PARTIAL|FAIL)(?= (if|when|requires|means)\b)"
)
_VOCABULARY = re.compile(
    r"\b(rubrics?|trigger points?|blueprints?|primary anchors?|tactical orders?|hidden goal)\b", re.I
)
_INVITES = re.compile(
    r"\b(any (other )?(ideas|suggestions|tips|advice|thoughts)|what else|anything else|open to (ideas|suggestions)"
    r"|brainstorm\w*|feel free to|what would you (suggest|recommend)|what do you (suggest|recommend))\b",
    re.IGNORECASE,
)
_REQUESTS = re.compile(
    r"\?|\b(can|could|would|will) you\b|\bplease (?!don't|do not)\w+|\b(tell|show|give|help|send) me\b"
    r"|\bhow (do|should|can) i\b",
    re.IGNORECASE,
)


def check_decision(decision: Decision, progress: Progress, blueprint: Blueprint) -> Found:
    """What is wrong with a Planner's decision."""
    audit, placed = decision.state_audit, len(progress.placed)
    if (audit.current_turn, audit.previous_trigger_count) != (progress.turn, placed):
        said = f"turn {audit.current_turn}, {audit.previous_trigger_count} triggers"
        yield Breach.AUDIT_WRONG, f"says {said}; it is turn {progress.turn}, {placed} triggers"
    if decision.stop_conversation and progress.turn <= LEAST_TURNS and not decision.is_trigger_point:
        yield Breach.STOPPED_EARLY, f"stops after {progress.turn - 1} turns; at least {LEAST_TURNS} are needed"
    if decision.stop_conversation and not decision.is_trigger_point:
        return
    must = forced(progress)
    if must is not None and not decision.is_trigger_point:
        yield Breach.WINDOW_MISSED, f"no {must.value} trigger in its whole window"
    if decision.is_trigger_point != (decision.evaluation_rubric is not None):
        yield Breach.RUBRIC_MISSING, "a trigger needs a rubric, and a rubric a trigger"
    if decision.is_trigger_point and decision.evaluation_rubric is not None:
        yield from _check_trigger(decision, decision.evaluation_rubric, progress, blueprint)
    if decision.new_anchor is not None and blueprint.anchor(decision.new_anchor) is None:
        yield Breach.ANCHOR_UNKNOWN, f"the blueprint has no anchor {decision.new_anchor}"
    hidden = progress.undisclosed(blueprint)
    if progress.failed_twice and hidden and decision.new_anchor not in hidden:
        yield Breach.ANCHOR_WITHHELD, "two triggers in a row failed, and no new anchor is revealed"
    yield from _check_order(decision, progress, blueprint)


def _check_trigger(decision: Decision, rubric: Rubric, progress: Progress, blueprint: Blueprint) -> Found:
    kind, turn = rubric.type, progress.turn
    first, last = WINDOWS[kind]
    if not first <= turn <= last:
        yield Breach.OUTSIDE_WINDOW, f"{kind.value} at turn {turn}; its window is {first} to {last}"
    if progress.count(kind) >= PER_TYPE:
        yield Breach.TYPE_FULL, f"a third {kind.value} trigger"
    if len(progress.placed) >= TOTAL:
        yield Breach.TOTAL_FULL, "a seventh trigger"
    if progress.placed and progress.placed[-1].turn == turn - 1:
        yield Breach.CONSECUTIVE, f"triggers at turns {turn - 1} and {turn}"
    if kind is TriggerType.RECOVERY and not decision.state_audit.goal_completed:
        yield Breach.RECOVERY_EARLY, "the goal is not done and acknowledged"
    reachable = {*progress.disclosed, *([decision.new_anchor] if decision.new_anchor else [])}
    meant = set(decision.rubric_anchors) | blueprint.told(rubric.pass_criteria)
    if far := sorted(meant - reachable):
        yield Breach.RUBRIC_UNREACHABLE, f"rests on {', '.join(far)}, which no message has told"
    number = len(set(decision.rubric_anchors))
    if (kind is TriggerType.EMERGENT and number != 1) or (kind is TriggerType.CRITICAL and number < 2):
        needs = "exactly one anchor" if kind is TriggerType.EMERGENT else "at least two anchors"
        yield Breach.RUBRIC_ANCHORS, f"{kind.value} rests on {needs}, not on {number}"


def _check_order(decision: Decision, progress: Progress, blueprint: Blueprint) -> Found:
    order = decision.tactical_order
    if order is None:
        yield Breach.ORDER_MISSING, "the User Agent has nothing to go by"
        return
    text = "\n".join([order.intent, *order.content_payload, order.behavioral_directive])
    rubrics = [one.rubric for one in progress.placed]
    if decision.evaluation_rubric is not None:
        rubrics.append(decision.evaluation_rubric)
    yield from _leaks(text, rubrics, blueprint, Breach.RUBRIC_LEAK, _GRADING)
    payload = "\n".join(order.content_payload)
    new = blueprint.told(payload) - set(progress.disclosed)
    if len(new | ({decision.new_anchor} - {None})) > 1:
        yield Breach.ORDER_DUMP, f"orders {', '.join(sorted(new))} in one message"
    if (named := NAMED.search(text)) is not None:
        yield Breach.STYLE_IN_ORDER, f"speaks of {named.group()!r}"
    if gives_away(text, blueprint):
        yield Breach.GOAL_IN_ORDER, "tells the User Agent the hidden goal"


def _leaks(text: str, rubrics: Iterable[Rubric], blueprint: Blueprint, name: Breach, words: re.Pattern[str]) -> Found:
    allowed = [blueprint.surface_request, *(one.fact for one in blueprint.anchors)]
    if (found := words.search(text)) is not None:
        yield name, f"speaks of grading: {found.group()!r}"
        return
    for rubric in rubrics:
        for criteria in (rubric.pass_criteria, rubric.partial_criteria, rubric.fail_criteria):
            if copied(text, criteria, allowed):
                yield name, f"carries words of the {rubric.type.value} rubric"
                return


def gives_away(text: str, blueprint: Blueprint) -> bool:
    """Whether a text tells the hidden goal: a run of its words, or nearly all that it is about."""
    allowed = [blueprint.surface_request, *(one.fact for one in blueprint.anchors)]
    goal = content(blueprint.hidden_goal)
    return copied(text, blueprint.hidden_goal, allowed) or (
        len(goal) >= 4 and len(goal & content(text)) / len(goal) >= 0.85
    )


def check_message(
    message: str, decision: Decision, progress: Progress, blueprint: Blueprint, style: Style, rubrics: Sequence[Rubric]
) -> Found:
    """What is wrong with a message of the User Agent; `rubrics` are all that exist, the pending one included."""
    if not message.strip():
        yield Breach.EMPTY_MESSAGE, "says nothing"
        return
    number = word_count(message)
    if not style.least <= number <= style.most:
        yield Breach.WORD_LIMIT, f"{number} words; style {style.index} has {style.least} to {style.most}"
    told = blueprint.told(message)
    new = told - set(progress.disclosed)
    if len(new) > 1:
        yield Breach.ANCHOR_DUMP, f"tells {', '.join(sorted(new))} at once"
    elif stray := new - {decision.new_anchor}:
        yield Breach.ANCHOR_UNORDERED, f"tells {stray.pop()}, which was not ordered"
    kind = decision.evaluation_rubric.type if decision.evaluation_rubric is not None else None
    if kind is TriggerType.CRITICAL and len(told) > 1:
        yield Breach.ANCHORS_JOINED, f"the user joins {', '.join(sorted(told))}"
    if kind is TriggerType.EMERGENT and (found := _INVITES.search(message)) is not None:
        yield Breach.OPEN_INVITATION, f"invites with {found.group()!r}"
    if kind is TriggerType.RECOVERY and (asked := _REQUESTS.search(message)) is not None:
        yield Breach.REQUEST_IN_RECOVERY, f"asks with {asked.group()!r}"
    yield from _leaks(message, rubrics, blueprint, Breach.RUBRIC_IN_MESSAGE, _VOCABULARY)
    if (named := NAMED.search(message)) is not None:
        yield Breach.STYLE_NAMED, f"names {named.group()!r}"
    if gives_away(message, blueprint):
        yield Breach.GOAL_TOLD, "tells the hidden goal"
