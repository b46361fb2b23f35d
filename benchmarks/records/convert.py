"""Records to and from files: JSONL (ours), Hugging Face datasets, Inspect samples."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from benchmarks.records.field_map import FieldMap
from benchmarks.records.model import Prediction, Record
from benchmarks.records.released import Loaded, load_released
from device import BadInput, Unsupported

if TYPE_CHECKING:
    from inspect_ai.dataset import Sample


T = TypeVar("T", bound=BaseModel)


def dump_line(item: BaseModel) -> str:
    """One item as a line of JSON; the same item always gives the same bytes."""
    return json.dumps(item.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False, sort_keys=True) + "\n"


def write_jsonl(path: Path, items: Iterable[BaseModel]) -> int:
    """Write items, one a line; returns how many."""
    count = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for item in items:
            file.write(dump_line(item))
            count += 1
    return count


def _read_lines(path: Path, kind: type[T]) -> Iterator[T]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    try:
                        yield kind.model_validate_json(line)
                    except ValidationError as error:
                        first = error.errors()[0]
                        where = ".".join(map(str, first["loc"]))
                        raise BadInput(
                            f"{path}:{number}: {where}: {first['msg']}", mend="see docs/records.md"
                        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}", mend="check the path") from error


def read_jsonl(path: Path) -> list[Record]:
    """Records of a JSONL file. Raises BadInput with the line that is wrong, and for an id that comes twice."""
    records = list(_read_lines(path, Record))
    seen: set[str] = set()
    for record in records:
        if record.id in seen:
            raise BadInput(f"{path}: the id {record.id!r} comes twice", mend="ids must be unique")
        seen.add(record.id)
    return records


def read_predictions(path: Path) -> list[Prediction]:
    """Predictions of a JSONL file. Raises BadInput with the line that is wrong."""
    return list(_read_lines(path, Prediction))


def load_records(path: Path, fields: FieldMap | None = None) -> Loaded:
    """Records of a file of ours (.jsonl) or of the released form (.json). Raises BadInput."""
    if path.suffix == ".jsonl":
        return Loaded(read_jsonl(path))
    return load_released(path, fields)


def to_rows(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Rows with the same columns and one type a column: what is a list or an object of any form is JSON text."""
    rows = []
    for record in records:
        data = record.model_dump(mode="json")
        rows.append({k: v if isinstance(v, str | int | float | None) else json.dumps(v, ensure_ascii=False, sort_keys=True)
                     for k, v in data.items()})  # fmt: skip
    return rows


_JSON_COLUMNS = ("trace", "answers", "noise", "contacts", "extra")


def from_rows(rows: Iterable[dict[str, Any]]) -> list[Record]:
    """Records of such rows. Raises BadInput."""
    try:
        return [
            Record.model_validate({k: json.loads(v) if k in _JSON_COLUMNS else v for k, v in row.items()})
            for row in rows
        ]
    except (ValidationError, ValueError, TypeError) as error:
        raise BadInput(f"the rows are no records: {error}", mend="write them with to_rows") from error


def to_dataset(records: Sequence[Record]) -> Any:
    """A Hugging Face dataset of the records. Raises Unsupported where `datasets` is not installed."""
    try:
        library = importlib.import_module("datasets")
    except ImportError as error:
        raise Unsupported("the library `datasets` is not installed", mend="pip install datasets") from error
    return library.Dataset.from_list(to_rows(records))


def from_dataset(dataset: Any) -> list[Record]:
    """Records of such a dataset."""
    return from_rows(dict(row) for row in dataset)


def to_samples(records: Sequence[Record]) -> list[Sample]:
    """Inspect samples: the input is the context as text, the target the answers as JSON; metadata holds the record.

    Raises Unsupported where `inspect-ai` is not installed.
    """
    try:
        from inspect_ai.dataset import Sample as InspectSample
    except ImportError as error:
        raise Unsupported("the library `inspect-ai` is not installed", mend="pip install inspect-ai") from error
    return [
        InspectSample(
            id=record.id,
            input=context_text(record),
            target=json.dumps([answer.model_dump(mode="json") for answer in record.answers], ensure_ascii=False),
            metadata={"record": record.model_dump(mode="json")},
        )
        for record in records
    ]


def from_samples(samples: Iterable[Sample]) -> list[Record]:
    """Records of such samples."""
    return [Record.model_validate((sample.metadata or {})["record"]) for sample in samples]


_TITLES = {"profile": "User profile", "phone": "Device status", "world": "World information",
           "trace": "Behavioural trajectory"}  # fmt: skip


def context_text(record: Record) -> str:
    """The four dimensions as one text; pictures are named where they come."""
    parts = []
    for dimension, title in _TITLES.items():
        steps = record.steps(dimension)  # type: ignore[arg-type]
        lines = [step if isinstance(step, str) else f"[screenshot {step.picture}]" for step in steps]
        parts.append("\n".join([f"## {title}", *(f"- {line}" for line in lines)]))
    return "\n\n".join(parts)
