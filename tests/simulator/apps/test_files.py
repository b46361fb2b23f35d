"""Files: folders, a file, sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

FILES = "com.google.android.documentsui"
ROOT = "/storage/emulated/0"


def test_folders_lead_to_a_file(hand: Hand) -> None:
    hand.phone.files.mkdir(f"{ROOT}/Download/trip", parents=True)
    hand.phone.files.write(f"{ROOT}/Download/trip/plan.txt", b"hello")
    hand.phone.activities.launch(FILES)
    hand.tap("Download/")
    hand.tap("trip/")
    assert hand.shows("plan.txt", "5 B")
    hand.tap("plan.txt")
    assert hand.shows(f"{ROOT}/Download/trip/plan.txt", "text/plain")
    hand.tap(id="delete")
    assert not hand.phone.files.exists(f"{ROOT}/Download/trip/plan.txt") and hand.shows("No items")


def test_downloads(hand: Hand) -> None:
    hand.start("android.intent.action.VIEW_DOWNLOADS")
    assert hand.package == FILES and hand.shows("Download")
