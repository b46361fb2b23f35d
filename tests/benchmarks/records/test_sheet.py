"""Sheets for people, and what three of them agree on."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.records import Answer, CallTruth, Record
from benchmarks.records.sheet import read_sheets, write_csv, write_html
from device import BadInput
from tests.browser import saved

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANSWER = Answer(intent="<b>Wake</b> you?", calls=(CallTruth(name="set_timer", arguments={"seconds": 5}),))
RECORDS = [
    Record(id="=a", phone="Battery 5 %", answers=(ANSWER,)),
    Record(id="b", phone="x"),
    Record(id="c", phone="y"),
]


def test_a_sheet_has_a_row_for_each_record_and_person(tmp_path: Path) -> None:
    write_csv(tmp_path / "s.csv", RECORDS)
    with (tmp_path / "s.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9 and rows[0]["id"] == "'=a", "no cell is a formula"
    assert "set_timer(seconds=5)" in rows[0]["answers"]


def test_the_page_escapes_what_records_hold(tmp_path: Path) -> None:
    write_html(tmp_path / "s.html", RECORDS)
    page = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;Wake" in page and "<b>Wake" not in page and page.count("<section") == 3


def test_what_three_people_mark_on_the_page_is_what_the_sheets_say(tab: Page, tmp_path: Path) -> None:
    write_html(tmp_path / "s.html", RECORDS)
    tab.goto((tmp_path / "s.html").as_uri())
    filled = []
    for who in ('Ann "A", first', "王", "3"):
        tab.locator("#who").fill(who)
        for number, mark in enumerate(["yes", "no" if who == "王" else "yes", "no"]):
            for name in ("true", "needed", "doable"):
                tab.locator("section").nth(number).locator(f"select[name={name}]").select_option(mark)
        filled.append(saved(tab, "Save as CSV", tmp_path / f"{len(filled)}.csv"))
    agreed = read_sheets(filled, RECORDS)
    assert agreed.kept == ["=a"] and set(agreed.dropped) == {"b", "c"}


def test_two_of_three_decide(tmp_path: Path) -> None:
    lines = ["id,annotator,true,needed,doable"]
    for who, marks in {"1": "yes,yes,yes", "2": "yes,yes,yes", "3": "no,no,no"}.items():
        lines.append(f"'=a,{who},{marks}")
    lines += ["b,1,yes,no,", "b,2,yes,yes,", "b,3,yes,yes,", "c,1,yes,no,"]
    path = tmp_path / "filled.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    agreed = read_sheets([path], RECORDS)
    assert agreed.kept == ["=a"] and agreed.open == ["c"] and "needed" in agreed.dropped["b"]
    assert agreed.alike == pytest.approx(2 / 6)
    path.write_text("x\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no columns"):
        read_sheets([path], RECORDS)
