"""Screenshots: scaled for models with eyes, read for those without."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from agent.propose.images import PATCH, cost_of, scaled
from agent.propose.screens import from_folder, ocr_problem, read_screen, screen_lines
from device import BadInput

needs_ocr = pytest.mark.skipif(ocr_problem() is not None, reason=f"{ocr_problem()}")


def screen(*lines: str) -> bytes:
    font_file = importlib.import_module("cvttf_NotoSansCJK_Regular").get_TTF_path()  # the base install brings it
    picture = Pictures.new("RGB", (720, 1280), "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(font_file), 44)
    for row, line in enumerate(lines):
        draw.text((40, 120 + row * 140), line, "black", font=font)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 1200), st.integers(1, 1200), st.integers(16, 2000))
def test_a_picture_keeps_its_shape_within_its_budget(width: int, height: int, tokens: int) -> None:
    out = io.BytesIO()
    Pictures.new("1", (width, height)).save(out, "PNG")
    image = scaled(out.getvalue(), tokens=tokens)
    sliver = PATCH * max(image.width, image.height)  # at least one token wide
    assert image.width * image.height <= max(tokens * PATCH * PATCH, sliver)
    assert cost_of(image) > 0


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, b"x" * 40_000_000])
def test_what_is_no_picture_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(BadInput):
        scaled(data)


def test_a_picture_that_unpacks_to_gigabytes_is_refused() -> None:
    out = io.BytesIO()
    Pictures.new("1", (9_000, 9_000)).save(out, "PNG")
    with pytest.raises(BadInput):
        scaled(out.getvalue())


def test_screenshots_come_out_of_a_runs_folder(tmp_path: Path) -> None:
    (tmp_path / "screenshots").mkdir()
    (tmp_path / "screenshots" / "abc.png").write_bytes(b"x")
    assert from_folder(tmp_path)("abc") == b"x" and from_folder(tmp_path)("gone") is None


@needs_ocr
def test_english_and_chinese_screens_are_read() -> None:
    lines = read_screen(screen("Boarding at gate B12", "请到三号柜台取件"))
    assert any("gate B12" in line for line in lines) and any("三号柜台" in line for line in lines)


@needs_ocr
def test_only_what_the_hierarchy_does_not_hold_is_added() -> None:
    shots = {"s": screen("Boarding at gate B12", "Flight LH 202")}
    known: Callable[[str], bytes | None] = shots.get
    (line,) = screen_lines(["gone", "s"], known, ["Flight LH 202"])
    assert "gate B12" in line and "LH 202" not in line
