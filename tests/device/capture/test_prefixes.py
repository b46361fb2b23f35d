"""A cut dump says less, never something else; and no text at all makes a parser raise."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.capture import PARSERS
from device.capture.content import parse_content
from tests.device.capture.expectations import dump, expected, parser, whole_reading

pytestmark = pytest.mark.filterwarnings("error")

NOTED = (
    "  Notification List:\n    NotificationRecord(0x1: pkg=a user=UserHandle{0} id=1 tag=null importance=3 key=k: "
    "Notification(channel=c shortcut=null))\n      extras={\n          "
)
# Numbers of things seen: smaller in a cut dump, which Reading.complete and the length of the list tell.
COUNTS = {"count", "line_count", "paths_with_double_equals", "lines"}
# What a cut dump has by its nature: the last line so far, and what is said about the cut itself.
OF_THE_CUT = {"complete", "unread", "valid_xml", "levels", "event_counts", "last"}
# Why a command failed is told by its whole output: a cut one may tell of another reason.
OUTCOMES = "errors/"
CUTS = 12


def contradiction(whole: Any, cut: Any, key: str = "") -> str | None:
    """Where a reading of a cut dump says something other than the whole dump's reading."""
    if cut is None or key in OF_THE_CUT:
        return None
    if isinstance(cut, dict):
        if not isinstance(whole, dict):
            return f"{key}: {cut!r}"
        for name, value in cut.items():
            if name not in whole:
                return f"{key}.{name}: not in the whole"
            nodes = key == "packages" and isinstance(value, int)  # how many nodes a package has
            if (found := contradiction(whole[name], value, "node_count" if nodes else name)) is not None:
                return f"{key} > {found}"
        return None
    if isinstance(cut, list):
        if not isinstance(whole, list) or len(cut) > len(whole):
            return f"{key}: longer than the whole"
        return next(
            (f"{key} > {found}" for w, c in zip(whole, cut, strict=False) if (found := contradiction(w, c, key))), None
        )
    if key in COUNTS or key.endswith(("_count", "_counts")):
        return None if cut <= whole else f"{key}: {cut} of {whole}"
    return None if cut == whole and type(cut) is type(whole) else f"{key}: {cut!r} instead of {whole!r}"


def cuts(path: str) -> list[int]:
    """Places to cut a dump: at random, but the same each time; half of them just after a line end."""
    text = dump(path)
    at = random.Random(path)
    places = [at.randrange(len(text) + 1) for _ in range(CUTS)]
    return places + [text.rfind("\n", 0, place) + 1 for place in places]


@pytest.mark.skipif(not expected(), reason="the shared device dumps are not beside the project")
@pytest.mark.parametrize("path", [path for path in expected() if not path.startswith(OUTCOMES)])
def test_a_cut_dump_never_says_something_else(path: str) -> None:
    whole = whole_reading(path)
    for place in cuts(path):
        reading = parser(path)(dump(path)[:place]).model_dump(mode="json")
        assert contradiction(whole, reading) is None, f"cut at {place}"


@pytest.mark.skipif(not expected(), reason="the shared device dumps are not beside the project")
@pytest.mark.parametrize("path", [path for path in expected() if not path.startswith(("errors/", "airplane/"))])
def test_a_cut_inside_a_line_is_told(path: str) -> None:
    text = dump(path)
    place = text.rfind("\n", 0, len(text) // 2) + 2
    reading = parser(path)(text[:place])
    assert not reading.complete
    assert reading.unread


@pytest.mark.skipif(not expected(), reason="the shared device dumps are not beside the project")
@pytest.mark.parametrize("kind", list(PARSERS))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_bent_dumps_do_not_raise(kind: str, data: st.DataObject) -> None:
    paths = [path for path in expected() if path.startswith(f"{kind}/")]
    text = dump(data.draw(st.sampled_from(paths)))[:20_000]
    place = data.draw(st.integers(0, len(text)))
    width = data.draw(st.integers(0, 40))
    PARSERS[kind](text[:place] + data.draw(st.text(max_size=20)) + text[place + width :])


@pytest.mark.parametrize("kind", list(PARSERS))
@settings(max_examples=40, deadline=None)
@given(noise=st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_noise_does_not_raise(kind: str, noise: bytes) -> None:
    for errors in ("replace", "surrogateescape"):
        reading = PARSERS[kind](noise.decode("utf-8", errors))
        assert reading.model_dump_json()


@pytest.mark.parametrize("kind", list(PARSERS))
@pytest.mark.parametrize(
    "piece", [" ", "(", "[", "{", "<", "a.", "=", "Row: 0 a=, ", '"', "\n  ", "9", "<a>", "<a b='"]
)
def test_long_repetition_is_read_in_little_time(kind: str, piece: str) -> None:
    start = time.process_time()
    PARSERS[kind](piece * (200_000 // len(piece)) + "\n")
    assert time.process_time() - start < 20


HOSTILE = {
    "notification": [
        "  Notification List:\n    NotificationRecord(0x1: pkg=a user=UserHandle{0} id=1 tag="
        + " importance=1 key=" * 9000,
        NOTED + "android.messages=Parcelable[] (1)\n  [0] Bundle[" + "{text=" * 20_000 + "\n      }\n",
        NOTED + "android.text=String (" + "x)\n" * 50_000,
        NOTED.replace("extras={", "tickerText=") + "\n" * 100_000,
    ],
    "usagestats": ["user=0\n  In-memory daily stats\n    packages\n      package=a totalTime" + "a" * 200_000 + "\n"],
    "window": [
        "  mCurrentFocus=Window{a u0 " + " paused=a" * 20_000 + "\n",
        "  mCurrentFocus=Window{a u0 " + "}" * 200_000,
    ],
    "content": ["Row: 0 a=" + ", a=" * 50_000 + "\n", "Row: 0 a=1\n" * 20_000],
    "hierarchy": [
        "<hierarchy>" + "<node>" * 8_000,
        '<hierarchy><node a="' + "&amp;" * 40_000,
        "<hierarchy " + 'a="" ' * 40_000,
    ],
    "errors": ['Broadcast completed: result=0, data="' * 5000, "at a.b.c(" * 20_000, "java.a" * 30_000],
}


@pytest.mark.parametrize(("kind", "at"), [(kind, at) for kind, texts in HOSTILE.items() for at in range(len(texts))])
def test_hostile_texts_are_read_in_little_time(kind: str, at: int) -> None:
    start = time.process_time()
    PARSERS[kind](HOSTILE[kind][at] + "\n")
    assert time.process_time() - start < 20


@given(rows=st.lists(st.tuples(st.integers(0, 99), st.text(max_size=30)), min_size=1, max_size=5))
def test_rows_come_out_as_they_went_in_or_not_at_all(rows: list[tuple[int, str]]) -> None:
    clean = [(number, text.replace("\r", " ")) for number, text in rows]
    text = "".join(f"Row: {at} _id={number}, body={body}, date={at}\n" for at, (number, body) in enumerate(clean))
    reading = parse_content(text, ["_id", "body", "date"])
    if len(reading.rows) == len(clean):
        for row, (number, body) in zip(reading.rows, clean, strict=True):
            assert row.get("_id") in (None, str(number))
            assert row.get("body") in (None, body)


def test_the_kinds_are_those_of_the_dumps() -> None:
    assert {path.split("/")[0] for path in expected()} <= set(PARSERS)
