"""Contents of the files that a day puts onto the phone: small, real ones, always the same for a name."""

from __future__ import annotations

import io
import zlib
from pathlib import PurePosixPath

from PIL import Image, ImageDraw

from simulator.phone import Phone

_PDF = """%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj
trailer <</Root 1 0 R>>
%%EOF
"""


def sample(path: str, mime: str) -> bytes:
    """A picture for images, a page for PDF, the file's name as text for anything else."""
    name = PurePosixPath(path).name
    if mime.startswith("image/"):
        return _picture(name, "PNG" if mime == "image/png" else "JPEG")
    if mime == "application/pdf":
        return _PDF.encode()
    return f"{name}\n".encode()


def _picture(name: str, form: str) -> bytes:
    number = zlib.crc32(name.encode())
    colours = [((number >> shift) & 0xFF, (number >> (shift + 4)) & 0xFF, 160) for shift in (0, 8, 16)]
    picture = Image.new("RGB", (320, 240), colours[0])
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 150, 320, 240), fill=colours[1])
    draw.ellipse((40 + number % 160, 30, 110 + number % 160, 100), fill=colours[2])
    stream = io.BytesIO()
    picture.save(stream, form)
    return stream.getvalue()


def write_files(phone: Phone) -> None:
    """Write the files that the state's media rows tell of and that are not there yet."""
    for row in list(phone.state.providers.media):
        if not phone.files.exists(row.path):
            phone.content.add_media(
                row.path, row.mime, data=sample(row.path, row.mime), title=row.title, date_ms=row.date_ms
            )
