"""A phone with people, places and internet, and short words for what the specifications of the apps do with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from simulator.clock import Clock
from simulator.phone import Phone
from simulator.services.activity_start import StartResult
from simulator.state import (
    Calendar,
    Contact,
    DeviceInfo,
    Intent,
    Notification,
    Place,
    State,
    Weather,
    Wifi,
    WifiNetwork,
    World,
)

MONDAY_7 = 1_780_290_000_000  # Monday 1 June 2026, 07:00 in Berlin
AA = "android.intent.action."
EXTRA = "android.intent.extra."


class Hand:
    """A phone and a hand on it: starts intents as Shell, reads the dump, taps and types by what is shown."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def start(
        self,
        action: str = AA + "VIEW",
        data: str | None = None,
        *,
        type: str | None = None,
        package: str | None = None,
        **extras: Any,
    ) -> StartResult:
        """`am start`: extra names have `__` for a point."""
        named = {key.replace("__", "."): value for key, value in extras.items()}
        intent = Intent(action=action, data=data, type=type, package=package, extras=named)
        return self.phone.activities.start(intent)

    def shown(self) -> list[str]:
        """All texts and descriptions of the dump, over the whole length of its lists."""
        found: list[str] = []
        for view in self.phone.screen.root().walk():
            found += [words for words in (view.text, view.desc) if words]
        return found

    def dumped(self) -> list[str]:
        """The texts that the XML of a dump holds (what is in sight)."""
        return [unescape(words) for words in re.findall(r' text="([^"]+)"', self.phone.screen.dump())]

    def shows(self, *words: str) -> bool:
        """Whether each of the words is part of some text on the screen."""
        everything = "\n".join(self.shown())
        return all(word in everything for word in words)

    def tap(self, text: str | None = None, *, id: str | None = None, desc: str | None = None) -> None:
        """Tap what has this text, id or description."""
        self.phone.screen.click(self.phone.screen.find(text=text, id=id, desc=desc))

    def type(self, id: str, words: str) -> None:
        """Tap a field and put a text into it."""
        self.tap(id=id)
        assert self.phone.screen.set_text_focused(words), f"no field {id} to type into"

    def value(self, id: str) -> str:
        """The text of the view with this id."""
        return self.phone.screen.find(id=id).text

    def note(self, package: str, title: str | None = None) -> Notification:
        """The posted notification of a package (whose title holds some words)."""
        found = self.phone.notifications.find(package, title)
        assert found is not None, f"{package} has posted nothing: {self.phone.state.notifications.posted}"
        return found

    def wake(self) -> None:
        """Turn the screen on and unlock it."""
        self.phone.power.wake()
        self.phone.power.unlock()

    @property
    def package(self) -> str:
        """The package in front."""
        top = self.phone.activities.resumed()
        assert top is not None, "the screen is off or nothing is open"
        return top.package

    @property
    def cls(self) -> str:
        """The activity in front."""
        top = self.phone.activities.resumed()
        assert top is not None, "the screen is off or nothing is open"
        return top.cls


def make_phone(api_level: int = 34, language: str = "en") -> Phone:
    """A booted phone on a Monday at 07:00, on Wi-Fi."""
    zh = language == "zh"
    state = State(
        device=DeviceInfo(
            api_level=api_level,
            locale="zh-CN" if zh else "en-US",
            ui_language="zh" if zh else "en",
        ),
        wifi=Wifi(connected="Home", saved=["Home"], visible=[WifiNetwork(ssid="Home")]),
        world=World(
            places=[
                Place(name="Home", kind="home", latitude=52.52, longitude=13.405, address="Lindenstr. 1"),
                Place(name="Office", kind="office", latitude=52.50, longitude=13.35, address="Ring 5"),
                Place(name="Trattoria Roma", kind="restaurant", latitude=52.51, longitude=13.39, address="Markt 3"),
            ],
            weather=Weather(condition="Sunny", temperature_c=17, hourly=[(8, "Sunny", 18.0, 5)]),
        ),
    )
    state.providers.contacts = [
        Contact(id=1, name="Anna Weber", phones=["+49 170 1234567"], emails=["anna@example.com"]),
        Contact(id=2, name="Ben Koch", phones=["+491607654321"]),
    ]
    state.providers.calendars = [Calendar(id=1, name="Personal", account="me@example.com")]
    phone = Phone(state, Clock(MONDAY_7))
    phone.boot()
    return phone


@pytest.fixture
def hand() -> Hand:
    """An English phone of API level 34."""
    return Hand(make_phone())


@pytest.fixture
def hand_zh() -> Hand:
    """A Chinese phone of API level 34."""
    return Hand(make_phone(language="zh"))


@pytest.fixture
def old_hand() -> Hand:
    """An English phone of API level 29."""
    return Hand(make_phone(29))


@pytest.fixture
def make_hand() -> Callable[..., Hand]:
    """Makes phones: `make_hand(api_level=34, language="en")`."""
    return lambda api_level=34, language="en": Hand(make_phone(api_level, language))
