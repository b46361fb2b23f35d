"""The wallet: payment code, bills with a confirm page, tickets and passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import make_link, parse_link, view_filter
from simulator.apps.pages import Page, PagedApp, stable
from simulator.screen.views import View, image
from simulator.state import NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Intent, Notification


CODE = "com.google.commerce.tapandpay.android.paycode.PayCodeActivity"


class WalletApp(PagedApp):
    """`data`: `bills` (id, biller, amount, due, paid), `passes` (id, kind, reference, title, detail, when), `payments`.

    It never pays by itself: a payment is recorded when Pay is pressed on the confirm page.
    """

    package = "com.google.android.apps.walletnfcrel"
    manifest = Manifest(
        "Wallet",
        "支付宝",
        (
            ActivitySpec("com.google.commerce.tapandpay.android.home.WalletHomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.google.commerce.tapandpay.android.deeplink.DeepLinkActivity",
                (view_filter("gwallet", hosts=("paybill", "ticket", "payment")),),
            ),
            ActivitySpec(CODE, (view_filter("gwallet", hosts=("paycode",)),), secure=True),
        ),
        permissions=("android.permission.NFC", "android.permission.POST_NOTIFICATIONS"),
        version_name="24.15.622880476",
        version_code=932415000,
        color="#1a73e8",
        channels={"bills": 4, "passes": 3, "transactions": 3},
    )

    def initial_data(self) -> dict[str, Any]:
        """One card, nothing due."""
        return {"card": "Visa ··4242", "bills": [], "passes": [], "payments": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.host == "paycode":
            return "code", {}
        if link.host == "paybill":
            biller, amount = link.get("biller"), link.get("amount")
            bill = self.due(biller)
            return "pay", {"biller": biller, "amount": amount or (bill["amount"] if bill else "")}
        if link.host == "ticket":
            return "ticket", {"kind": link.get("kind"), "reference": link.get("reference")}
        if link.host == "payment":
            return "payments", {}
        return None

    def due(self, biller: str) -> dict[str, Any] | None:
        """The unpaid bill of a biller (all names compared without case), or None."""
        wanted = biller.casefold()
        return next((one for one in self.data["bills"] if not one["paid"] and one["biller"].casefold() == wanted), None)

    # -- what happens

    def _event_bill(self, data: dict[str, Any]) -> None:
        """A bill is due: `biller`, `amount`, maybe `due` (text)."""
        biller, amount, due = str(data["biller"]), str(data["amount"]), str(data.get("due", ""))
        bill = {"id": self.phone.state.next_id("wallet"), "biller": biller, "amount": amount, "due": due, "paid": False}
        self.data["bills"].append(bill)
        late = self.say(f" · due {due}", f" · {due}到期") if due else ""
        self.post(
            self.say(f"Bill from {biller}", f"{biller}账单"),
            self.money(amount) + late,
            id=bill["id"],
            channel="bills",
            category="reminder",
            actions=[NotificationAction(title=self.say("Review", "查看"), command=f"review:{bill['id']}")],
            open_uri=make_link("gwallet://paybill", biller=biller, amount=amount),
        )

    def _action_review(self, argument: str, _: Notification, __: str | None) -> None:
        bill = next((one for one in self.data["bills"] if one["id"] == int(argument)), None)
        if bill is not None:
            self.open(
                "com.google.commerce.tapandpay.android.deeplink.DeepLinkActivity",
                action="android.intent.action.VIEW",
                data=make_link("gwallet://paybill", biller=bill["biller"], amount=bill["amount"]),
            )

    def _event_ticket(self, data: dict[str, Any]) -> None:
        """A ticket or boarding pass arrives: `kind`, `reference`, `title`, maybe `detail`, `when`, `quiet`."""
        keys = ("kind", "reference", "title", "detail", "when")
        one: dict[str, Any] = {key: str(data.get(key, "")) for key in keys}
        one["id"] = self.phone.state.next_id("wallet")
        self.data["passes"].append(one)
        if data.get("quiet"):
            return
        self.post(
            one["title"] or one["kind"],
            " · ".join(part for part in (one["detail"], one["when"], one["reference"]) if part),
            id=one["id"],
            channel="passes",
            open_uri=make_link("gwallet://ticket", kind=one["kind"], reference=one["reference"]),
        )

    def _event_payment(self, data: dict[str, Any]) -> None:
        """The card was charged: `payee`, `amount`."""
        payee, amount = str(data["payee"]), str(data["amount"])
        self.data["payments"].append({"payee": payee, "amount": amount, "ms": self.now})
        self.post(payee, self.money(amount), channel="transactions", open_uri="gwallet://payment")

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        bills = [one for one in self.data["bills"] if not one["paid"]]
        return self.screen(
            activity,
            self.label,
            self.box(self.data["card"], self.say("Tap to pay ready", "可使用"), id="payment_card"),
            self.item(self.say("Show payment code", "付款码"), "", self.then(self._show_code), id="pay_code"),
            self.item(self.say("Payments", "付款记录"), "", self.to(activity, "payments"), id="payments"),
            *([self.head(self.say("Bills", "账单"))] if bills else []),
            *[
                self.item(
                    one["biller"],
                    f"{self.money(one['amount'])} {one['due']}".strip(),
                    self.to(activity, "pay", biller=one["biller"], amount=one["amount"]),
                    id="bill",
                )
                for one in bills
            ],
            *([self.head(self.say("Passes", "票券"))] if self.data["passes"] else []),
            *[
                self.item(
                    one["title"] or one["kind"],
                    f"{one['detail']} {one['when']} {one['reference']}".strip(),
                    self.to(activity, "ticket", kind=one["kind"], reference=one["reference"]),
                    id="pass",
                )
                for one in self.data["passes"]
            ],
        )

    def _show_code(self) -> None:
        self.open(CODE, action="android.intent.action.VIEW", data="gwallet://paycode")

    def _page_code(self, activity: Activity, here: dict[str, Any]) -> View:
        minute = self.now // 60_000
        digits = f"{stable(f'{self.phone.state.seed}/{minute}', 10**9):09d}{stable(str(minute), 10**9):09d}"
        return self.screen(
            activity,
            self.say("Payment code", "付款码"),
            self.line(self.data["card"], id="card"),
            image(f"qr:{digits}", height=260, desc=self.say("Payment code", "付款码")),
            self.line(" ".join(digits[at : at + 4] for at in range(0, 18, 4)), id="pay_code", align="center"),
            self.line(self.say("Refreshes every minute", "每分钟自动更新"), font_size=13),
        )

    def _page_pay(self, activity: Activity, here: dict[str, Any]) -> View:
        def pay() -> None:
            bill = self.due(here["biller"])
            if bill is not None:
                bill["paid"] = True
                self.withdraw(bill["id"])
            payment = {"payee": here["biller"], "amount": here["amount"], "ms": self.now}
            self.data["payments"].append(payment)
            self.turn(activity, "paid", **{key: here[key] for key in ("biller", "amount")})

        ready = here.get("amount", "").replace(".", "", 1).isdigit()
        return self.screen(
            activity,
            self.say("Confirm payment", "确认付款"),
            self.line(self.say("Pay to", "收款方"), font_size=13),
            self.line(here["biller"], id="biller", font_size=22, bold=True),
            self.line(self.money(here["amount"]), id="amount", font_size=32),
            *([] if ready else [self.field(here, "amount", self.say("Amount", "金额"), id="amount_field")]),
            self.line(self.data["card"], id="card"),
            bottom=(self.foot(self.say("Pay", "付款"), pay, id="pay_button", enabled=ready),),
        )

    def _page_paid(self, activity: Activity, here: dict[str, Any]) -> View:
        return self.screen(
            activity,
            self.say("Payment sent", "付款成功"),
            self.line(here["biller"], id="biller"),
            self.line(self.money(here["amount"]), id="amount"),
        )

    def _page_payments(self, activity: Activity, here: dict[str, Any]) -> View:
        rows = [
            self.item(one["payee"], self.moment(one["ms"]), trailing=self.money(one["amount"]), id="payment")
            for one in reversed(self.data["payments"])
        ]
        return self.screen(
            activity, self.say("Payments", "付款记录"), *(rows or [self.line(self.say("No payments", "没有付款"))])
        )

    def _passes(self, kind: str, reference: str) -> list[dict[str, Any]]:
        passes: list[dict[str, Any]] = self.data["passes"]
        if reference:
            exact = [one for one in passes if one["reference"].casefold() == reference.casefold()]
            if exact:
                return exact
        wanted = kind.casefold().replace("_", " ")
        return [one for one in passes if wanted and wanted in f"{one['kind']} {one['title']}".casefold()]

    def _page_ticket(self, activity: Activity, here: dict[str, Any]) -> View:
        kind, reference = here["kind"], here["reference"]
        found = self._passes(kind, reference)
        if not found:
            return self.screen(
                activity,
                kind or self.say("Ticket", "票券"),
                *([self.line(reference, id="reference")] if reference else []),
                self.line(self.say("Not in this wallet yet", "卡包中没有此票券"), id="missing"),
            )
        one = found[-1]
        return self.screen(
            activity,
            one["title"] or one["kind"],
            self.line(kind or one["kind"], id="kind"),
            self.line(one["detail"], id="detail"),
            self.line(one["when"], id="when"),
            image(f"qr:{one['reference']}", height=240, desc=one["reference"]),
            self.line(one["reference"], id="reference", bold=True),
        )
