"""Predictions from text: a record read into a context, the gate and the proposer asked, and their decision kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.context import Context
from agent.memory import Memory
from agent.perceive import THRESHOLD, perceive
from agent.proposal import Decision
from agent.propose import ModelProposer, Proposer, open_proposer
from api_pool import Pool
from api_pool.functions import default_pool
from benchmarks.records.model import DIMENSIONS, Dimension, Prediction, Record
from benchmarks.records.read_text import read_record
from device import BadInput


@dataclass(frozen=True)
class Ablation:
    """What is taken from each record before it is shown: dimensions, screenshots, noise beyond a ratio."""

    without: tuple[Dimension, ...] = ()
    pictures: bool = True
    noise: float | None = None

    def __call__(self, record: Record) -> Record:
        """The record as it is shown."""
        for dimension in self.without:
            record = record.without(dimension)
        if not self.pictures:
            record = record.without_pictures()
        return record if self.noise is None else record.with_noise(self.noise)

    @classmethod
    def of(cls, names: Sequence[str], *, pictures: bool = True, noise: float | None = None) -> Ablation:
        """From names of dimensions. Raises BadInput for one that is none."""
        found: list[Dimension] = [dimension for dimension in DIMENSIONS if dimension in names]
        if len(found) != len(set(names)):
            raise BadInput(
                f"no dimension {', '.join(sorted(set(names) - set(found)))}", mend=f"of {', '.join(DIMENSIONS)}"
            )
        return cls(tuple(found), pictures, noise)


@dataclass
class Predictor:
    """A model as it is asked about records: each record is a life of its own, nothing is remembered between them.

    `pictures` is the folder that the records' picture paths start from (that of their file).
    """

    model: str = "embedded"
    threshold: float = THRESHOLD
    ablation: Ablation = field(default_factory=Ablation)
    pool: Pool = field(default_factory=default_pool)
    pictures: Path | None = None
    _proposer: Proposer | None = None

    @property
    def proposer(self) -> Proposer:
        """The model, opened at first use. Raises BadInput for an unknown one."""
        if self._proposer is None:
            self._proposer = open_proposer(self.model, pool=self.pool, shots=self.picture)
        return self._proposer

    def close(self) -> None:
        """Let go of a model that runs in a process of its own or holds a connection."""
        if isinstance(self._proposer, ModelProposer):
            self._proposer.close()
        self._proposer = None

    def picture(self, name: str) -> bytes | None:
        """A picture of a record: a path that stays within the folder; None where there is none."""
        if self.pictures is None:
            return None
        path = (self.pictures / name).resolve()
        return path.read_bytes() if path.is_relative_to(self.pictures.resolve()) and path.is_file() else None

    def predict(self, record: Record) -> Prediction:
        """The model's answer to a record's text."""
        started = time.monotonic()
        decision = self.decide(read_record(self.ablation(record)).context())
        return as_prediction(record.id, decision, self.model, (time.monotonic() - started) * 1000)

    def decide(self, context: Context) -> Decision:
        """The gate's and the model's decision on a context; an output that does not fit the pool is invalid."""
        perception = perceive(context, Memory(), threshold=self.threshold)
        if self.proposer.gated and not perception.speak:
            return Decision(reason=perception.why, proposer="gate")
        decision = self.proposer.propose(context, perception)
        if decision.proposal is None or not decision.proposal.calls:
            return decision
        problems = [problem for call in decision.proposal.calls for problem in self.pool.problems(call)]
        if problems:
            return decision.model_copy(update={"proposal": None, "invalid": "; ".join(problems)})
        return decision


def as_prediction(record_id: str, decision: Decision, model: str, took_ms: float) -> Prediction:
    """A decision as a prediction."""
    proposal = decision.proposal
    return Prediction(
        id=record_id, intent=proposal.intent if proposal else "", calls=proposal.calls if proposal else (),
        invalid=decision.invalid, error=decision.error, model=model, took_ms=round(took_ms, 2), tokens_in=decision.tokens_in,
        tokens_out=decision.tokens_out,
    )  # fmt: skip


@dataclass
class Limits:
    """Where predicting stops: tokens (in and out together) and records; None: no limit."""

    tokens: int | None = None
    records: int | None = None


def predict_all(
    records: Iterable[Record],
    predictor: Predictor,
    *,
    done: frozenset[str] = frozenset(),
    limits: Limits | None = None,
    progress: Callable[[Prediction], None] | None = None,
) -> Iterator[Prediction]:
    """Predict what is not `done`, up to the limits."""
    limits = limits or Limits()
    tokens = count = 0
    for record in records:
        if record.id in done:
            continue
        if (limits.records is not None and count >= limits.records) or (
            limits.tokens is not None and tokens >= limits.tokens
        ):
            return
        prediction = predictor.predict(record)
        tokens += prediction.tokens_in + prediction.tokens_out
        count += 1
        if progress is not None:
            progress(prediction)
        yield prediction
