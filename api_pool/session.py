"""What bindings work with: the phone, its screen, its clock, its contacts and the app-link table, asked once a run."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from api_pool.links import Links
from api_pool.moments import resolve_moment
from device import CommandFailed, Device
from device.capture.content import parse_content
from device.capture.hierarchy import Hierarchy
from device.ui import UiBackend, open_ui

_CLOCK_AGE_S = 1.0
_REFUSED = re.compile(r"SecurityException|^Error\b|Exception occurred|Unknown command", re.MULTILINE)
# DumpUtils.checkDumpPermission, and what the services themselves say.
_UNREAD = re.compile(r"^Permission Denial: can't dump .*", re.MULTILINE)
_PERMISSION = re.compile(r"\b(?:[a-z]+\.)*permission\.[A-Z_]+|\bINJECT_EVENTS\b|Permission Denial|SecurityException")
_SECURITY_SETTINGS = ("INJECT_EVENTS", "WRITE_SECURE_SETTINGS", "WRITE_SETTINGS", "GRANT_RUNTIME_PERMISSIONS")


# Public packages whose name says nothing of what they are called.
KNOWN_LABELS = {
    "com.android.chrome": "Chrome",
    "com.google.android.deskclock": "Clock",
    "com.google.android.gm": "Gmail",
    "com.google.android.keep": "Keep",
    "com.google.android.apps.chromecast.app": "Home",
    "com.google.android.apps.walletnfcrel": "Wallet",
    "com.google.android.apps.messaging": "Messages",
    "com.google.android.dialer": "Phone",
    "com.ubercab": "Uber",
    "com.ubercab.eats": "Uber Eats",
    "com.amazon.mShop.android.shopping": "Amazon",
    "us.zoom.videomeetings": "Zoom",
    "de.hafas.android.db": "DB Navigator",
}


_NUMERIC = frozenset({"dtstart", "dtend", "calendar_id", "event_id", "minutes", "method", "raw_contact_id"})


def _binds(fields: Mapping[str, str]) -> list[str]:
    """`--bind column:type:value` pairs (i/l for numbers, s for text; Content.java)."""
    argv: list[str] = []
    for column, text in fields.items():
        kind = "l" if column in ("dtstart", "dtend") else "i" if column in _NUMERIC else "s"
        argv += ["--bind", f"{column}:{kind}:{text}"]
    return argv


def lacks(text: str) -> str:
    """How to mend what a phone refused for want of a permission; empty where its words tell of none."""
    if _PERMISSION.search(text) is None:
        return ""
    if any(name in text for name in _SECURITY_SETTINGS):
        return "allow it to adb; on Xiaomi phones: developer options, USB debugging (Security settings)"
    return "a policy or the phone's maker keeps this permission from adb: allow it there, or do it by hand"


def label_of(package: str) -> str:
    """What an app is called as far as its package tells: a known label, else the last word that is not general."""
    if package in KNOWN_LABELS:
        return KNOWN_LABELS[package]
    words = [word for word in package.split(".") if word not in ("com", "org", "android", "app", "apps", "google")]
    return words[-1] if words else package


@dataclass
class Session:
    """A phone as the functions see it. Values that cannot change within a run are read once.

    `plan` is None, or in a dry run the list to which steps are written instead of being done. `facts` is what the
    running call already knows (`know`); `retrying` says that an attempt before was broken off by a lost connection."""

    device: Device
    ui_name: str = "adb"
    links: Links = field(default_factory=dict)
    plan: list[str] | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    retrying: bool = False
    _installed: dict[str, bool] = field(default_factory=dict)
    _clock: tuple[int, float] | None = None

    def know(self, **facts: Any) -> None:
        """Tell the executor what the proof will need, before anything is written: if the connection is lost in
        between, it can still see whether the deed was done."""
        self.facts |= facts

    def note(self, line: str) -> None:
        """In a dry run: a step that has no command line of its own."""
        if self.plan is not None:
            self.plan.append(line)

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

    @cached_property
    def country(self) -> str:
        """The country whose way of writing numbers holds: the SIM's, else the network's, else the locale's (ISO, two
        small letters; empty where none is told)."""
        names = ["gsm.sim.operator.iso-country", "gsm.operator.iso-country"]
        results = self.device.batch([["getprop", name] for name in names])
        for result in results:
            for part in result.text.strip().lower().split(","):  # one a SIM slot
                if len(part.strip()) == 2:
                    return part.strip()
        region = re.split(r"[-_]", self.device.properties.get("locale", ""))[-1]
        return region.lower() if len(region) == 2 and region.isupper() else ""

    def clock_ms(self) -> int:
        """The phone's clock: read at most a second ago (by our own clock), and carried on from there."""
        since = time.monotonic()
        if self._clock is None or since - self._clock[1] > _CLOCK_AGE_S:
            self._clock = (self.device.now_ms(), time.monotonic())
            return self._clock[0]
        return self._clock[0] + int((since - self._clock[1]) * 1000)

    def now(self) -> datetime:
        """The phone's clock, aware, in its own zone."""
        return datetime.fromtimestamp(self.device.now_ms() / 1000, self.timezone)

    def time(self, text: str) -> datetime:
        """A moment argument as an aware time on the phone's clock. Raises BadInput for what is no time."""
        return resolve_moment(text, self.now())

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
            raise CommandFailed(f"the provider refused {uri}: {text.strip()[:200]}", mend=lacks(text))
        return [dict(row) for row in parse_content(text).rows]

    def insert(self, uri: str, fields: Mapping[str, str]) -> None:
        """`content insert`; values are bound as text or, where they are whole numbers, as numbers.

        Content swallows exceptions (exit code 0), so the caller proves the row by reading it.
        """
        self.say(["content", "insert", "--uri", uri, *_binds(fields)])

    def update(self, uri: str, fields: Mapping[str, str]) -> None:
        """`content update`, as `insert`."""
        self.say(["content", "update", "--uri", uri, *_binds(fields)])

    def installed(self, package: str) -> bool:
        """Whether a package is installed for the user (asked once a package and session)."""
        if package not in self._installed:
            lines = self.device.run(["pm", "list", "packages", package]).text.splitlines()
            self._installed[package] = f"package:{package}" in [line.strip() for line in lines]
        return self._installed[package]

    def labels(self) -> dict[str, str]:
        """Launchable packages with the label that the launcher shows, where `dumpsys package` or the app-link table
        tells it (plain adb has no label query): the package's last words serve where none is known."""
        text = self.device.run(["cmd", "package", "query-activities", "--brief", "-a", "android.intent.action.MAIN", "-c",
                                "android.intent.category.LAUNCHER"]).text  # fmt: skip
        packages = {line.strip().partition("/")[0] for line in text.splitlines() if "/" in line}
        return {package: label_of(package) for package in sorted(packages)}

    def hierarchy(self) -> Hierarchy:
        """The active window now."""
        return self.ui.hierarchy()

    def read(self, line: str) -> str:
        """What a line of questions prints. Raises CommandFailed when the phone does not let adb read it: an empty answer
        is no answer."""
        text = self.device.line(line).text
        self.readable(text)
        return text

    def readable(self, text: str) -> None:
        """Raises CommandFailed for a refusal to dump."""
        if (refusal := _UNREAD.search(text)) is not None:
            raise CommandFailed(f"adb may not read this phone: {refusal[0][:160]}", mend=lacks(refusal[0]))

    def say(self, argv: list[str]) -> str:
        """Run a command that must work; raises CommandFailed by its exit code or its own words of refusal."""
        result = self.device.run(argv)
        text = result.all_text
        if result.code not in (0, None) or _REFUSED.search(text):
            raise CommandFailed(
                f"`{' '.join(argv)[:80]}` was refused: {text.strip()[:200] or result.code}", mend=lacks(text)
            )
        return text

    def start(self, argv: list[str]) -> str:
        """`am start -W …`; raises CommandFailed when Android refused or resolved nothing (it may exit 0 then)."""
        result = self.device.run(["am", "start", "-W", *argv], timeout_s=30)
        text = result.all_text
        if result.code not in (0, None) or "Error:" in text or "Exception" in text:
            raise CommandFailed(f"am start refused: {text.strip()[:300]}", mend=lacks(text))
        return text
