"""The base of all parts of a phone's state."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    """Base of all parts of the state: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")
