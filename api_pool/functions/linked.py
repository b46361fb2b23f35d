"""Functions served by vertical apps through the app-link table: ride, food, shop, wallet, parcel, home."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from api_pool.deep_link import deep_link, open_link
from api_pool.function import Args, Binding, Function, Risk, integer, moment, params, string
from api_pool.session import Session
from api_pool.sight import prove_shown
from device import BadInput

_LOCKS = re.compile(r"\b(lock|door|gate|garage|alarm system)|锁|门|车库", re.IGNORECASE)
_MODES = {"drive": "driving", "walk": "walking", "transit": "transit", "bike": "bicycling"}
MODE = string("how to travel", enum=list(_MODES))


def _device_risk(args: Args) -> Risk:
    """Locks and doors are costly: what opens them cannot be taken back."""
    return "costly" if _LOCKS.search(f"{args.get('device', '')}") else "reversible"


def _travel(session: Session, args: Args) -> Args:
    return {**args, "mode": _MODES.get(args.get("mode", ""))}


def _when(session: Session, args: Args) -> Args:
    return {**args, "time": session.time(args["time"]).strftime("%Y-%m-%dT%H:%M")}


def _join(session: Session, args: Args) -> dict[str, Any]:
    target = args["url_or_id"].strip()
    if "://" not in target:
        identifier = re.sub(r"[\s-]", "", target)
        if not identifier.isalnum():
            raise BadInput(f"{target!r} is no meeting id", mend="give the id or its https address")
        return open_link(session, "join_meeting", {"url_or_id": identifier})
    web_address(target)
    session.start(["-a", "android.intent.action.VIEW", "-d", target])
    return {"package": None, "uri": target}


def _meeting_words(args: Args) -> list[str]:
    """What a meeting page shows: the id, which is the last part of the address, with any spacing."""
    target = args["url_or_id"].strip()
    tail = urlsplit(target).path.rstrip("/").rsplit("/", 1)[-1] if "://" in target else target
    return [re.sub(r"[\s-]", "", tail)]


def web_address(url: str) -> str:
    """An http or https address with a host, as it is. Raises BadInput for anything else."""
    parts = urlsplit(url)
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise BadInput(f"{url[:80]!r} is no web address", mend="only http and https addresses are opened")
    return url


FUNCTIONS = [
    Function("request_ride", "navigation_travel", "Prepare a ride up to its confirm page.",
             params({"destination": string("where to")}, {"pickup": string("from where, if not here")}),
             "costly", "harmless", deep_link("request_ride", lambda a: [a["destination"]])),
    Function("check_route", "navigation_travel", "Show the route and its duration.",
             params({"destination": string("where to")}, {"origin": string("from where, if not here"), "mode": MODE}),
             "reversible", "harmless",
             deep_link("check_route", lambda a: [a["destination"], a.get("origin", ""), "min"], _travel)),
    Function("show_ticket", "navigation_travel", "Show a ticket or pass.",
             params({"kind": string("what kind", enum=["train", "flight", "bus", "event", "cinema", "parking"])},
                    {"reference": string("booking reference")}),
             "reversible", "harmless", deep_link("show_ticket", lambda a: [a.get("reference", "")])),
    Function("order_food", "food_dining", "Search food to order; stops before payment.",
             params({"query": string("what to eat")}, {"restaurant": string("from where")}),
             "costly", "harmless", deep_link("order_food", lambda a: [a["query"], a.get("restaurant", "")])),
    Function("reserve_table", "food_dining", "Prepare a table reservation.",
             params({"restaurant": string("which restaurant"), "time": moment("when"),
                     "party_size": integer("how many people", 1, 30)}),
             "outward", "not", deep_link("reserve_table", lambda a: [a["restaurant"], str(a["party_size"])], _when)),
    Function("search_product", "shopping_payment", "Search a product in the shop app.",
             params({"query": string("what to buy")}, {"app": string("which shop")}),
             "reversible", "harmless", deep_link("search_product", lambda a: [a["query"]])),
    Function("open_cart", "shopping_payment", "Open the shopping cart.", params({}, {"app": string("which shop")}),
             "reversible", "harmless", deep_link("open_cart", lambda a: [])),
    Function("show_payment_code", "shopping_payment", "Show the payment code.",
             params({}, {"app": string("which wallet")}),
             "costly", "harmless", deep_link("show_payment_code", lambda a: [])),
    Function("pay_bill", "shopping_payment", "Open a bill up to its confirm page.",
             params({"biller": string("who is paid")}, {"amount": string("how much, with currency", max_length=40)}),
             "costly", "harmless", deep_link("pay_bill", lambda a: [a["biller"], a.get("amount", "")])),
    Function("log_health_metric", "health_fitness", "Log a health value.",
             params({"kind": string("what", enum=["weight", "water", "blood_pressure", "heart_rate", "sleep", "steps",
                                                 "blood_glucose", "temperature"]),
                     "value": string("the value", max_length=40), "unit": string("its unit", max_length=20)}),
             "reversible", "not", deep_link("log_health_metric", lambda a: [a["value"]])),
    Function("join_meeting", "work_study", "Join an online meeting by its address or id.",
             params({"url_or_id": string("https address or meeting id")}), "outward", "not",
             Binding(act=_join, prove=prove_shown(_meeting_words))),
    Function("translate_text", "work_study", "Translate a text.",
             params({"text": string("the text", max_length=2000),
                     "target_language": string("language code, e.g. en or zh", max_length=10)}),
             "reversible", "harmless", deep_link("translate_text", lambda a: [a["text"]])),
    Function("show_weather", "information", "Show the weather.",
             params({}, {"location": string("where, if not here"), "date": string("which day (ISO date)", max_length=20)}),
             "reversible", "harmless", deep_link("show_weather", lambda a: [a.get("location", ""), "°"])),
    Function("track_parcel", "logistics_delivery", "Show where a parcel is.",
             params({"tracking_number": string("tracking number", max_length=60)}, {"carrier": string("carrier")}),
             "reversible", "harmless", deep_link("track_parcel", lambda a: [a["tracking_number"]])),
    Function("show_pickup_code", "logistics_delivery", "Show the code that picks a parcel up.",
             params({}, {"reference": string("which parcel or code", max_length=60)}),
             "reversible", "harmless", deep_link("show_pickup_code", lambda a: [a.get("reference", "")])),
    Function("control_device", "smart_home", "Switch a device at home.",
             params({"device": string("which device"), "state": string("on, off, or a value", max_length=40)},
                    {"room": string("which room")}),
             "reversible", "undoable", deep_link("control_device", lambda a: [a["device"], a["state"]]), _device_risk),
    Function("run_scene", "smart_home", "Run a scene at home.", params({"name": string("which scene")}),
             "reversible", "not", deep_link("run_scene", lambda a: [a["name"]])),
]  # fmt: skip
