"""A connection that is lost in the middle of a call: what was done is not done twice, what was not is done once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from api_pool import Call, Executor, Session
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import Device, PhoneLost
from tests.api_pool.cases import CASES
from tests.api_pool.conftest import Bench, granted, run
from tests.api_pool.proxy import Proxy


@pytest.fixture
def door(bench: Bench) -> Iterator[Proxy]:
    with Proxy(bench.sim.adb_port) as proxy:
        yield proxy


def behind(door: Proxy, bench: Bench) -> Executor:
    bench.morning(34)
    device = Device.connect(None, port=door.port)
    return Executor(Session(device, "adb", load_links()), default_pool(), lost_s=5)


def once(door: Proxy, needle: bytes, when: str) -> None:
    """Cut the first conversation whose request holds `needle`, before or after the phone has heard it."""

    def cut(sent: bytes) -> str | None:
        return when if needle in sent and not door.cuts else None

    door.cut = cut


def alarms(bench: Bench) -> int:
    clock = bench.state()["app_data"]["com.google.android.deskclock"]["alarms"]
    return sum((alarm["hour"], alarm["minute"]) == (7, 30) for alarm in clock)


def sent(bench: Bench) -> int:
    return sum(row["body"] == "on my way" for row in bench.state()["providers"]["sms"])


def events(bench: Bench) -> int:
    return sum(row["title"] == "Dentist" for row in bench.state()["providers"]["events"])


def contacts(bench: Bench) -> int:
    return sum(row["name"] == "New Person" for row in bench.state()["providers"]["contacts"])


CALLS: list[tuple[str, dict[str, Any], bytes, Any]] = [
    ("set_alarm", {"hour": 7, "minute": 30}, b"SET_ALARM", alarms),
    ("send_sms", {"recipient": "Mama", "body": "on my way"}, b"input tap", sent),
    ("create_calendar_event", {"title": "Dentist", "start": "tomorrow 10:15", "reminder_minutes": 30}, b"insert", events),
    ("add_contact", {"name": "New Person", "phone": "+491705550001"}, b"phone_v2", contacts),
]  # fmt: skip


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    ("name", "arguments", "needle", "count"), CALLS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_call_is_done_exactly_once(
    bench: Bench, door: Proxy, name: str, arguments: dict[str, Any], needle: bytes, count: Any, when: str
) -> None:
    executor = behind(door, bench)
    once(door, needle, when)
    step = run(executor, name, **arguments)
    assert door.cuts == 1
    assert step.status == "verified", step.why
    assert count(bench) == 1


@pytest.mark.parametrize("cut_at", [2, 4, 6])
def test_a_file_that_was_not_sent_before_the_loss_is_not_said_to_be_sent(
    bench: Bench, door: Proxy, cut_at: int
) -> None:
    """The app's list of people shows the file's name as well, long before it is sent."""
    executor = behind(door, bench)
    heard = []

    def cut(sent: bytes) -> str | None:
        heard.append(1) if b"shell" in sent and b"Offsite" not in sent else None
        return "before" if b"uiautomator" in sent and not door.cuts and len(heard) > cut_at else None

    door.cut = cut
    step = run(executor, "share_file", **CASES["share_file"])
    chats = (bench.state()["app_data"].get("com.slack") or {"chats": []})["chats"]
    own = [one["text"] for chat in chats for one in chat["messages"] if one["own"]]
    assert door.cuts == 1
    assert (own.count("Offsite_Agenda.pdf") == 1) is (step.status == "verified"), step.why


def test_a_proof_that_is_interrupted_is_read_again(bench: Bench, door: Proxy) -> None:
    executor = behind(door, bench)
    seen = []

    def cut(sent: bytes) -> str | None:
        if b"dumpsys wifi" in sent:
            seen.append(1)
        return "before" if b"dumpsys wifi" in sent and len(seen) == 2 else None

    door.cut = cut
    assert run(executor, "set_wifi", enabled=False).status == "verified"
    assert door.cuts == 1


def test_a_phone_that_does_not_come_back_is_lost_and_the_steps_before_are_told(bench: Bench, door: Proxy) -> None:
    executor = behind(door, bench)
    executor.lost_s = 0.3
    calls = [
        Call(name="set_dark_mode", arguments={"enabled": True}),
        Call(name="set_wifi", arguments={"enabled": False}),
    ]
    told = []

    def close(step: Any) -> None:
        told.append(step)
        door.closed = True

    with pytest.raises(PhoneLost, match="did not come back"):
        executor.execute(calls, granted(*calls), on_step=close)
    assert [step.call.name for step in told] == ["set_dark_mode"]
    assert told[0].undoable


def test_it_waits_for_a_phone_that_is_away_for_a_while(bench: Bench, door: Proxy) -> None:
    executor = behind(door, bench)
    door.closed = True
    timer = threading.Timer(0.4, lambda: setattr(door, "closed", False))
    timer.start()
    assert run(executor, "set_dark_mode", enabled=True).status == "verified"
