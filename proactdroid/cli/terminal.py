"""Consent on the terminal."""

from __future__ import annotations

from collections.abc import Callable

import typer

from agent.consent import Answer, Question
from proactdroid.cli.output import err


def terminal_answer(yes: bool) -> Callable[[Question], Answer]:
    """Asks on the terminal and takes only a typed yes; with `yes` (the user's --yes) nothing is asked."""

    def answer(question: Question) -> Answer:
        if yes:
            return "accept"
        err.print(question.text, markup=False)
        return "accept" if typer.confirm("Run it?", err=True) else "reject"

    return answer
