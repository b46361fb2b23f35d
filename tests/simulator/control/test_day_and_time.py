"""Days and time over the control channel, seen on the phone's state and over ADB."""

from __future__ import annotations

import time
from typing import Any

import adbutils
import pytest

from simulator.control import BadTime, ControlClient, DayRefused, NoDay

HALF_PAST = 30 * 60_000


@pytest.fixture
def lived(control: ControlClient, day: str) -> ControlClient:
    control.load_day(day)
    return control


def test_loading_a_day_puts_the_phone_at_its_start(control: ControlClient, day: str) -> None:
    status = control.load_day(day, seed=7, api_level=31)
    assert (status.day, status.persona, status.seed, status.api_level) == ("tiny", "lena_berlin", 7, 31)
    assert status.now_ms == status.day_start_ms and not status.running and not status.ended
    assert control.state()["device"]["api_level"] == 31


def test_a_bad_day_is_told_with_its_line(control: ControlClient, day: str) -> None:
    with pytest.raises(DayRefused, match="line 10"):
        control.load_day(day.replace("signal: 1", "singal: 1"))


def test_a_day_shipped_with_the_project_loads_by_name(control: ControlClient) -> None:
    assert control.load_day("lena_weekday").day == "lena_weekday"


def test_events_within_five_seconds_are_one_stop(lived: ControlClient) -> None:
    start = lived.status().phones[0].now_ms
    assert lived.next_event_ms() == start + HALF_PAST
    stop = lived.advance()
    assert stop.now_ms == start + HALF_PAST
    assert [one.id for one in stop.applied] == ["weak", "dark"]
    state = lived.state()
    assert state["telephony"]["signal_level"] == 1 and state["airplane_mode"] is True
    assert stop.next_event_ms == start + 2 * HALF_PAST and not stop.ended


def test_advance_to_a_time_applies_all_on_the_way(lived: ControlClient) -> None:
    start = lived.status().phones[0].now_ms
    stop = lived.advance(start + 2 * HALF_PAST + 1)
    assert [one.id for one in stop.applied] == ["weak", "dark", "rain"]
    assert stop.now_ms == start + 2 * HALF_PAST + 1


def test_advance_until_stops_at_what_comes_first(lived: ControlClient) -> None:
    start = lived.status().phones[0].now_ms
    assert lived.advance(until_ms=start + 1000).now_ms == start + 1000
    assert lived.advance(until_ms=start + 10 * HALF_PAST).now_ms == start + HALF_PAST


def test_the_last_advance_ends_the_day(lived: ControlClient) -> None:
    stops = [lived.advance() for _ in range(4)]
    assert [stop.ended for stop in stops] == [False, False, False, True]
    assert stops[-1].now_ms == lived.status().phones[0].day_end_ms
    assert lived.next_event_ms() is None


def test_the_clock_does_not_go_back(lived: ControlClient) -> None:
    with pytest.raises(BadTime, match="does not go back"):
        lived.advance(lived.status().phones[0].now_ms - 1)


def test_without_a_day_time_only_goes_where_it_is_told(control: ControlClient) -> None:
    now = control.status().phones[0].now_ms
    with pytest.raises(NoDay):
        control.advance()
    with pytest.raises(NoDay):
        control.truth()
    assert control.advance(now + 5000).now_ms == now + 5000


def test_a_running_clock_plays_the_day_and_stands_still_again(lived: ControlClient) -> None:
    start = lived.status().phones[0].now_ms
    lived.advance(start + HALF_PAST - 50)
    lived.run_clock()
    deadline = time.monotonic() + 10
    while not lived.state()["airplane_mode"]:
        assert time.monotonic() < deadline, "the event never came"
    frozen = lived.freeze_clock()
    assert [one.id for one in frozen.applied] == ["weak", "dark"]
    assert start + HALF_PAST <= frozen.now_ms == lived.status().phones[0].now_ms
    assert not frozen.running


def test_inject_lets_an_event_happen_now(lived: ControlClient) -> None:
    result = lived.inject({"do": "battery", "level": 33})
    assert lived.state()["battery"]["level"] == 33
    assert [one.origin for one in result.applied] == ["injected"]
    with pytest.raises(DayRefused):
        lived.inject({"do": "nothing_known"})


def test_truth_brings_what_a_judge_needs(lived: ControlClient) -> None:
    truth = lived.truth()
    assert (truth.day, truth.timezone, truth.windows) == ("tiny", "Europe/Berlin", [])
    assert truth.contacts


def test_the_day_is_the_same_phone_over_adb(running: Any, lived: ControlClient) -> None:
    device = adbutils.AdbClient(host="127.0.0.1", port=running.host.adb.port).device("emulator-5554")
    assert device.shell("echo $((1 + 1))") == "2"
    device.sync.push(b"kept", "/data/local/tmp/a")
    lived.load_day("lena_weekday")
    assert device.get_state() == "device"
    assert not device.sync.exists("/data/local/tmp/a")  # another day is another phone


def test_adb_says_nothing_of_the_day(running: Any, lived: ControlClient) -> None:
    device = adbutils.AdbClient(host="127.0.0.1", port=running.host.adb.port).device("emulator-5554")
    told = [device.get_features(), device.shell("set"), *device.sync.list("/data/local/tmp")]
    assert not any("tiny" in str(text) or "control" in str(text) for text in told)


def test_screenshots_come_as_bytes_or_as_a_file(lived: ControlClient, tmp_path: Any) -> None:
    png = lived.screenshot()
    assert png.startswith(b"\x89PNG")
    lived.screenshot_to(str(tmp_path / "screen.png"))
    assert (tmp_path / "screen.png").read_bytes() == png
