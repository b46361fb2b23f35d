"""Cues about money: a bill due today, a request for a share, a price that was waited for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import facts, words_of
from agent.lexicon import living as words
from agent.lexicon.messages import FRAUD
from agent.text import amounts
from agent.text.quantities import value_of

FRESH_MIN = 130


def bill_due(context: Context) -> Iterator[Finding]:
    """A bill or a request for money that is due today and not collected by itself."""
    f = facts(context)
    for said in f.recent(FRESH_MIN):
        text = f"{said.sender} {said.text}" if said.kind == "notice" else said.text
        if said.promotion or said.kind == "chat" or not words.BILL.search(text) or words.AUTOMATIC.search(text):
            continue
        today = words.DUE_TODAY.search(text)
        found = amounts(text)
        if today is None or not found or FRAUD.search(text):
            continue
        request, signed = words.REQUESTS_MONEY.search(said.sender), words.SIGNED.search(said.text)
        if request is not None:
            biller = next(group for index, group in enumerate(request.groups()) if group and index != 1)
        else:
            biller = signed[1] if signed else said.sender
        if re.fullmatch(r"\+?\d[\d -]{9,}", biller):
            continue  # no name, a long number: nobody that one pays
        yield Finding(
            topic="bill", score=0.85, subject=f"bill {biller} {found[0]}",
            intent=f.say(f"Pay {biller} {found[0]}, due today?", f"{biller} {found[0]}今天到期，要现在付吗？"),
            calls=one("pay_bill", biller=biller, amount=found[0]), source=said.source, evidence=(said.evidence,),
            taints=(("biller", said.origin), ("amount", said.origin)),
        )  # fmt: skip


def price_reached(context: Context) -> Iterator[Finding]:
    """Something in the cart costs less than the price that the user waits for."""
    f = facts(context)
    wish = None
    for said in f.recent(80, "notice"):
        text = f"{said.sender} {said.text}"
        if not words.CART.search(text):
            continue
        for wish in f.wishes(words.CHEAPER_THAN.pattern, r"cart|basket|wait|购物车|等"):
            limit = words.CHEAPER_THAN.search(wish)
            prices = [price for amount in amounts(said.text) if (price := value_of(amount)) is not None]
            if limit is None or not prices or not words_of(wish) & words_of(said.text) - {"cart", "euro", "price"}:
                continue
            if prices[0] <= (value_of(limit[1]) or 0):
                yield Finding(
                    topic="cart", score=0.85, subject=f"price {said.text[:40]}",
                    intent=f.say("The price that you wait for is there. Open the cart?",
                                 "降到你等的价格了，要打开购物车吗？"),
                    calls=one("open_cart"), source=said.source, evidence=(said.evidence, wish),
                )  # fmt: skip
                return


CUES = (bill_due, price_reached)
