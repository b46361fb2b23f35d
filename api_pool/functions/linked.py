"""Functions served by vertical apps through the app-link table: ride, food, shop, wallet, parcel, home."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from api_pool.deep_link import deep_link, open_link
from api_pool.function import Args, Binding, Function, Proof, Risk, integer, moment, params, string
from api_pool.functions.words import MODES, clock_words, date_words, language_words, metric_words, ticket_words
from api_pool.guarded import guards
from api_pool.hands import entry, fold, ready
from api_pool.session import Session
from api_pool.sight import Needle, Sight, look, see
from api_pool.web import inspect
from device import BadInput, CommandFailed

_MINUTES = ("min", "mins", "分钟", "Min.")
_CART = ("cart", "basket", "shopping cart", "购物车", "Warenkorb")
_PAY_CODE = ("payment code", "pay code", "付款码", "收付款", "Zahlungscode")
_PICKUP = ("pickup code", "pick-up code", "取件码", "取货码", "Abholcode")
_STATES = (
    {"on", "开", "开启", "已开启", "打开", "an", "ein"},
    {"off", "关", "关闭", "已关闭", "aus"},
    {"locked", "lock", "已上锁", "上锁", "锁定", "verriegelt"},
    {"unlocked", "unlock", "已开锁", "开锁", "解锁", "entriegelt"},
    {"open", "opened", "打开", "已打开", "offen"},
    {"closed", "close", "关上", "已关", "geschlossen"},
)
MODE = string("how to travel", enum=list(MODES))


def _device_risk(args: Args) -> Risk:
    """Locks and doors are costly: what opens them cannot be taken back."""
    return "costly" if guards(args.get("device"), args.get("room"), args.get("state")) else "reversible"


def _scene_risk(args: Args) -> Risk:
    """A scene that is called after a lock or a door is one."""
    return "costly" if guards(args.get("name")) else "reversible"


def _travel(session: Session, args: Args) -> Args:
    return {**args, "mode": MODES.get(args.get("mode", ""))}


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
    session.know(package=None)
    session.start(["-a", "android.intent.action.VIEW", "-d", target])
    return {"package": None, "uri": target}


def _meeting_words(args: Args) -> list[Needle]:
    """What a meeting page shows: the id, which is the last part of the address, with any spacing."""
    target = args["url_or_id"].strip()
    tail = urlsplit(target).path.rstrip("/").rsplit("/", 1)[-1] if "://" in target else target
    return [re.sub(r"[\s-]", "", tail)]


def _device_link(session: Session, args: Args, state: str | None) -> dict[str, Any]:
    return open_link(session, "control_device", {**args, "state": state})


def _state_shown(sight: Sight) -> str | None:
    """The state that a device's page tells: the text of a node called so that is no button."""
    for node in sight.hierarchy.walk():
        if node.text and not node.clickable and entry(node) in ("state", "status", "device_state"):
            return node.text
    return None


def _same_state(one: str, other: str) -> bool:
    a, b = fold(one), fold(other)
    return (
        a == b or any({a, b} <= {fold(word) for word in words} for words in _STATES) or _number(a) == _number(b) != ""
    )


def _number(text: str) -> str:
    found = re.search(r"-?\d+(?:\.\d+)?", text)
    return f"{float(found[0]):g}" if found else ""


def _device_before(session: Session, args: Args) -> dict[str, Any]:
    """The device's page, opened without a wish, tells its state."""
    if session.plan is not None:
        return {"was": None}
    ready(session)
    _device_link(session, args, None)
    return {"was": _state_shown(see(session))}


def _device_act(session: Session, args: Args) -> dict[str, Any]:
    ready(session)
    return _device_link(session, args, args["state"])


