"""What follows by itself from an event: a ringing call is answered, an app is left."""

from __future__ import annotations

from typing import Literal

from simulator.day.events import Strict


class Step(Strict):
    """A step of a longer event. `of` is the event's id; `argument` a package or a number."""

    do: Literal["answer", "reject", "give_up", "end_call", "leave_app", "media_ends"]
    of: str
    argument: str = ""
    screen_off: bool = False
    minutes: float = 0


Later = list[tuple[int, Step]]  # milliseconds from now, step
