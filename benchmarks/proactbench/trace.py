"""The folder of an offline run: settings in run.json, one event a line in trace.jsonl, everything else derived."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, TextIO

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.journal import journal_entries
from benchmarks.proactbench.errors import BadData, RunMismatch
from benchmarks.proactbench.records import Evaluation, Usage

Key = tuple[str, int]


class Settings(BaseModel):
    """What decides a run's outcome. Further judges may be added to a run; everything else must stay."""

    model_config = ConfigDict(frozen=True)

    model: str
    judges: tuple[str, ...]
    system: str | None = None
    recovery_instruction: bool = False
    attempts: int = 5
    seed: int | None = None
    dialogues_sha256: str
    limit: int | None = None

    def same_run(self, other: Settings) -> list[str]:
        """The names of the settings that keep two runs apart."""
        mine, theirs = self.model_dump(), other.model_dump()
        mine["judges"], theirs["judges"] = self.judges[:1], other.judges[:1]
        return [name for name, value in mine.items() if theirs[name] != value]


class Answered(BaseModel):
    """The evaluated model's reply at a trigger, or the reasons why there is none (the trigger drops)."""

    event: str = "reply"
    dialogue: str
    turn: int
    text: str | None
    usage: Usage
    failures: list[str]


class Judged(BaseModel):
    """One judge's word on a reply."""

    event: str = "verdict"
    dialogue: str
    turn: int
    judge: str
    evaluation: Evaluation
    support: str | None
    usage: Usage
    failures: list[str]


class Trace:
    """The events of a run, read back on opening; a line torn by a kill is cut off. Use as a context manager."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        self.replies: dict[Key, Answered] = {}
        self.verdicts: dict[tuple[Key, str], Judged] = {}
        self._file: TextIO | None = None

    def __enter__(self) -> Trace:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._check_settings()
        path = self.folder / "trace.jsonl"
        if path.exists():
            for event in journal_entries(path, _event):
                self._fold(event)
        self._file = path.open("a", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _check_settings(self) -> None:
        path = self.folder / "run.json"
        if path.exists():
            try:
                stored = Settings.model_validate(json.loads(path.read_text(encoding="utf-8"))["settings"])
            except (json.JSONDecodeError, KeyError, TypeError, ValidationError) as error:
                raise BadData(f"{path} is no run of ProactBench", mend="name another folder") from error
            if different := stored.same_run(self.settings):
                raise RunMismatch(
                    f"{self.folder} holds a run with other settings ({', '.join(different)})",
                    mend="name another folder",
                )
        document = {"benchmark": "proactbench/offline", "settings": self.settings.model_dump(mode="json"), **versions()}
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        partial.replace(path)

    def _fold(self, event: dict[str, Any]) -> None:
        key = (str(event["dialogue"]), int(event["turn"]))
        if event["event"] == "reply":
            self.replies[key] = Answered.model_validate(event)
        else:
            judged = Judged.model_validate(event)
            self.verdicts[key, judged.judge] = judged

    def add(self, event: Answered | Judged) -> None:
        """Append an event and flush it."""
        if self._file is None:
            raise ValueError("the trace is not open")
        key = (event.dialogue, event.turn)
        if isinstance(event, Answered):
            self.replies[key] = event
        else:
            self.verdicts[key, event.judge] = event
        self._file.write(json.dumps(event.model_dump(mode="json"), ensure_ascii=False) + "\n")
        self._file.flush()


def _event(line: str) -> dict[str, Any]:
    event = json.loads(line)
    if not isinstance(event, dict) or not {"event", "dialogue", "turn"} <= set(event):
        raise ValueError("no event of a run")
    return event


def versions() -> dict[str, Any]:
    """The versions that a run depends on."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for name in ("proactdroid", "openai", "inspect-ai"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return {"versions": {"python": platform.python_version(), **found}}


def sha256(path: Path) -> str:
    """The hash of a file. Raises BadData."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BadData(f"cannot read {path}: {error}") from error
