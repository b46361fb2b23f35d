"""Reading dates, times, amounts and the like out of people's text, in English and Chinese. Never raises."""

from __future__ import annotations

from agent.text.quantities import amounts, first_sentence, links, meeting_link, minutes_in, party_size, tracking_number
from agent.text.when import Spoken, clock_in, spoken

__all__ = [
    "Spoken",
    "amounts",
    "clock_in",
    "first_sentence",
    "links",
    "meeting_link",
    "minutes_in",
    "party_size",
    "spoken",
    "tracking_number",
]
