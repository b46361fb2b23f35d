"""What bindings work with: the phone, its screen, its clock, its contacts and the app-link table, asked once a run."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from device import BadInput, CommandFailed, Device
from device.capture.content import parse_content
from device.capture.hierarchy import Hierarchy
from device.ui import UiBackend, open_ui

_RELATIVE = re.compile(r"\+(\d{1,4})\s*(m|min|h|d)\Z")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})\Z")


@dataclass
class Session:
    """A phone as the functions see it. Values that cannot change within a run are read once."""

    device: Device
    ui_name: str = "adb"
    links: dict[str, list[dict[str, str]]] = field(default_factory=dict)

    @cached_property
    def ui(self) -> UiBackend:
        """The screen."""
        return open_ui(self.device, self.ui_name)

    @property
    def api(self) -> int:
        """The phone's API level."""
        return self.device.api_level

    @cached_property
    def timezone(self) -> ZoneInfo:
        """The phone's time zone (UTC where it names none that is known)."""
        name = self.device.run(["getprop", "persist.sys.timezone"]).text.strip()
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    def now(self) -> datetime:
        """The phone's clock, aware, in its own zone."""
        return datetime.fromtimestamp(self.device.now_ms() / 1000, self.timezone)

    def time(self, text: str) -> datetime:
        """A moment argument as an aware time on the phone's clock. Raises BadInput for what is no time."""
        text = text.strip()
        if match := _RELATIVE.match(text):
            number = int(match[1])
            unit = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days"}[match[2]]
            return self.now() + timedelta(**{unit: number})
        if match := _CLOCK.match(text):
            hour, minute = int(match[1]), int(match[2])
            if hour > 23 or minute > 59:
                raise BadInput(f"{text!r} is no time of day", mend="write HH:MM, 00:00 to 23:59")
            now = self.now()
            today = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
            return today if today >= now else today + timedelta(days=1)
        try:
            parsed = datetime.fromisoformat(text)
        except ValueError as error:
            raise BadInput(f"{text!r} is no time", mend="write 2026-03-11T18:30, 18:30, or +30m") from error
        return parsed if parsed.tzinfo else parsed.replace(tzinfo=self.timezone)

    def query(
        self, uri: str, *, projection: str | None = None, where: str | None = None, sort: str | None = None
    ) -> list[dict[str, str | None]]:
        """Rows of `content query`. Raises CommandFailed when the provider refuses."""
        argv = ["content", "query", "--uri", uri]
        for option, value in (("--projection", projection), ("--where", where), ("--sort", sort)):
            if value:
                argv += [option, value]
        result = self.device.run(argv)
        text = result.all_text
        if "Exception" in text and "Row:" not in text:
            raise CommandFailed(f"the provider refused {uri}: {text.strip()[:200]}")
        return [dict(row) for row in parse_content(text).rows]

    def hierarchy(self) -> Hierarchy:
        """The active window now."""
        return self.ui.hierarchy()

    def start(self, argv: list[str]) -> str:
        """`am start -W …`; raises CommandFailed when Android refused or resolved nothing (it may exit 0 then)."""
        result = self.device.run(["am", "start", "-W", *argv], timeout_s=30)
        text = result.all_text
        if result.code not in (0, None) or "Error:" in text or "Exception" in text:
            raise CommandFailed(f"am start refused: {text.strip()[:300]}")
        return text
