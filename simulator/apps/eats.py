"""Food delivery: restaurants found by words, a menu, the cart, a checkout page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import parse_link, view_filter
from simulator.apps.pages import Page, stable
from simulator.apps.shop import ShopApp
from simulator.screen.views import View, button, image

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

ORDER_ID = 1


class EatsApp(ShopApp):
    """Restaurants are the world's places of kind restaurant or cafe, and ones that the words themselves name."""

    package = "com.ubercab.eats"
    manifest = Manifest(
        "Uber Eats",
        "美团外卖",
        (
            ActivitySpec("com.ubercab.eats.core.activity.RootActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.ubercab.eats.core.activity.DeepLinkActivity",
                (view_filter("ubereats"), view_filter("http", "https", hosts=("www.ubereats.com", "ubereats.com"))),
            ),
        ),
        permissions=("android.permission.ACCESS_FINE_LOCATION", "android.permission.POST_NOTIFICATIONS"),
        version_name="6.208.10001",
        version_code=90208,
        color="#06c167",
        system=False,
        channels={"orders": 4, "offers": 2},
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.host == "orders":
            number = self.data["orders"][0]["number"] if self.data["orders"] else ""
            return "order", {"number": number}
        query, restaurant = link.get("q", "query"), link.get("restaurant")
        if restaurant:
            return "restaurant", {"name": restaurant, "query": query}
        return ("search", {"query": query}) if query else None

    def restaurants(self, query: str) -> list[str]:
        """Names of restaurants that serve what the words say."""
        wanted = query.casefold()
        places = [
            one
            for one in self.phone.state.world.places
            if one.kind.casefold() in ("restaurant", "cafe", "café", "food", "bakery", "餐厅", "咖啡馆")
        ]
        named = [one.name for one in places if wanted in one.name.casefold()]
        others = [one.name for one in places if one.name not in named]
        made = (
            (f"{query}小馆", f"老城{query}", f"{query}之家")
            if self.zh
            else (f"{query} House", f"Little {query} Kitchen", f"The {query} Corner")
        )
        return list(dict.fromkeys([*named, *made, *others]))

    def menu(self, restaurant: str, query: str) -> list[tuple[str, float]]:
        """Dishes and prices; the dish that was asked for stands first."""
        base = (
            ("招牌套餐", "家常炒面", "蔬菜汤", "饮料") if self.zh else ("House special", "Noodles", "Soup", "Lemonade")
        )
        dishes = [query, *base] if query else list(base)
        return [(dish, self.price(restaurant + dish, 4, 19)) for dish in dict.fromkeys(dishes)]

    def on_ordered(self, order: dict[str, Any]) -> None:
        """An order is cooking."""
        minutes = 25 + stable(order["number"], 20)
        order["status"] = self.say("Preparing your order", "商家正在备餐")
        self._post(order, self.say(f"Arrives in about {minutes} min", f"约{minutes}分钟送达"))

    def _post(self, order: dict[str, Any], text: str) -> None:
        self.post(order["status"], text, id=ORDER_ID, channel="orders", category="status", open_uri="ubereats://orders")

    def _event_order(self, data: dict[str, Any]) -> None:
        """News of an order: `status` (text), maybe `text`, `restaurant`."""
        if not self.data["orders"]:
            restaurant = str(data.get("restaurant", ""))
            number = f"{100 + stable(restaurant, 900)}"
            order = {"number": number, "items": [restaurant], "total": 0.0, "status": "", "ms": self.now}
            self.data["orders"].insert(0, order)
        order = self.data["orders"][0]
        order["status"] = str(data["status"])
        self._post(order, str(data.get("text") or ", ".join(order["items"])))

    def _event_offer(self, data: dict[str, Any]) -> None:
        """Advertising: `title`, `text`."""
        self.post(str(data["title"]), str(data.get("text", "")), channel="offers", category="promo")

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        topics = ("面条", "饺子", "披萨", "咖啡") if self.zh else ("Pizza", "Sushi", "Ramen", "Coffee")

        return self.screen(
            activity,
            self.label,
            self.field(here, "query", self.say("Food, groceries, drinks", "搜索美食"), id="search_bar"),
            *[self.item(topic, "", self.to(activity, "search", query=topic), id="category") for topic in topics],
            self.item(self.say("Cart", "购物车"), "", self.to(activity, "cart"), id="cart"),
            *self._orders(activity),
            bottom=(self._seek(activity, here),),
        )

    def _page_search(self, activity: Activity, here: dict[str, Any]) -> View:
        query = here.get("query", "")
        rows = [
            self.item(
                name,
                f"★ {3.6 + stable(name, 14) / 10:.1f} · {self.minutes(20 + stable(name, 30))}",
                self.to(activity, "restaurant", name=name, query=query),
                id="store",
            )
            for name in (self.restaurants(query) if query else [])
        ]
        search = self.field(here, "query", self.say("Food, groceries, drinks", "搜索美食"), id="search_bar")
        return self.screen(activity, self.say("Search", "搜索"), search, *rows)

    def _page_restaurant(self, activity: Activity, here: dict[str, Any]) -> View:
        name, query = here["name"], here.get("query", "")

        def line(dish: str, price: float) -> View:
            add = button(
                "+", lambda: self.put(dish, price, name), id="add", desc=self.say(f"Add {dish}", f"添加{dish}")
            )
            return self.item(dish, self.money(price), id="dish", trailing=add)

        count = sum(one["count"] for one in self.data["cart"])
        return self.screen(
            activity,
            name,
            image(f"photo:{name}", height=140),
            *([self.line(query, id="query")] if query else []),
            *[line(dish, price) for dish, price in self.menu(name, query)],
            bottom=(
                self.foot(
                    self.say(f"View cart ({count})", f"查看购物车（{count}）"),
                    self.to(activity, "cart"),
                    id="view_cart",
                ),
            ),
        )
