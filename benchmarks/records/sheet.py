"""The audit's third stage: a sheet for people (CSV or HTML), and what three of them agreed on."""

from __future__ import annotations

import csv
import html
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.records.convert import context_text
from benchmarks.records.model import Record
from device import BadInput

QUESTIONS = ("true", "needed", "doable")
COLUMNS = ("id", "language", "scenario", "context", "answers", "annotator", *QUESTIONS, "remark")
_ASKED = {
    "true": "Could this be a real phone at a real moment?",
    "needed": "Is help wanted here? (yes / no)",
    "doable": "Would the answers do it? (yes / no / none given)",
}
_YES = frozenset({"yes", "y", "1", "true", "ok", "是", "对"})
_NO = frozenset({"no", "n", "0", "false", "否", "不"})


def _answers(record: Record) -> str:
    return "\n".join(
        f"{number}. {answer.intent} → "
        + "; ".join(f"{call.name}({', '.join(f'{k}={v}' for k, v in call.arguments.items())})" for call in answer.calls)
        for number, answer in enumerate(record.answers, 1)
    )


def write_csv(path: Path, records: Sequence[Record], annotators: int = 3) -> None:
    """A row for each record and annotator; the truth (needed or not) is not told, but answers are shown."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        sheet = csv.writer(file)
        sheet.writerow(COLUMNS)
        for record in records:
            for number in range(1, annotators + 1):
                row = [
                    record.id,
                    record.language,
                    record.scenario,
                    context_text(record),
                    _answers(record),
                    f"a{number}",
                ]
                sheet.writerow([*(_inert(cell) for cell in row), "", "", "", ""])


def _inert(cell: str) -> str:
    """A spreadsheet must not take a text for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell


def write_html(path: Path, records: Sequence[Record]) -> None:
    """The same as a page that fills in and saves a CSV by itself, without any server."""
    parts = []
    for record in records:
        asked = "".join(
            f"<label>{html.escape(text)} <select name='{name}'><option></option><option>yes</option><option>no</option>"
            "</select></label>" for name, text in _ASKED.items()
        )  # fmt: skip
        shown = _answers(record) or "(nothing is proposed)"
        parts.append(
            f"<section data-id='{html.escape(record.id, quote=True)}'><h2>{html.escape(record.id)}</h2>"
            f"<pre>{html.escape(context_text(record))}</pre><h3>Answers</h3><pre>{html.escape(shown)}</pre>{asked}</section>"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_PAGE.replace("@@BODY@@", "\n".join(parts)), encoding="utf-8")


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Records to check</title>
<style>body{font:15px system-ui;max-width:60rem;margin:2rem auto}pre{white-space:pre-wrap;background:#f4f4f4;padding:.6rem}
label{display:block;margin:.3rem 0}header{position:sticky;top:0;background:#fff;padding:.5rem 0}</style>
<header>Your name <input id="who"> <button onclick="save()">Save as CSV</button></header>
@@BODY@@
<script>function save(){const rows=[["id","annotator","true","needed","doable"]];
for(const s of document.querySelectorAll("section"))rows.push([s.dataset.id,who.value,
...["true","needed","doable"].map(n=>s.querySelector(`select[name=${n}]`).value)]);
const text=rows.map(r=>r.map(c=>'"'+c.replaceAll('"','""')+'"').join(",")).join("\\n");
const a=document.createElement("a");a.href=URL.createObjectURL(new Blob([text],{type:"text/csv"}));
a.download="checked.csv";a.click()}</script></html>
"""


@dataclass
class Agreement:
    """What people said of records: kept (two of three say so, and nobody's truth is contradicted), dropped, and open."""

    kept: list[str] = field(default_factory=list)
    dropped: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    alike: float | None = None


def read_sheets(paths: Sequence[Path], records: Sequence[Record]) -> Agreement:
    """Read filled sheets. A record stays when at least two say that it is true, that it is (or is not) needed as the
    record has it, and that the answers would do it. `alike`: the share of pairs of people who agree on "needed".

    Raises BadInput for a sheet without the columns.
    """
    said: dict[str, dict[str, dict[str, bool]]] = {}
    for path in paths:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if not {"id", "annotator", *QUESTIONS} <= set(rows.fieldnames or ()):
                raise BadInput(f"{path} has no columns id, annotator, {', '.join(QUESTIONS)}", mend="fill in our sheet")
            for row in rows:
                marks = {name: mark for name in QUESTIONS if (mark := _mark(row[name])) is not None}
                if marks:
                    said.setdefault(row["id"].lstrip("'"), {})[f"{path.name}:{row['annotator']}"] = marks
    result = Agreement()
    pairs: Counter[bool] = Counter()
    for record in records:
        marks_of = list(said.get(record.id, {}).values())
        needed = [marks["needed"] for marks in marks_of if "needed" in marks]
        pairs.update(a == b for n, a in enumerate(needed) for b in needed[n + 1 :])
        if len(marks_of) < 2:
            result.open.append(record.id)
            continue
        questions = {"true": True, "needed": record.needed} | ({"doable": True} if record.needed else {})
        against = [q for q, want in questions.items() if sum(m.get(q) == want for m in marks_of) < 2]
        if against:
            result.dropped[record.id] = f"fewer than two confirm: {', '.join(against)}"
        else:
            result.kept.append(record.id)
    result.alike = pairs[True] / pairs.total() if pairs else None
    return result


def _mark(text: str) -> bool | None:
    word = (text or "").strip().casefold()
    return True if word in _YES else False if word in _NO else None
