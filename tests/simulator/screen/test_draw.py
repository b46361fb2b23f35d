"""Pictures: they follow the state, are cached while it stands still, and are quick."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from PIL import Image

from simulator.phone import Phone
from simulator.screen.motifs import motif

SETTINGS = "com.android.settings"


def test_a_png_of_the_displays_size(phone: Phone) -> None:
    picture = Image.open(io.BytesIO(phone.screen.png()))
    assert (picture.format, picture.size) == ("PNG", (1080, 2400))
    phone.display.rotate(1)
    assert Image.open(io.BytesIO(phone.screen.png())).size == (2400, 1080)


def test_an_unchanged_screen_is_not_drawn_again(phone: Phone) -> None:
    phone.activities.launch(SETTINGS)
    first = phone.screen.png()
    phone.changed()
    assert phone.screen.png() is first


def test_the_clock_in_the_status_bar_counts(phone: Phone) -> None:
    phone.activities.launch(SETTINGS)
    first = phone.screen.png()
    phone.clock.advance_to(phone.clock.now_ms + 60_000)
    assert phone.screen.png() != first


def test_dark_mode_is_dark(phone: Phone) -> None:
    phone.activities.launch(SETTINGS)
    light = phone.screen.frame().resize((1, 1)).getpixel((0, 0))
    phone.uimode.set_night("yes")
    dark = phone.screen.frame().resize((1, 1)).getpixel((0, 0))
    assert isinstance(light, tuple) and isinstance(dark, tuple)
    assert sum(light) > 600 > 200 > sum(dark)


def test_the_same_state_gives_the_same_picture(make_phone: Callable[..., Phone]) -> None:
    assert make_phone().screen.png() == make_phone().screen.png()


@pytest.mark.parametrize("name", ["map:Home|Station", "qr:TICKET-1", "photo:Beach", "weather:Rain", "icon:A#ff0000"])
def test_motifs_are_always_the_same_and_differ_by_name(name: str) -> None:
    motif.cache_clear()
    first = motif(name, 300, 200, False).tobytes()
    motif.cache_clear()
    assert motif(name, 300, 200, False).tobytes() == first
    kind, _, rest = name.partition(":")
    other = f"{kind}:Sunny" if kind == "weather" else f"{kind}:B{rest[1:]}x"
    assert motif(other, 300, 200, False).tobytes() != first


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_app_draws_in_both_languages(make_phone: Callable[..., Phone], language: str) -> None:
    phone = make_phone(language=language)
    for package in list(phone.apps):
        if phone.packages.launcher_activity(package):
            phone.activities.launch(package)
            colours = phone.screen.frame().getcolors(1 << 22)
            assert colours is not None and len(colours) > 20


def test_pictures_and_dumps_are_quick(phone: Phone) -> None:
    """Bounds far above what is usual (50 ms, 0.3 ms, 2 ms), so that a busy machine does not fail."""
    phone.activities.launch(SETTINGS)
    phone.screen.png()
    phone.uimode.set_night("yes")
    start = time.perf_counter()
    phone.screen.png()
    drawn = time.perf_counter()
    phone.screen.png()
    again = time.perf_counter()
    phone.screen.dump()
    dumped = time.perf_counter()
    assert drawn - start < 1.0
    assert again - drawn < 0.05
    assert dumped - again < 0.2
