"""Consent on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

from agent.consent import Answer, Question
from proactdroid.cli.output import err


def typed(prompt: str) -> str:
    """A line from the terminal, "" where nobody can answer. The prompt is on stderr: stdout holds only the document."""
    err.print(prompt, end="", markup=False)
    err.file.flush()
    return sys.stdin.readline().strip()


def terminal_answer(yes: bool) -> Callable[[Question], Answer]:
    """Asks on the terminal and takes only a typed yes; with `yes` (the user's --yes) nothing is asked."""

    def answer(question: Question) -> Answer:
        if yes:
            return "accept"
        err.print(question.text, markup=False)
        return "accept" if typed("Run it? [y/N] ").lower() in ("y", "yes") else "reject"

    return answer
