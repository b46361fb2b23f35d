"""World information: the third dimension of the context: time, holiday, light, weather."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Literal

import holidays
from astral import LocationInfo
from astral.sun import sun
from pydantic import BaseModel, ConfigDict

PartOfDay = Literal["night", "early morning", "morning", "noon", "afternoon", "evening", "late evening"]
_PARTS: tuple[tuple[int, PartOfDay], ...] = (
    (5, "night"),
    (8, "early morning"),
    (11, "morning"),
    (14, "noon"),
    (17, "afternoon"),
    (21, "evening"),
    (23, "late evening"),
    (24, "night"),
)


class WorldInformation(BaseModel):
    """What surrounds the phone. None where it is not known."""

    model_config = ConfigDict(frozen=True)

    local_time: datetime
    weekday: str
    weekend: bool
    holiday: str | None = None
    part_of_day: PartOfDay
    sunrise: datetime | None = None
    sunset: datetime | None = None
    weather: str | None = None

    def sentences(self) -> list[str]:
        """The world as readable lines."""
        lines = [f"time: {self.local_time:%Y-%m-%d %H:%M} ({self.weekday}, {self.part_of_day})"]
        if self.holiday:
            lines.append(f"holiday: {self.holiday}")
        if self.sunrise and self.sunset:
            lines.append(f"sun: {self.sunrise:%H:%M} to {self.sunset:%H:%M}")
        if self.weather:
            lines.append(f"weather: {self.weather}")
        return lines


def look_around(
    now: datetime, *, country: str | None = None, place: tuple[float, float] | None = None, weather: str | None = None
) -> WorldInformation:
    """World information for an aware local time, a country (ISO 3166 letters) and a place (latitude, longitude)."""
    rise = fall = None
    if place is not None:
        try:
            times = sun(LocationInfo("", "", "UTC", *place).observer, date=now.date(), tzinfo=now.tzinfo or UTC)
            rise, fall = times["sunrise"], times["sunset"]
        except ValueError:  # polar day or night: there is neither
            rise = fall = None
    return WorldInformation(
        local_time=now,
        weekday=f"{now:%A}",
        weekend=now.weekday() >= 5,
        holiday=_holiday(now, country),
        part_of_day=next(name for hour, name in _PARTS if now.hour < hour),
        sunrise=rise,
        sunset=fall,
        weather=weather,
    )


def _holiday(now: datetime, country: str | None) -> str | None:
    if not country or country.upper() not in holidays.list_supported_countries():
        return None
    name = _holidays(country.upper(), now.year).get(now.date())
    return str(name) if name else None


@lru_cache(maxsize=16)
def _holidays(country: str, year: int) -> holidays.HolidayBase:
    return holidays.country_holidays(country, years=year)


def next_morning(now: datetime, hour: int = 7) -> datetime:
    """The next time it is `hour` o'clock."""
    at = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return at if at > now else at + timedelta(days=1)
