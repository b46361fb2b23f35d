"""A glance: what counts as a change, and what is only a wobble."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.watch import COMMANDS, Glance, glance, read_glance
from device import CommandFailed, Device

BASE = Glance(
    now_ms=1, notifications={"k": "1"}, battery_step=30, wakefulness="Awake", call="0", network="100", focus="a/b",
    place=(52.5, 13.4), sms="Row: 0 _id=1",
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"notifications": {"k": "1", "n": "2"}}, "notification posted: n"),
        ({"notifications": {"k": "2"}}, "notification updated: k"),
        ({"notifications": {}}, "notification removed: k"),
        ({"battery_step": 20}, "battery at 20 %"),
        ({"powered": "AC"}, "charger: none → AC"),
        ({"wakefulness": "Asleep"}, "screen: Awake → Asleep"),
        ({"call": "1"}, "call: 0 → 1"),
        ({"network": "none"}, "network: 100 → none"),
        ({"focus": "c/d"}, "foreground: a/b → c/d"),
        ({"place": (52.51, 13.4)}, "place changed"),
        ({"sms": "Row: 0 _id=2"}, "message: Row: 0 _id=1 → Row: 0 _id=2"),
    ],
)
def test_a_change_is_a_reason_to_look(change: dict[str, object], reason: str) -> None:
    assert replace(BASE, **change).changes_since(BASE) == [reason]  # type: ignore[arg-type]


def test_time_alone_and_a_wobble_of_the_fix_are_none() -> None:
    assert replace(BASE, now_ms=99, place=(52.5001, 13.4001)).changes_since(BASE) == []


def test_what_a_phone_does_not_say_stays_empty() -> None:
    seen = read_glance(["1700000000123\n1700000000\n", *[""] * (len(COMMANDS) - 1)])
    assert seen.now_ms == 1_700_000_000_123
    assert seen.awake and seen.notifications == {} and seen.place is None


def test_an_old_date_command_gives_whole_seconds_and_a_broken_one_an_error() -> None:
    rest = [""] * (len(COMMANDS) - 1)
    assert read_glance(["17000000003N\n1700000000\n", *rest]).now_ms == 1_700_000_000_000
    with pytest.raises(CommandFailed, match="date"):
        read_glance(["date: bad format\n", *rest])


def test_a_glance_is_one_round_trip_and_sees_a_posted_notification(phone: Device) -> None:
    before = glance(phone)
    trips = phone.wire.round_trips
    phone.wire.round_trips = 0
    phone.batch(["cmd notification post -t Hello tag_watch World"])
    after = glance(phone)
    assert phone.wire.round_trips == 2
    phone.wire.round_trips += trips
    assert any("tag_watch" in reason for reason in after.changes_since(before))
