"""A soak's moments as records: scored offline, they have the same verdicts as they had when they were lived."""

from __future__ import annotations

from collections.abc import Sequence

from api_pool import Call
from benchmarks.proactive_mobile.moments import Window
from benchmarks.records.model import Answer, CallTruth, Prediction, Record
from benchmarks.soak import LivedDay, LivedMoment


def export(days: Sequence[LivedDay]) -> tuple[list[Record], list[Prediction]]:
    """A record and a prediction for each moment. A record's answers are those of the windows that were open then; a
    moment that fell into no open window has none."""
    records: list[Record] = []
    predictions: list[Prediction] = []
    for day in days:
        windows = {window.id: window for window in day.windows}
        for number, moment in enumerate(day.moments):
            name = f"{day.key.name}/{number:04d}"
            records.append(_record(day, moment, name, windows))
            predictions.append(
                Prediction(id=name, intent=moment.intent, calls=tuple(Call.model_validate(c) for c in moment.calls),
                           invalid="invalid output" if moment.invalid else None, model=day.model)
            )  # fmt: skip
    return records, predictions


def _record(day: LivedDay, moment: LivedMoment, name: str, windows: dict[str, Window]) -> Record:
    """The answers of a record are at most three: those of the window that decides come first."""
    answers: list[Answer] = []
    order = [moment.window, *moment.open_windows] if moment.window else []
    for window_id in dict.fromkeys(one for one in order if one in windows):
        for answer in windows[window_id].answers:
            calls = tuple(
                CallTruth(name=call["name"], arguments=call.get("arguments") or {}) for call in answer["calls"]
            )
            answers.append(Answer(intent=str(answer.get("intent", "")), calls=calls))
    first = windows[moment.window].scenario if moment.window in windows else ""
    return Record(
        id=name, phone=moment.text, answers=tuple(answers[:3]), scenario=first, recipe=day.key.name,
        frame_ms=moment.time_ms, timezone=day.timezone,
        contacts={who: tuple(numbers) for who, numbers in day.contacts.items()},
        extra={"lived": {"verdict": moment.verdict, "window": moment.window}},
    )  # fmt: skip


OFFLINE = {"served": "right", "false_trigger": "false_trigger", "quiet": "quiet", "held": "missed"}


def same_verdict(moment: LivedMoment, offline: str) -> bool:
    """Whether an offline verdict is that of the lived moment. A proposal that is right but comes after a wrong one in
    the same window is `wrong` live, since the window is lost; a record has no past, so it is right there."""
    if moment.verdict == "wrong":
        return offline in ("wrong", "right")
    if moment.verdict == "invalid":
        return offline == ("missed" if moment.window else "quiet")
    return OFFLINE[moment.verdict] == offline
