"""Three scripted agents that play a good dialogue, and the blueprint that they play."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.proactbench.assistants import Message, Reply, Sampling, Schema
from benchmarks.proactbench.attempts import Patience
from benchmarks.proactbench.online import STYLES, Anchor, Blueprint, Cast, Outcome, Play
from benchmarks.proactbench.online.personas import Persona
from benchmarks.proactbench.prompts import JUDGE_SYSTEM

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
