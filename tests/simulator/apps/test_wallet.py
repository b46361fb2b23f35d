"""The wallet: payment code, bills, tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

WALLET = "com.google.android.apps.walletnfcrel"
AA = "android.intent.action."


def test_the_payment_code_page_is_secure(hand: Hand) -> None:
    hand.start(AA + "VIEW", "gwallet://paycode")
    assert hand.package == WALLET and hand.value("title") == "Payment code"
    picture = hand.phone.screen.frame()
    assert picture.crop((0, 200, 1080, 2200)).getcolors() == [(1080 * 2000, (0, 0, 0))]


def test_the_code_changes_with_the_minute(hand: Hand) -> None:
    hand.start(AA + "VIEW", "gwallet://paycode")
    before = hand.value("pay_code")
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 60_000)
    hand.wake()
    assert hand.value("pay_code") != before


def test_a_bill_is_paid_only_by_pressing_pay(hand: Hand) -> None:
    hand.start(AA + "VIEW", "gwallet://paybill?biller=City%20Power&amount=42.50")
    assert hand.shows("City Power", "42.50")
    assert hand.phone.app(WALLET).data["payments"] == []
    hand.tap(id="pay_button")
    assert [(one["payee"], one["amount"]) for one in hand.phone.app(WALLET).data["payments"]] == [
        ("City Power", "42.50")
    ]


def test_a_bill_that_is_due(hand: Hand) -> None:
    hand.phone.app(WALLET).on_event("bill", {"biller": "City Power", "amount": "42.50", "due": "5 June"})
    note = hand.note(WALLET, "City Power")
    assert "42.50" in note.text and "5 June" in note.text
    hand.start(AA + "VIEW", "gwallet://paybill?biller=City%20Power&amount=")
    assert hand.shows("42.50")
    hand.tap(id="pay_button")
    assert hand.phone.notifications.find(WALLET) is None
    assert hand.phone.app(WALLET).data["bills"][0]["paid"]


def test_a_ticket_is_found_by_reference_and_by_kind(hand: Hand) -> None:
    ticket = {"kind": "boarding pass", "reference": "LH123-XK", "title": "LH 123 to Rome", "detail": "Seat 12A"}
    hand.phone.app(WALLET).on_event("ticket", ticket)
    assert hand.note(WALLET).title == "LH 123 to Rome"
    hand.start(AA + "VIEW", "gwallet://ticket?kind=&reference=lh123-xk")
    assert hand.shows("LH123-XK", "Seat 12A")
    hand.start(AA + "VIEW", "gwallet://ticket?kind=boarding_pass&reference=")
    assert hand.shows("LH123-XK", "boarding_pass")


def test_a_ticket_that_is_not_there_is_said_to_be_missing(hand: Hand) -> None:
    hand.start(AA + "VIEW", "gwallet://ticket?kind=concert&reference=Z9")
    assert hand.shows("concert", "Z9", "Not in this wallet")
