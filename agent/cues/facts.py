"""What several cues ask of a context, worked out once a moment: who said what, where the user is, what is planned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache

from agent.context import Context
from agent.cues.messages import People, Said, said_before, said_in
from agent.lexicon.messages import CANCELLED
from agent.profile import Habit, Place
from agent.text import Spoken, spoken
from device.capture.people import CalendarEvent

AT_PLACE_M = 75
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HOURS = re.compile(r"(\d{1,2}):(\d{2})(?:\s?[-–]\s?(\d{1,2}):(\d{2}))?")
_WORD = re.compile(r"[A-Za-zÀ-ɏ0-9][\w'’&-]+|[㐀-鿿]{2,}")
_COMMON = frozenset(
    [
        "the",
        "and",
        "with",
        "for",
        "from",
        "your",
        "you",
        "our",
        "are",
        "is",
        "was",
        "has",
        "have",
        "had",
        "will",
        "today",
        "tomorrow",
        "this",
        "that",
        "there",
        "here",
        "near",
        "after",
        "before",
        "about",
        "into",
        "over",
        "time",
        "next",
        "new",
        "one",
        "two",
        "of",
        "at",
        "in",
        "on",
        "to",
        "my",
        "his",
        "her",
        "their",
        "it",
    ]
)


@dataclass(frozen=True)
class Planned:
    """A calendar event in local time; `off` when it was declined or cancelled."""

    title: str
    begin: datetime
    end: datetime
    location: str
    description: str
    off: bool

    @property
    def text(self) -> str:
        """All its words."""
        return f"{self.title} {self.location} {self.description}"


class Facts:
    """A context with the questions that cues ask of it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.state = context.device_status
        self.profile = context.user_profile
        self.now = context.now
        self.now_ms = context.now_ms
        self.zh = self.profile.language.casefold().startswith("zh")

    # -- words

    def say(self, english: str, chinese: str) -> str:
        """The sentence in the profile's language."""
        return chinese if self.zh else english

    @cached_property
    def month_first(self) -> bool:
        """Whether 4/15 is April here."""
        country = str((self.profile.model_extra or {}).get("country") or "")
        return country.upper() == "US" or (not country and (self.state.locale or "").endswith("US"))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What the user told about themselves."""
        return (*self.profile.about, *self.profile.extra_text)

    def wishes(self, *patterns: str) -> Iterator[str]:
        """The profile's sentences in which every pattern is found."""
        return iter(_matching(self.sentences, patterns))

    def wish(self, *patterns: str) -> str | None:
        """The first of those sentences."""
        return next(self.wishes(*patterns), None)

    def preference(self, *keys: str) -> str:
        """The first preference that is set under one of the keys."""
        for key in keys:
            value = self.profile.preferences.get(key)
            if value:
                return value if isinstance(value, str) else str(value[0])
        return ""

    # -- people and what they say

    @cached_property
    def people(self) -> People:
        """Who the user knows."""
        return People(self.profile, self.state)

    @cached_property
    def said(self) -> list[Said]:
        """Everything said to the user that is still visible, newest first."""
        return said_in(self.state, self.people)

    @cached_property
    def heard(self) -> list[Said]:
        """Everything said, those notifications included that were seen earlier and are gone: the user may have read
        and dismissed them, what they say still holds."""
        shown = {one.text for one in self.said} | {one.body for one in self.said}
        gone = []
        for event in self.context.trajectory:
            if event.kind in ("notification_posted", "notification_updated"):
                said = said_before(event, self.people, self.now_ms)
                if said.text not in shown:
                    gone.append(said)
        return [*self.said, *sorted(gone, key=lambda one: -one.time_ms)]

    def recent(self, minutes: float, *kinds: str) -> Iterator[Said]:
        """What was said within those minutes."""
        return (one for one in self.said if one.ago_s <= minutes * 60 and (not kinds or one.kind in kinds))

    def moments(self, said: Said) -> list[Spoken]:
        """The moments that a message speaks of, as seen from when it was said."""
        at = datetime.fromtimestamp(said.time_ms / 1000, self.now.tzinfo)
        return list(_spoken(said.text, at.replace(second=0, microsecond=0), self.month_first))

    def moments_in(self, text: str) -> list[Spoken]:
        """The moments that a text speaks of, as seen from now."""
        return list(_spoken(text, self.now.replace(second=0, microsecond=0), self.month_first))

    def personal(self, minutes: float) -> Iterator[Said]:
        """What known people said to the user within those minutes and nobody has answered or overtaken since."""
        return (one for one in self.recent(minutes) if one.personal)

    # -- places

    @cached_property
    def here(self) -> Place | None:
        """The user's own place that the phone is at: by its Wi-Fi, or within 75 m."""
        ssid = self.state.wifi_ssid if self.state.transport == "wifi" else None
        named = next((place for place in self.profile.places if place.wifi and place.wifi == ssid), None)
        fix = self.state.position
        if named is not None and (fix is None or named.meters_from(*fix) < 1000):
            return named
        return self.profile.place_at(*fix, within_m=AT_PLACE_M) if fix else None

    def place(self, kind: str) -> Place | None:
        """The user's place of a kind (home, work)."""
        found = [place for place in self.profile.places if place.kind == kind or place.name.casefold() == kind]
        return found[0] if found else None

    @cached_property
    def home(self) -> Place | None:
        """Home."""
        return self.place("home")

    @cached_property
    def work(self) -> Place | None:
        """Where the user works or studies."""
        return next(
            (p for kind in ("work", "office", "school", "university", "college") if (p := self.place(kind))), None
        )

    @cached_property
    def at_home(self) -> bool:
        """Whether the phone is at home."""
        return self.here is not None and self.here == self.home

    @cached_property
    def at_work(self) -> bool:
        """Whether the phone is where the user works."""
        return self.here is not None and self.here == self.work

    @cached_property
    def arrived_min(self) -> float | None:
        """Minutes since the phone came to where it is; None when no move was seen."""
        moved = next((event for event in reversed(self.context.trajectory) if event.kind == "place"), None)
        return None if moved is None else (self.now_ms - moved.time_ms) / 60_000

    def just_arrived(self, minutes: float = 30) -> bool:
        """Whether the phone came here within those minutes."""
        return self.arrived_min is not None and self.arrived_min <= minutes

    @cached_property
    def left_home(self) -> bool:
        """Whether the phone was at home before its last move."""
        moves = [event for event in self.context.trajectory if event.kind == "place"]
        if self.home is None or not moves:
            return False
        if len(moves) == 1:
            return True  # no earlier move was seen: the day began at home
        latitude, _, longitude = moves[-2].subject.partition(",")
        try:
            return self.home.meters_from(float(latitude), float(longitude)) <= AT_PLACE_M
        except ValueError:
            return False

    def meters_to(self, place: Place | None) -> float | None:
        """Distance to a place, None where it or the position is unknown."""
        fix = self.state.position
        return place.meters_from(*fix) if place and fix else None

    # -- plans

    @cached_property
    def plans(self) -> list[Planned]:
        """The calendar's events that are not off, by their begin."""
        return [plan for plan in self.all_plans if not plan.off]

    @cached_property
    def all_plans(self) -> list[Planned]:
        """The calendar's timed events, by their begin."""
        found = [plan for event in self.state.calendar_events or () if (plan := self._plan(event)) is not None]
        return sorted(found, key=lambda plan: plan.begin)

    def _plan(self, event: CalendarEvent) -> Planned | None:
        if event.begin_ms is None or event.all_day or not event.title:
            return None
        try:
            begin = datetime.fromtimestamp(event.begin_ms / 1000, self.now.tzinfo)
            end = datetime.fromtimestamp((event.end_ms or event.begin_ms) / 1000, self.now.tzinfo)
        except (ValueError, OverflowError, OSError):
            return None
        description = event.description or ""
        off = bool(CANCELLED.search(event.title.strip())) or bool(
            re.search(r"you declined|你已拒绝", description, re.I)
        )
        return Planned(event.title, begin, end, event.location or "", description, off)

    def minutes_to(self, moment: datetime) -> float:
        """Minutes from now until then (negative when past)."""
        return (moment.timestamp() - self.now.timestamp()) / 60

    def next_plans(self, hours: float) -> list[Planned]:
        """The events that begin within those hours."""
        return [plan for plan in self.plans if 0 <= self.minutes_to(plan.begin) <= hours * 60]

    def ongoing(self, slack_min: float = 0) -> list[Planned]:
        """The events that are on now."""
        return [p for p in self.plans if self.minutes_to(p.begin) <= 0 <= self.minutes_to(p.end) + slack_min]

    # -- habits

    def habits(self, pattern: str) -> Iterator[Habit]:
        """Today's habits whose words match."""
        compiled = _pattern(pattern)
        for habit in self.profile.habits:
            if compiled.search(habit.what) and (not habit.days or _DAYS[self.now.weekday()] in habit.days):
                yield habit

    def since_habit(self, habit: Habit) -> float | None:
        """Minutes since the habit's time of today (negative before); None when it has none."""
        hours = _HOURS.match(habit.time or "")
        if hours is None:
            return None
        at = self.now.replace(hour=int(hours[1]) % 24, minute=int(hours[2]) % 60, second=0, microsecond=0)
        return (self.now - at) / timedelta(minutes=1)

    def within_habit(self, habit: Habit) -> bool:
        """Whether now lies in the habit's span (an end before its begin is the next day)."""
        hours = _HOURS.match(habit.time or "")
        if hours is None or hours[3] is None:
            return False
        begin, end = int(hours[1]) * 60 + int(hours[2]), int(hours[3]) * 60 + int(hours[4])
        now = self.now.hour * 60 + self.now.minute
        return begin <= now < end if begin <= end else now >= begin or now < end

    # -- devices

    @cached_property
    def audio_device(self) -> str | None:
        """The name of the Bluetooth device that plays audio, None when there is none."""
        bluetooth = self.state.bluetooth
        if bluetooth is None or not bluetooth.active_device:
            return None
        tail = bluetooth.active_device[-5:]
        names = [device.name for device in bluetooth.bonded if device.address[-5:] == tail]
        return names[0] if names else "?"

    @property
    def tomorrow(self) -> datetime:
        """Midnight of the next day."""
        return self.now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


