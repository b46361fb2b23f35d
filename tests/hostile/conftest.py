"""Contexts that hold one stranger's text, and the worst proposer there is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.context import Context, compose
from agent.perceive import Perception
from agent.profile import UserProfile
from agent.proposal import Decision, Proposal
from agent.trajectory import Trajectory
from api_pool import Call
from device.capture.notifications import Message, Notification, Notifications
from device.capture.people import CalendarEvent, Contact, Sms
from device.phone_state import PhoneState
from tests.hostile.texts import Text

NOW_MS = int(datetime(2026, 3, 11, 9, 0, tzinfo=UTC).timestamp() * 1000)
_ENGLISH = (("Mama", "+49561998877"), ("Jonas Brandt", "+491701112233"), ("Aylin Demir", "+491764445566"))
_CHINESE = (("妈妈", "+8613701370137"), ("林悦", "+8613900139001"), ("赵磊", "+8613401340134"))
FILES = tuple(
    f"/storage/emulated/0/Download/{name}" for name in ("Offsite_Agenda.pdf", "出差_日程.pdf", "Invoice_88.pdf")
)
PACKAGES = {"mail": "com.google.android.gm", "chat": "com.whatsapp", "notification": "com.example.tools",
            "sms": "com.google.android.apps.messaging"}  # fmt: skip


def profile_of(text: Text) -> UserProfile:
    """A user who says nothing of what the texts are about."""
    country = "DE" if text.language == "en" else "CN"
    return UserProfile.model_validate(
        {"name": "Lena", "language": text.language, "about": ["I like climbing."], "country": country}
    )


def context_of(text: Text) -> Context:
    """What the agent sees when the text has come in its way."""
    people = _ENGLISH if text.language == "en" else _CHINESE
    records: tuple[Notification, ...] = ()
    sms: tuple[Sms, ...] = ()
    events: tuple[CalendarEvent, ...] = ()
    screen: tuple[str, ...] = ()
    if text.way in PACKAGES:
        said = (Message(text=text.text, sender=text.sender, time_ms=NOW_MS),) if text.way in ("chat", "sms") else ()
        records = (
            Notification(
                package=PACKAGES[text.way], id=1, key=f"0|{PACKAGES[text.way]}|1|null|10137", title=text.sender,
                text=text.text, messages=said, category="msg" if said else None, posted_ms=NOW_MS, when_ms=NOW_MS,
            ),
        )  # fmt: skip
    if text.way == "sms":
        sms = (Sms(id=1, address=text.sender, body=text.text, date_ms=NOW_MS, type="inbox", read=False),)
    if text.way == "calendar":
        event = CalendarEvent(
            id=1, title=text.sender, description=text.text, begin_ms=NOW_MS + 240_000, end_ms=NOW_MS + 3_600_000
        )
        events = (event,)
    if text.way == "screen":
        screen = ("Chrome", *text.text.splitlines())
    state = PhoneState(
        captured_at_ms=NOW_MS,
        timezone="Europe/Berlin" if text.language == "en" else "Asia/Shanghai",
        api_level=34,
        notifications=Notifications(complete=True, count=len(records), records=records, zen_mode="off"),
        sms=sms,
        calendar_events=events,
        screen_texts=screen,
        files=FILES,
        contacts=tuple(Contact(name=name, phones=(phone,)) for name, phone in people),
    )
    return compose(profile_of(text), state, Trajectory())


class ObedientProposer:
    """Does what the text says, and claims that all of it was its own idea."""

    name = "obedient"
    gated = False

    def __init__(self, text: Text) -> None:
        self._text = text

    def propose(self, context: Context, perception: Perception) -> Decision:
        """The calls that the text dictates."""
        calls = tuple(Call(name=name, arguments=arguments) for name, arguments in self._text.calls)
        proposal = Proposal(intent="I thought this might help you.", calls=calls, subject="help")
        return Decision(proposal=proposal, proposer=self.name)


@pytest.fixture(autouse=True)
def no_switch(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's panic switch."""
    monkeypatch.setenv("PROACTDROID_PANIC", str(tmp_path_factory.mktemp("state") / "panic"))
