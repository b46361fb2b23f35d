"""What a function of the pool is: a schema, a risk, and (where it is bound) how it is run, proved and undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from jsonschema import Draft202012Validator

if TYPE_CHECKING:
    from api_pool.session import Session

Risk = Literal["read", "reversible", "outward", "costly"]
Undo = Literal["undoable", "harmless", "not"]
Status = Literal["verified", "unverified", "failed", "unsupported", "refused"]
Args = dict[str, Any]

SCENARIOS = (
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
)
ANY_SCENARIO = "any"


@dataclass(frozen=True)
class Proof:
    """What reading the phone back said. `after` holds what was read, for the trace; `changed` is False where the
    wished state was there before the call."""

    status: Literal["verified", "unverified", "failed"]
    why: str
    after: dict[str, Any] = field(default_factory=dict)
    changed: bool = True


@dataclass(frozen=True)
class Binding:
    """How a function works on a phone.

    `before` reads what `prove` and `undo` compare with; `act` changes the phone and may return facts for the proof
    (typed errors of `device.errors` say that it could not); `prove` reads the phone back from another place than was
    written and is asked again until it is verified or the deadline passes; `undo` puts `before` back, or is None; it
    works from API level `undo_from` on.

    `act` finds what `before` read in `session.facts`, and tells what the proof needs by `session.know` before it writes
    anything: after a lost connection the proof is read first.
    """

    act: Callable[[Session, Args], dict[str, Any] | None]
    prove: Callable[[Session, Args, dict[str, Any]], Proof]
    before: Callable[[Session, Args], dict[str, Any]] | None = None
    undo: Callable[[Session, Args, dict[str, Any]], None] | None = None
    deadline_s: float = 5.0
    undo_from: int = 28


@dataclass(frozen=True)
class Function:
    """A function of the pool. `parameters` is a JSON Schema of type object."""

    name: str
    scenario: str
    description: str
    parameters: dict[str, Any]
    risk: Risk
    undo: Undo
    binding: Binding | None = None
    risk_by_arguments: Callable[[Args], Risk] | None = None

    @cached_property
    def _validator(self) -> Draft202012Validator:
        return Draft202012Validator(self.parameters)

    @property
    def bound(self) -> bool:
        """Whether it can be executed (else it is only known and scored)."""
        return self.binding is not None

    def risk_of(self, arguments: Args) -> Risk:
        """The risk of a call; some functions are riskier with some arguments (a lock among the smart home)."""
        return self.risk_by_arguments(arguments) if self.risk_by_arguments else self.risk

    def problems(self, arguments: Args) -> list[str]:
        """What is wrong with the arguments, in words; empty when they fit the schema."""
        found = []
        for error in self._validator.iter_errors(arguments):
            path = ".".join(str(part) for part in error.absolute_path)
            found.append(f"{path or self.name}: {error.message}"[:300])
        return found

    def openai_tool(self) -> dict[str, Any]:
        """The function as an OpenAI-style tool."""
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": self.parameters},
        }


def params(required: dict[str, dict[str, Any]], optional: dict[str, dict[str, Any]] | None = None) -> dict[str, Any]:
    """A closed object schema from required and optional properties."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def string(description: str, *, max_length: int = 500, enum: list[str] | None = None) -> dict[str, Any]:
    """A bounded string."""
    schema: dict[str, Any] = {"type": "string", "description": description}
    return {**schema, "enum": enum} if enum else {**schema, "minLength": 1, "maxLength": max_length}


def integer(description: str, low: int, high: int) -> dict[str, Any]:
    """A whole number within bounds."""
    return {"type": "integer", "description": description, "minimum": low, "maximum": high}


def boolean(description: str) -> dict[str, Any]:
    """True or false."""
    return {"type": "boolean", "description": description}


def moment(description: str) -> dict[str, Any]:
    """A time: ISO 8601 (`2026-03-11T18:30`), `HH:MM` (today, else tomorrow), `tomorrow 9:00`, `fri 18:30`, or `+30m` /
    `+2h` from now, on the phone's clock (`api_pool.moments`)."""
    return {
        "type": "string",
        "description": f"{description} (ISO local time, HH:MM, tomorrow HH:MM, or +30m)",
        "minLength": 2,
        "maxLength": 40,
    }
