"""Parcels: a list, a tracking page, a pickup code page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import make_link, parse_link, view_filter
from simulator.apps.pages import Page, PagedApp, stable
from simulator.screen.views import View, image

if TYPE_CHECKING:
    from simulator.state import Activity, Intent


class AfterShipApp(PagedApp):
    """`data["parcels"]`: number, carrier, name, status, pickup_code, place, history (ms, status)."""

    package = "com.aftership.AfterShip"
    manifest = Manifest(
        "AfterShip",
        "菜鸟",
        (
            ActivitySpec("com.aftership.ui.MainActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.aftership.ui.DeepLinkActivity",
                (
                    view_filter("aftership"),
                    view_filter("http", "https", hosts=("track.aftership.com", "www.aftership.com")),
                ),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="5.8.30",
        version_code=5830,
        color="#ff6b2b",
        system=False,
        channels={"updates": 3},
    )

    def initial_data(self) -> dict[str, Any]:
        """No parcels."""
        return {"parcels": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.host == "pickup":
            return "pickup", {"reference": link.get("reference")}
        number = link.get("number", "tracking_number", "tracking-numbers")
        if not number and (link.host == "track.aftership.com" or link.path.startswith("/track/")):
            number = link.path.strip("/").rpartition("/")[2]
        if number:
            self.track(number, link.get("carrier"))
            return "parcel", {"number": number}
        return None

    @staticmethod
    def _plain(number: str) -> str:
        return "".join(sign for sign in number if sign.isalnum()).casefold()

    def parcel(self, number: str) -> dict[str, Any] | None:
        """The parcel with a tracking number (spaces and case do not count), or None."""
        wanted = self._plain(number)
        return next((one for one in self.data["parcels"] if self._plain(one["number"]) == wanted), None)

    def track(self, number: str, carrier: str = "") -> dict[str, Any]:
        """The parcel with a number, put on the list if it is new."""
        found = self.parcel(number)
        if found is None:
            found = {"number": number, "carrier": carrier, "name": "", "status": "", "pickup_code": "", "place": ""}
            found["history"] = []
            self.data["parcels"].insert(0, found)
        found["carrier"] = found["carrier"] or carrier
        self.phone.changed()
        return found

    def _event_parcel_update(self, data: dict[str, Any]) -> None:
        """`number`, `status` (text), maybe `carrier`, `name`, `pickup_code`, `place`, `quiet`."""
        one = self.track(str(data["number"]), str(data.get("carrier", "")))
        for key in ("name", "status", "pickup_code", "place"):
            if data.get(key):
                one[key] = str(data[key])
        one["history"].insert(0, {"ms": self.now, "status": one["status"]})
        if data.get("quiet"):
            return
        code = (
            self.say(f"Pickup code {one['pickup_code']}", f"取件码 {one['pickup_code']}") if one["pickup_code"] else ""
        )
        uri = make_link("aftership://track", number=one["number"], carrier=one["carrier"])
        self.post(
            " · ".join(part for part in (one["name"] or one["carrier"], one["status"]) if part),
            " · ".join(part for part in (one["number"], one["place"], code) if part),
            id=1 + stable(one["number"], 100_000),
            channel="updates",
            category="status",
            open_uri=make_link("aftership://pickup", reference=one["number"]) if code else uri,
        )

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        def add() -> None:
            number = here.get("number", "").strip()
            if number:
                self.track(number)
                self.go(activity, "parcel", number=number)

        rows = [
            self.item(
                one["name"] or one["carrier"] or one["number"],
                f"{one['status'] or self.say('Pending', '待更新')} · {one['number']}",
                self.to(activity, "parcel", number=one["number"]),
                id="parcel",
            )
            for one in self.data["parcels"]
        ]
        return self.screen(
            activity,
            self.label,
            self.field(here, "number", self.say("Tracking number", "快递单号")),
            *(rows or [self.line(self.say("No shipments", "没有包裹"), id="empty")]),
            bottom=(self.foot(self.say("Track", "查询"), add, id="track"),),
        )

    def _page_parcel(self, activity: Activity, here: dict[str, Any]) -> View:
        one = self.parcel(here["number"]) or self.track(here["number"])
        rows: list[View] = [self.line(one["number"], id="tracking_number", bold=True)]
        if one["carrier"]:
            rows.append(self.line(one["carrier"], id="carrier"))
        pending = self.say("Pending: no news from the carrier yet", "待更新：暂无物流信息")
        rows.append(self.line(one["status"] or pending, id="status", font_size=22))
        if one["place"]:
            rows.append(self.line(one["place"], id="place"))
        if one["pickup_code"]:
            rows.append(
                self.item(
                    self.say("Pickup code", "取件码"),
                    one["pickup_code"],
                    self.to(activity, "pickup", reference=one["number"]),
                    id="pickup",
                )
            )
        rows += [self.item(step["status"], self.moment(step["ms"]), id="checkpoint") for step in one["history"]]

        def remove() -> None:
            self.data["parcels"].remove(one)
            self.reset(activity, "home")

        return self.screen(
            activity,
            one["name"] or self.say("Shipment", "包裹"),
            *rows,
            bottom=(self.foot(self.say("Remove", "移除"), remove, id="remove"),),
        )

    def _waiting(self, reference: str) -> list[dict[str, Any]]:
        ready: list[dict[str, Any]] = [one for one in self.data["parcels"] if one["pickup_code"]]
        if not reference:
            return ready
        wanted = self._plain(reference)
        return [
            one
            for one in ready
            if wanted in (self._plain(one["number"]), self._plain(one["pickup_code"]))
            or reference.casefold() in f"{one['name']} {one['carrier']} {one['place']}".casefold()
        ]

    def _page_pickup(self, activity: Activity, here: dict[str, Any]) -> View:
        reference = here["reference"]
        found = self._waiting(reference)
        rows: list[View] = [self.line(reference, id="reference")] if reference else []
        for one in found:
            rows += [
                self.line(one["pickup_code"], id="pickup_code", font_size=36, bold=True, align="center"),
                image(f"qr:{one['pickup_code']}", height=200, desc=one["pickup_code"]),
                self.line(
                    " · ".join(part for part in (one["name"], one["carrier"], one["number"]) if part), id="parcel"
                ),
                *([self.line(one["place"], id="place")] if one["place"] else []),
            ]
        if not found:
            rows.append(self.line(self.say("No parcel is ready for pickup", "没有待取包裹"), id="empty"))
        return self.screen(activity, self.say("Pickup code", "取件码"), *rows)
