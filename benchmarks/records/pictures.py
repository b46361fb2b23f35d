"""Screens for multimodal records, drawn by the simulated phone: the app in front and the notification shade."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.records.generate import Pictures
from benchmarks.records.situation import Happened, Situation
from device import Device
from simulator.control.errors import ControlError
from simulator.process import Simulator, start_simulator

SHARE = 0.5  # of the records get pictures
_PHONES = Path(__file__).resolve().parent / "phone"


@dataclass
class Painter:
    """Puts what a situation shows onto a simulated phone and keeps its screens as PNG files, named by their content."""

    sim: Simulator
    folder: Path
    devices: dict[str, Device] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for serial, language in zip(self.sim.serials, ("en", "zh"), strict=True):
            self.sim.control.load_day(str(_PHONES / f"blank_day_{language}.yaml"), phone=serial)
            self.sim.control.snapshot_save(f"blank-{language}", phone=serial)
            self.devices[language] = Device.connect(serial, port=self.sim.adb_port)

    def __call__(self, s: Situation, record_id: str, rng: random.Random) -> None:
        """Give a situation its pictures: two more steps at the end of the trace."""
        if rng.random() >= SHARE:
            return
        serial = self.sim.serials[0 if s.language == "en" else 1]
        device = self.devices[s.language]
        self.sim.control.snapshot_load(f"blank-{s.language}", phone=serial)
        device.batch([["settings", "put", "global", "auto_time", "0"],
                      ["cmd", "alarm", "set-time", str(int(s.now.timestamp() * 1000))],
                      ["cmd", "alarm", "set-timezone", s.timezone]])  # fmt: skip
        shown = [event for event in s.events if event.kind in ("note", "sms") and event.posted]
        for event in shown:
            self._inject(event, serial)
        if s.app:
            self._do({"do": "use_app", "package": s.app, "minutes": 0}, serial)
        else:
            device.batch([["input", "keyevent", "KEYCODE_WAKEUP"], ["wm", "dismiss-keyguard"]])
        front = self._keep(serial)
        device.line("cmd statusbar expand-notifications")
        shade = self._keep(serial)
        s.events += [Happened(kind="picture", at=s.now, text=front), Happened(kind="picture", at=s.now, text=shade)]

    def _inject(self, event: Happened, serial: str) -> None:
        if event.kind == "sms":
            self._do({"do": "sms", "sender": event.who, "text": event.text}, serial)
        else:
            self._do({"do": "notify", "package": event.who, "title": event.title, "text": event.text}, serial)

    def _do(self, event: dict[str, Any], serial: str) -> None:
        with suppress(ControlError):  # an app that this phone lacks shows nothing: the text still tells it
            self.sim.control.inject(event, phone=serial)

    def _keep(self, serial: str) -> str:
        png = self.sim.control.screenshot(serial)
        name = hashlib.sha256(png).hexdigest()[:16] + ".png"
        path = self.folder / name
        if not path.exists():
            path.write_bytes(png)
        return f"{self.folder.name}/{name}"


@contextmanager
def drawn_pictures(folder: Path) -> Iterator[Pictures]:
    """A painter with a simulated phone for each language; pictures go to `folder`."""
    with start_simulator(count=2) as sim:
        yield Painter(sim, folder)
