"""What stands on the screenshots, for models without eyes: read by OCR where it is installed (extra `vision`)."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from agent.context_text import one_line
from device import BadInput, Unsupported

Shots = Callable[[str], bytes | None]
LINES = 40


def from_folder(folder: Path) -> Shots:
    """Screenshots by name out of a run's folder; None for one that is not there."""

    def read(name: str) -> bytes | None:
        path = folder / "screenshots" / f"{name}.png"
        try:
            return path.read_bytes()
        except OSError:
            return None

    return read


def ocr_problem() -> str | None:
    """Why screens cannot be read, or None."""
    missing = [name for name in ("rapidocr", "onnxruntime") if importlib.util.find_spec(name) is None]
    return f"{' and '.join(missing)} not installed (extra vision)" if missing else None


@lru_cache(maxsize=1)
def _engine() -> Any:
    import logging

    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "error"})
    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    return engine


@lru_cache(maxsize=64)
def read_screen(png: bytes) -> tuple[str, ...]:
    """The lines on a picture, from top to bottom (English and Chinese). Raises Unsupported without OCR, BadInput for
    what is no picture."""
    if problem := ocr_problem():
        raise Unsupported(problem, mend="pip install 'proactdroid[vision]'")
    import numpy
    from PIL import Image as Pictures

    try:
        with Pictures.open(io.BytesIO(png)) as picture:
            pixels = numpy.asarray(picture.convert("RGB"))
    except (OSError, ValueError, SyntaxError, Pictures.DecompressionBombError) as error:
        raise BadInput(f"no picture: {error}") from error
    found = _engine()(pixels)
    texts, boxes = found.txts or (), found.boxes if found.boxes is not None else ()
    rows = sorted(zip(boxes, texts, strict=True), key=lambda row: (float(row[0][0][1]) // 12, float(row[0][0][0])))
    return tuple(line for _, text in rows[:LINES] if (line := one_line(text)))


def screen_lines(names: Sequence[str], shots: Shots, known: Sequence[str], *, at_most: int = 2) -> list[str]:
    """Lines about the newest screenshots that the hierarchy's own texts do not hold already."""
    if ocr_problem() is not None:
        return []
    said = {one_line(text) for text in known}
    lines = []
    for name in list(names)[-at_most:]:
        png = shots(name)
        if png is None:
            continue
        new = [text for text in read_screen(png) if text not in said]
        said.update(new)
        if new:
            lines.append(f"screen {name}: " + " | ".join(new))
    return lines
