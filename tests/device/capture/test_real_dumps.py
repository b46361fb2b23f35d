"""Every fact of every real dump comes out, and nothing that the phone did not say."""

from __future__ import annotations

import time

import pytest

from tests.device.capture.expectations import at_path, dump, expected, mismatch, parser, whole_reading

pytestmark = pytest.mark.skipif(not expected(), reason="the shared device dumps are not beside the project")


@pytest.mark.parametrize("path", list(expected()))
def test_facts(path: str) -> None:
    assert mismatch(expected()[path]["facts"], whole_reading(path)) is None


@pytest.mark.parametrize("path", [path for path, entry in expected().items() if entry["absent"]])
def test_what_is_absent_is_reported_as_unknown(path: str) -> None:
    reading = whole_reading(path)
    for absent in expected()[path]["absent"]:
        assert at_path(reading, absent) in (None, []), absent


@pytest.mark.parametrize("path", [path for path in expected() if not path.startswith("errors/")])
def test_a_whole_dump_is_known_to_be_whole(path: str) -> None:
    reading = parser(path)(dump(path))
    assert reading.complete
    assert reading.unread == ()


def test_all_dumps_are_read_fast() -> None:
    texts = [(parser(path), dump(path)) for path in expected()]
    start = time.process_time()
    for parse, text in texts:
        parse(text)
    assert time.process_time() - start < 20
