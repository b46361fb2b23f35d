"""The phone's virtual clock: it stands still, jumps, or runs at wall speed, and wakes what waits on it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo


class Clock:
    """Virtual time in milliseconds since the epoch (UTC).

    Timers are kept in due order and fire *inside* `advance_to`, at their own time, so that an alarm that is due
    between two events rings between them. While `running`, `now_ms` follows the wall clock; the owner calls `tick`
    (the host does so every few milliseconds) to fire what has come due.
    """

    def __init__(self, start_ms: int, *, boot_ms: int | None = None) -> None:
        self._base_ms = start_ms
        self._wall: float | None = None
        self.boot_ms = start_ms - 3_600_000 if boot_ms is None else boot_ms
        self._timers: list[tuple[int, int, Callable[[], None]]] = []
        self._cancelled: set[int] = set()
        self._serial = itertools.count(1)

    @property
    def now_ms(self) -> int:
        """Phone time now, milliseconds since the epoch."""
        if self._wall is None:
            return self._base_ms
        return self._base_ms + int((time.monotonic() - self._wall) * 1000)

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since boot (`SystemClock.elapsedRealtime`)."""
        return self.now_ms - self.boot_ms

    @property
    def running(self) -> bool:
        """Whether time runs at wall speed."""
        return self._wall is not None

    def run(self) -> None:
        """Let time run at wall speed from now on."""
        if self._wall is None:
            self._wall = time.monotonic()

    def freeze(self) -> None:
        """Let time stand still at its present value."""
        if self._wall is not None:
            self._base_ms = self.now_ms
            self._wall = None

    def set(self, now_ms: int) -> None:
        """Set the wall clock as `date` or `cmd alarm set-time` do; boot time moves along, timers keep their times."""
        delta = now_ms - self.now_ms
        self._base_ms += delta
        self.boot_ms += delta

    def call_at(self, when_ms: int, action: Callable[[], None]) -> int:
        """Run `action` when phone time reaches `when_ms`; returns a handle for `cancel`."""
        handle = next(self._serial)
        heapq.heappush(self._timers, (when_ms, handle, action))
        return handle

    def cancel(self, handle: int) -> None:
        """Forget a timer; unknown handles are ignored."""
        self._cancelled.add(handle)

    def next_due_ms(self) -> int | None:
        """When the next timer is due, or None."""
        while self._timers and self._timers[0][1] in self._cancelled:
            self._cancelled.discard(heapq.heappop(self._timers)[1])
        return self._timers[0][0] if self._timers else None

    def advance_to(self, when_ms: int) -> None:
        """Jump to `when_ms`, firing every timer on the way at its own time. Going back is refused (ValueError)."""
        if when_ms < self.now_ms:
            raise ValueError(f"the clock does not go back: now {self.now_ms}, asked {when_ms}")
        running = self.running
        self.freeze()
        while (due := self.next_due_ms()) is not None and due <= when_ms:
            _, _, action = heapq.heappop(self._timers)
            self._base_ms = max(self._base_ms, due)
            action()
        self._base_ms = max(self._base_ms, when_ms)
        if running:
            self.run()

    def tick(self) -> None:
        """Fire what has come due while time runs."""
        now = self.now_ms
        while (due := self.next_due_ms()) is not None and due <= now:
            _, _, action = heapq.heappop(self._timers)
            action()

    async def sleep(self, seconds: float) -> None:
        """Wait like a phone process. Frozen time cannot pass, so the wait then takes wall time (a `sleep 1` in a
        shell must end), without moving the phone's clock."""
        await asyncio.sleep(seconds)

    def local(self, timezone: str, at_ms: int | None = None) -> datetime:
        """`at_ms` (default: now) as an aware datetime in `timezone`."""
        return datetime.fromtimestamp((self.now_ms if at_ms is None else at_ms) / 1000, ZoneInfo(timezone))
