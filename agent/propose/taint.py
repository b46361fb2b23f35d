"""Where the arguments of a model's calls came from. A model has read what strangers wrote: an argument that holds a piece
of their text is marked with who wrote it, so that consent can show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from agent.context import Context
from agent.context_text import one_line
from agent.proposal import Taint
from api_pool import Call, Pool

_PIECE = re.compile(r"https?://\S+|[\w.+-]+@[\w.-]+|\+?\d[\d\s-]{3,}\d|\d{4,}|[^\W\d_]{2,}|[\u3400-\u9fff]{2,}")
_RUN = 3  # so many words in a row are someone's own words


def strangers(context: Context) -> Iterator[tuple[str, str]]:
    """(origin in words, text) of everything on the phone that others wrote."""
    state = context.device_status
    for record in state.posted:
        parts = (record.title, record.text, record.big_text, record.sub_text, *(m.text for m in record.messages))
        text = " ".join(one_line(part) for part in parts if part)
        yield f"a notification of {record.package} ({one_line(record.title or '')[:40]})", text
    for message in state.sms or ():
        if message.type == "inbox":
            yield f"an SMS from {message.address}", one_line(f"{message.address} {message.body}")
    for event in state.calendar_events or ():
        yield (
            f"the calendar event {one_line(event.title or '')[:40]}",
            one_line(f"{event.title} {event.location or ''} {event.description or ''}"),
        )
    if state.screen_texts:
        yield "the screen", one_line(" ".join(state.screen_texts))
    for seen in context.trajectory:
        if seen.kind in ("notification_posted", "notification_updated", "message"):
            yield f"an earlier {seen.kind.replace('_', ' ')}", one_line(seen.text)


def taints_of(
    calls: tuple[Call, ...], context: Context, pool: Pool, *, seen: Sequence[str] = (), pictures: bool = False
) -> tuple[Taint, ...]:
    """The taints of a model's calls: each free text with a stranger's words, number or address in it.

    What also stands in the user's own profile is the profile's. `seen` are lines read off screenshots; where the model
    saw the `pictures` themselves, any text of unknown origin may come from them and counts as a stranger's.
    """
    own = "\n".join(one_line(line) for line in context.user_profile.sentences()).casefold()
    sources = [(origin, text.casefold()) for origin, text in strangers(context)]
    sources += [("a screenshot", one_line(line).casefold()) for line in seen]
    found = []
    for index, call in enumerate(calls):
        for name, value in call.arguments.items():
            text = one_line(_text(value)).casefold()
            if not text or not _free(pool, call.name, name):
                continue
            if len(text) > 1 and text in own:
                found.append(Taint(call=index, argument=name, source="profile", origin="the user profile"))
                continue
            origin = next((origin for origin, source in sources if _shares(text, source)), None)
            if origin is None and pictures:
                origin = "a screenshot, perhaps"
            if origin is not None:
                found.append(Taint(call=index, argument=name, source="stranger", origin=origin))
    return tuple(found)


def _free(pool: Pool, function: str, argument: str) -> bool:
    """Whether the argument is free text: of a switch or a choice there is nothing to smuggle in."""
    known = pool.functions.get(function)
    schema = known.parameters.get("properties", {}).get(argument, {}) if known else {}
    return "enum" not in schema and schema.get("type") not in ("boolean", "integer", "number")


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_text(item) for item in value)
    if isinstance(value, dict):
        return " ".join(_text(item) for item in value.values())
    return "" if isinstance(value, int | float) else str(value)


def _shares(text: str, source: str) -> bool:
    """Whether a text has a stranger's words in it: all of it, an address or number, or three words in a row."""
    if len(text) > 1 and text in source:
        return True
    pieces = _PIECE.findall(text)
    for piece in pieces:
        exact = any(char.isdigit() for char in piece) or "@" in piece or "://" in piece
        han = "\u3400" <= piece[0] <= "\u9fff"
        if exact and len(piece) >= 4 and piece in source:
            return True
        if han and any(piece[i : i + 4] in source for i in range(len(piece) - 3)):
            return True
    runs = (" ".join(pieces[i : i + _RUN]) for i in range(len(pieces) - _RUN + 1))
    return any(run in source for run in runs)
