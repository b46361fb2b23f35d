"""A day lived with a model as proposer: the command line, the agent's process, the model's process, the trace."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from proactdroid.cli import invoke


def moments(folder: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (folder / "trace.jsonl").read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line["event"] == "moment"]


@contextmanager
def killer(times: int) -> Iterator[list[int]]:
    """Kills the model's process of our own run, each new one once, so many times."""
    killed: list[int] = []
    stop = threading.Event()

    def hunt() -> None:
        while not stop.wait(0.02) and len(killed) < times:
            for process in psutil.Process().children(recursive=True):
                try:
                    ours = "agent.propose.llama.worker" in process.cmdline() and process.pid not in killed
                    if ours and process.status() != psutil.STATUS_ZOMBIE:
                        process.kill()
                        killed.append(process.pid)
                except (psutil.NoSuchProcess, psutil.AccessDenied):
                    continue

    thread = threading.Thread(target=hunt)
    thread.start()
    yield killed
    stop.set()
    thread.join()


@pytest.mark.timeout(400)
def test_a_run_with_eyes_survives_the_death_of_its_model(
    tiny_vlm: dict[str, Path], short_day: Path, tmp_path: Path
) -> None:
    model = (
        f"llama:{tiny_vlm['modern']},mmproj={tiny_vlm['mmproj']},ctx=16384,max_tokens=700,context_tokens=2500,gate=off,"
        "temperature=1,images=1,threads=1"
    )
    out = tmp_path / "run"
    with killer(2) as killed:
        assert (
            invoke(["run", "--day", str(short_day), "--model", model, "--policy", "never", "--out", str(out), "--json"])
            == 0
        )
    found = moments(out)
    errors = [moment["error"] for moment in found if moment["error"]]
    assert len(killed) == 2 and len(found) >= 5
    assert len(errors) == 2 and all(error.startswith("ModelCrashed") for error in errors)
    used = [moment["model"] for moment in found if not moment["error"]]
    assert all(use["prompt"].startswith("propose.en v") and use["form"] == "rec+func" for use in used)
    assert all(use["valid"] or use["flaw"] in ("cut off", "duplicate call") for use in used)
    assert any(use["images"] == 1 for use in used)
    assert all("times_ms" not in use for use in used) and any("model" in moment["wall"] for moment in found)


def test_a_malformed_model_starts_nothing(short_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert invoke(["run", "--day", str(short_day), "--model", "llama:m.gguf,ctx=lots", "--out", str(out)]) == 2
    assert "ctx" in capsys.readouterr().err and not out.exists()
