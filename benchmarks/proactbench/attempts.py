"""Trying a call several times, as published: 5 attempts, 10 seconds apart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from benchmarks.proactbench.errors import ModelCallFailed

T = TypeVar("T")


@dataclass(frozen=True)
class Patience:
    """How often a call is tried and how long is waited between two attempts."""

    attempts: int = 5
    wait_s: float = 10.0


@dataclass
class Tried(Generic[T]):
    """What came of it: a value or None, and why each failed attempt failed."""

    value: T | None
    failures: list[str] = field(default_factory=list)


async def attempt(call: Callable[[], Awaitable[T]], patience: Patience) -> Tried[T]:
    """The first value that `call` gives. Only ModelCallFailed is tried again; everything else passes through."""
    tried: Tried[T] = Tried(None)
    for number in range(patience.attempts):
        if number:
            await asyncio.sleep(patience.wait_s)
        try:
            tried.value = await call()
            return tried
        except ModelCallFailed as error:
            tried.failures.append(str(error))
    return tried
