"""Many dialogues: every blueprint in several styles, resumable, with what broke counted and named."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from agent.journal import journal_entries
from benchmarks.proactbench.errors import BadData, ModelRefused, RunMismatch
from benchmarks.proactbench.online.blueprint import Blueprint, audit
from benchmarks.proactbench.online.dialogue import Cast, Play, identity
from benchmarks.proactbench.online.personas import Persona
from benchmarks.proactbench.online.styles import STYLES, Style
from benchmarks.proactbench.records import Dialogue, write_rows
from benchmarks.proactbench.trace import versions


class Settings(BaseModel):
    """What decides a batch; a folder with other settings is not continued."""

    planner: str
    user: str
    assistant: str
    strict: bool
    blueprints_sha256: str
    styles: list[int]


@dataclass(frozen=True)
class Piece:
    """One dialogue to play."""

    blueprint: Blueprint
    persona: Persona
    style: Style

    @property
    def name(self) -> str:
        """Its id."""
        return identity(self.blueprint, self.style)


def pieces(blueprints: Sequence[Blueprint], personas: Sequence[Persona], styles: Sequence[int]) -> list[Piece]:
    """Every blueprint in every style. Raises BadData for blueprints that fail the audit or lack their persona."""
    known = {one.uuid: one for one in personas}
    found = []
    for blueprint in blueprints:
        persona = known.get(blueprint.uuid)
        if persona is None or blueprint.domain not in persona.domains:
            raise BadData(f"blueprint {blueprint.blueprint_id} needs persona {blueprint.uuid}", mend="give its file")
        checked = audit(blueprint)
        if checked.status == "FAIL":
            raise BadData(f"blueprint {blueprint.blueprint_id}: {'; '.join(checked.findings)}", mend="mend or drop it")
        for index in styles:
            if index not in STYLES:
                raise BadData(f"there is no style {index}", mend="styles are 1 to 24")
            found.append(Piece(blueprint, persona, STYLES[index]))
    names = Counter(one.name for one in found)
    if twice := [name for name, number in names.items() if number > 1]:
        raise BadData(f"the same dialogue twice: {', '.join(twice)}")
    return found


class Batch:
    """Plays pieces into a folder: trace.jsonl (one finished dialogue a line), dialogues.jsonl, breaches.json."""

    def __init__(self, folder: Path, cast: Cast, settings: Settings, concurrency: int = 4) -> None:
        self._folder, self._cast, self._settings = folder, cast, settings
        self._slots = asyncio.Semaphore(concurrency)
        self._done: dict[str, dict[str, Any]] = {}

    async def run(self, found: Sequence[Piece], progress: Callable[[int, int], None] | None = None) -> dict[str, Any]:
        """Play what is not played, write the files and give the summary. Raises ModelRefused, RunMismatch, BadData."""
        self._open()
        path = self._folder / "trace.jsonl"
        refused: list[ModelRefused] = []
        with path.open("a", encoding="utf-8") as trace:

            async def work(piece: Piece) -> None:
                async with self._slots:
                    play = Play(self._cast, piece.blueprint, piece.persona, piece.style, self._settings.strict)
                    data = (await play.run()).data()
                self._done[piece.name] = data
                trace.write(json.dumps(data, ensure_ascii=False) + "\n")
                trace.flush()
                if progress is not None:
                    progress(len(self._done), len(found))

            try:
                async with asyncio.TaskGroup() as group:
                    for piece in found:
                        if piece.name not in self._done:
                            group.create_task(work(piece))
            except* ModelRefused as errors:
                refused = [error for error in errors.exceptions if isinstance(error, ModelRefused)]
        summary = self._write(found)
        if refused:
            raise refused[0]
        return summary

    def _open(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        run = self._folder / "run.json"
        if run.exists():
            try:
                stored = Settings.model_validate(json.loads(run.read_text(encoding="utf-8"))["settings"])
            except (json.JSONDecodeError, KeyError, TypeError, ValidationError) as error:
                raise BadData(f"{run} is no batch of dialogues", mend="name another folder") from error
            if stored != self._settings:
                raise RunMismatch(f"{self._folder} holds a batch with other settings", mend="name another folder")
        document = {"benchmark": "proactbench/online", "settings": self._settings.model_dump(), **versions()}
        run.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        path = self._folder / "trace.jsonl"
        if path.exists():
            self._done |= {str(data["unique_id_eval"]): data for data in journal_entries(path, _finished)}

    def _write(self, found: Sequence[Piece]) -> dict[str, Any]:
        """Only complete dialogues become rows; the rest is counted by how it ended."""
        done = [self._done[piece.name] for piece in found if piece.name in self._done]
        complete = [Dialogue.model_validate(one["dialogue"]) for one in done if one["status"] == "complete"]
        write_rows(self._folder / "dialogues.jsonl", complete)
        breaches = [{"dialogue": one["unique_id_eval"], **seen} for one in done for seen in one["breaches"]]
        summary = {
            "dialogues": len(found),
            "played": len(done),
            "by_status": dict(Counter(one["status"] for one in done)),
            "ended": {one["unique_id_eval"]: one["reason"] for one in done if one["status"] != "complete"},
            "breaches": dict(Counter(seen["breach"] for seen in breaches).most_common()),
            "mended": sum(bool(seen["mended"]) for seen in breaches),
        }
        text = json.dumps({**summary, "seen": breaches}, indent=2, ensure_ascii=False)
        (self._folder / "breaches.json").write_text(text + "\n", encoding="utf-8")
        return summary


def _finished(line: str) -> dict[str, Any]:
    data = json.loads(line)
    if not isinstance(data, dict) or "unique_id_eval" not in data:
        raise ValueError("no dialogue of a batch")
    return data
