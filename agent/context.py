"""The four-dimension context: user profile, device status, world information, behavioural trajectory."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict

from agent.describe import describe, weather_text
from agent.profile import Place, UserProfile
from agent.trajectory import Trajectory, TrajectoryEvent
from agent.world import WorldInformation, look_around
from device.phone_state import PhoneState


class Context(BaseModel):
    """What the agent knows at a moment. `reasons` say why it looked; `screenshots` are names of the run's pictures."""

    model_config = ConfigDict(frozen=True)

    user_profile: UserProfile
    device_status: PhoneState
    world: WorldInformation
    trajectory: tuple[TrajectoryEvent, ...] = ()
    screenshots: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def now(self) -> datetime:
        """Phone time, aware."""
        return self.world.local_time

    @property
    def now_ms(self) -> int:
        """Phone time in milliseconds."""
        return self.device_status.captured_at_ms or 0

    @property
    def clock_known(self) -> bool:
        """Whether the phone told its time; saved outputs may not, and `now` is then the epoch, which means nothing."""
        return self.device_status.captured_at_ms is not None

    @cached_property
    def here(self) -> Place | None:
        """Which of the user's own places the phone is at."""
        fix = self.device_status.position
        return self.user_profile.place_at(*fix) if fix else None

    def text(self) -> str:
        """The context as readable text, one dimension after the other."""
        parts = [
            ("User profile", self.user_profile.sentences()),
            ("Device status", describe(self.device_status, self.now.tzinfo or UTC)),
            ("World information", self.world.sentences() if self.clock_known else ["time: unknown"]),
            ("Behavioural trajectory", [_line(event, self.now) for event in self.trajectory]),
        ]
        return "\n\n".join("\n".join([f"## {title}", *(f"- {line}" for line in lines)]) for title, lines in parts)


def _line(event: TrajectoryEvent, now: datetime) -> str:
    at = datetime.fromtimestamp(event.time_ms / 1000, now.tzinfo)
    return f"{at:%H:%M} {event.kind}: {event.text}"


def compose(
    profile: UserProfile,
    state: PhoneState,
    trajectory: Trajectory,
    *,
    reasons: tuple[str, ...] = (),
    screenshots: tuple[str, ...] = (),
) -> Context:
    """The context of a moment. The world is read off the phone's clock, zone, place, and its weather notification."""
    now = datetime.fromtimestamp((state.captured_at_ms or 0) / 1000, zone_of(state))
    country = (profile.model_extra or {}).get("country")
    world = look_around(now, country=country, place=state.position, weather=weather_text(state))
    return Context(
        user_profile=profile,
        device_status=state,
        world=world,
        trajectory=tuple(trajectory.events),
        screenshots=screenshots,
        reasons=reasons,
    )


def zone_of(state: PhoneState) -> ZoneInfo:
    """The phone's time zone, UTC where it names none that is known."""
    try:
        return ZoneInfo(state.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
