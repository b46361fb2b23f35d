"""The clock: alarms and timers by intent and by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.simulator.apps.conftest import Hand

CLOCK = "com.google.android.deskclock"
A = "android.intent.extra.alarm."
AA = "android.intent.action."


def set_alarm(hand: Hand, hour: int, minute: int, label: str = "", days: list[int] | None = None) -> str:
    extras = {A + "HOUR": hour, A + "MINUTES": minute, A + "SKIP_UI": True}
    extras |= {A + "MESSAGE": label} if label else {}
    extras |= {A + "DAYS": days} if days else {}
    return hand.start(AA + "SET_ALARM", **extras).status


def rings_at(hand: Hand) -> list[str]:
    app = hand.phone.app(CLOCK)
    return [f"{app.date(one.when_ms)} {app.hhmm(one.when_ms)}" for one in hand.phone.alarms.of(CLOCK) if one.clock]


def test_set_alarm_rings_at_the_next_such_time(hand: Hand) -> None:
    assert set_alarm(hand, 6, 45, "Gym") == "ok"
    assert rings_at(hand) == ["Tue, 2 Jun 06:45"]
    hand.start(AA + "SHOW_ALARMS")
    assert hand.shows("06:45", "Gym", "Tomorrow")


def test_days_decide_which_day_is_next(hand: Hand) -> None:
    set_alarm(hand, 6, 45, days=[4, 5])  # Wednesday, Thursday
    assert rings_at(hand) == ["Wed, 3 Jun 06:45"]
    hand.start(AA + "SHOW_ALARMS")
    assert hand.shows("Wed, Thu")


def test_the_same_alarm_is_used_again(hand: Hand) -> None:
    set_alarm(hand, 6, 45, "Gym")
    set_alarm(hand, 6, 45, "Gym")
    assert len(rings_at(hand)) == 1


def test_shell_may_not_set_alarms_before_android_12(old_hand: Hand) -> None:
    assert set_alarm(old_hand, 6, 45) == "denied"
    assert rings_at(old_hand) == []


def test_an_alarm_is_added_by_hand(old_hand: Hand) -> None:
    hand = old_hand
    hand.phone.activities.launch(CLOCK)
    hand.tap(id="fab")
    hand.type("hour", "5")
    hand.type("minute", "30")
    hand.type("label", "Early")
    hand.tap(id="day_3")
    hand.tap(id="save")
    assert hand.shows("05:30", "Early · Tue")
    assert rings_at(hand) == ["Tue, 2 Jun 05:30"]
    hand.tap(id="onoff")
    assert rings_at(hand) == []
    hand.tap(id="alarm")
    hand.tap(id="delete")
    assert not hand.shows("05:30")


def test_an_hour_that_is_none_is_not_saved(hand: Hand) -> None:
    hand.phone.activities.launch(CLOCK)
    hand.tap(id="fab")
    hand.type("hour", "25")
    hand.tap(id="save")
    assert hand.shows("Enter an hour 0-23") and rings_at(hand) == []


def test_a_ringing_alarm_is_snoozed_and_dismissed(hand: Hand) -> None:
    set_alarm(hand, 7, 30, "Call Ben")
    assert hand.note(CLOCK).title == "Upcoming alarm"
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 30 * 60_000)
    ringing = hand.note(CLOCK, "Call Ben")
    assert ringing.ongoing and ringing.channel == "Firing"
    hand.phone.notifications.act(ringing.key, "Snooze")
    assert rings_at(hand) == ["Mon, 1 Jun 07:40"]
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 10 * 60_000)
    hand.phone.notifications.act(hand.note(CLOCK, "Call Ben").key, "Dismiss")
    assert rings_at(hand) == []
    assert hand.phone.notifications.find(CLOCK) is None


def test_an_alarm_nobody_hears_is_missed(hand: Hand) -> None:
    set_alarm(hand, 7, 30)
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 45 * 60_000)
    assert hand.note(CLOCK).title == "Missed alarm"


def dismiss(hand: Hand, mode: str, **extras: object) -> None:
    hand.start(AA + "DISMISS_ALARM", **{A + "SEARCH_MODE": mode}, **{A + key: value for key, value in extras.items()})


def test_dismiss_takes_the_next_ringing_only(hand: Hand) -> None:
    set_alarm(hand, 8, 0, "Work", [2, 3, 4, 5, 6])
    dismiss(hand, "android.time", HOUR=8, MINUTES=0)
    assert rings_at(hand) == ["Tue, 2 Jun 08:00"]


def test_dismiss_by_label_and_all(hand: Hand) -> None:
    set_alarm(hand, 8, 0, "Work")
    set_alarm(hand, 9, 0, "Pills")
    dismiss(hand, "android.label", MESSAGE="Pill")
    assert rings_at(hand) == ["Mon, 1 Jun 08:00"]
    dismiss(hand, "android.all")
    assert rings_at(hand) == []


def test_afternoon_hours_may_come_with_is_pm(hand: Hand) -> None:
    set_alarm(hand, 19, 0)
    dismiss(hand, "android.time", HOUR=7, MINUTES=0, IS_PM=True)
    assert rings_at(hand) == []


def test_who_may_dismiss_depends_on_the_level(make_hand: Callable[..., Hand]) -> None:
    for level, left in ((28, []), (29, []), (30, ["Mon, 1 Jun 08:00"]), (31, [])):
        hand = make_hand(level)
        hand.phone.app(CLOCK).add_alarm(8, 0)
        dismiss(hand, "android.next")
        assert rings_at(hand) == left, level


def test_several_matches_are_left_to_the_user(hand: Hand) -> None:
    set_alarm(hand, 8, 0, "Work")
    set_alarm(hand, 9, 0, "Workout")
    dismiss(hand, "android.label", MESSAGE="Work")
    assert len(rings_at(hand)) == 2 and hand.shows("Work", "Workout")
    hand.tap("08:00")
    assert rings_at(hand) == ["Mon, 1 Jun 09:00"]


def test_what_rings_in_more_than_a_day_is_not_dismissed(hand: Hand) -> None:
    set_alarm(hand, 6, 0, days=[4])
    dismiss(hand, "android.time", HOUR=6, MINUTES=0)
    assert rings_at(hand) == ["Wed, 3 Jun 06:00"]


def test_a_timer_runs_and_ends(hand: Hand) -> None:
    hand.start(AA + "SET_TIMER", **{A + "LENGTH": 300, A + "MESSAGE": "Tea", A + "SKIP_UI": True})
    (pending,) = hand.phone.alarms.of(CLOCK)
    assert (pending.kind, pending.when_ms) == ("ELAPSED_WAKEUP", hand.phone.clock.now_ms + 300_000)
    assert "5:00" in hand.note(CLOCK, "Tea").text
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 300_000)
    assert "Time's up" in hand.note(CLOCK, "Tea").text
    hand.phone.notifications.act(hand.note(CLOCK).key, "Stop")
    assert hand.phone.notifications.find(CLOCK) is None


def test_a_timer_by_hand(hand: Hand) -> None:
    hand.phone.activities.launch(CLOCK)
    hand.tap(id="tab_timers")
    hand.type("timer_minutes", "2")
    hand.tap(id="start")
    assert hand.shows("2:00")
    assert hand.phone.alarms.of(CLOCK)[0].when_ms == hand.phone.clock.now_ms + 120_000


def test_alarms_follow_the_time_zone(hand: Hand) -> None:
    set_alarm(hand, 9, 0)
    hand.phone.alarms.set_timezone("America/Chicago")
    assert rings_at(hand) == ["Mon, 1 Jun 09:00"]
    (pending,) = [one for one in hand.phone.alarms.of(CLOCK) if one.clock]
    assert pending.when_ms - hand.phone.clock.now_ms == 9 * 3_600_000  # it is midnight there


def test_a_forced_stop_takes_the_alarms_until_the_clock_is_opened(hand: Hand) -> None:
    set_alarm(hand, 9, 0)
    hand.phone.activities.force_stop(CLOCK)
    assert rings_at(hand) == []
    hand.phone.activities.launch(CLOCK)
    assert rings_at(hand) == ["Mon, 1 Jun 09:00"]


def test_a_restart_keeps_alarms_and_timers(hand: Hand) -> None:
    set_alarm(hand, 7, 30, "Call Ben")
    hand.start(AA + "SET_TIMER", **{A + "LENGTH": 900, A + "MESSAGE": "Rice", A + "SKIP_UI": True})
    hand.phone.reboot()
    assert rings_at(hand) == ["Mon, 1 Jun 07:30"]
    assert hand.note(CLOCK, "Upcoming") and hand.note(CLOCK, "Rice")


def test_boot_schedules_what_the_data_holds(hand: Hand) -> None:
    alarm = {"id": 77, "hour": 6, "minute": 0, "label": "", "days": [], "enabled": True, "skip_ms": 0, "snoozed_ms": 0}
    hand.phone.app(CLOCK).data["alarms"] = [alarm]
    hand.phone.app(CLOCK).on_boot()
    assert rings_at(hand) == ["Tue, 2 Jun 06:00"]
