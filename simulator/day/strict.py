"""The base of all parts of a day file, and the texts that are checked everywhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=4000)]
Package = Annotated[str, Field(pattern=r"^[A-Za-z][\w]*(\.[A-Za-z][\w]*)+$")]


class Strict(BaseModel):
    """Base of all parts of a day file: unknown fields are refused, so that a typing error is told."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
