"""`cmd connectivity airplane-mode` (ConnectivityService.ShellCmd): one word."""

from __future__ import annotations

from device.capture.base import Reading, clean

__all__ = ["Airplane", "parse_airplane"]


class Airplane(Reading):
    """Airplane mode: ``token`` is the word printed."""

    enabled: bool | None = None
    token: str | None = None
    line_count: int | None = None


def parse_airplane(text: str) -> Airplane:
    """Read the word ``enabled`` or ``disabled``; a whole word needs no line end, neither begins the other."""
    lines = [line.strip() for line in clean(text).split("\n") if line.strip()]
    word = lines[0] if len(lines) == 1 else ""
    enabled = {"enabled": True, "disabled": False}.get(word)
    if enabled is None:
        return Airplane(line_count=len(lines), complete=False, unread=("no single word enabled or disabled",))
    return Airplane(enabled=enabled, token=word, line_count=1)