def _device_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The app's page of the device says the state, outside of its buttons; a page that still asks proves nothing more
    than that it asks."""
    sight = see(session)
    after: dict[str, Any] = {"package": sight.package, "now": _state_shown(sight)}
    if known.get("package") and sight.package != known["package"]:
        return Proof("failed", f"{sight.package or 'nothing'} is in front, not {known['package']}", after)
    for word in (args["device"], args.get("room", "")):
        if word and not sight.shows(word):
            return Proof("unverified", f"{sight.package} is in front but does not show {word!r}", after)
    now = after["now"]
    if now is None:
        words = [args["state"], *(word for words in _STATES if fold(args["state"]) in words for word in words)]
        plain = [n.text for n in sight.hierarchy.walk() if n.text and not n.clickable]
        asks = next((text for text in plain if any(fold(word) in fold(text) for word in words)), None)
        if asks and _device_risk(args) == "costly":
            return Proof("verified", f"{sight.package} asks the user to confirm: {asks!r}", after)
        return Proof("unverified", f"{sight.package} tells no state of {args['device']!r}", after)
    if _same_state(now, args["state"]):
        was = known.get("was")
        same = was is not None and _same_state(was, args["state"])
        return Proof("verified", f"{sight.package} shows {args['device']!r} {now}", after, changed=not same)
    return Proof("failed", f"{sight.package} shows {args['device']!r} {now}, not {args['state']}", after)


def _device_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    was = known.get("was")
    if not was or _device_risk(args) == "costly":
        raise CommandFailed("what it was before is not known, or not ours to put back", mend="do it in the app")
    _device_act(session, {**args, "state": was})
    now = _state_shown(see(session))
    if now is None or not _same_state(now, was):
        raise CommandFailed(f"{args['device']} is {now}, not {was} as before")


def web_address(url: str) -> str:
    """An http or https address as it is. Raises BadInput for anything else."""
    return inspect(url).url


FUNCTIONS = [
    Function("request_ride", "navigation_travel", "Prepare a ride up to its confirm page.",
             params({"destination": string("where to")}, {"pickup": string("from where, if not here")}),
             "costly", "harmless", deep_link("request_ride", lambda a: [a["destination"], a.get("pickup", "")])),
    Function("check_route", "navigation_travel", "Show the route and its duration.",
             params({"destination": string("where to")}, {"origin": string("from where, if not here"), "mode": MODE}),
             "reversible", "harmless",
             deep_link("check_route", lambda a: [a["destination"], a.get("origin", ""), _MINUTES], _travel)),
    Function("show_ticket", "navigation_travel", "Show a ticket or pass.",
             params({"kind": string("what kind", enum=["train", "flight", "bus", "event", "cinema", "parking"])},
                    {"reference": string("booking reference")}),
             "reversible", "harmless", deep_link("show_ticket", ticket_words)),
    Function("order_food", "food_dining", "Search food to order; stops before payment.",
             params({"query": string("what to eat")}, {"restaurant": string("from where")}),
             "costly", "harmless", deep_link("order_food", lambda a: [a["query"], a.get("restaurant", "")])),
    Function("reserve_table", "food_dining", "Prepare a table reservation.",
             params({"restaurant": string("which restaurant"), "time": moment("when"),
                     "party_size": integer("how many people", 1, 30)}),
             "outward", "not",
             deep_link("reserve_table", lambda a: [a["restaurant"], str(a["party_size"])], _when, clock_words)),
    Function("search_product", "shopping_payment", "Search a product in the shop app.",
             params({"query": string("what to buy")}, {"app": string("which shop")}),
             "reversible", "harmless", deep_link("search_product", lambda a: [a["query"]])),
    Function("open_cart", "shopping_payment", "Open the shopping cart.", params({}, {"app": string("which shop")}),
             "reversible", "harmless", deep_link("open_cart", lambda a: [_CART])),
    Function("show_payment_code", "shopping_payment", "Show the payment code.",
             params({}, {"app": string("which wallet")}),
             "costly", "harmless", deep_link("show_payment_code", lambda a: [_PAY_CODE])),
    Function("pay_bill", "shopping_payment", "Open a bill up to its confirm page.",
             params({"biller": string("who is paid")}, {"amount": string("how much, with currency", max_length=40)}),
             "costly", "harmless", deep_link("pay_bill", lambda a: [a["biller"], a.get("amount", "")])),
    Function("log_health_metric", "health_fitness", "Log a health value.",
             params({"kind": string("what", enum=["weight", "water", "blood_pressure", "heart_rate", "sleep", "steps",
                                                 "blood_glucose", "temperature"]),
                     "value": string("the value", max_length=40), "unit": string("its unit", max_length=20)}),
             "reversible", "not", deep_link("log_health_metric", metric_words)),
    Function("join_meeting", "work_study", "Join an online meeting by its address or id.",
             params({"url_or_id": string("https address or meeting id")}), "outward", "not",
             look(_join, _meeting_words)),
    Function("translate_text", "work_study", "Translate a text.",
             params({"text": string("the text", max_length=2000),
                     "target_language": string("language code, e.g. en or zh", max_length=10)}),
             "reversible", "harmless", deep_link("translate_text", language_words)),
    Function("show_weather", "information", "Show the weather.",
             params({}, {"location": string("where, if not here"), "date": string("which day (ISO date)", max_length=20)}),
             "reversible", "harmless", deep_link("show_weather", lambda a: [a.get("location", ""), "°", *date_words(a)])),
    Function("track_parcel", "logistics_delivery", "Show where a parcel is.",
             params({"tracking_number": string("tracking number", max_length=60)}, {"carrier": string("carrier")}),
             "reversible", "harmless", deep_link("track_parcel", lambda a: [a["tracking_number"], a.get("carrier", "")])),
    Function("show_pickup_code", "logistics_delivery", "Show the code that picks a parcel up.",
             params({}, {"reference": string("which parcel or code", max_length=60)}),
             "reversible", "harmless", deep_link("show_pickup_code", lambda a: [a.get("reference", ""), _PICKUP])),
    Function("control_device", "smart_home", "Switch a device at home.",
             params({"device": string("which device"), "state": string("on, off, or a value", max_length=40)},
                    {"room": string("which room")}),
             "reversible", "undoable", Binding(_device_act, _device_prove, _device_before, _device_undo), _device_risk),
    Function("run_scene", "smart_home", "Run a scene at home.", params({"name": string("which scene")}),
             "reversible", "not", deep_link("run_scene", lambda a: [a["name"]]), _scene_risk),
]  # fmt: skip
