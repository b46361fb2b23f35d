"""Screenshots for a model: scaled to a budget of tokens, and refused in words where they are no pictures."""

from __future__ import annotations

import io
import math

from PIL import Image as Pictures

from agent.propose.backend import Image
from device import BadInput

PATCH = 28  # pixels of one token's side in the Qwen-VL family; others are near it
IMAGE_TOKENS = 640
MAX_BYTES = 30_000_000
MAX_PIXELS = 40_000_000


def scaled(png: bytes, *, tokens: int = IMAGE_TOKENS, name: str = "") -> Image:
    """The picture as PNG of at most so many tokens (28 × 28 pixels each), never enlarged.

    Raises BadInput for what is no picture, or too large to be a screen.
    """
    if len(png) > MAX_BYTES:
        raise BadInput(f"a picture of {len(png)} bytes is no screenshot", mend=f"at most {MAX_BYTES}")
    try:
        with Pictures.open(io.BytesIO(png)) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise BadInput(f"a picture of {picture.width} x {picture.height} is no screenshot")
            plain = picture.convert("RGB")
    except (OSError, ValueError, SyntaxError, Pictures.DecompressionBombError) as error:
        raise BadInput(f"no picture: {error}", mend="a PNG as screencap gives it") from error
    room = tokens * PATCH * PATCH
    share = min(1.0, math.sqrt(room / (plain.width * plain.height)))
    size = (max(PATCH, math.floor(plain.width * share)), max(PATCH, math.floor(plain.height * share)))
    if size != plain.size:
        plain = plain.resize(size, Pictures.Resampling.LANCZOS)
    out = io.BytesIO()
    plain.save(out, "PNG")
    return Image(out.getvalue(), *size, name=name)


def cost_of(image: Image) -> int:
    """About how many tokens a picture takes."""
    return math.ceil(image.width / PATCH) * math.ceil(image.height / PATCH) + 16
