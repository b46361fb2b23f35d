"""What wants memory without end is ended; the machine under the phone never pays for it."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from bench import run

ROOM_KIB = 600 << 10


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("x=aaaa; while :; do x=$x$x; done", 1, "/system/bin/sh: internal error: can't allocate"),
        ("x=aaaa; while :; do x+=$x; done", 1, "/system/bin/sh: internal error: can't allocate"),
        ("x=$(yes)", 137, "Killed"),
        ("x=$(head -c 5000000 /dev/zero | tr '\\0' a); echo $x$x", 1, "internal error: can't allocate"),
        ("cat /dev/zero | sort", 137, "Killed"),
        ("cat /dev/zero | md5sum", 137, "Killed"),
        ("cat /dev/zero | tac", 137, "Killed"),
        ("awk 'BEGIN { s = \"a\"; while (1) s = s s }'", 137, "Killed"),
        ("echo a | sed ':a;h;G;ba'", 137, "Killed"),
        ("echo a | sed ':a;s/.*/&&/;ba'", 137, "Killed"),
    ],
)
def test_a_process_that_takes_too_much_is_ended(line: str, code: int, message: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found, _, err = run(line)
    assert (found, message in err) == (code, True), err[-200:]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < ROOM_KIB


def test_the_next_line_runs_as_if_nothing_had_been() -> None:
    assert run("(x=aaaa; while :; do x=$x$x; done) 2>/dev/null; echo $?; echo on")[:2] == (0, "1\non\n")


def test_a_large_input_is_no_fault() -> None:
    assert run("head -c 70000000 /dev/zero | wc -c")[:2] == (0, "70000000\n")
