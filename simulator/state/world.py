"""What surrounds the phone: places and weather."""

from __future__ import annotations

from pydantic import Field

from simulator.state.part import Part


class Place(Part):
    """A place in the simulated world: the user's own places, shops, stations."""

    name: str
    kind: str
    latitude: float
    longitude: float
    address: str = ""
    wifi: str | None = None


class Weather(Part):
    """The weather at the phone's place, now and by the hour (the weather app shows and posts it)."""

    condition: str = "Cloudy"
    temperature_c: float = 15.0
    rain_chance: int = 10
    high_c: float = 18.0
    low_c: float = 9.0
    hourly: list[tuple[int, str, float, int]] = Field(default_factory=list)  # hour, condition, °C, rain chance
    alert: str | None = None
    tomorrow: str = ""


class World(Part):
    """What surrounds the phone: places and weather. Apps show it; nothing prints it as such."""

    places: list[Place] = Field(default_factory=list)
    weather: Weather = Field(default_factory=Weather)
    city: str = "Berlin"
