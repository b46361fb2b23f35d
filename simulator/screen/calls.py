"""The in-call screen, and the heads-up notification of a call that comes in while the phone is in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.screen.shade import say
from simulator.screen.views import View, button, card, column, image, row, spacer, text

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Call

IN_CALL = "com.google.android.dialer"
IN_CALL_TITLE = f"{IN_CALL}/com.android.incallui.InCallActivity"
_HIDDEN = "hidden_call_ms"


def call_shown(phone: Phone) -> bool:
    """Whether the call's own screen is in front: a call in progress that was not put aside, or one ringing while
    the phone is locked or asleep."""
    call = phone.state.telephony.call
    if call is None:
        return False
    if call.state == "ringing":
        return phone.state.power.keyguard_locked
    return phone.app("com.android.systemui").data.get(_HIDDEN) != call.started_ms


def put_call_aside(phone: Phone) -> None:
    """Home, back or another activity: the call goes on behind other windows (one that rings is not answered yet)."""
    call = phone.state.telephony.call
    if call is not None and call.state != "ringing":
        phone.app("com.android.systemui").data[_HIDDEN] = call.started_ms


def call_view(phone: Phone, call: Call) -> View:
    """The whole screen of a call."""
    ringing = call.state == "ringing"
    if call.answered_ms is not None and not ringing:
        seconds = max(phone.clock.now_ms - call.answered_ms, 0) // 1000
        word = f"{seconds // 60:02d}:{seconds % 60:02d}"
    elif ringing:
        word = say(phone, "Incoming call", "来电")
    else:
        word = say(phone, "Calling…", "正在呼叫…")
    name = call.name or call.number
    if ringing:
        foot = row(
            button(say(phone, "Decline", "拒接"), phone.telephony.reject, id="reject_button", background="#c5221f",
                   weight=1, height=56),
            button(say(phone, "Answer", "接听"), phone.telephony.answer, id="answer_button", background="#188038",
                   weight=1, height=56),
            gap=24,
            padding=32,
        )  # fmt: skip
    else:
        foot = row(
            button(say(phone, "End call", "挂断"), phone.telephony.hang_up, id="incall_end_call", weight=1, height=56,
                   desc=say(phone, "End call", "结束通话"), background="#c5221f"),
            padding=32,
        )  # fmt: skip
    return column(
        column(
            text(word, id="contactgrid_status_text", color="#c4c7d0"),
            text(name, id="contactgrid_contact_name", font_size=34, color="#ffffff"),
            *([text(call.number, id="contactgrid_phone_number", color="#c4c7d0")] if call.name else []),
            image(f"icon:{name[:1]}#5b7bd5", width=140, height=140, radius=70, id="contactgrid_avatar"),
            align="center",
            padding=48,
            gap=16,
        ),
        spacer(weight=1),
        foot,
        background="#1f2433",
    )


def heads_up_view(phone: Phone, call: Call) -> View:
    """The banner of a call that rings over what is in use."""
    return card(
        text(call.name or call.number, id="android:id/title", bold=True),
        text(say(phone, "Incoming call", "来电"), id="android:id/text", font_size=14, color="muted"),
        row(
            button(say(phone, "Decline", "拒接"), phone.telephony.reject, id="android:id/action0", weight=1,
                   background="#c5221f"),
            button(say(phone, "Answer", "接听"), phone.telephony.answer, id="android:id/action0", weight=1,
                   background="#188038"),
            gap=12,
        ),
        gap=8,
        radius=28,
    )  # fmt: skip
