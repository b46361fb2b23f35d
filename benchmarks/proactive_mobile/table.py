"""The comparison table: models on splits of records, ablations of the embedded one, and published rows beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from benchmarks.proactive_mobile.predict import Ablation, Predictor, predict_all
from benchmarks.proactive_mobile.scorer import RecordScores, score_all, scores
from benchmarks.proactive_mobile.verdict import Judge
from benchmarks.records.model import DIMENSIONS, Record
from device import BadInput

COLUMNS = ("model", "split", "records", "SR", "SR over all", "FTR", "miss", "invalid")
NOISE = (0.0, 5.0, 10.0, 20.0)


class Row(BaseModel):
    """A line of the table. Published rows have no scores of ours, only the two figures, as shares."""

    model_config = ConfigDict(frozen=True)

    model: str
    split: str
    scores: RecordScores | None = None
    published_sr: float | None = None
    published_ftr: float | None = None

    def cells(self) -> list[str]:
        """The cells as text."""
        if self.scores is None:
            return [self.model, self.split, "", _share(self.published_sr), "", _share(self.published_ftr), "", ""]
        one = self.scores
        rates = (one.sr, one.sr_all, one.ftr, one.miss, one.invalid)
        return [self.model, self.split, str(one.records), *(_short(rate.value, rate.low, rate.high) for rate in rates)]


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _short(value: float | None, low: float | None, high: float | None) -> str:
    return "n/a" if value is None or low is None or high is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


def rows(
    records: Sequence[Record], models: Sequence[str], splits: Sequence[str], *, ablations: bool = True,
    published: bool = True, limit: int | None = None, judge: Judge | None = None,
    progress: Callable[[str], None] | None = None, pictures: Path | None = None,
) -> list[Row]:  # fmt: skip
    """Predict and score. Raises BadInput for a split without records or an unknown model."""
    settings: list[tuple[str, Predictor]] = [(model, Predictor(model, pictures=pictures)) for model in models]
    if ablations:
        for dimension in DIMENSIONS:
            settings.append((f"embedded, without {dimension}", Predictor("embedded", ablation=Ablation((dimension,)))))
        settings.append(("embedded, without screenshots", Predictor("embedded", ablation=Ablation(pictures=False))))
        for noise in NOISE:
            settings.append((f"embedded, noise ×{noise:g}", Predictor("embedded", ablation=Ablation(noise=noise))))
    found: list[Row] = []
    for split in splits:
        chosen = [record for record in records if record.split == split][:limit]
        if not chosen:
            raise BadInput(
                f"no record in split {split!r}", mend="train, validation, test or ood; or make records first"
            )
        for name, predictor in settings:
            if progress is not None:
                progress(f"{name} on {split}")
            scored = score_all(chosen, predict_all(chosen, predictor), judge)
            found.append(Row(model=name, split=split, scores=scores(scored, groups=False)))
    return found + (_published() if published else [])


def _published() -> list[Row]:
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


def markdown(made: Sequence[Row]) -> str:
    """The table as Markdown, with how to read it."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS)]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in made]
    note = ("\nSR is over the records in which something is needed, with 95 % Wilson intervals; rows marked (published) are "
            "others' figures on other data.\n")  # fmt: skip
    return "\n".join(lines) + "\n" + note
