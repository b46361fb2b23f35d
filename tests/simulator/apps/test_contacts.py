"""Contacts: list, page, editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

CONTACTS = "com.google.android.contacts"
AA = "android.intent.action."


def test_insert_fills_the_editor_and_save_saves(hand: Hand) -> None:
    hand.start(
        AA + "INSERT", type="vnd.android.cursor.dir/contact", name="Zoe Lang", phone="030123456", email="z@example.com"
    )
    assert (hand.value("name"), hand.value("phone"), hand.value("email")) == ("Zoe Lang", "030123456", "z@example.com")
    assert all(one.name != "Zoe Lang" for one in hand.phone.state.providers.contacts)
    hand.tap(id="editor_menu_save_button")
    saved = [one for one in hand.phone.state.providers.contacts if one.name == "Zoe Lang"]
    assert [(one.phones, one.emails) for one in saved] == [(["030123456"], ["z@example.com"])]
    assert hand.shows("Zoe Lang", "030123456")


def test_an_empty_contact_is_not_saved(hand: Hand) -> None:
    hand.phone.activities.launch(CONTACTS)
    hand.tap(id="fab")
    hand.tap(id="editor_menu_save_button")
    assert hand.shows("Enter a name")
    assert len(hand.phone.state.providers.contacts) == 2


def test_a_contact_page_leads_to_the_composer(hand: Hand) -> None:
    hand.phone.activities.launch(CONTACTS)
    hand.tap("Anna Weber")
    assert hand.shows("+49 170 1234567", "anna@example.com")
    hand.tap(id="email")
    assert hand.package == "com.google.android.gm" and hand.value("to") == "anna@example.com"


def test_view_opens_the_contact(hand: Hand) -> None:
    hand.start(AA + "VIEW", "content://com.android.contacts/contacts/2")
    assert hand.package == CONTACTS and hand.shows("Ben Koch", "+491607654321")


def test_search(hand: Hand) -> None:
    hand.phone.activities.launch(CONTACTS)
    hand.type("search", "ben")
    assert hand.shows("Ben Koch") and not hand.shows("Anna Weber")
