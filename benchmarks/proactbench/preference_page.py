"""The pairwise study: blind pairs from two runs, a page (or a sheet) that collects one person's choices, and their reading.

The page is one HTML file that works without a network; it holds left and right replies but not which case they are. The key
file, which the person does not get, tells that. Choices come back as CSV with `choice_side` left, right or tie.
"""

from __future__ import annotations

import csv
import hashlib
import html
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from benchmarks.proactbench.analysis.human import read_csv
from benchmarks.proactbench.analysis.preference import Choice
from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.offline import history
from benchmarks.proactbench.records import Dialogue, DialogueResult, Record, TriggerType
from benchmarks.proactbench.scores import score_of

SIDES = ("left", "right", "tie")


class Pair(Record):
    """Two replies at one trigger. `label` is the judge's score of case A, where it is known."""

    model_config = ConfigDict(extra="allow")

    item_id: str
    context: list[dict[str, str]]
    case_a: str
    case_b: str
    label: str | None = None


class Shown(BaseModel):
    """What a person sees of a pair."""

    item_id: str
    context: list[dict[str, str]]
    left: str
    right: str


def pairs(
    dialogues: Sequence[Dialogue],
    case_a: Sequence[DialogueResult],
    case_b: Sequence[DialogueResult],
    kind: TriggerType = TriggerType.RECOVERY,
) -> list[Pair]:
    """Pairs for the triggers of a type that both runs answered. Raises BadData when there are none."""
    by_name = {dialogue.unique_id_eval: dialogue for dialogue in dialogues}
    second = {(row.unique_id_eval, one.turn): one.assistant_response for row in case_b for one in row.turn_records}
    found = []
    for row in case_a:
        first = {one.turn: one.assistant_response for one in row.turn_records}
        dialogue = by_name.get(row.unique_id_eval)
        for trigger in row.trigger_points:
            other = second.get((row.unique_id_eval, trigger.turn))
            if (
                dialogue is None
                or other is None
                or trigger.turn not in first
                or trigger.evaluation_rubric.type is not kind
            ):
                continue
            score = score_of(trigger)
            found.append(
                Pair(
                    item_id=f"{row.unique_id_eval}__t{trigger.turn}",
                    context=[one.plain() for one in history(dialogue, trigger.turn)],
                    case_a=first[trigger.turn],
                    case_b=other,
                    label=score.value if score is not None else None,
                )
            )
    if not found:
        raise BadData(f"the two runs share no {kind.value} trigger of these dialogues")
    return found


def swapped(item: str, rater: str, seed: int) -> bool:
    """Whether case B stands left for this person: a coin that the seed fixes."""
    return bool(hashlib.sha256(f"{seed}/{rater}/{item}".encode()).digest()[0] & 1)


def shown(found: Sequence[Pair], rater: str, seed: int) -> list[Shown]:
    """The pairs as one person sees them, in an order of their own."""
    ordered = sorted(found, key=lambda one: hashlib.sha256(f"{seed}/{rater}/order/{one.item_id}".encode()).digest())
    views = []
    for one in ordered:
        left, right = (one.case_b, one.case_a) if swapped(one.item_id, rater, seed) else (one.case_a, one.case_b)
        views.append(Shown(item_id=one.item_id, context=one.context, left=left, right=right))
    return views


def write_key(path: Path, found: Sequence[Pair], rater: str, seed: int) -> None:
    """The key: `rater,item_id,ab_swap,label`; it stays with whoever runs the study."""
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["rater", "item_id", "ab_swap", "label"])
        for one in found:
            swap = "true" if swapped(one.item_id, rater, seed) else "false"
            writer.writerow([rater, one.item_id, swap, one.label or ""])


def write_page(path: Path, found: Sequence[Pair], rater: str, seed: int) -> None:
    """The page for one person."""
    data = json.dumps([one.model_dump() for one in shown(found, rater, seed)], ensure_ascii=False)
    safe = data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e").replace("\u2028", "\\u2028")
    template = files("benchmarks.proactbench").joinpath("preference_page.html").read_text(encoding="utf-8")
    page = template.replace("@RATER@", html.escape(rater, quote=True)).replace(
        "@PAIRS@", safe.replace("\u2029", "\\u2029")
    )
    path.write_text(page, encoding="utf-8")


def write_sheet(path: Path, found: Sequence[Pair], rater: str, seed: int) -> None:
    """The same as a sheet to fill in."""
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["rater", "item_id", "conversation", "left", "right", "choice_side", "confidence"])
        for one in shown(found, rater, seed):
            talk = "\n\n".join(f"{part['role']}: {part['content']}" for part in one.context)
            writer.writerow([rater, one.item_id, talk, one.left, one.right, "", ""])


def read_filled(choices: Sequence[Path], keys: Sequence[Path]) -> tuple[list[Choice], dict[str, str]]:
    """Choices with their cases from filled files and their keys, and the labels by item. Raises BadData."""
    swaps: dict[tuple[str, str], bool] = {}
    labels: dict[str, str] = {}
    for path in keys:
        for row in read_csv(path, {"rater", "item_id", "ab_swap"}):
            swaps[row["rater"], row["item_id"]] = row["ab_swap"].strip().lower() == "true"
            if row.get("label"):
                labels[row["item_id"]] = row["label"]
    found = []
    for path in choices:
        for number, row in enumerate(read_csv(path, {"rater", "item_id", "choice_side"}), 2):
            side = row["choice_side"].strip().lower()
            if not side:
                continue
            name = (row["rater"], row["item_id"])
            if side not in SIDES:
                raise BadData(f"{path.name} line {number}: {side!r} is no side", mend="use left, right or tie")
            if name not in swaps:
                raise BadData(
                    f"{path.name} line {number}: no key for {name[0]} and {name[1]}", mend="give it with --key"
                )
            case = "tie" if side == "tie" else "B" if (side == "left") == swaps[name] else "A"
            level = (row.get("confidence") or "").strip()
            found.append(Choice(name[0], name[1], case, int(level) if level.isdigit() else None))
    return found, labels
