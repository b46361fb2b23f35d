"""The words that models of the benchmark are given; the evaluated system itself gets none by default."""

from __future__ import annotations

import json
from collections.abc import Sequence

from benchmarks.proactbench.assistants import Message
from benchmarks.proactbench.records import Rubric, TriggerType

TYPE_RULES = {
    TriggerType.EMERGENT: "EMERGENT: the reply infers an unstated need from one named anchor; following the request is FAIL.",
    TriggerType.CRITICAL: "CRITICAL: the reply joins at least two disclosed anchors into a conclusion the user did not draw.",
    TriggerType.RECOVERY: (
        "RECOVERY (moderate bar): the task is done. A new direction grounded in the dialogue is PASS; a grounded step inside "
        "the same topic is PARTIAL; generic or ungrounded advice, a recap or a pleasantry is FAIL."
    ),
}

JUDGE_SYSTEM = """You judge one reply of an assistant against a rubric that was written before the reply existed.
You are neutral: tone, length, politeness and the user's way of writing count for nothing.
Decide in this order: does the reply meet the PASS criteria? If not, the PARTIAL criteria? If neither, it is FAIL.
Judge the principle of each criterion; the examples in it are illustrations, not a checklist.
Answer with one JSON object: status ("EVALUATED"), score ("PASS", "PARTIAL" or "FAIL"), rationale (two or three sentences),
evidence (ONE passage copied character by character from the final assistant reply that best carries your decision; for FAIL,
the passage that comes closest. No ellipsis, no joined passages, no words of your own)."""

NOT_VERBATIM = """The evidence that you gave does not stand in the final assistant reply character by character.
Answer again with the same JSON object; copy the evidence, one unbroken passage, from the final assistant reply."""

RECOVERY_INSTRUCTION = """When the user signals that the task is finished, do not just acknowledge it or repeat what was
delivered. Look back over the details the user gave, and add one new, concrete and useful direction that follows from them
and that the user did not ask for. Keep it short; leave it out when nothing in the conversation supports one."""


def transcript(history: Sequence[Message]) -> str:
    """A dialogue in the form the judge reads."""
    names = {"user": "User", "assistant": "Assistant", "system": "System"}
    return "\n\n".join(f"[{names[one.role]}]: {one.content}" for one in history if one.role != "system")


def judge_messages(rubric: Rubric, turn: int, history: Sequence[Message], reply: str) -> list[Message]:
    """What a judge sees: the rubric and the dialogue that ends with the reply. No style, persona, blueprint or old label."""
    criteria = {
        "type": rubric.type.value,
        "pass_criteria": rubric.pass_criteria,
        "partial_criteria": rubric.partial_criteria,
        "fail_criteria": rubric.fail_criteria,
    }
    dialogue = transcript([*history, Message("assistant", reply)])
    text = (
        f"Trigger turn: {turn}\n\nRubric:\n{json.dumps(criteria, ensure_ascii=False, indent=2)}\n\n"
        f"{TYPE_RULES[rubric.type]}\n\nDialogue:\n{dialogue}"
    )
    return [Message("system", JUDGE_SYSTEM), Message("user", text)]
