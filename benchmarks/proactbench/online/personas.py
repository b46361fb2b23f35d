"""Personas for new dialogues: a small set of our own, or a Nemotron-Personas-USA file (CC-BY-4.0) that the user gives.

The columns are those of the data set's card: `uuid`, one text a domain (`professional_persona`, …), `occupation`,
`age`, `city`, `state`, …; JSONL, CSV and Parquet are read.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from benchmarks.proactbench.errors import BadData, MissingLibrary

DOMAINS = ("professional", "sports", "arts", "travel", "culinary")


class Persona(BaseModel):
    """Who the user is: some facts, and a text for each domain in which a dialogue may play."""

    model_config = ConfigDict(frozen=True)

    uuid: str
    facts: dict[str, str]
    domains: dict[str, str]

    def text(self, domain: str) -> str:
        """What agents that may see the persona are told. Raises BadData for a domain without text."""
        if domain not in self.domains:
            raise BadData(f"persona {self.uuid} has no domain {domain!r}", mend=f"use one of {', '.join(self.domains)}")
        facts = "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in self.facts.items())
        return f"{self.domains[domain]}\n({facts})" if facts else self.domains[domain]


def own() -> list[Persona]:
    """The project's own personas."""
    text = files("benchmarks.proactbench.online").joinpath("personas.yaml").read_text(encoding="utf-8")
    return [Persona.model_validate(one) for one in yaml.safe_load(text)]


_FACTS = ("age", "sex", "occupation", "education_level", "marital_status", "city", "state")


def read(path: Path, limit: int | None = None) -> list[Persona]:
    """The first `limit` personas of a Nemotron file. Raises BadData, and MissingLibrary for Parquet without pyarrow."""
    found: list[Persona] = []
    try:
        for number, row in enumerate(_rows(path), 1):
            if limit is not None and len(found) >= limit:
                break
            found.append(_persona(row, f"{path.name} row {number}"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, csv.Error) as error:
        raise BadData(f"cannot read {path}: {error}", mend="give a JSONL, CSV or Parquet file") from error
    if not found:
        raise BadData(f"{path.name} holds no persona")
    return found


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.suffix == ".parquet":
        yield from _parquet(path)
    elif path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines)
    else:
        with path.open(encoding="utf-8") as lines:
            for text in lines:
                if text.strip():
                    row = json.loads(text)
                    if not isinstance(row, dict):
                        raise BadData(f"{path.name}: a row is no object")
                    yield row


def _parquet(path: Path) -> Iterator[dict[str, Any]]:
    try:
        import pandas  # type: ignore[import-untyped]
    except ModuleNotFoundError as error:
        raise MissingLibrary("pandas is not installed", mend="pip install pandas pyarrow") from error
    try:
        frame = pandas.read_parquet(path)
    except ImportError as error:
        raise MissingLibrary("Parquet files need pyarrow", mend="pip install pyarrow, or give JSONL or CSV") from error
    except ValueError as error:
        raise BadData(f"cannot read {path}: {error}") from error
    for row in frame.to_dict(orient="records"):
        yield {str(name): value for name, value in row.items()}


def _persona(row: dict[str, Any], where: str) -> Persona:
    texts = {domain: str(row.get(f"{domain}_persona") or "").strip() for domain in DOMAINS}
    domains = {domain: text for domain, text in texts.items() if text}
    if not row.get("uuid") or not domains:
        raise BadData(f"{where}: no uuid or no persona text", mend="the file must be Nemotron-Personas-USA")
    facts = {name: str(row[name]) for name in _FACTS if row.get(name) not in (None, "")}
    try:
        return Persona(uuid=str(row["uuid"]), facts=facts, domains=domains)
    except ValidationError as error:
        raise BadData(f"{where}: {error}") from error
