"""How much memory a process of the phone may take, so that none of them takes the machine's."""

from __future__ import annotations

LARGEST_TEXT = 8 << 20  # a value, a word, a command's captured output
LARGEST_INPUT = 256 << 20  # what a command holds of its input; more than the largest file that is pushed


class OutOfMemory(Exception):
    """A process wants more than it may have; the low memory killer ends it."""


def afford(size: int, limit: int = LARGEST_TEXT) -> None:
    """OutOfMemory where `size` bytes (or characters) are more than `limit`."""
    if size > limit:
        raise OutOfMemory(f"can't allocate {size} data bytes")
