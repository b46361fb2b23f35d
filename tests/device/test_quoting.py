"""Arguments reach the phone's shell exactly, whatever they hold."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import BadInput, command_line, quote

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.lists(texts, min_size=1))
def test_a_posix_shell_reads_back_every_argument(argv: list[str]) -> None:
    assert shlex.split(command_line(argv)) == argv


@pytest.mark.parametrize(
    "text", ["$(reboot)", "`id`", "a;b", "a&b", "'", '"', "\n", "-n", "", "你好", "\u202e", "~", "*"]
)
def test_what_a_shell_would_read_is_quoted(text: str) -> None:
    assert shlex.split(quote(text)) == [text]


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_what_no_argument_can_carry_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        quote(text)


def test_an_empty_command_is_refused() -> None:
    with pytest.raises(BadInput, match="empty"):
        command_line([])
