"""Whom a number belongs to."""

from __future__ import annotations

import pytest

from simulator.apps.people import same_number


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("+49 170 1234567", "01701234567", True),
        ("+49301234567", "0301234567", True),
        ("+491701234567", "+491701234568", False),
        ("10086", "10086", True),
        ("10086", "110086", False),
        ("DHL", "DHL", True),
        ("Bank24", "Shop24", False),
    ],
)
def test_numbers_are_compared_as_phones_do(one: str, other: str, same: bool) -> None:
    assert same_number(one, other) is same
