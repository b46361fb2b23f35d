"""What people ask the user for, in English: the call that serves it, and the many things that ask for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from device.capture.people import Contact

Build = Callable[..., Any]

ASKED = [
    ("Hey, could you send me your location? I'm outside", 'share_location(recipient="Runa Holm")'),
    ("where are you exactly? can't find you", "share_location"),
    ("Can you forward me the rental contract PDF?", "Download/Rental_Contract.pdf"),
    ("please send me the beach photo", "IMG_20260610_Beach.jpg"),
    ("Send me the picture you just took?", "share_file"),
    ("Could you book us a table at Luigi's for 3 tomorrow at 7pm?", "party_size=3"),
    ("Can you reserve a table for two at Nordwind on Friday, 19:30", 'time="2026-06-12T19:30", party_size=2'),
    ("can you write this down: eggs, milk, flour, butter", "create_note"),
    ("Have a look at this https://example.org/flat/42 and tell me", 'open_url(url="https://example.org/flat/42")'),
    ("we are all in the call, join us https://meet.google.com/abc-defg-hij", "join_meeting"),
    ("We're almost out of dishwasher tabs, can you buy some?", "search_product"),
    ("could you take a photo of the group please?", 'open_camera(mode="photo")'),
    ("can we order pizza from Roma tonight?", 'order_food(query="pizza", restaurant="Roma")'),
    ("Can you find a good bakery near the station?", 'search_nearby(query="good bakery")'),
    ("call me back please, it's urgent", 'make_call(recipient="Runa Holm")'),
    ("Can you look up when the museum opens?", "web_search"),
    ("Do you have Oskar's number?", 'find_contact(name="Oskar")'),
    ("Are you free on Saturday evening?", 'list_calendar_events(start="2026-06-13T00:00"'),
    ("Remember to pick up the cake on Friday at 4pm", 'time="2026-06-12T16:00"'),
    ("Let's meet on Saturday at 15:00 at the old mill", 'start="2026-06-13T15:00"'),
    ("can you email the landlord at office@rent.example about the heating?", 'compose_email(to="office@rent.example"'),
    ("Can you send me a screenshot of the error?", "take_screenshot"),
    ("Could you post about the flea market on Sunday?", "The flea market on Sunday"),
    ("Reply YES if you come to the barbecue", 'text="Yes"'),
    ("could you cover my shift on Friday? let me know by tonight", "reply_to_notification"),
    ("You wanted to make goulash tonight: start that recipe video you like", 'play_video(query="goulash recipe")'),
    ("can you order us a taxi home?", 'request_ride(destination="Lindengasse 7, 1070 Vienna")'),
    ("can you turn on the heating please, I am freezing", 'control_device(device="heating", state="on")'),
    ("could you lock the front door?", 'control_device(device="front door", state="locked")'),
    ("take the cake out in 25 minutes please", "set_timer(seconds=1500)"),
    ("Salut Edda, peux-tu venir chercher les clés demain matin avant que je parte pour le travail ?", "translate_text"),
]  # fmt: skip

NOT_ASKED = [
    "I can't find my keys, where did you put them",
    "send it to me when you have time",
    "I sent you the pictures yesterday",
    "we had a table at Nordwind last Friday, wow",
    "I booked a table for us at Nordwind at 19:30 tomorrow",
    "https://example.org/lol haha",
    "we ran out of milk yesterday lol",
    "had the best pizza yesterday",
    "no need to call me back",
    "good morning! how was your weekend?",
    "haha thanks, see you tomorrow",
    "I'm on my way, be there in 10 minutes",
    "The photo you sent is lovely, thank you!",
    "Let me know if you need anything",
    "I'll send you the file later",
    "Can you believe it's already June?",
    "Ciao bella! How are you? Let's talk soon",
    "When are you home? tell me if you are late",
    "I turned off the lights",
    "I will be there in 25 minutes",
    "Are the kids asleep already?",
]


def phone(scene: Build) -> Any:
    made = scene(at="2026-06-10 12:00")
    made.contacts.append(Contact(name="Oskar Lind", phones=("+43660333444",)))
    return made.files("DCIM/Camera/IMG_20260610_Beach.jpg", "Download/Rental_Contract.pdf")


@pytest.mark.parametrize(("text", "call"), ASKED)
def test_what_a_known_person_asks_for_is_proposed(scene: Build, text: str, call: str) -> None:
    assert call in phone(scene).chat("Runa Holm", text).best()


@pytest.mark.parametrize("text", NOT_ASKED)
def test_what_asks_for_nothing_is_left_alone(scene: Build, text: str) -> None:
    assert phone(scene).chat("Runa Holm", text).best() == ""


@pytest.mark.parametrize(("text", "call"), ASKED[:-1])
def test_group_chatter_is_not_addressed_to_the_user(scene: Build, text: str, call: str) -> None:
    assert phone(scene).chat("Runa Holm", text, group="Choir").best() == ""


def test_a_group_that_calls_the_user_by_name_is(scene: Build) -> None:
    made = phone(scene).chat("Runa Holm", "Edda, please take the group photo!", group="Choir")
    assert made.best() == 'open_camera(mode="photo")'


def test_a_later_word_of_the_same_person_ends_the_request(scene: Build) -> None:
    made = phone(scene).chat("Runa Holm", "send me your location?", ago=15, then=[("Runa Holm", "ah I see you!", 2)])
    assert made.best() == ""


def test_an_answer_of_the_user_ends_it_too(scene: Build) -> None:
    made = phone(scene).chat("Runa Holm", "call me back please", ago=5, then=[("You", "will do", 4)])
    assert made.best() == ""


def test_old_requests_are_over(scene: Build) -> None:
    assert phone(scene).chat("Runa Holm", "could you take a photo of us please?", ago=50).best() == ""


def test_a_request_names_its_source_and_taints_what_the_sender_wrote(scene: Build) -> None:
    finding = phone(scene).chat("Runa Holm", "can we order pizza from Roma tonight?").findings()[0]
    taints = finding.proposal().taints
    assert finding.source
    assert {taint.argument for taint in taints} == {"query", "restaurant"}
    assert taints[0].origin == "a message from Runa Holm"


def test_a_mail_of_a_stranger_who_greets_the_user_may_ask_for_a_file(scene: Build) -> None:
    made = phone(scene).mail("P. Berg", "contract", "Dear Ms Falk, could you please send me the rental contract?")
    assert "Rental_Contract.pdf" in made.best()


def test_a_newsletter_may_not(scene: Build) -> None:
    made = phone(scene).mail("Deals", "Join us", "Please open https://zoom.us/j/123 now. Unsubscribe at any time.")
    assert made.best() == ""
