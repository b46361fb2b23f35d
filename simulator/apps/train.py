"""Train tickets: journeys with their platform and delay, connections between two stations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import make_link, parse_link, view_filter
from simulator.apps.pages import HOUR, MINUTE, Page, PagedApp, stable
from simulator.screen.views import View, image

if TYPE_CHECKING:
    from simulator.state import Activity, Intent


class TrainApp(PagedApp):
    """`data["tickets"]`: reference, train, from, to, depart (text), platform, seat, delay (minutes), cancelled."""

    package = "de.hafas.android.db"
    manifest = Manifest(
        "DB Navigator",
        "铁路12306",
        (
            ActivitySpec("de.bahn.dbnav.ui.main.MainActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "de.bahn.dbnav.ui.deeplink.DeepLinkActivity",
                (
                    view_filter("dbnav", "dbnavigator"),
                    view_filter("http", "https", hosts=("www.bahn.de", "int.bahn.de")),
                ),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="24.8.0",
        version_code=24080000,
        color="#ec0016",
        system=False,
        channels={"trips": 4, "offers": 2},
    )

    def initial_data(self) -> dict[str, Any]:
        """No tickets."""
        return {"tickets": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.host == "ticket" or link.get("reference"):
            return "ticket", {"reference": link.get("reference")}
        start, to = link.get("from", "S"), link.get("to", "Z")
        return ("connections", {"from": start, "to": to}) if to else None

    def ticket(self, reference: str) -> dict[str, Any] | None:
        """The ticket of a reference or train, or None; without words the newest."""
        tickets: list[dict[str, Any]] = self.data["tickets"]
        wanted = reference.casefold()
        if not wanted:
            return tickets[-1] if tickets else None
        return next((one for one in tickets if wanted in (one["reference"].casefold(), one["train"].casefold())), None)

    def _event_ticket(self, data: dict[str, Any]) -> None:
        """A ticket was bought: `reference`, `train`, `from`, `to`, `depart`, maybe `platform`, `seat`, `quiet`."""
        keys = ("reference", "train", "from", "to", "depart", "platform", "seat")
        one: dict[str, Any] = {key: str(data.get(key, "")) for key in keys}
        self.data["tickets"].append({**one, "delay": 0, "cancelled": False})
        if not data.get("quiet"):
            self._post(one, f"{one['train']} {one['from']} → {one['to']}", f"{one['depart']} {one['seat']}".strip())

    def _event_delay(self, data: dict[str, Any]) -> None:
        """A train is late: `train`, `minutes` (or `cancelled`), maybe `reason`, `platform`."""
        train = str(data["train"])
        one = self.ticket(train)
        if one is None:
            one = {"reference": "", "train": train, "from": "", "to": str(data.get("to", "")), "depart": ""}
            one.update(platform="", seat="", delay=0, cancelled=False)
            self.data["tickets"].append(one)
        one["platform"] = str(data.get("platform") or one["platform"])
        one["cancelled"] = bool(data.get("cancelled", False))
        one["delay"] = int(data.get("minutes", 0))
        if one["cancelled"]:
            title = self.say(f"{train} is cancelled", f"{train} 停运")
        else:
            title = self.say(f"{train}: {one['delay']} min late", f"{train} 晚点{one['delay']}分钟")
        self._post(one, title, self._detail(one, str(data.get("reason", ""))))

    def _event_platform(self, data: dict[str, Any]) -> None:
        """A train leaves from another platform: `train`, `platform`."""
        train, platform = str(data["train"]), str(data["platform"])
        one = self.ticket(train)
        if one is not None:
            one["platform"] = platform
        title = self.say(f"{train}: platform changed to {platform}", f"{train} 检票口变更为{platform}")
        self._post(one or {"train": train, "reference": ""}, title, self._detail(one, "") if one else "")

    def _detail(self, one: dict[str, Any], reason: str) -> str:
        way = f"{one['from']} → {one['to']}" if one["from"] else one["to"]
        platform = self.say(f"Platform {one['platform']}", f"检票口{one['platform']}") if one["platform"] else ""
        return " · ".join(part for part in (way, one["depart"], platform, reason) if part)

    def _post(self, one: dict[str, Any], title: str, text: str) -> None:
        self.post(
            title,
            text,
            id=1 + stable(one["train"], 100_000),
            channel="trips",
            category="transport",
            open_uri=make_link("dbnav://ticket", reference=one["reference"] or one["train"]),
        )

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        def go() -> None:
            if here.get("to"):
                self.go(activity, "connections", to=here["to"], **{"from": here.get("from", "")})

        return self.screen(
            activity,
            self.label,
            *[
                self.item(
                    f"{one['train']} {one['from']} → {one['to']}",
                    f"{one['depart']} {self.delay(one)}".strip(),
                    self.to(activity, "ticket", reference=one["reference"] or one["train"]),
                    id="ticket",
                )
                for one in reversed(self.data["tickets"])
            ],
            self.field(here, "from", self.say("From", "出发站")),
            self.field(here, "to", self.say("To", "到达站")),
            bottom=(self.foot(self.say("Search", "查询"), go, id="search"),),
        )

    def delay(self, one: dict[str, Any]) -> str:
        """How late a train is, in words."""
        if one["cancelled"]:
            return self.say("Cancelled", "停运")
        return (
            self.say(f"+{one['delay']} min", f"晚点{one['delay']}分钟") if one["delay"] else self.say("On time", "正点")
        )

    def _page_ticket(self, activity: Activity, here: dict[str, Any]) -> View:
        one = self.ticket(here["reference"])
        if one is None:
            missing = self.say("No such ticket in this app", "没有此车票")
            return self.screen(activity, self.say("Ticket", "车票"), self.line(here["reference"]), self.line(missing))
        return self.screen(
            activity,
            one["train"],
            self.line(f"{one['from']} → {one['to']}", id="route", bold=True),
            self.line(one["depart"], id="depart"),
            self.line(self.delay(one), id="delay"),
            *([self.line(self._detail(one, ""), id="platform")] if one["platform"] else []),
            *([self.line(one["seat"], id="seat")] if one["seat"] else []),
            image(f"qr:{one['reference']}", height=220, desc=one["reference"]),
            self.line(one["reference"], id="reference"),
        )

    def _page_connections(self, activity: Activity, here: dict[str, Any]) -> View:
        start = here["from"] or self.phone.state.world.city
        to = here["to"]
        span = 40 + stable(f"{start}→{to}", 260)
        first = (self.now // (30 * MINUTE) + 1) * 30 * MINUTE
        rows = []
        for step in range(4):
            leave = first + step * HOUR
            number = f"{self.say('ICE', 'G')} {100 + stable(f'{start}{to}{step}', 900)}"
            rows.append(
                self.item(
                    f"{self.hhmm(leave)} – {self.hhmm(leave + span * MINUTE)}",
                    f"{number} · {self.minutes(span)}",
                    trailing=self.money(float(15 + stable(f"{to}{step}", 80))),
                    id="connection",
                )
            )
        return self.screen(activity, f"{start} → {to}", *rows)
