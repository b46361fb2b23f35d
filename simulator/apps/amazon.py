"""Shopping: results by words, a product's page, the cart, orders and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, extra, make_link, parse_link, view_filter
from simulator.apps.pages import Page, stable
from simulator.apps.shop import ShopApp
from simulator.screen.views import View, image

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

SCHEME = "com.amazon.mobile.shopping"


class AmazonApp(ShopApp):
    """What a search finds, and at what price, depends on its words alone."""

    package = "com.amazon.mShop.android.shopping"
    manifest = Manifest(
        "Amazon Shopping",
        "淘宝",
        (
            ActivitySpec("com.amazon.mShop.home.HomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.amazon.mShop.navigation.MainActivity",
                (
                    view_filter(SCHEME),
                    view_filter(
                        "http", "https", hosts=("www.amazon.com", "www.amazon.de", "amazon.com", "www.taobao.com")
                    ),
                    IntentFilter((AA + "SEARCH",)),
                ),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="26.8.2.100",
        version_code=1241293010,
        color="#131921",
        system=False,
        channels={"shipments": 3, "deals": 2},
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        where = f"{link.host}{link.path}"
        if link.host == "cart" or "/cart" in link.path:
            return "cart", {}
        if "order" in where:
            return "order", {"number": link.get("number", "orderID")}
        query = link.get("k", "q", "field-keywords") or extra(intent, "query")
        return ("search", {"query": query}) if query else None

    def found(self, query: str) -> list[tuple[str, float]]:
        """Products and prices."""
        kinds = (
            (query, f"{query} 升级版", f"{query} 套装", f"{query} 家用", f"平价{query}")
            if self.zh
            else (query, f"{query} Pro", f"{query} (2-pack)", f"{query} for home", f"Basics {query}")
        )
        return [(kind, self.price(kind, 5, 120)) for kind in kinds]

    # -- what happens

    def _event_shipped(self, data: dict[str, Any]) -> None:
        """An order is on its way: `item`, maybe `order`, `status` (text), `eta` (text), `tracking`."""
        item = str(data["item"])
        status = str(data.get("status") or self.say("Shipped", "已发货"))
        number = str(data.get("order") or f"{100 + stable(item, 900)}-{1_000_000 + stable(item, 8_999_999)}")
        order = next((one for one in self.data["orders"] if one["number"] == number), None)
        if order is None:
            total = self.price(item, 5, 120)
            order = {"number": number, "items": [item], "total": total, "status": status, "ms": self.now}
            self.data["orders"].insert(0, order)
        order["status"] = status
        parts = (str(data.get("eta", "")), str(data.get("tracking", "")))
        self.post(
            f"{status}: {item}",
            " · ".join(part for part in parts if part) or number,
            id=1 + stable(number, 100_000),
            channel="shipments",
            category="status",
            open_uri=make_link(f"{SCHEME}://order", number=number),
        )

    def _event_price_drop(self, data: dict[str, Any]) -> None:
        """Something is cheaper: `item`, `price`."""
        item, price = str(data["item"]), self.money(str(data["price"]))
        self.post(
            self.say(f"Price drop: {item}", f"降价提醒：{item}"),
            self.say(f"Now {price}", f"现价{price}"),
            channel="deals",
            category="promo",
            open_uri=make_link(f"{SCHEME}://search", k=item),
        )

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        return self.screen(
            activity,
            self.label,
            self.field(here, "query", self.say("Search", "搜索"), id="rs_search_src_text"),
            self.item(self.say("Cart", "购物车"), str(len(self.data["cart"])), self.to(activity, "cart"), id="cart"),
            *([self.head(self.say("Orders", "订单"))] if self.data["orders"] else []),
            *self._orders(activity),
            bottom=(self._seek(activity, here),),
        )

    def _page_search(self, activity: Activity, here: dict[str, Any]) -> View:
        query = here.get("query", "")
        rows = [
            self.item(
                name,
                f"★ {3.5 + stable(name, 15) / 10:.1f} ({stable(name, 4000)})",
                self.to(activity, "product", name=name, price=price),
                id="item_result",
                trailing=self.money(price),
                motif="bag",
            )
            for name, price in (self.found(query) if query else [])
        ]
        field = self.field(here, "query", self.say("Search", "搜索"), id="rs_search_src_text")
        return self.screen(activity, self.say("Results", "搜索结果"), field, *rows)

    def _page_product(self, activity: Activity, here: dict[str, Any]) -> View:
        name, price = here["name"], here["price"]
        return self.screen(
            activity,
            name,
            image(f"photo:{name}", height=220),
            self.line(name, id="product_title"),
            self.line(self.money(price), id="price", font_size=24),
            bottom=(
                self.feet(
                    self.foot(self.say("Add to cart", "加入购物车"), lambda: self.put(name, price), id="add_to_cart"),
                    self.foot(self.say("View cart", "查看购物车"), self.to(activity, "cart"), id="view_cart"),
                ),
            ),
        )
