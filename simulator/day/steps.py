"""What follows by itself from an event: a ringing call is answered, an app is used and left."""

from __future__ import annotations

from typing import Literal

from simulator.day.strict import Strict


class Step(Strict):
    """A step of a longer event. `of` is the event's id; `argument` a package or a number."""

    do: Literal["answer", "reject", "give_up", "end_call", "touch", "leave_app", "media_ends"]
    of: str
    argument: str = ""
    screen_off: bool = False
    until_ms: int = 0  # touch: how long the user stays


Later = list[tuple[int, Step]]  # milliseconds from now, step
