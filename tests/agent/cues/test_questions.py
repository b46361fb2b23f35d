"""What people ask in passing, and what two facts together ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from device.capture.people import Contact

Build = Callable[..., Any]
FRIENDS = [
    Contact(name="Runa Holm", phones=("+43660111222",), emails=("runa@example.org",)),
    Contact(name="Roofer Brandl", phones=("+43660999888",)),
]

ASKED = [
    ("which entrance are you at? I can't see you", "share_location"),
    ("are we there for six? will it rain tomorrow evening?", "show_weather"),
    ("Kindly e-mail me the two dates before noon", "compose_email"),
    ("potatoes are on the stove, take them off in 25 minutes please", "set_timer(seconds=1500"),
    ("the door code is 4417#, second floor", "create_note"),
    ("can you film the first dance? it starts now", 'open_camera(mode="video")'),
    ("I'm at Café Jelinek, come straight here, waiting", 'navigate_to(destination="Café Jelinek'),
    ("do you have the roofer's number?", 'find_contact(name="Roofer Brandl")'),
    ("fill this in before five please https://forms.example.org/s/12", "open_url"),
    ("do you know what a mandolin pickup is?", "web_search"),
    ("you owe me €14.50 for the tickets", 'pay_bill(biller="Runa Holm", amount="€14.50")'),
]  # fmt: skip

NOT_ASKED = [
    "I can see you, wait there", "it rained all day yesterday", "took the potatoes off, all good", "I filmed the dance already",
    "we were at Café Jelinek last week, lovely", "no need to call me back", "don't forget to smile :)", "the roofer was here",
]  # fmt: skip


@pytest.mark.parametrize(("text", "call"), ASKED)
def test_asked_in_passing(scene: Build, text: str, call: str) -> None:
    assert call in scene(contacts=FRIENDS).chat("Runa Holm", text).best()


@pytest.mark.parametrize("text", NOT_ASKED)
def test_not_asked(scene: Build, text: str) -> None:
    assert scene(contacts=FRIENDS).chat("Runa Holm", text).best() == ""


def test_a_parcel_that_somebody_asks_for_has_its_number_on_the_phone(scene: Build) -> None:
    made = scene().notice("com.aftership.AfterShip", "Garden lamp", "In transit, DPD 15505551112223", ago=300)
    assert "15505551112223" in made.chat("Runa Holm", "is your lamp coming today? must I be in?").best()


def test_a_bill_that_somebody_asks_to_pay_was_told_of_before(scene: Build) -> None:
    made = scene().notice("com.wallet", "Bill from Sunny Days Nursery", "€310.00 due Friday", ago=400)
    said = "forgot the Sunny Days money, can you pay it?"
    assert 'pay_bill(biller="Sunny Days Nursery", amount="€310.00")' in made.chat("Runa Holm", said).best()


def test_an_alarm_for_what_was_called_off(scene: Build) -> None:
    made = scene(at="2026-06-10 21:00").alarm("2026-06-11 04:30")
    assert (
        "dismiss_alarm(hour=4, minute=30)"
        in made.chat("Runa Holm", "too foggy, let's skip the sunrise hike tomorrow").best()
    )
    kept = (
        scene(at="2026-06-10 21:00")
        .alarm("2026-06-11 04:30")
        .chat("Runa Holm", "the sunrise hike tomorrow will be great")
    )
    assert "dismiss_alarm" not in kept.best()


def test_a_guest_comes_later(scene: Build) -> None:
    made = scene().event("Runa arrives", "18:00", "19:00")
    assert 'start="2026-06-10T21:40"' in made.chat("Runa Holm", "missed the train, I'll get there at 21:40").best()


def test_traffic_on_the_way_to_a_plan(scene: Build) -> None:
    made = scene().event("Choir", "13:30", "15:00", "Musikverein")
    assert "check_route" in made.notice("com.google.android.apps.maps", "Musikverein", "50 min, heavy traffic").best()


def test_a_name_is_not_made_of_other_words(scene: Build) -> None:
    profile = {"name": "何明", "language": "zh", "country": "CN", "about": ["认识的人换了号码我会存下来。"]}
    made = scene(profile=profile).sms("+8613800001111", "您好，我是培训班的张伟，这是我的新号码")
    assert 'add_contact(name="张伟", phone="+8613800001111")' in made.best()
    lender = scene(profile=profile).sms("+8613800001111", "我是快贷的李经理，这是我的新号码，有资金需要随时联系")
    assert lender.best() == ""


def test_who_does_it_themselves_asks_for_no_timer(scene: Build) -> None:
    assert scene().chat("Runa Holm", "cake is in the oven, I'll take it out in 20 minutes").best() == ""
