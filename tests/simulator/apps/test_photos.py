"""Photos: the grid, a photo, sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

PHOTOS = "com.google.android.apps.photos"
AA = "android.intent.action."


def shoot(hand: Hand) -> str:
    path = hand.phone.app("com.google.android.GoogleCamera").shoot()
    return str(path.rpartition("/")[2])


def test_the_grid_leads_to_a_photo_that_is_shared(hand: Hand) -> None:
    name = shoot(hand)
    hand.phone.activities.launch(PHOTOS)
    hand.tap(id="photo_cell")
    assert hand.shows(name, "DCIM/Camera")
    hand.tap(id="share")
    hand.tap("Gmail")
    assert hand.package == "com.google.android.gm" and hand.value("attachment") == name


def test_view_opens_a_photo_by_its_uri(hand: Hand) -> None:
    name = shoot(hand)
    media = hand.phone.state.providers.media[0]
    hand.start(AA + "VIEW", f"content://media/external/images/media/{media.id}")
    assert hand.package == PHOTOS and hand.shows(name)


def test_delete_removes_file_and_row(hand: Hand) -> None:
    shoot(hand)
    media = hand.phone.state.providers.media[0]
    hand.phone.activities.launch(PHOTOS)
    hand.tap(id="photo_cell")
    hand.tap(id="trash")
    assert hand.phone.state.providers.media == [] and not hand.phone.files.exists(media.path)
    assert hand.shows("No photos")
