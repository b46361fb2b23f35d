"""Maps: search, places, routes with a duration from the world's distances, guidance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import AA, EXTRA, extra, make_link, parse_link, send_filter, view_filter
from simulator.apps.pages import MINUTE, Page, PagedApp, stable
from simulator.screen.views import View, image
from simulator.state import Intent, NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Notification, PendingAlarm, Place

MODES = {"d": "driving", "w": "walking", "b": "bicycling", "r": "transit", "l": "two-wheeler"}
SPEED_KMH = {"driving": 30.0, "walking": 4.8, "bicycling": 15.0, "transit": 22.0, "two-wheeler": 28.0}
START_MIN = {"driving": 4, "walking": 0, "bicycling": 1, "transit": 7, "two-wheeler": 2}
DETOUR = 1.3  # streets are longer than the line between two points
GUIDANCE_ID = 1


def distance_km(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Kilometres over ground between two points (latitude, longitude in degrees)."""
    lat1, lon1, lat2, lon2 = map(math.radians, (*a, *b))
    half = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 12742 * math.asin(min(1.0, math.sqrt(half)))


class MapsApp(PagedApp):
    """Distances come from `world.places`; a place it does not know gets an estimate that depends on its name alone."""

    package = "com.google.android.apps.maps"
    manifest = Manifest(
        "Maps",
        "地图",
        (
            ActivitySpec(
                "com.google.android.maps.MapsActivity",
                (
                    LAUNCHER,
                    view_filter("geo", "google.navigation"),
                    view_filter("http", "https", hosts=("maps.google.com", "maps.app.goo.gl", "maps.google.de")),
                    view_filter("http", "https", hosts=("www.google.com", "google.com"), paths=("/maps",)),
                ),
                launcher=True,
            ),
            ActivitySpec("com.google.android.apps.gmm.sharing.ShareToMapsActivity", (send_filter("text/plain"),)),
        ),
        permissions=(
            "android.permission.ACCESS_FINE_LOCATION",
            "android.permission.ACCESS_COARSE_LOCATION",
            "android.permission.POST_NOTIFICATIONS",
        ),
        version_name="11.127.0100",
        version_code=1067330524,
        color="#1a73e8",
        channels={"OngoingNavigation": 2, "Traffic": 3, "Places": 3},
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.scheme == "google.navigation":
            to = link.get("q") or link.get("ll")
            mode = MODES.get(link.get("mode"), "driving")
            self.guide(to, mode)
            return "guidance", {"to": to, "mode": mode}
        if link.scheme == "geo":
            return "search", {"query": link.get("q") or link.path}
        if link.path.startswith("/maps/dir") or link.get("destination", "daddr"):
            parts = [part for part in link.path.removeprefix("/maps/dir").split("/") if part]
            to = link.get("destination", "daddr") or (parts[-1] if parts else "")
            origin = link.get("origin", "saddr") or (parts[0] if len(parts) > 1 else "")
            mode = link.get("travelmode") or "driving"
            if to and link.get("dir_action") == "navigate":
                self.guide(to, mode)
                return "guidance", {"to": to, "mode": mode}
            return ("route", {"from": origin, "to": to, "mode": mode}) if to else None
        query = link.get("q", "query") or link.path.removeprefix("/maps").removeprefix("/search").strip("/")
        if link.host and query:
            return "search", {"query": query}
        if intent.action == AA + "SEND":
            return "search", {"query": extra(intent, "TEXT")}
        return None

    # -- the world

    def place(self, name: str) -> Place | None:
        """The place of the world with this name or address (or that the words name best)."""
        wanted = name.strip().casefold()
        places = self.phone.state.world.places
        for exact in places:
            if wanted and wanted in (exact.name.casefold(), exact.address.casefold()):
                return exact
        return next(
            (one for one in places if wanted and (wanted in one.name.casefold() or one.name.casefold() in wanted)), None
        )

    def _point(self, name: str) -> tuple[float, float] | None:
        if not name.strip() or name.casefold() in ("my location", "current location", "我的位置"):
            return self.phone.state.location.latitude, self.phone.state.location.longitude
        place = self.place(name)
        if place is not None:
            return place.latitude, place.longitude
        first, comma, second = name.partition(",")
        try:
            return (float(first), float(second)) if comma else None
        except ValueError:
            return None

    def distance(self, origin: str, to: str) -> float:
        """Kilometres by street."""
        a, b = self._point(origin), self._point(to)
        if a is None or b is None:
            return 0.8 + stable(f"{origin}→{to}".casefold(), 120) / 10
        return max(0.1, distance_km(a, b) * DETOUR)

    def duration(self, origin: str, to: str, mode: str) -> int:
        """Minutes on the way."""
        mode = mode if mode in SPEED_KMH else "driving"
        return max(1, round(START_MIN[mode] + 60 * self.distance(origin, to) / SPEED_KMH[mode]))

    def mode_name(self, mode: str) -> str:
        """A mode in the phone's language."""
        names = {
            "driving": self.say("Driving", "驾车"),
            "walking": self.say("Walking", "步行"),
            "bicycling": self.say("Cycling", "骑行"),
            "transit": self.say("Transit", "公交"),
            "two-wheeler": self.say("Two-wheeler", "摩托车"),
        }
        return names.get(mode, mode)

    def found(self, query: str) -> list[tuple[str, str, str]]:
        """Name, address and kind of what a search finds: places of the world, else what a town has of it."""
        wanted = query.strip().casefold()
        places = self.phone.state.world.places
        known = [
            one
            for one in places
            if wanted
            and any(wanted in text.casefold() or text.casefold() in wanted for text in (one.name, one.kind) if text)
        ]
        known.sort(key=lambda one: self.distance("", one.name))
        if known:
            return [(one.name, one.address, one.kind) for one in known]
        streets = (
            ("中山路", "人民路", "解放路", "建设路") if self.zh else ("Main St", "Station Rd", "Park Ave", "Market St")
        )
        names = [f"{query} · {street}" for street in streets[:3]]
        return (
            [(query, "", "")]
            if "," in query
            else [(name, f"{streets[index]} {1 + stable(name, 120)}", "") for index, name in enumerate(names)]
        )

    # -- guidance

    def guide(self, to: str, mode: str) -> None:
        """Start guidance: an ongoing notification until it is ended."""
        minutes = self.duration("", to, mode)
        arrives = self.now + minutes * MINUTE
        self.data["guidance"] = {"to": to, "mode": mode, "arrival_ms": arrives}
        self.phone.alarms.cancel_tag(self.package, "arrival")
        self.phone.alarms.set(self.package, "arrival", arrives, kind="RTC")
        arrival = self.hhmm(arrives)
        length = f"{self.minutes(minutes)} · {self.distance('', to):.1f} km"
        self.post(
            self.say(f"{length} · arrive {arrival}", f"{length} · {arrival} 到达"),
            self.say(f"To {to}", f"前往 {to}"),
            id=GUIDANCE_ID,
            channel="OngoingNavigation",
            category="navigation",
            ongoing=True,
            clearable=False,
            actions=[NotificationAction(title=self.say("Exit navigation", "退出导航"), command="exit")],
            open_uri=make_link("geo:0,0", q=to),
        )
        self.phone.changed()

    def end_guidance(self) -> None:
        """End guidance."""
        self.data.pop("guidance", None)
        self.phone.alarms.cancel_tag(self.package, "arrival")
        self.withdraw(GUIDANCE_ID)
        self.phone.changed()

    def on_alarm(self, alarm: PendingAlarm) -> None:
        """Guidance ends where the way ends."""
        self.end_guidance()

    def on_boot(self) -> None:
        """Guidance does not outlive a restart."""
        if "guidance" in self.data and not self.posted(GUIDANCE_ID):
            self.end_guidance()

    def _action_exit(self, _: str, __: Notification, ___: str | None) -> None:
        self.end_guidance()

    def _event_traffic(self, data: dict[str, Any]) -> None:
        """The way to a place takes long today: `place`, `minutes`, maybe `delay` (minutes) and `reason`."""
        place, minutes = str(data["place"]), int(data["minutes"])
        late = int(data.get("delay", 0))
        title = self.say(f"{self.minutes(minutes)} to {place}", f"前往{place}需{self.minutes(minutes)}")
        more = self.say(f"{late} min longer than usual", f"比平时多{late}分钟") if late else ""
        reason = str(data.get("reason", ""))
        text = " · ".join(part for part in (more, reason) if part) or self.say("Traffic is light", "路况畅通")
        self.post(
            title,
            text,
            id=2,
            channel="Traffic",
            category="recommendation",
            open_uri=make_link("https://www.google.com/maps/dir/", api="1", destination=place),
        )

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        rows = [self._result(activity, one.name, one.address) for one in self.phone.state.world.places]
        search = self.field(here, "query", self.say("Search here", "在此处搜索"), id="search_omnibox_text_box")
        go = self.foot(self.say("Search", "搜索"), lambda: self._search(activity, here), id="search")
        return self.screen(activity, self.label, image("map", height=200), search, *rows, bottom=(go,))

    def _search(self, activity: Activity, here: dict[str, Any]) -> None:
        if here.get("query"):
            self.go(activity, "search", query=here["query"])

    def _result(self, activity: Activity, name: str, address: str) -> View:
        detail = " · ".join(part for part in (f"{self.distance('', name):.1f} km", address) if part)
        return self.item(name, detail, self.to(activity, "place", name=name, address=address), id="search_result")

    def _page_search(self, activity: Activity, here: dict[str, Any]) -> View:
        search = self.field(here, "query", self.say("Search here", "在此处搜索"), id="search_omnibox_text_box")
        rows = [self._result(activity, name, address) for name, address, _ in self.found(here.get("query", ""))]
        return self.screen(activity, self.label, search, image("map", height=160), *rows)

    def _page_place(self, activity: Activity, here: dict[str, Any]) -> View:
        name = here["name"]
        minutes = self.duration("", name, "driving")
        return self.screen(
            activity,
            name,
            image("map", height=200),
            self.line(here.get("address") or self.phone.state.world.city, id="address"),
            self.line(f"{self.mode_name('driving')} {self.minutes(minutes)} · {self.distance('', name):.1f} km"),
            bottom=(
                self.feet(
                    self.foot(
                        self.say("Directions", "路线"),
                        self.to(activity, "route", to=name, mode="driving", **{"from": ""}),
                        id="directions",
                    ),
                    self.foot(
                        self.say("Start", "开始导航"), lambda: self._start(activity, name, "driving"), id="start"
                    ),
                    self.foot(self.say("Share", "分享"), lambda: self._share(name), id="share"),
                ),
            ),
        )

    def _share(self, name: str) -> None:
        extras = {EXTRA + "TEXT": f"{name} {make_link('https://maps.google.com/', q=name)}"}
        self.start(Intent(action=AA + "SEND", type="text/plain", extras=extras))

    def _start(self, activity: Activity, to: str, mode: str) -> None:
        self.guide(to, mode)
        self.go(activity, "guidance", to=to, mode=mode)

    def _page_route(self, activity: Activity, here: dict[str, Any]) -> View:
        origin, to, mode = here.get("from", ""), here["to"], here["mode"]
        minutes = self.duration(origin, to, mode)
        rows = [
            self.item(
                f"{self.mode_name(one)} · {self.minutes(self.duration(origin, to, one))}",
                self.say("Chosen", "已选择") if one == mode else "",
                self.setter(here, "mode", one),
                id=f"mode_{one}",
            )
            for one in ("driving", "transit", "walking", "bicycling")
        ]
        start = self.foot(self.say("Start", "开始导航"), lambda: self._start(activity, to, mode), id="start")
        return self.screen(
            activity,
            self.say("Directions", "路线"),
            self.line(origin or self.say("Your location", "我的位置"), id="directions_start_textbox"),
            self.line(to, id="directions_end_textbox"),
            self.line(
                f"{self.minutes(minutes)} ({self.distance(origin, to):.1f} km) · {self.mode_name(mode)}", id="duration"
            ),
            image("map", height=160),
            *rows,
            bottom=(start,),
        )

    def _page_guidance(self, activity: Activity, here: dict[str, Any]) -> View:
        to, mode = here["to"], here["mode"]
        running = self.data.get("guidance", {}).get("to") == to
        minutes = self.duration("", to, mode)
        arrival = self.hhmm(self.data["guidance"]["arrival_ms"]) if running else ""

        def end() -> None:
            self.end_guidance()

        if running:
            state = self.say(f"Navigating · arrive {arrival}", f"正在导航 · {arrival} 到达")
            foot = self.foot(self.say("Exit navigation", "退出导航"), end, id="exit")
        else:
            state = self.say("Navigation ended", "导航已结束")
            foot = self.foot(self.say("Start", "开始导航"), lambda: self.guide(to, mode), id="start")
        return self.screen(
            activity,
            to,
            self.line(state, id="guidance"),
            self.line(f"{self.minutes(minutes)} · {self.distance('', to):.1f} km · {self.mode_name(mode)}", id="eta"),
            image("map", height=320),
            bottom=(foot,),
        )
