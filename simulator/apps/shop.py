"""What shops and food share: things found by words at a steady price, a cart, a checkout that one must press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.pages import PagedApp, stable
from simulator.screen.views import View, button

if TYPE_CHECKING:
    from simulator.state import Activity


class ShopApp(PagedApp):
    """`data`: `cart` (name, price, seller, count), `orders` (number, items, total, status, ms)."""

    def initial_data(self) -> dict[str, Any]:
        """An empty cart."""
        return {"cart": [], "orders": []}

    def price(self, name: str, low: int, high: int) -> float:
        """The price of a thing: always the same for the same name."""
        return low + stable(name.casefold(), (high - low) * 100) / 100

    def put(self, name: str, price: float, seller: str = "") -> None:
        """Put a thing into the cart (one more if it is there)."""
        for one in self.data["cart"]:
            if (one["name"], one["seller"]) == (name, seller):
                one["count"] += 1
                break
        else:
            self.data["cart"].append({"name": name, "price": price, "seller": seller, "count": 1})
        self.phone.changed()

    def total(self) -> float:
        """What the cart costs."""
        return round(sum(float(one["price"]) * int(one["count"]) for one in self.data["cart"]), 2)

    def order(self) -> dict[str, Any]:
        """Order what is in the cart."""
        made: dict[str, Any] = {
            "number": f"{100 + stable(self.package, 900)}-{1_000_000 + self.phone.state.next_id('order') * 7919}",
            "items": [f"{one['count']} × {one['name']}" for one in self.data["cart"]],
            "total": self.total(),
            "status": self.say("Ordered", "已下单"),
            "ms": self.now,
        }
        self.data["orders"].insert(0, made)
        self.data["cart"] = []
        self.phone.changed()
        return made

    def on_ordered(self, order: dict[str, Any]) -> None:
        """Tell of a new order."""

    def _remove(self, at: int) -> None:
        del self.data["cart"][at]
        self.phone.changed()

    def _seek(self, activity: Activity, here: dict[str, Any]) -> View:
        """The button that searches for what the field `query` holds."""

        def go() -> None:
            if here.get("query"):
                self.go(activity, "search", query=here["query"])

        return self.foot(self.say("Search", "搜索"), go, id="search")

    def _page_cart(self, activity: Activity, here: dict[str, Any]) -> View:
        cart = self.data["cart"]

        def line(at: int) -> View:
            one = cart[at]
            away = button(self.say("Delete", "删除"), lambda: self._remove(at), id="delete")
            return self.item(
                f"{one['count']} × {one['name']}",
                self.money(one["price"] * one["count"]),
                id="cart_item",
                trailing=away,
            )

        rows = [line(at) for at in range(len(cart))]
        return self.screen(
            activity,
            self.say("Cart", "购物车"),
            *(rows or [self.line(self.say("Your cart is empty", "购物车是空的"), id="empty")]),
            self.line(self.say("Subtotal ", "合计 ") + self.money(self.total()), id="subtotal", bold=True),
            bottom=(
                self.foot(
                    self.say("Proceed to checkout", "去结算"),
                    self.to(activity, "checkout"),
                    id="checkout",
                    enabled=bool(cart),
                ),
            ),
        )

    def _page_checkout(self, activity: Activity, here: dict[str, Any]) -> View:
        def place() -> None:
            if self.data["cart"]:
                order = self.order()
                self.on_ordered(order)
                self.reset(activity, "order", number=order["number"])

        return self.screen(
            activity,
            self.say("Review your order", "确认订单"),
            *[self.line(f"{one['count']} × {one['name']}") for one in self.data["cart"]],
            self.line(self.say("Total ", "总计 ") + self.money(self.total()), id="total", bold=True),
            self.line("Visa ··4242", id="payment_method"),
            bottom=(self.foot(self.say("Place order", "提交订单"), place, id="place_order"),),
        )

    def _page_order(self, activity: Activity, here: dict[str, Any]) -> View:
        order = next((one for one in self.data["orders"] if one["number"] == here["number"]), None)
        if order is None:
            return self.screen(activity, self.say("Order not found", "找不到订单"), self.line(here["number"]))
        return self.screen(
            activity,
            self.say("Order", "订单"),
            self.line(order["number"], id="order_number"),
            self.line(order["status"], id="order_status", bold=True),
            *[self.line(one) for one in order["items"]],
            self.line(self.money(order["total"]), id="total"),
            self.line(self.moment(order["ms"]), id="date"),
        )

    def _orders(self, activity: Activity) -> list[View]:
        return [
            self.item(
                ", ".join(one["items"]) or one["number"],
                f"{one['status']} · {one['number']}",
                self.to(activity, "order", number=one["number"]),
                id="order",
            )
            for one in self.data["orders"]
        ]
