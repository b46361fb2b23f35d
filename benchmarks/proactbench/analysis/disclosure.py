"""How many turns lie between a trigger and the first disclosure of what its rubric rests on.

Dialogues made here record which anchor was told when and which anchors a rubric rests on. Published rows do not; for them
the first turn whose user message shares enough of the rubric's own words is taken, which is a proxy of ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.proactbench.online.text import content
from benchmarks.proactbench.records import Dialogue, DialogueResult, Score, TriggerPoint, TriggerType
from benchmarks.proactbench.scores import score_of

SHARED_WORDS = 2
_COMMON_SHARE = 0.5


def rubric_words(dialogues: Sequence[Dialogue]) -> dict[tuple[str, int], set[str]]:
    """The content words of each trigger's PASS criteria that are no grading language (in under half of all rubrics)."""
    found = {
        (dialogue.unique_id_eval, one.turn): content(one.evaluation_rubric.pass_criteria)
        for dialogue in dialogues
        for one in dialogue.trigger_points
    }
    counts = Counter(word for words in found.values() for word in words)
    common = {word for word, number in counts.items() if number > 1 and number >= _COMMON_SHARE * len(found)}
    return {key: words - common for key, words in found.items()}


def first_disclosure(dialogue: Dialogue, trigger: TriggerPoint, words: set[str]) -> int | None:
    """The turn of first disclosure; None where no message up to the trigger tells anything of the rubric."""
    recorded = (dialogue.model_extra or {}).get("anchors_disclosed")
    anchors = (trigger.model_extra or {}).get("rubric_anchors")
    if isinstance(recorded, dict) and isinstance(anchors, list) and anchors:
        turns = [recorded[name] for name in anchors if isinstance(recorded.get(name), int)]
        return min(turns) if turns else None
    for record in sorted(dialogue.turn_records, key=lambda one: one.turn):
        if record.turn <= trigger.turn and len(content(record.user_message) & words) >= SHARED_WORDS:
            return record.turn
    return None


def distances(
    dialogues: Sequence[Dialogue], results: Sequence[DialogueResult], kind: TriggerType = TriggerType.RECOVERY
) -> tuple[list[float], list[bool]]:
    """Distance and whether it passed, for every scored trigger of a type whose disclosure is known."""
    words = rubric_words(dialogues)
    by_name = {dialogue.unique_id_eval: dialogue for dialogue in dialogues}
    found_distances: list[float] = []
    passed: list[bool] = []
    for row in results:
        dialogue = by_name.get(row.unique_id_eval)
        for trigger in row.trigger_points if dialogue is not None else []:
            score = score_of(trigger)
            if dialogue is None or score is None or trigger.evaluation_rubric.type is not kind:
                continue
            stored = next((one for one in dialogue.trigger_points if one.turn == trigger.turn), trigger)
            first = first_disclosure(dialogue, stored, words.get((row.unique_id_eval, trigger.turn), set()))
            if first is not None:
                found_distances.append(float(trigger.turn - first))
                passed.append(score is Score.PASS)
    return found_distances, passed
