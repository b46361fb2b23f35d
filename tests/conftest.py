"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import chromium, tab  # noqa: F401
from tests.days import short_day  # noqa: F401
from tests.phones import phone, simulated  # noqa: F401

# Machines differ and are shared: no example is timed. CI draws the same examples each time, developers new ones.
settings.register_profile(
    "proactdroid",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("PROACTDROID_NO_SKIPS")),
)
settings.load_profile("proactdroid")

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


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under PROACTDROID_NO_SKIPS (CI) a skipped or expected-to-fail test fails the run: every tool is there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("PROACTDROID_NO_SKIPS") or reporter is None:
        return
    left_out = [*reporter.stats.get("skipped", []), *reporter.stats.get("xfailed", [])]
    for report in left_out:
        reporter.write_line(f"not allowed to skip: {report.nodeid}: {report.longrepr}")
    if left_out and session.exitstatus == 0:
        session.exitstatus = 1
