"""The comparison table: models on splits of records, ablations, and published rows beside them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from agent.propose.model_name import BUILT_IN, FORMATS, parse_model
from benchmarks.proactive_mobile.predict import Ablation, Predictor, predict_all
from benchmarks.proactive_mobile.scorer import RecordScores, score_all, scores
from benchmarks.proactive_mobile.stub_server import stub_server
from benchmarks.proactive_mobile.verdict import Judge
from benchmarks.records.model import DIMENSIONS, Prediction, Record
from device import BadInput

COLUMNS = ("model", "split", "records", "needed", "SR", "SR by recipe", "SR over all", "FTR", "miss", "invalid", "open",
           "failed")  # fmt: skip
NOISE = (0.0, 5.0, 10.0, 20.0)
MODELS = ("silent", "always", "embedded", "stub")
SPLITS = ("test", "ood")
STUB = "stub"


class Row(BaseModel):
    """A line of the table. Published rows have no scores of ours, only the two figures, as shares. `noise`: the mean
    ratio of noise that was shown, where that is what the row is about; `error`: why the first record that has no output
    has none."""

    model_config = ConfigDict(frozen=True)

    model: str
    split: str
    scores: RecordScores | None = None
    noise: float | None = None
    error: str | None = None
    published_sr: float | None = None
    published_ftr: float | None = None

    def cells(self) -> list[str]:
        """The cells as text."""
        name = self.model if self.noise is None else f"{self.model} (mean {self.noise:.1f})"
        if self.scores is None:
            blank = [""] * (len(COLUMNS) - 2)
            blank[2], blank[5] = _share(self.published_sr), _share(self.published_ftr)
            return [name, self.split, *blank]
        one = self.scores
        wide = one.clustered.get("sr")
        by_recipe = (
            f"[{wide.low:.3f}, {wide.high:.3f}]" if wide and wide.low is not None and wide.high is not None else ""
        )
        rates = [_short(rate.value, rate.low, rate.high) for rate in (one.sr_all, one.ftr, one.miss, one.invalid)]
        return [name, self.split, str(one.records), str(one.sr.of), _short(one.sr.value, one.sr.low, one.sr.high), by_recipe,
                *rates, str(one.open), str(one.failed)]  # fmt: skip


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _short(value: float | None, low: float | None, high: float | None) -> str:
    return "n/a" if value is None or low is None or high is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


@dataclass(frozen=True)
class Setting:
    """One line of the table to be: a name, who predicts, and whether records with noise ×20 are shown."""

    name: str
    model: str
    ablation: Ablation = field(default_factory=Ablation)
    heavy: bool = False

    @property
    def slow(self) -> bool:
        """Whether a language model answers, which may take seconds a record."""
        return self.model not in (*BUILT_IN, STUB)


def settings(models: Sequence[str], *, ablations: bool = True, pictures: bool = True) -> list[Setting]:
    """The lines: the models; with `ablations` also the embedded one without each dimension, without screenshots (where
    there are `pictures`) and by noise, and each language model by output format. Raises BadInput for an unknown model."""
    found = []
    for model in models:
        if model != STUB:
            parse_model(model)
        found.append(Setting("stub of an OpenAI-compatible server" if model == STUB else model, model))
    if not ablations:
        return found
    found += [Setting(f"embedded, without {name}", "embedded", Ablation((name,))) for name in DIMENSIONS]
    if pictures:
        found.append(Setting("embedded, without screenshots", "embedded", Ablation(pictures=False)))
    found += [Setting(f"embedded, noise ×{noise:g}", "embedded", Ablation(noise=noise), heavy=True) for noise in NOISE]
    for one in list(found):
        if one.slow and "format" not in parse_model(one.model).options:
            found += [Setting(f"{one.name}, format {form}", f"{one.model},format={form}") for form in FORMATS[1:]]
    return found


def draw(records: Sequence[Record], limit: int | None, seed: int) -> list[Record]:
    """So many of the records, drawn with the seed and in their own order; fewer are a part of more."""
    order = list(range(len(records)))
    random.Random(f"table {seed}").shuffle(order)
    return [records[number] for number in sorted(order[:limit])]


@dataclass
class Tabler:
    """Makes the rows. `limit` bounds the records of a split, `limit_models` those that language models answer; `heavy`
    are records with noise ×20 that lines about noise show less and less of (default: the records themselves)."""

    records: Sequence[Record]
    heavy: Sequence[Record] = ()
    pictures: Path | None = None
    limit: int | None = None
    limit_models: int | None = None
    seed: int = 1
    judge: Judge | None = None
    progress: Callable[[str], None] | None = None

    def rows(self, lines: Sequence[Setting], splits: Sequence[str] = SPLITS) -> Iterator[Row]:
        """Predict and score, line by line. Raises BadInput for a split without records or a model that cannot open."""
        for split in splits:
            if not any(record.split == split for record in self.records):
                raise BadInput(
                    f"no record in split {split!r}", mend="train, validation, test or ood; or make records first"
                )
        with ExitStack() as stack:
            stub = stack.enter_context(stub_server()) if any(line.model == STUB for line in lines) else ""
            for line in lines:
                model = f"openai:stub@{stub},gate=off" if line.model == STUB else line.model
                predictor = Predictor(model, ablation=line.ablation, pictures=self.pictures)
                try:
                    for split in splits:
                        yield self._row(line, predictor, split)
                finally:
                    predictor.close()

    def _row(self, line: Setting, predictor: Predictor, split: str) -> Row:
        source = self.heavy if line.heavy and self.heavy else self.records
        limits = [limit for limit in (self.limit, self.limit_models if line.slow else None) if limit is not None]
        chosen = draw([record for record in source if record.split == split], min(limits, default=None), self.seed)
        predictions: list[Prediction] = []
        # One language after the other: a model keeps what does not change of its prompt.
        for number, record in enumerate(sorted(chosen, key=lambda record: record.language), 1):
            if self.progress is not None and (line.slow or number == 1):
                self.progress(f"{line.name} on {split}, {number} of {len(chosen)}")
            predictions += predict_all([record], predictor)
        scored = scores(score_all(chosen, predictions, self.judge), groups=False)
        shown = [line.ablation(record).measured_noise() for record in chosen] if line.heavy else []
        noise = sum(shown) / len(shown) if shown else None
        error = next((one.error for one in predictions if one.error is not None), None)
        return Row(model=line.name, split=split, scores=scored, noise=noise, error=error)


def published() -> list[Row]:
    """The rows that others published, marked so."""
    text = (resources.files("benchmarks.proactive_mobile") / "published.yaml").read_text(encoding="utf-8")
    return [
        Row(
            model=f"{row['model']} (published)",
            split="the paper's",
            published_sr=row["sr"] / 100,
            published_ftr=row["ftr"] / 100,
        )
        for row in yaml.safe_load(text)
    ]


def markdown(made: Sequence[Row], said: str = "") -> str:
    """The table as Markdown, with how it was made (`said`) and how to read it."""
    lines = [said, ""] if said else []
    lines += ["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS)]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in made]
    note = ("\nSR is over the records in which something is needed (`needed`); intervals are 95 %: Wilson's, and a bootstrap "
            "over recipes. `open`: pairs that the rules of equivalence leave open, counted as failures; `failed`: records "
            "that a model gave no output for. Rows marked (published) are others' figures on other data; which denominator "
            "their SR has is not stated.\n")  # fmt: skip
    errors = "".join(f"{row.model} on {row.split}: no output: {row.error}\n" for row in made if row.error is not None)
    return "\n".join(lines) + "\n" + note + (f"\n{errors}" if errors else "")
