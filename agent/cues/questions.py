"""What people ask about or wait for: an answer, a parcel's code, tomorrow's alarm, a timer, what is worth a note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.asks import FRESH_MIN, asked_finding, people_ask, requested
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts, words_of
from agent.cues.fill import ALL_FILLS, Filled, Task
from agent.cues.guards import unsaid
from agent.cues.happenings import Happening
from agent.cues.messages import Said
from agent.cues.slots import asked_term, device_in, meeting_in, seconds_in
from agent.lexicon import asks as words
from agent.lexicon import living, requests, travel
from agent.lexicon.messages import over
from agent.text import amounts, links


def link_to_all(context: Context) -> Iterator[Finding]:
    """A work group is told to open a link by a time."""
    f = facts(context)
    for said in f.recent(FRESH_MIN, "chat"):
        found = links(said.text)
        if (
            said.direct
            or not found
            or said.promotion
            or meeting_in(said.text)
            or not (said.known or said.title.startswith("#"))
        ):
            continue
        if words.MUST_DO.search(said.text) and not over(said.text):
            filled = Filled(
                one("open_url", url=found[0]),
                f.say(f"Open the link in {said.title}?", f"要打开{said.title}里的链接吗？"),
                ("url",),
            )
            yield asked_finding(f, said, "link", filled, 0.7)


def answer_due(context: Context) -> Iterator[Finding]:
    """Somebody waits for the user's yes or no."""
    f = facts(context)
    for said in f.recent(60, "sms", "chat"):
        if (
            said.promotion
            or not said.addressed
            or not said.open
            or not (said.known or said.names_me or not said.direct)
        ):
            continue
        if not words.ANSWER_DUE.search(said.text) or over(said.text):
            continue
        text = f.say("Yes, count me in!", "好的，算我一个！")
        if said.kind == "sms":
            calls = one("send_sms", recipient=said.sender, body=text)
        else:
            calls = one("reply_to_notification", notification=said.key, text=text)
        filled = Filled(
            calls, f.say(f"Answer {said.sender}?", f"要回复{said.sender}吗？"), ("recipient", "notification")
        )
        yield asked_finding(f, said, "answer", filled, 0.6)


def alarm_moot(context: Context) -> Iterator[Finding]:
    """What tomorrow's alarm is for has been called off."""
    f = facts(context)
    alarm = f.state.next_alarm_ms
    if alarm is None or not 0 < alarm - f.now_ms < 15 * 3_600_000:
        return
    for said in f.recent(75, "sms", "mail", "chat"):
        own = said.personal or (said.kind in ("sms", "mail") and not said.promotion)
        if not own or not words.CALLED_OFF.search(said.text) or not words.TOMORROW.search(said.text) or not said.open:
            continue
        happening = Happening("said", said.text, said.ago_s / 60, said=said)
        filled = ALL_FILLS["dismiss_alarm"](Task(f, "dismiss_alarm", said.text, said.text, happening))
        if filled is not None:
            yield asked_finding(f, said, "alarm off", filled, 0.86)


def timer_due(context: Context) -> Iterator[Finding]:
    """Something has to be done in so many minutes, and the user is to do it."""
    f = facts(context)
    for said in f.personal(8):
        seconds = seconds_in(said.text)
        if (
            seconds is None
            or not 60 <= seconds <= 4 * 3600
            or over(said.text)
            or words.DOES_IT_THEMSELVES.search(said.text)
        ):
            continue
        if re.search(
            r"\b(?:late|away|delay|there in|home in|be there|arrive|leaving|see you|drive"
            r"|walk|train|bus|meeting|call)\b|到|迟|晚|路上|开会",
            said.text,
            re.I,
        ):
            continue
        if not re.search(
            r"\b(?:oven|stove|dough|bread|cake|pasta|rice|soup|roast|chicken|washing|laundry"
            r"|dryer|timer|pot|pan|boil|bake|simmer|eggs?|potatoes|pizza|"
            r"medicine|drops|parking|meter|tea|stew)\b|烤|锅|煮|炖|蒸|汤|饭"
            r"|面|洗衣|炉|药|停车|计时|定时",
            said.text,
            re.I,
        ):
            continue
        if words.DUTY.search(said.text):
            filled = Filled(
                one("set_timer", seconds=seconds),
                f.say(f"Set a timer of {seconds / 60:g} minutes?", f"要设{seconds / 60:g}分钟的定时器吗？"),
                ("seconds",),
            )
            yield asked_finding(f, said, "timer", filled, 0.72)


def told_to_keep(context: Context) -> Iterator[Finding]:
    """Somebody tells a code, a list or the like, which is worth a note."""
    f = facts(context)
    for said in f.personal(40):
        if words.INFO_WORTH_NOTE.search(said.text) and not over(said.text):
            filled = Filled(
                one("create_note", text=said.text[:1900]),
                f.say(f"Save what {said.sender} wrote as a note?", f"要把{said.sender}说的记成笔记吗？"),
                ("text",),
            )
            yield asked_finding(f, said, "note", filled, 0.68)


