"""The record: one benchmark item, in this project's own strict form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from api_pool import Call

Split = Literal["train", "validation", "test", "ood"]
Difficulty = Literal["L1", "L2", "L3"]
Modality = Literal["text", "multimodal"]
Dimension = Literal["profile", "phone", "world", "trace"]
DIMENSIONS: tuple[Dimension, ...] = ("profile", "phone", "world", "trace")
HELD_OUT = ("logistics_delivery", "smart_home")


class Strict(BaseModel):
    """Frozen, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Picture(Strict):
    """A step of the trace that is a screenshot: the path of a PNG or JPEG, relative to the records' file."""

    picture: str = Field(min_length=1)


class CallTruth(Strict):
    """One call of an answer. An argument is a value or a matcher ({any}, {one_of}, {contains}, {between})."""

    name: str = Field(min_length=1)
    arguments: dict[str, Any] = Field(default_factory=dict)


class Answer(Strict):
    """One right proposal: a sentence to the user, and what would do it."""

    intent: str
    calls: tuple[CallTruth, ...] = Field(min_length=1)

    def truth(self) -> list[dict[str, Any]]:
        """The calls as `benchmarks.proactive_mobile.equivalence` takes them."""
        return [{"name": call.name, "arguments": call.arguments} for call in self.calls]


class Record(Strict):
    """A benchmark item. Profile, phone and world are text, a statement a line; the trace is lines and pictures in time
    order. No answers: nothing should be said.

    `recipe` is what it was made from (records of one recipe are one cluster); `pair` joins the two halves of a minimal
    pair. `noise` lists, by dimension, the numbers of the lines that were put in as noise. `frame_ms` is the phone time
    of the record's moment, where it is known; `extra` keeps what a loaded file held besides.
    """

    id: str = Field(min_length=1)
    profile: str = ""
    phone: str = ""
    world: str = ""
    trace: tuple[str | Picture, ...] = ()
    answers: tuple[Answer, ...] = Field(default=(), max_length=3)
    scenario: str = ""
    language: str = ""
    split: Split | None = None
    difficulty: Difficulty | None = None
    recipe: str = ""
    pair: str | None = None
    noise: dict[Dimension, tuple[int, ...]] = Field(default_factory=dict)
    noise_ratio: float | None = None
    frame_ms: int | None = None
    timezone: str | None = None
    contacts: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    extra: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _noise_is_there(self) -> Record:
        for dimension, numbers in self.noise.items():
            lines = len(self.steps(dimension))
            if any(not 0 <= number < lines for number in numbers):
                raise ValueError(f"noise names a line of {dimension} that is not there ({lines} lines)")
        return self

    @property
    def modality(self) -> Modality:
        """Multimodal when the trace holds a picture."""
        return "multimodal" if any(isinstance(step, Picture) for step in self.trace) else "text"

    @property
    def needed(self) -> bool:
        """Whether something should be said."""
        return bool(self.answers)

    @property
    def cluster(self) -> str:
        """What its figures are clustered by: the recipe, else the record itself."""
        return self.recipe or self.id

    def steps(self, dimension: Dimension) -> list[str | Picture]:
        """The statements of a dimension, in order."""
        if dimension == "trace":
            return list(self.trace)
        text: str = getattr(self, dimension)
        return list(text.split("\n")) if text else []

    def lines(self, dimension: Dimension) -> list[str]:
        """The texts of a dimension, pictures left out."""
        return [step for step in self.steps(dimension) if isinstance(step, str)]

    def pictures(self) -> Iterator[str]:
        """Paths of the trace's pictures, in order."""
        for step in self.trace:
            if isinstance(step, Picture):
                yield step.picture

    def without(self, dimension: Dimension) -> Record:
        """The record with one dimension empty (an ablation)."""
        noise = {name: numbers for name, numbers in self.noise.items() if name != dimension}
        empty: Any = () if dimension == "trace" else ""
        return self.model_copy(update={dimension: empty, "noise": noise})

    def without_pictures(self) -> Record:
        """The record without screenshots (an ablation)."""
        kept = [number for number, step in enumerate(self.trace) if isinstance(step, str)]
        return self._keep("trace", kept)

    def with_noise(self, ratio: float) -> Record:
        """The record with at most `ratio` times as much noise (in characters) as information. Which lines stay is
        decided by their place, so that less noise is a part of more."""
        sizes = [(d, n, len(str(step))) for d in DIMENSIONS for n, step in enumerate(self.steps(d))]
        noisy = {(d, n) for d, numbers in self.noise.items() for n in numbers}
        room = ratio * sum(size for d, n, size in sizes if (d, n) not in noisy)
        record, dropped = self, set()
        for dimension, number, size in sorted((s for s in sizes if (s[0], s[1]) in noisy), key=lambda s: (s[1] % 7, s)):
            room -= size
            if room < 0:
                dropped.add((dimension, number))
        for dimension in DIMENSIONS:
            count = len(self.steps(dimension))
            record = record._keep(dimension, [n for n in range(count) if (dimension, n) not in dropped])
        return record.model_copy(update={"noise_ratio": record.measured_noise()}) if dropped else self

    def measured_noise(self) -> float:
        """Characters of noise over characters of the rest."""
        parts = [0, 0]
        for dimension in DIMENSIONS:
            numbers = set(self.noise.get(dimension, ()))
            for number, step in enumerate(self.steps(dimension)):
                parts[number in numbers] += len(str(step))
        return round(parts[1] / max(1, parts[0]), 2)

    def _keep(self, dimension: Dimension, numbers: list[int]) -> Record:
        steps = self.steps(dimension)
        if len(numbers) == len(steps):
            return self
        kept = [steps[number] for number in numbers]
        place = {old: new for new, old in enumerate(numbers)}
        noise = {
            d: tuple(place[n] for n in old if n in place) if d == dimension else old for d, old in self.noise.items()
        }
        value: Any = tuple(kept) if dimension == "trace" else "\n".join(str(step) for step in kept)
        return self.model_copy(update={dimension: value, "noise": {d: n for d, n in noise.items() if n}})


class Prediction(Strict):
    """What a model answered to a record. No calls: silence. `invalid` says why an output could not be used (as it came,
    before any repair); it then counts as no proposal made. `error` says why there was no output at all."""

    id: str
    intent: str = ""
    calls: tuple[Call, ...] = ()
    invalid: str | None = None
    error: str | None = None
    model: str = ""
    took_ms: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def spoke(self) -> bool:
        """Whether it proposes something."""
        return bool(self.calls) and self.invalid is None
