"""The camera: modes and the shutter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

CAMERA = "com.google.android.GoogleCamera"


def test_modes(hand: Hand) -> None:
    hand.start("android.media.action.STILL_IMAGE_CAMERA")
    assert hand.package == CAMERA and hand.shows("Camera · Photo")
    hand.start("android.media.action.VIDEO_CAMERA")
    assert hand.shows("Camera · Video", "Start recording")


def test_the_shutter_makes_a_file_and_a_row(hand: Hand) -> None:
    hand.start("android.media.action.STILL_IMAGE_CAMERA")
    hand.tap(id="shutter_button")
    (media,) = hand.phone.state.providers.media
    assert media.mime == "image/jpeg" and media.path.endswith(".jpg")
    assert hand.phone.files.read(media.path).startswith(b"\xff\xd8")
    assert hand.shows(media.path.rpartition("/")[2])


def test_a_recording_lasts_as_long_as_it_runs(hand: Hand) -> None:
    hand.start("android.media.action.VIDEO_CAMERA")
    hand.tap(id="shutter_button")
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 7000)
    assert hand.shows("00:07", "Stop recording")
    hand.tap(id="shutter_button")
    (media,) = hand.phone.state.providers.media
    assert (media.mime, media.duration_ms) == ("video/mp4", 7000)
