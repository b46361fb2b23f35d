"""Cues about parcels on their way; those that wait for pickup are in places."""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import facts
from agent.lexicon import travel as words
from agent.text import tracking_number

FRESH_MIN = 60


def parcel_trouble(context: Context) -> Iterator[Finding]:
    """A parcel is late or its delivery failed; its tracking tells more."""
    f = facts(context)
    for said in f.recent(FRESH_MIN, "notice", "sms", "mail"):
        text = f"{said.sender} {said.text}"
        number = tracking_number(text)
        if number is None or said.promotion or not words.PARCEL_TROUBLE.search(text):
            continue
        if said.category == "missed_call" or not words.PARCEL.search(f"{text} {said.package}"):
            continue
        yield Finding(
            topic="track parcel", score=0.83, subject=f"parcel {number}",
            intent=f.say(f"Trouble with a parcel: {said.sender}. Show its tracking?",
                         f"{said.sender}，要查看物流吗？"),
            calls=one("track_parcel", tracking_number=number), source=said.source, evidence=(said.evidence,),
            taints=(("tracking_number", said.origin),),
        )  # fmt: skip


CUES = (parcel_trouble,)
