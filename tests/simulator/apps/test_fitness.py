"""Health: workouts and metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

FIT = "com.google.android.apps.fitness"
AA = "android.intent.action."


def test_track_starts_a_workout(hand: Hand) -> None:
    hand.start(
        "vnd.google.fitness.TRACK", type="vnd.google.fitness.activity/running", actionStatus="ActiveActionStatus"
    )
    assert hand.package == FIT and hand.shows("running")
    assert hand.note(FIT, "running").ongoing
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 20 * 60_000)
    hand.phone.notifications.act(hand.note(FIT).key, "Finish")
    assert [(one["activity"], one["minutes"]) for one in hand.phone.app(FIT).data["workouts"]] == [("running", 20)]
    assert hand.phone.notifications.find(FIT) is None


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start("vnd.google.fitness.TRACK", type="vnd.google.fitness.activity/%E7%88%AC%E5%B1%B1")
    assert hand_zh.shows("爬山") and hand_zh.note(FIT).title == "爬山"
    hand_zh.start("vnd.google.fitness.TRACK", type="vnd.google.fitness.activity/running")
    assert hand_zh.shows("跑步", "running")


def test_a_metric_is_logged_and_shown(hand: Hand) -> None:
    hand.start(AA + "VIEW", "gfit://log?kind=weight&value=71.5&unit=kg")
    assert hand.shows("weight", "71.5 kg")
    hand.start(AA + "VIEW", "gfit://log?kind=weight&value=71.2&unit=kg")
    assert hand.shows("71.5 kg", "71.2 kg")


def test_a_metric_by_hand(hand: Hand) -> None:
    hand.phone.activities.launch(FIT)
    hand.tap(id="add")
    hand.type("kind", "water")
    hand.type("value", "300")
    hand.type("unit", "ml")
    hand.tap(id="save")
    assert hand.shows("water", "300 ml")


def test_a_goal_is_told(hand: Hand) -> None:
    hand.phone.app(FIT).on_event("goal", {"title": "Almost there", "text": "800 steps to go", "steps": 9200})
    assert hand.note(FIT).text == "800 steps to go"
    hand.phone.activities.launch(FIT)
    assert hand.shows("9200 steps")
