"""The gate as a whole: no particular names in it, quick, one proposal a message, and useful on shipped days."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from agent.memory import Memory
from agent.perceive import perceive
from agent.trajectory import differences
from device.capture.location import Fix, Location

Build = Callable[..., Any]
ROOT = Path(__file__).parents[3]
SOURCES = [path for folder in ("cues", "lexicon", "text") for path in (ROOT / "agent" / folder).glob("*.py")]


def particular_names() -> set[str]:
    """People, devices and companies that the shipped personas know."""
    names: set[str] = set()
    for path in (ROOT / "emulator_configs" / "personas").glob("*.yaml"):
        persona = yaml.safe_load(path.read_text(encoding="utf-8"))
        people = [persona["profile"]["name"], *persona["profile"].get("people", {})]
        people += [contact["name"] for contact in persona["phone"].get("contacts", [])]
        places = [place["name"] for place in persona["phone"].get("places", [])]
        names.update(part for name in people for part in re.split(r"[\s.]+", name) if len(part) > 2)
        names.update(place for place in places if len(place) > 4)
    general = {
        "mama",
        "mom",
        "dad",
        "home",
        "school",
        "coach",
        "theatre",
        "market",
        "station",
        "locker",
        "victoria",
        "train",
    }
    return {name for name in names if name.casefold() not in general and name not in ("妈妈", "聚餐餐厅", "高铁上")}


def test_no_cue_knows_the_people_and_places_of_the_shipped_personas() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    found = [name for name in particular_names() if re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text)]
    assert found == []


def test_no_cue_reads_days_or_knows_of_the_simulator() -> None:
    for path in SOURCES:
        assert not re.search(r"emulator_configs|simulator|yaml|open\(", path.read_text(encoding="utf-8")), path


def test_one_message_makes_one_proposal(scene: Build) -> None:
    made = scene().sms(
        "Pharmacy", "Your prescription is ready for pickup at Engel Apotheke. Collect by 18:00 today, deadline!"
    )
    context, memory = made.context(), Memory()
    first = perceive(context, memory)
    assert first.best is not None
    memory.remember(context.now_ms, first.best.subject, first.best.topic, "accept", first.best.source)
    assert not perceive(context, memory).speak


def test_what_was_put_off_waits_and_then_gives_way_to_what_is_new(scene: Build) -> None:
    made = scene().chat("Runa Holm", "call me back please", ago=40)
    context, memory = made.context(), Memory()
    call = perceive(context, memory).best
    assert call is not None
    memory.remember(context.now_ms - 31 * 60_000, call.subject, call.topic, "later", call.source)
    assert perceive(context, memory).best == call
    made.chat("Oskar Lind", "can you open https://example.org/plan before the call?")
    fresh = perceive(made.context(), memory).best
    assert fresh is not None and fresh.topic == "open link"
    memory.remember(context.now_ms - 60_000, call.subject, call.topic, "later", call.source)
    assert perceive(context, memory).best is None


def test_a_no_rests_the_topic_and_a_new_message_only_after_a_second_no() -> None:
    memory = Memory()
    memory.remember(0, "scene Relax", "scene", "reject")
    assert memory.rests(60_000, "scene Movie", "scene")
    assert memory.rests(60_000, "scene Movie", "scene", "another message") is None
    memory.remember(0, "scene Cook", "scene", "reject", "a message")
    assert memory.rests(60_000, "scene Movie", "scene", "another message")
    assert memory.rests(5 * 3_600_000, "scene Movie", "scene", "another message") is None


def test_moves_and_headphones_are_events(scene: Build) -> None:
    state = scene().headphones(None).place({"latitude": 48.2, "longitude": 16.37}).context().device_status
    there = Location(enabled=True, last=Fix(provider="fused", lat=48.201, lon=16.37))
    now = scene().headphones("Buds X").context().device_status.model_copy(update={"location": there})
    assert {event.kind for event in differences(state, now)} == {"place", "bluetooth"}


def test_the_gate_takes_milliseconds(scene: Build) -> None:
    made = scene().battery(40).place({"latitude": 48.2, "longitude": 16.37})
    for number in range(40):
        made.chat(f"Group {number}", f"message {number}: see you on Friday at {number % 12}:30 or so?", ago=number * 9)
        made.notice(
            "com.news", f"Story {number}", "A long line about the weather and the trains of the region", ago=number * 7
        )
    context = made.context()
    perceive(context, Memory())
    started = time.perf_counter()
    for ago in range(5):
        perceive(context.model_copy(update={"reasons": (str(ago),)}), Memory())
    assert (time.perf_counter() - started) / 5 < 0.5  # about 2 ms on a quiet machine; only a runaway is caught here


@pytest.mark.timeout(400)
@pytest.mark.parametrize("day", ["marcus_weekend", "chen_weekend"])
def test_a_shipped_day_is_served_without_nagging(tmp_path: Path, day: str) -> None:
    command = [
        sys.executable,
        "-m",
        "proactdroid",
        "run",
        "--day",
        day,
        "--seed",
        "5",
        "--out",
        str(tmp_path / day),
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=380, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    result = json.loads(done.stdout)
    assert result["sr"]["count"] / result["sr"]["of"] >= 0.4
    assert result["ftr"]["count"] / result["ftr"]["of"] <= 0.1
