"""The user profile: the first dimension of the context, in the user's own words and in lists."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from device import BadInput


class Habit(BaseModel):
    """Something the user does or wants at certain times. `days` are mon…sun (empty: every day); `time` is HH:MM or
    HH:MM-HH:MM."""

    model_config = ConfigDict(extra="allow")

    what: str
    days: tuple[str, ...] = ()
    time: str | None = None
    place: str | None = None


class Place(BaseModel):
    """A place of the user's own: degrees, WGS 84."""

    model_config = ConfigDict(extra="allow")

    name: str
    kind: str = ""
    latitude: float
    longitude: float
    address: str = ""
    wifi: str | None = None

    def meters_from(self, latitude: float, longitude: float) -> float:
        """Great-circle distance (equirectangular: exact to 1 % within a city)."""
        scale = math.cos(math.radians(self.latitude))
        return 111_320 * math.hypot(latitude - self.latitude, (longitude - self.longitude) * scale)


class UserProfile(BaseModel):
    """What the user told the agent about themselves. Everything is optional; other keys are kept and shown as text."""

    model_config = ConfigDict(extra="allow")

    name: str = ""
    language: str = "en"
    about: list[str] = Field(default_factory=list)
    habits: list[Habit] = Field(default_factory=list)
    preferences: dict[str, str | list[str]] = Field(default_factory=dict)
    places: list[Place] = Field(default_factory=list)
    people: dict[str, str] = Field(default_factory=dict)
    extra_text: list[str] = Field(default_factory=list)

    def place_at(self, latitude: float, longitude: float, within_m: float = 250) -> Place | None:
        """The nearest of the user's places, if the position is within `within_m` of it."""
        near = min(self.places, key=lambda place: place.meters_from(latitude, longitude), default=None)
        return near if near is not None and near.meters_from(latitude, longitude) <= within_m else None

    def sentences(self) -> list[str]:
        """The profile as readable lines."""
        lines = [f"name: {self.name}"] if self.name else []
        lines += self.about
        for habit in self.habits:
            when = " ".join(part for part in (",".join(habit.days), habit.time or "", habit.place or "") if part)
            lines.append(f"habit: {habit.what}" + (f" ({when})" if when else ""))
        lines += [f"place: {place.name} ({place.kind}) {place.address}".rstrip() for place in self.places]
        lines += [f"{key}: {value}" for key, value in self.people.items()]
        lines += [line for key, value in self.preferences.items() for line in _flatten(key, value)]
        for key, value in (self.model_extra or {}).items():
            lines += _flatten(key, value)
        return lines + self.extra_text


def _flatten(key: str, value: Any) -> list[str]:
    if isinstance(value, dict):
        return [line for inner, item in value.items() for line in _flatten(f"{key}.{inner}", item)]
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return [line for item in value for line in _flatten(key, item)]
    if isinstance(value, list):
        return [f"{key}: {', '.join(str(item) for item in value)}"]
    return [f"{key}: {value}"]


def load_profile(path: Path) -> UserProfile:
    """Read a profile from YAML (a `profile:` block inside is taken). Raises BadInput for what is no profile."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        block = data.get("profile", data) if isinstance(data, dict) else None
        if not isinstance(block, dict):
            raise BadInput(f"{path} holds no profile", mend="a YAML mapping with name, language, about: [sentences]")
        return UserProfile.model_validate(block)
    except (OSError, yaml.YAMLError, UnicodeDecodeError, ValidationError) as error:
        raise BadInput(f"profile {path} cannot be read: {error}", mend="check the path and the YAML") from error