def asked_about(context: Context) -> Iterator[Finding]:
    """Somebody asks about the weather, a word, the tickets, or whether something at home is off."""
    f = facts(context)
    for said in people_ask(f, 40):
        happening = Happening("said", said.text, said.ago_s / 60, said=said)
        if unsaid(f, happening):
            continue
        task = Task(f, "", said.text, said.text, happening, asked=True)
        if words.WEATHER_ASKED.search(said.text):
            filled = ALL_FILLS["show_weather"](task)
        elif words.DEVICE_DOUBT.search(said.text):
            filled = _make_sure(f, said.text)
        elif words.TICKETS_ASKED.search(said.text) and f.next_plans(6):
            filled = ALL_FILLS["show_ticket"](task)
        elif words.OWES.search(said.text) and (found := amounts(said.text)) and not over(said.text):
            filled = Filled(
                one("pay_bill", biller=said.sender, amount=found[0]),
                f.say(f"Pay {said.sender} {found[0]}?", f"要付{said.sender}{found[0]}吗？"),
                ("biller", "amount"),
            )
        elif (
            said.ago_s < 25 * 60
            and (meeting := meeting_in(said.text))
            and re.search(r"\b(?:join|in|coming|waiting|started|now|here)\b|来|等|开始|进", said.text, re.I)
        ):
            filled = Filled(
                one("join_meeting", url_or_id=meeting), f.say("Join the meeting?", "要加入会议吗？"), ("url_or_id",)
            )
        elif words.CODE_ASKED.search(said.text) and any(
            travel.PICKUP_CODE.search(f"{h.sender} {h.text}") for h in f.heard
        ):
            filled = ALL_FILLS["show_pickup_code"](task)
        elif words.IN_CART.search(said.text):
            filled = ALL_FILLS["open_cart"](task)
        elif words.RINGER_OFF.search(said.text) and f.state.ringer_mode in ("vibrate", "silent"):
            filled = ALL_FILLS["set_ringer_mode:normal"](task)
        elif words.PAY_ASKED.search(said.text) and requested(said.text) and not amounts(said.text):
            filled = _known_bill(f, said)
        elif (
            links(said.text)
            and requested(said.text)
            and meeting_in(said.text) is None
            and requests.OPEN.search(said.text)
        ):
            filled = Filled(
                one("open_url", url=links(said.text)[0]),
                f.say(f"Open the link that {said.sender} sent?", f"要打开{said.sender}发的链接吗？"),
                ("url",),
            )
        elif (
            re.search(r"[?？]", said.text)
            and re.search(
                r"\bdo you know what\b|\bwhat (?:does|is an?)\b|\bmean|\bheard of\b|是什么|什么意思|啥意思",
                said.text,
                re.I,
            )
            and (term := asked_term(said.text))
        ):
            filled = Filled(
                one("web_search", query=term),
                f.say(f"Search the web for {term}?", f"要在网上搜索{term}吗？"),
                ("query",),
            )
        else:
            continue
        if filled is not None:
            yield asked_finding(f, said, filled.calls[0].name, filled)


def _known_bill(f: Facts, said: Said) -> Filled | None:
    """The bill that somebody asks to be paid, as an app told of it before."""
    for earlier in f.heard:
        text = f"{earlier.sender} {earlier.text}"
        found = amounts(text)
        if earlier.kind == "chat" or not found or not living.BILL.search(text):
            continue
        shared = {word for word in words_of(text) & words_of(said.text) if word not in ("bill", "pay", "today", "due")}
        if shared:
            biller = re.sub(
                r"^(?:your )?(?:bill|invoice|statement) (?:from|of|by) ", "", earlier.sender, flags=re.IGNORECASE
            )
            return Filled(
                one("pay_bill", biller=biller, amount=found[0]),
                f.say(f"Pay {biller} {found[0]}?", f"要付{biller}{found[0]}吗？"),
            )
    return None


def _make_sure(f: Facts, text: str) -> Filled | None:
    name, _ = device_in(text)
    if not name or f.at_home:
        return None
    door = bool(re.search(r"door|lock|gate|门|锁", name, re.IGNORECASE))
    state = (
        "locked"
        if door and re.search(r"lock|锁|门", text, re.IGNORECASE)
        else "closed"
        if re.search(r"window|窗", name, re.I)
        else "off"
    )
    return Filled(
        one("control_device", device=name.casefold(), state=state),
        f.say(f"Set the {name} to {state}?", f"要把{name}关好吗？"),
        ("device",),
    )


CUES = (alarm_moot, link_to_all, answer_due, timer_due, told_to_keep, asked_about)
