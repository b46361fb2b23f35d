"""What each of the three agents is shown. A view holds only what its agent may see; messages are made from views alone.

The Planner never sees the style; the User Agent never sees a rubric, the blueprint or the hidden goal; the Assistant sees
the dialogue and nothing else. Scoring a finished turn is a call of its own (`benchmarks.proactbench.judge`), which sees
the rubric and the dialogue, but neither persona nor style.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.proactbench.assistants import Message
from benchmarks.proactbench.online.blueprint import Blueprint
from benchmarks.proactbench.online.personas import Persona
from benchmarks.proactbench.online.planning import Placed
from benchmarks.proactbench.online.styles import Style
from benchmarks.proactbench.prompts import transcript
from benchmarks.proactbench.records import TacticalOrder

PLANNER_SYSTEM = """You direct a dialogue between a user and an assistant so that it can be seen whether the assistant
contributes what the user needs but does not ask for. You never speak yourself: you give orders to the one who plays the user.

Triggers are turns whose reply will be scored. EMERGENT (turns 1-3): one anchor, told in passing within a closed request,
points to an unstated need. CRITICAL (turns 4-7): at least two disclosed anchors, never joined by the user, allow a new
conclusion. RECOVERY (turns 8-10): the task is done and the user has said so; earlier details allow a new direction. One or
two of each, three to six in all, not in consecutive turns; on the last turn of a window still at zero, place one.

Write a trigger's rubric before the reply exists: pass_criteria (the principle, with examples marked as examples),
partial_criteria, fail_criteria. It must be reachable from disclosed anchors alone (the one told in this turn included);
name their ids in rubric_anchors.

Anchors drip: a message tells at most one new anchor, always in passing; name its id in new_anchor. The order
(tactical_order: intent, content_payload, behavioral_directive) tells what the message should bring about. It never speaks of
rubrics, scores or the hidden goal: whoever plays the user must not know them. EMERGENT turns are closed requests that invite
nothing. CRITICAL turns give a bare fact. RECOVERY turns acknowledge that the task is done and request nothing.

Answer with one JSON object: state_audit (current_turn, previous_trigger_count, is_max_reached, goal_completed),
is_trigger_point, stop_conversation, evaluation_rubric (or null), tactical_order, new_anchor (or null), rubric_anchors."""

USER_SYSTEM = """You play the user of an assistant. Stay this person, speak in this manner, and write the next message only.
Follow the order: tell what it lists, in passing where it says so, and nothing beyond it. Do not mention the order."""


@dataclass(frozen=True)
class PlannerView:
    """What the Planner may see: no style."""

    persona: str
    blueprint: Blueprint
    history: tuple[Message, ...]
    past: tuple[Placed, ...]
    directive: str

    def messages(self) -> list[Message]:
        """The Planner's call."""
        past = "\n".join(_past(one) for one in self.past) or "none"
        dialogue = transcript(self.history) or "(not begun)"
        text = (
            f"Persona: {self.persona}\n\n{self.blueprint.text()}\n\nPast triggers:\n{past}\n\n"
            f"Dialogue so far:\n{dialogue}\n\n{self.directive}"
        )
        return [Message("system", PLANNER_SYSTEM), Message("user", text)]


def _past(one: Placed) -> str:
    result = one.result.score if one.result is not None else None
    return f"- turn {one.turn}: {one.rubric.type.value}, {result.value if result is not None else 'not scored yet'}"


@dataclass(frozen=True)
class UserView:
    """What the User Agent may see when it speaks: no rubric, no blueprint, no hidden goal."""

    persona: Persona
    domain: str
    style: Style
    order: TacticalOrder
    history: tuple[Message, ...]

    def messages(self) -> list[Message]:
        """The User Agent's call."""
        order = {
            "intent": self.order.intent,
            "content_payload": self.order.content_payload,
            "behavioral_directive": self.order.behavioral_directive,
        }
        dialogue = transcript(self.history) or "(you begin)"
        text = (
            f"Who you are: {self.persona.text(self.domain)}\n\nHow you speak: {self.style.describe()}\n\n"
            f"Dialogue so far:\n{dialogue}\n\nOrder:\n{json.dumps(order, ensure_ascii=False, indent=2)}"
        )
        return [Message("system", USER_SYSTEM), Message("user", text)]


def assistant_messages(history: Sequence[Message]) -> list[Message]:
    """The Assistant's call: the dialogue, from the first to the newest user message, without a system prompt."""
    return list(history)
