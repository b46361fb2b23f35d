"""Rides: destination and pickup, an estimate, a confirm page; booked only when Confirm is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import parse_link, view_filter
from simulator.apps.maps import DETOUR, distance_km
from simulator.apps.pages import MINUTE, Page, PagedApp, stable
from simulator.screen.views import View, image

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

RIDE_ID = 1
PRODUCTS = (("UberX", "快车", 1.0), ("Comfort", "优享", 1.35), ("XL", "六座", 1.7))


class RideApp(PagedApp):
    """`data`: `ride` (destination, pickup, product, price, status, driver …) or None, `trips`."""

    package = "com.ubercab"
    manifest = Manifest(
        "Uber",
        "滴滴出行",
        (
            ActivitySpec("com.ubercab.presidio.app.core.root.RootActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.ubercab.presidio.app.core.root.DeepLinkActivity",
                (view_filter("uber"), view_filter("http", "https", hosts=("m.uber.com",))),
            ),
        ),
        permissions=("android.permission.ACCESS_FINE_LOCATION", "android.permission.POST_NOTIFICATIONS"),
        version_name="4.517.10003",
        version_code=157023,
        color="#000000",
        system=False,
        channels={"trip": 4, "promotions": 2},
    )

    def initial_data(self) -> dict[str, Any]:
        """No ride."""
        return {"ride": None, "trips": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        to = link.get("dropoff[formatted_address]", "dropoff[nickname]", "drop[0]")
        if not to:
            return ("trip", {}) if self.data["ride"] else None
        pickup = link.get("pickup[formatted_address]", "pickup[nickname]") or link.get("pickup")
        return "confirm", {"destination": to, "pickup": "" if pickup == "my_location" else pickup, "product": 0}

    # -- prices

    def kilometres(self, pickup: str, destination: str) -> float:
        """By street, from the world's places; else an estimate from the names."""
        location = self.phone.state.location
        points = {one.name.casefold(): (one.latitude, one.longitude) for one in self.phone.state.world.places}
        points |= {one.address.casefold(): (one.latitude, one.longitude) for one in self.phone.state.world.places}
        start = points.get(pickup.casefold()) if pickup else (location.latitude, location.longitude)
        end = points.get(destination.casefold())
        if start is None or end is None:
            return 2.0 + stable(f"{pickup}→{destination}".casefold(), 140) / 10
        return max(0.5, distance_km(start, end) * DETOUR)

    def price(self, pickup: str, destination: str, product: int) -> float:
        """The estimate, in the country's currency."""
        return round((3.5 + 1.6 * self.kilometres(pickup, destination)) * PRODUCTS[product][2], 2)

    # -- the ride

    def book(self, destination: str, pickup: str, product: int) -> None:
        """Book a ride; the rest (driver, arrival) is told by the world."""
        self.data["ride"] = {
            "destination": destination,
            "pickup": pickup,
            "product": product,
            "price": self.price(pickup, destination, product),
            "status": self.say("Finding your driver", "正在为您找司机"),
            "driver": "",
            "booked_ms": self.now,
        }
        self._post()
        self.phone.changed()

    def _post(self) -> None:
        ride = self.data["ride"]
        detail = " · ".join(part for part in (ride["driver"], self.say("To ", "前往") + ride["destination"]) if part)
        self.post(
            ride["status"],
            detail,
            id=RIDE_ID,
            channel="trip",
            category="transport",
            ongoing=True,
            clearable=False,
            open_uri="uber://trip",
        )

    def on_boot(self) -> None:
        """A ride that was booked is still there after a restart."""
        if self.data["ride"] and not self.posted(RIDE_ID):
            self._post()

    def cancel(self) -> None:
        """Cancel the ride."""
        self.data["ride"] = None
        self.withdraw(RIDE_ID)
        self.phone.changed()

    def _event_driver(self, data: dict[str, Any]) -> None:
        """News of the ride: `status` (accepted, arriving, arrived, started, completed, cancelled), maybe `driver`,
        `car`, `plate`, `minutes`, `destination` (a ride that somebody booked elsewhere)."""
        if self.data["ride"] is None:
            self.book(str(data.get("destination", "")), "", 0)
        ride = self.data["ride"]
        status = str(data["status"])
        who = " · ".join(str(data[key]) for key in ("driver", "car", "plate") if data.get(key))
        ride["driver"] = who or ride["driver"]
        minutes = int(data.get("minutes", 0))
        words = {
            "accepted": self.say(f"Driver arrives in {minutes} min", f"司机{minutes}分钟后到达"),
            "arriving": self.say(f"Driver arrives in {minutes} min", f"司机{minutes}分钟后到达"),
            "arrived": self.say("Your driver has arrived", "司机已到达"),
            "started": self.say("On the way", "行程中"),
            "completed": self.say("Trip completed", "行程结束"),
            "cancelled": self.say("Your driver cancelled", "司机已取消行程"),
        }
        ride["status"] = words.get(status, status)
        if status not in ("completed", "cancelled"):
            self._post()
            return
        self.withdraw(RIDE_ID)
        if status == "completed":
            self.data["trips"].append({**ride, "ms": self.now})
        self.data["ride"] = None
        text = f"{ride['destination']} · {self.money(ride['price'])}" if status == "completed" else ride["destination"]
        self.post(ride["status"], text, id=RIDE_ID + 1, channel="trip")

    def _event_promotion(self, data: dict[str, Any]) -> None:
        """Advertising: `title`, `text`."""
        self.post(str(data["title"]), str(data.get("text", "")), channel="promotions", category="promo")

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        def go() -> None:
            if here.get("destination"):
                self.go(activity, "confirm", destination=here["destination"], pickup=here.get("pickup", ""), product=0)

        ride = self.data["ride"]
        known = [
            self.item(
                one.name,
                one.address,
                self.to(activity, "confirm", destination=one.name, pickup="", product=0),
                id="suggestion",
            )
            for one in self.phone.state.world.places[:6]
        ]
        running = [self.item(ride["status"], ride["destination"], self.to(activity, "trip"), id="trip")] if ride else []
        return self.screen(
            activity,
            self.label,
            *running,
            self.field(here, "pickup", self.say("Pickup: my location", "上车点：我的位置")),
            self.field(here, "destination", self.say("Where to?", "您要去哪儿？")),
            *known,
            bottom=(self.foot(self.say("Next", "下一步"), go, id="next"),),
        )

    def _page_confirm(self, activity: Activity, here: dict[str, Any]) -> View:
        to, pickup, chosen = here["destination"], here["pickup"], here["product"]

        def confirm() -> None:
            self.book(to, pickup, chosen)
            self.reset(activity, "trip")

        products = [
            self.item(
                self.say(en, zh),
                self.say(f"{3 + stable(en + to, 6)} min away", f"{3 + stable(en + to, 6)}分钟可到"),
                self.setter(here, "product", at),
                id=f"product_{at}",
                trailing=self.money(self.price(pickup, to, at)),
                bold=at == chosen,
            )
            for at, (en, zh, _) in enumerate(PRODUCTS)
        ]
        en, zh, _ = PRODUCTS[chosen]
        label = self.say(f"Confirm {en}", f"确认呼叫{zh}")
        arrival = self.hhmm(self.now + int(6 + self.kilometres(pickup, to) * 2) * MINUTE)
        return self.screen(
            activity,
            self.say("Confirm your ride", "确认行程"),
            image("map", height=160),
            self.line(pickup or self.say("My location", "我的位置"), id="pickup"),
            self.line(to, id="destination", bold=True),
            self.line(self.say(f"Drop-off about {arrival}", f"预计 {arrival} 到达"), id="eta"),
            *products,
            bottom=(self.foot(label, confirm, id="confirm_button"),),
        )

    def _page_trip(self, activity: Activity, here: dict[str, Any]) -> View:
        ride = self.data["ride"]
        if not ride:
            return self.screen(activity, self.say("No ride", "没有行程"))

        def cancel() -> None:
            self.cancel()
            self.reset(activity, "home")

        return self.screen(
            activity,
            ride["status"],
            image("map", height=160),
            self.line(ride["driver"], id="driver"),
            self.line(ride["pickup"] or self.say("My location", "我的位置"), id="pickup"),
            self.line(ride["destination"], id="destination"),
            self.line(self.money(ride["price"]), id="price"),
            bottom=(self.foot(self.say("Cancel ride", "取消行程"), cancel, id="cancel"),),
        )
