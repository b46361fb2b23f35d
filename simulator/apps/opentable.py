"""Table reservations: a page with restaurant, time and covers; reserved only when the button is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import parse_link, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View

if TYPE_CHECKING:
    from simulator.state import Activity, Intent


class OpenTableApp(PagedApp):
    """`data["reservations"]`: id, restaurant, time, covers."""

    package = "com.opentable"
    manifest = Manifest(
        "OpenTable",
        "大众点评",
        (
            ActivitySpec("com.opentable.activities.HomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.opentable.activities.DeepLinkActivity",
                (view_filter("opentable"), view_filter("http", "https", hosts=("www.opentable.com",))),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="15.12.0",
        version_code=15120,
        color="#da3743",
        system=False,
        channels={"reservations": 3},
    )

    def initial_data(self) -> dict[str, Any]:
        """No reservations."""
        return {"reservations": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        restaurant = link.get("restaurant", "term", "name")
        if link.host == "reservations" or not (restaurant or link.host == "reserve"):
            return None
        return "reserve", {
            "restaurant": restaurant,
            "time": link.get("time", "dateTime", "datetime"),
            "covers": link.get("covers", "partySize", "party_size") or "2",
        }

    def _event_reminder(self, data: dict[str, Any]) -> None:
        """A reservation comes near: `restaurant`, `time`, maybe `covers`, `text`."""
        restaurant, time = str(data["restaurant"]), str(data["time"])
        people = str(data.get("covers", "2"))
        self.post(
            self.say(f"Your table at {restaurant}", f"{restaurant} 用餐提醒"),
            str(data.get("text") or self.say(f"{time}, table for {people}", f"{time}，{people}人")),
            channel="reservations",
            category="reminder",
            open_uri="opentable://reservations",
        )

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        def go() -> None:
            if here.get("restaurant"):
                self.go(activity, "reserve", restaurant=here["restaurant"], time="", covers="2")

        kinds = ("restaurant", "cafe", "餐厅", "咖啡馆")
        near = [one.name for one in self.phone.state.world.places if one.kind.casefold() in kinds]
        return self.screen(
            activity,
            self.label,
            *[
                self.item(
                    one["restaurant"],
                    self.say(f"{one['time']} · table for {one['covers']}", f"{one['time']} · {one['covers']}人"),
                    id="reservation",
                )
                for one in self.data["reservations"]
            ],
            self.field(here, "restaurant", self.say("Restaurant", "餐厅")),
            *[
                self.item(
                    name, "", self.to(activity, "reserve", restaurant=name, time="", covers="2"), id="restaurant_row"
                )
                for name in near
            ],
            bottom=(self.foot(self.say("Find a table", "订座"), go, id="find"),),
        )

    def _page_reserve(self, activity: Activity, here: dict[str, Any]) -> View:
        def reserve() -> None:
            parts = {key: here.get(key, "").strip() for key in ("restaurant", "time", "covers")}
            if all(parts.values()):
                self.data["reservations"].append({"id": self.phone.state.next_id("reservation"), **parts})
                self.turn(activity, "done", **parts)

        return self.screen(
            activity,
            self.say("Complete your reservation", "确认预订"),
            self.line(here["restaurant"], id="restaurant_name", bold=True, font_size=22),
            self.field(here, "time", self.say("Time", "时间")),
            self.field(here, "covers", self.say("Party size", "人数")),
            self.line(
                self.say(f"{here['time']} · table for {here['covers']}", f"{here['time']} · {here['covers']}人"),
                id="summary_line",
            ),
            bottom=(self.foot(self.say("Complete reservation", "提交预订"), reserve, id="reserve_button"),),
        )

    def _page_done(self, activity: Activity, here: dict[str, Any]) -> View:
        return self.screen(
            activity,
            self.say("Reservation confirmed", "预订成功"),
            self.line(here["restaurant"], id="restaurant_name"),
            self.line(here["time"], id="time"),
            self.line(self.say(f"Table for {here['covers']}", f"{here['covers']}人"), id="covers"),
        )
