"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.phones import phone, simulated  # noqa: F401

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the checkout; absent in a user's clone."""
    folder = Path(os.environ.get("PROACTDROID_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        if os.environ.get("PROACTDROID_NO_SKIPS"):
            pytest.fail(f"no reference data at {folder}")
        pytest.skip("reference data is not beside this checkout")
    return folder
