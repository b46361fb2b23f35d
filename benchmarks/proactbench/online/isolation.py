"""The last look at every call before it is sent: does it show its agent something that the agent must not see?"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.proactbench.assistants import Message
from benchmarks.proactbench.online.blueprint import Blueprint
from benchmarks.proactbench.online.personas import Persona
from benchmarks.proactbench.online.styles import Style
from benchmarks.proactbench.online.text import copied
from benchmarks.proactbench.records import Rubric


def _text(messages: Sequence[Message]) -> str:
    """What is shown from outside: not the fixed instructions, and not the agent's own earlier answers."""
    return "\n".join(one.content for one in messages if one.role == "user")


def planner_sees(messages: Sequence[Message], style: Style) -> str | None:
    """The style's description must not stand in a Planner's call."""
    return "the style" if copied(_text(messages), style.describe()) else None


def user_sees(
    messages: Sequence[Message], rubrics: Sequence[Rubric], blueprint: Blueprint, history: Sequence[Message]
) -> str | None:
    """No rubric and no hidden goal in a call that writes a message; what the dialogue itself says is no secret."""
    text = _text(messages)
    allowed = [*(one.content for one in history), blueprint.surface_request, *(one.fact for one in blueprint.anchors)]
    for rubric in rubrics:
        for criteria in (rubric.pass_criteria, rubric.partial_criteria, rubric.fail_criteria):
            if copied(text, criteria, allowed):
                return f"the {rubric.type.value} rubric"
    if copied(text, blueprint.hidden_goal, allowed):
        return "the hidden goal"
    return None


def assistant_sees(messages: Sequence[Message], history: Sequence[Message]) -> str | None:
    """An Assistant's call is the dialogue, word for word, and nothing else."""
    if [one.role for one in messages] != ["user" if at % 2 == 0 else "assistant" for at in range(len(history))]:
        return "something beside the dialogue"
    return "words that are not the dialogue's" if list(messages) != list(history) else None


def judge_sees(messages: Sequence[Message], persona: Persona, domain: str, style: Style) -> str | None:
    """Neither persona nor style in a call that scores."""
    text = _text(messages)
    if copied(text, style.describe()):
        return "the style"
    return "the persona" if persona.text(domain) in text else None