@lru_cache(maxsize=512)
def _spoken(text: str, at: datetime, month_first: bool) -> tuple[Spoken, ...]:
    return tuple(spoken(text, at, month_first=month_first))


_PATTERNS: dict[str, re.Pattern[str]] = {}


def _pattern(pattern: str) -> re.Pattern[str]:
    found = _PATTERNS.get(pattern)
    if found is None:
        found = _PATTERNS[pattern] = re.compile(pattern, re.IGNORECASE)
    return found


@lru_cache(maxsize=1024)
def _matching(sentences: tuple[str, ...], patterns: tuple[str, ...]) -> tuple[str, ...]:
    compiled = [_pattern(pattern) for pattern in patterns]
    return tuple(sentence for sentence in sentences if all(pattern.search(sentence) for pattern in compiled))


_LAST: list[Facts] = []


def facts(context: Context) -> Facts:
    """The facts of a context; those of the latest one are kept, since every cue asks for them."""
    if _LAST and _LAST[0].context is context:
        return _LAST[0]
    made = Facts(context)
    _LAST[:] = [made]
    return made


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The words of a text that carry meaning; Chinese runs are cut into pairs."""
    found: set[str] = set()
    for word in _WORD.findall(text.casefold().replace("_", " ")):
        if "㐀" <= word[0] <= "鿿":
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        elif len(word) > 2 and word not in _COMMON:
            plain = word.removesuffix("'s").removesuffix("’s").replace("'", "").replace("’", "")
            found.add(plain.removesuffix("s") if len(plain) > 4 else plain)
    return frozenset(found)
