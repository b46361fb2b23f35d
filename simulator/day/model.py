"""A day, a persona and a noise pool as they are written in YAML (docs/day_format.md explains every field)."""

from __future__ import annotations

from datetime import date as Date
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from simulator.day.events import DayEvent, SingleEvent
from simulator.day.setup import ExtraApp, PhoneSetup, PlaceSpec
from simulator.day.strict import Package, Strict, Text
from simulator.day.times import ClockText, EdgeText, Hours, clock_ms

Scenario = Literal[
    "schedule",
    "communication",
    "device_care",
    "navigation_travel",
    "food_dining",
    "shopping_payment",
    "media_entertainment",
    "photos_files",
    "health_fitness",
    "work_study",
    "information",
    "social",
    "logistics_delivery",
    "smart_home",
]
SCENARIOS: tuple[Scenario, ...] = get_args(Scenario)
PICKED_UP = (
    "com.whatsapp",
    "com.android.chrome",
    "com.google.android.gm",
    "com.twitter.android",
    "com.google.android.youtube",
    "com.google.android.apps.photos",
)
UserAnswer = Literal["accept", "reject", "later"]
PoolName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class CallSpec(Strict):
    """A function call of an answer. An argument is a value or a matcher: {any: true}, {one_of: [...]},
    {contains: "..."}, {between: [low, high]}. Optional parameters that are left out are not compared."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="A function of the pool.")
    arguments: dict[str, Any] = Field(default_factory=dict)


class Answer(Strict):
    """One right proposal: what the assistant says, and the calls in their order."""

    intent: Text = Field(description="One sentence to the user.")
    calls: list[CallSpec] = Field(min_length=1, max_length=6)


class Need(Strict):
    """A need window: from when help is useful until it is too late, with one to three right answers."""

    id: str = Field(pattern=r"^[A-Za-z_][\w-]*$")
    scenario: Scenario
    start: EdgeText = Field(
        alias="from",
        description="`HH:MM`, an event's id, or `EVENT_ID + 5m`: from when on the need can be seen and help is useful.",
    )
    until: EdgeText = Field(
        description="`HH:MM`, an event's id (+ offset), or `+45m` from the start: when it is too late.",
    )
    why: Text = Field(description="One sentence: what the user needs, and what shows it.")
    evidence: list[str] = Field(
        default_factory=list, description="Ids of the events that show it; the start's event where left out."
    )
    answers: list[Answer] = Field(min_length=1, max_length=3)
    user: UserAnswer | Annotated[list[UserAnswer], Field(min_length=1)] = Field(
        "accept", description="Answer to a right proposal; a list: to the first, the second … such proposal."
    )
    wrong: UserAnswer = Field(default="reject", description="Answer to any other proposal within the window.")
    solved_by: str | None = Field(default=None, description="Id of an event by which the user solves it alone.")
    executes: bool = Field(
        default=True, description="Whether an accepted proposal is also to be carried out and proved."
    )


class NearMiss(Strict):
    """An event that looks like a need but needs nothing, linked with the need that it resembles."""

    event: str = Field(description="Id of an event of this day.")
    like: str = Field(description="Id of the need that it looks like.")
    why_not: Text = Field(description="One sentence: why nothing is needed.")


class Noise(Strict):
    """Background events that need nothing, drawn by seed from pools."""

    per_hour: float = Field(ge=0, le=60, description="Mean number an hour.")
    pools: list[PoolName] = Field(alias="from", min_length=1, description="Pools of emulator_configs/noise/LANGUAGE/.")
    between: Hours | None = Field(None, description="Hours in which it comes; the whole day where left out.")
    dismissed: float = Field(default=0.6, ge=0, le=1, description="Share that the user swipes away within the hour.")


Minutes = Annotated[float, Field(ge=0, le=600)]


def _ascending(pair: tuple[float, float]) -> tuple[float, float]:
    if pair[0] > pair[1]:
        raise ValueError(f"{pair[0]:g} to {pair[1]:g}: put the shorter first")
    return pair


class Pickups(Strict):
    """How often the user takes the phone and looks into some app, drawn by seed: behaviour that needs nothing."""

    per_hour: float = Field(ge=0, le=30, description="Mean number an hour.")
    between: Hours | None = Field(default=None, description="Hours in which it happens; the whole day where left out.")
    apps: list[Package] = Field(
        default_factory=lambda: list(PICKED_UP), min_length=1, description="Apps that are looked into."
    )
    minutes: Annotated[tuple[Minutes, Minutes], AfterValidator(_ascending)] = Field(
        default=(1, 7), description="Shortest and longest look."
    )


class Day(Strict):
    """A day of a persona."""

    version: Literal[1] = 1
    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="The file's name without .yaml.")
    title: Text
    persona: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="A file of emulator_configs/personas.")
    date: Date
    start: ClockText
    end: ClockText
    language: Literal["en", "zh"] = "en"
    setup: dict[str, Any] = Field(
        default_factory=dict, description="Laid over the persona's phone; same fields (see PhoneSetup)."
    )
    vars: dict[str, Annotated[list[Any], Field(min_length=1)]] = Field(
        default_factory=dict,
        description="Name → choices; one is drawn by seed. A choice may be a mapping: ${name.field}.",
    )
    events: list[DayEvent] = Field(default_factory=list)
    noise: Noise | None = None
    pickups: Pickups | None = None
    needs: list[Need] = Field(default_factory=list)
    near_misses: list[NearMiss] = Field(default_factory=list)

    @field_validator("end")
    @classmethod
    def _ends_after_it_begins(cls, end: str, info: ValidationInfo) -> str:
        start = info.data.get("start")
        if start is not None and clock_ms(end) <= clock_ms(start):
            raise ValueError(f"the day ends at {end}, before it begins at {start}; half past one that night is 25:30")
        return end


class Profile(Strict):
    """What the user has told the assistant (dimension U): stated facts, never what only the day shows."""

    name: str
    age_band: str = Field(description="E.g. 30-39.")
    gender: str | None = None
    occupation: str
    language: Literal["en", "zh"]
    country: str = Field(pattern=r"^[A-Z]{2}$")
    city: str
    home: str = Field(description="Address or quarter.")
    work: str | None = None
    about: list[Text] = Field(description="Habits and preferences in sentences, as the user would say them.")
    habits: list[HabitFact] = Field(default_factory=list)
    preferences: dict[str, str | list[str]] = Field(default_factory=dict, description="E.g. music_app, news, diet.")
    places: list[PlaceSpec] = Field(
        default_factory=list, description="Places that the user has told of; the phone's world has them too."
    )
    people: dict[str, str] = Field(default_factory=dict, description="Name in the contacts → who that is.")


class HabitFact(Strict):
    """A habit in structured form."""

    what: str
    days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] = Field(default_factory=list)
    time: str | None = Field(default=None, description="HH:MM or HH:MM-HH:MM.")
    place: str | None = None


class Persona(Strict):
    """A persona: what the agent is told of the user, and the user's phone."""

    version: Literal[1] = 1
    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    profile: Profile
    phone: PhoneSetup


class NoiseEntry(Strict):
    """A background event and the words that vary in it."""

    event: SingleEvent
    fill: dict[str, list[Any]] = Field(default_factory=dict, description="Name → choices for ${name} in its texts.")
    weight: float = Field(default=1.0, gt=0)


class NoisePool(Strict):
    """A pool of background events."""

    version: Literal[1] = 1
    name: PoolName
    language: Literal["en", "zh"]
    apps: list[ExtraApp] = Field(
        default_factory=list, description="Apps that post here and are none of the phone's own."
    )
    entries: list[NoiseEntry] = Field(min_length=1)


Profile.model_rebuild()
