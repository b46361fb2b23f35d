"""A real browser for the pages that people fill in: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for a module; skips where Playwright or Chromium is not installed."""
    try:
        playwright = importlib.import_module("playwright.sync_api")
    except ModuleNotFoundError:
        pytest.skip("Playwright is not installed (extra `browser`)")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    """A fresh tab without a network; an error of a page's script fails the test."""
    context = chromium.new_context(offline=True, accept_downloads=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert not problems, problems


def saved(page: Page, button: str, path: Path) -> Path:
    """What a button of the page saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    download.value.save_as(path)
    return path
