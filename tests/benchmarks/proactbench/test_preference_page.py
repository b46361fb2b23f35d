"""The page that collects blind choices, in a real browser: what a person clicks is what the study reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.proactbench import preference_page as pages
from tests.browser import saved

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = '</script><script>document.title="taken"</script>"; 一二\n&amp;'


def study(number: int) -> list[pages.Pair]:
    talk = [{"role": "user", "content": HOSTILE}]
    return [
        pages.Pair(
            item_id=f"d{at}__t8", context=talk, case_a=f"first {at} {HOSTILE}", case_b=f"second {at} 好的", label="PASS"
        )
        for at in range(number)
    ]


def opened(tab: Page, folder: Path, number: int = 5) -> list[pages.Shown]:
    """The page of a study, and what stands on it in its order."""
    found = study(number)
    pages.write_page(folder / "page.html", found, "P01", 4)
    pages.write_key(folder / "key.csv", found, "P01", 4)
    tab.goto((folder / "page.html").as_uri())
    return pages.shown(found, "P01", 4)


def test_clicks_come_back_as_the_cases_that_stood_there(tab: Page, tmp_path: Path) -> None:
    views = opened(tab, tmp_path)
    for view in views[:-1]:
        assert tab.locator("#left").text_content() == view.left
        assert tab.locator("#right").text_content() == view.right
        side = "Left" if view.left.startswith("second") else "Right"
        tab.get_by_role("button", name=f"{side} is better").click()
    tab.get_by_label("How sure are you?").select_option("5")
    tab.get_by_role("button", name="No difference").click()
    filled = saved(tab, "Save choices (CSV)", tmp_path / "choices.csv")
    choices, labels = pages.read_filled([filled], [tmp_path / "key.csv"])
    assert {one.item: one.case for one in choices} == {
        view.item_id: "tie" if view is views[-1] else "B" for view in views
    }
    assert [one.confidence for one in choices if one.case == "tie"] == [5]
    assert set(labels.values()) == {"PASS"}


def test_texts_of_a_study_are_shown_and_never_run(tab: Page, tmp_path: Path) -> None:
    opened(tab, tmp_path)
    assert tab.title() == "Which reply is better?"
    assert HOSTILE in (tab.locator("#talk pre").text_content() or "")


def test_choices_outlive_a_reload_and_may_be_taken_back(tab: Page, tmp_path: Path) -> None:
    views = opened(tab, tmp_path)
    tab.get_by_role("button", name="Left is better").click()
    tab.get_by_role("button", name="No difference").click()
    tab.reload()
    assert tab.locator("#at").text_content() == "3 of 5, 2 done"
    assert tab.locator("#left").text_content() == views[2].left
    tab.get_by_role("button", name="Back").click()
    tab.get_by_role("button", name="Right is better").click()
    filled = saved(tab, "Save choices (CSV)", tmp_path / "choices.csv").read_text(encoding="utf-8").splitlines()
    sides = {line.split(",")[1].strip('"'): line.split(",")[2].strip('"') for line in filled[1:]}
    assert sides == {views[0].item_id: "left", views[1].item_id: "right"}
