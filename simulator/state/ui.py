"""What lies over the apps on the screen."""

from __future__ import annotations

from typing import Any, Literal

from simulator.state.part import Part


class Ui(Part):
    """What lies over the apps."""

    shade: Literal["closed", "notifications", "quick_settings"] = "closed"
    focused_field: str | None = None  # id of the edit field that has the input focus
    ime_shown: bool = False
    ime: str = "com.android.inputmethod.latin/.LatinIME"
    toast: str | None = None
    toast_until_ms: int = 0
    replying_to: str | None = None  # notification key whose inline reply is open
    reply_text: str = ""
    row_menu: str | None = None  # notification key whose row was half swiped: its icons show
    snoozing: str | None = None  # notification key whose snooze panel is open; closing the panel snoozes it
    snooze_minutes: int = 60
    snooze_choices: bool = False  # whether the panel's list of durations is unfolded
    dialog: dict[str, Any] | None = None  # a system dialog (resolver, permission): {"kind": …, …}
    shade_scroll: int = 0
    clipboard: str | None = None  # gone with a restart, as on a phone
    locked_task: int | None = None  # the task that is pinned: home and overview do not leave it
