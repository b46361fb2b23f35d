"""`proactdroid chat`: a conversation with the core, on the terminal or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from agent.chat import ChatCore, ChatReply, History
from proactdroid.cli.output import Exit, complain, emit, err, note, out


class Proactive(StrEnum):
    """Whether the core looks beyond what was asked."""

    ON = "on"
    OFF = "off"


def chat(
    model: Annotated[
        str, typer.Option(help="embedded, llama:… or openai:… (see `proactdroid models list`).")
    ] = "embedded",
    proactive: Annotated[Proactive, typer.Option(help="off: the same model, bare.")] = Proactive.ON,
    say: Annotated[
        list[str] | None, typer.Option(help="A message (repeatable); else the terminal or stdin, a line each.")
    ] = None,
    history: Annotated[Path | None, typer.Option(help="Keep the conversation in this file, and go on with it.")] = None,
    export: Annotated[Path | None, typer.Option(help="At the end write it to this .md or .json file.")] = None,
    language: Annotated[str | None, typer.Option("--lang", help="en or zh; default: the conversation's own.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Hold a conversation; the core answers and looks one step beyond what was asked.

    Example: proactdroid chat --say "Plan a picnic for Sunday" --say "My nephew is allergic to nuts"
    """
    core = ChatCore(model, proactive=proactive is Proactive.ON, language=language)
    told = History(history)
    replies: list[ChatReply] = []
    try:
        for text in _said(say):
            told.user(text)
            reply = core.reply(told.dialogue)
            told.assistant(reply)
            replies.append(reply)
            if not as_json:
                _show(reply)
    finally:
        core.close()
    if export is not None:
        told.export(export)
    if as_json:
        emit({
            "model": core.name,
            "proactive": proactive.value,
            "messages": [message.model_dump() for message in told.dialogue],
            "replies": [reply.model_dump(mode="json") for reply in replies],
        })  # fmt: skip
    if any(reply.error for reply in replies):
        raise typer.Exit(Exit.NEGATIVE)


def _show(reply: ChatReply) -> None:
    if reply.error:
        complain(reply.error)
    elif reply.silent:
        note(f"(silent: {reply.why})")
    else:
        out.print(reply.text, markup=False)


def _said(given: list[str] | None) -> Iterator[str]:
    """The user's messages: those of the options, else lines from the terminal or a pipe."""
    if given:
        yield from given
        return
    asking = sys.stdin.isatty()
    while True:
        if asking:
            err.print("you> ", end="")
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()
