"""What holds for every app: it opens in both languages, its links show what they were asked for, no tap breaks it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
import yaml

from simulator.apps import ALL_APPS
from simulator.apps.pages import PagedApp
from simulator.clock import Clock
from simulator.phone import Phone
from simulator.state import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.simulator.apps.conftest import Hand

OURS = [app for app in ALL_APPS if issubclass(app, PagedApp)]
LINKS = yaml.safe_load((Path(__file__).parents[3] / "emulator_configs" / "app_links.yaml").read_text("utf-8"))
VALUES = {
    "destination": "Main Station", "pickup": "Ring 5", "query": "blue & green", "restaurant": "Café Rosé", "time": "19:30",
    "party_size": "5", "biller": "City Power", "amount": "42.50", "kind": "boarding pass", "reference": "LH-77",
    "value": "71.5", "unit": "kg", "location": "Hamburg", "date": "tomorrow", "tracking_number": "JD014600",
    "carrier": "DHL", "device": "Bedroom light", "state": "on", "room": "Bedroom", "name": "Good night",
    "target_language": "de", "text": "Where is it?", "origin": "Home", "mode": "walking", "url_or_id": "123456789",
}  # fmt: skip
KEY = {
    "request_ride": ("destination", "pickup"), "order_food": ("query", "restaurant"),
    "reserve_table": ("restaurant", "time", "party_size"), "search_product": ("query",), "open_cart": (),
    "show_payment_code": (), "pay_bill": ("biller", "amount"), "show_ticket": ("kind", "reference"), "play_video": ("query",),
    "play_music": ("query",),
    "log_health_metric": ("kind", "value", "unit"), "show_weather": ("location",),
    "track_parcel": ("tracking_number", "carrier"),
    "show_pickup_code": ("reference",), "control_device": ("device", "state", "room"), "run_scene": ("name",),
    "translate_text": ("text",), "check_route": ("origin", "destination"), "join_meeting": ("url_or_id",),
}  # fmt: skip


def filled(template: str, names: tuple[str, ...] | None = None) -> str:
    """A link with its values in place; optional ones that are not named are left out with their keys."""

    def value(found: re.Match[str]) -> str:
        return quote(VALUES[found[1].rstrip("?")], safe="")

    if names is not None:
        template = re.sub(r"&?[^&?]+=\{(\w+)\?\}", lambda m: m[0] if m[1] in names else "", template).replace("?&", "?")
    return re.sub(r"\{(\w+\??)\}", value, template)


@pytest.mark.parametrize("capability", sorted(KEY))
def test_every_app_link_shows_what_it_was_asked_for(hand: Hand, capability: str) -> None:
    entry = LINKS[capability][0]
    hand.start(data=filled(entry["uri"]), package=entry["package"])
    assert hand.package == entry["package"]
    seen = "\n".join(hand.dumped())
    assert [VALUES[name] for name in KEY[capability] if VALUES[name] not in seen] == []


@pytest.mark.parametrize("capability", sorted(KEY))
def test_optional_values_may_be_absent(hand: Hand, capability: str) -> None:
    entry = LINKS[capability][0]
    hand.start(data=filled(entry["uri"], ()), package=entry["package"])
    assert hand.package == entry["package"] and hand.dumped()


@pytest.mark.parametrize(
    "capability", sorted(name for name, entries in LINKS.items() if any("web" in e for e in entries))
)
def test_the_web_address_is_served_by_the_app_that_is_installed(hand: Hand, capability: str) -> None:
    web = next(entry["web"] for entry in LINKS[capability] if "web" in entry)
    assert hand.start(data=filled(web)).status == "ok"


def test_every_link_of_the_table_is_checked() -> None:
    assert set(LINKS) - set(KEY) == set()


@pytest.mark.parametrize("app", OURS, ids=lambda app: app.__name__)
def test_it_opens_in_both_languages_at_every_level(make_hand: Callable[..., Hand], app: type[PagedApp]) -> None:
    for level, language in ((28, "en"), (36, "en"), (34, "zh")):
        hand = make_hand(level, language)
        hand.phone.activities.launch(app.package)
        assert hand.package == app.package and hand.dumped()
        assert hand.phone.app(app.package).label == (
            app.manifest.label_zh if language == "zh" else app.manifest.label_en
        )


@pytest.mark.parametrize("app", OURS, ids=lambda app: app.__name__)
def test_no_tap_breaks_it_and_its_data_stays_plain(make_hand: Callable[..., Hand], app: type[PagedApp]) -> None:
    hand = make_hand()
    count = 1
    at = 0
    while at < min(count, 25):
        hand.phone.activities.home()
        hand.phone.activities.launch(app.package)
        top = hand.phone.activities.resumed()
        assert top is not None
        top.ui.pop("stack", None)  # a fresh home page
        hand.phone.changed()
        for turn in (at, at * 7 + 3):  # the at-th thing of the home page, then some thing of where it leads
            things = [view for view in hand.phone.screen.root().walk() if view.clickable and view.enabled]
            if turn == at:
                count = len(things)
            if things:
                hand.phone.screen.click(things[turn % len(things)])
                assert hand.phone.screen.dump().startswith("<?xml")
        at += 1
    json.dumps(hand.phone.state.app_data)
    for task in hand.phone.state.tasks:
        for activity in task.activities:
            json.dumps(activity.ui)


@pytest.mark.parametrize("app", OURS, ids=lambda app: app.__name__)
def test_strange_links_open_something(hand: Hand, app: type[PagedApp]) -> None:
    for spec in app.manifest.activities:
        for one in spec.filters:
            for scheme in one.schemes:
                for rest in ("", "?", "//", "//?#", "//[::bad?a=%zz&&=", f"//{(one.hosts or ('x',))[0]}/%ff?q=%00"):
                    result = hand.start(one.actions[0], f"{scheme}:{rest}", package=app.package)
                    assert result.status in ("ok", "delivered", "unresolved", "denied", "not_exported"), result
                    assert hand.phone.screen.dump()


def test_the_page_about_the_apps_names_each_and_its_events() -> None:
    page = (Path(__file__).parents[3] / "docs" / "apps.md").read_text("utf-8")
    for app in OURS:
        name = app.__module__.rpartition(".")[2]
        assert f"| {name} | {app.package} | {app.manifest.label_en} | {app.manifest.label_zh} |" in page
        events = [
            key.removeprefix("_event_") for key in dir(app) if key.startswith("_event_") and key != "_event_notify"
        ]
        assert [event for event in events if f"- **{name}** `{event}`: " not in page] == []


def test_a_loaded_snapshot_goes_on_where_it_was(hand: Hand) -> None:
    extra = "android.intent.extra.alarm."
    hand.start("android.intent.action.SET_ALARM", **{extra + "HOUR": 8, extra + "SKIP_UI": True})
    hand.start("android.intent.action.SET_TIMER", **{extra + "LENGTH": 600, extra + "SKIP_UI": True})
    hand.start(data="https://zoom.us/j/1")
    hand.start(data="uber://?dropoff[formatted_address]=Ring%205")
    hand.tap(id="confirm_button")
    hand.start("vnd.google.fitness.TRACK", type="vnd.google.fitness.activity/running")
    hand.start("android.media.action.MEDIA_PLAY_FROM_SEARCH", query="jazz", package="com.spotify.music")
    hand.start(data="google.navigation:q=Office")
    before = hand.phone
    again = Phone(State.model_validate_json(before.state.model_dump_json()), Clock(before.clock.now_ms))
    again.boot()
    assert again.state.notifications == before.state.notifications and len(again.notifications.posted) >= 6
    assert again.state.alarms == before.state.alarms
    assert again.screen.dump() == before.screen.dump()
    again.clock.advance_to(again.clock.now_ms + 600_000)
    session = again.media.session("com.spotify.music")
    assert session is not None and session.title == "So What"
    assert again.notifications.find("com.google.android.deskclock", "Time's up")


def test_an_unknown_event_is_refused(hand: Hand) -> None:
    for app in OURS:
        with pytest.raises(ValueError, match="knows no event"):
            hand.phone.app(app.package).on_event("earthquake", {})


def test_any_app_may_just_notify(hand: Hand) -> None:
    for app in OURS:
        hand.phone.app(app.package).on_event("notify", {"title": "News", "text": "of today", "importance": 2})
        assert hand.note(app.package, "News").importance == 2
