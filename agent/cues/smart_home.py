"""Cues about things at home: what was left open or on, a room too cold."""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import facts
from agent.cues.slots import device_in, in_room
from agent.lexicon import living as words
from agent.lexicon.messages import ASKS, over


def left_behind(context: Context) -> Iterator[Finding]:
    """Nobody is at home, and a door is unlocked or something is on."""
    f = facts(context)
    if f.at_home:
        return
    for said in f.recent(35, "notice"):
        text = f"{said.sender}. {said.text}"
        left = words.NOBODY.search(text) or words.FOR_LONG.search(text)
        if said.promotion or not left or words.LOCKED_BY.search(text):
            continue
        name, room = device_in(text)
        unlocked, on = words.LOCK_OPEN.search(text), words.LEFT_ON.search(text)
        if not name or not (unlocked or on):
            continue
        device = in_room(name, room)
        shuts = bool(unlocked and words.SHUTTABLE.search(device))
        state = "locked" if unlocked and words.LOCKABLE.search(device) else "closed" if shuts else "off"
        yield Finding(
            topic="home device", score=0.88, subject=f"left {device} {f.now:%m-%d}",
            intent=f.say(f"Nobody is home. Set the {device} to {state}?",
                         f"家里没人，要把{device}{'锁上' if state == 'locked' else '关上' if shuts else '关掉'}吗？"),
            calls=one("control_device", device=device, state=state), source=said.source, evidence=(said.evidence,),
            taints=(("device", said.origin),),
        )  # fmt: skip


def room_climate(context: Context) -> Iterator[Finding]:
    """A room is colder (or warmer) than the user wants, by their own words, and they are at home."""
    f = facts(context)
    if not f.at_home:
        return
    for sentence in f.wishes(f"{words.COLDER_THAN.pattern}|{words.WARMER_THAN.pattern}"):
        cold, warm, switch = (p.search(sentence) for p in (words.COLDER_THAN, words.WARMER_THAN, words.SWITCH_ON))
        if switch is None or (words.IN_EVENING.search(sentence) and f.now.hour < 16):
            continue
        for said in f.recent(45, "notice"):
            text = f"{said.sender}. {said.text}"
            degrees = words.DEGREES.search(text)
            if degrees is None or "weather" in said.package or said.promotion:
                continue
            value = float(degrees[1])
            if (cold and 0 < value < float(cold[1])) or (warm and not cold and float(warm[1]) < value < 45):
                device = (switch[1] or switch[2]).strip()
                yield Finding(
                    topic="home device", score=0.85, subject=f"climate {device} {f.now:%m-%d}",
                    intent=f.say(f"It is {value:g} °C. Switch the {device} on?",
                                 f"现在{value:g}度，要打开{device}吗？"),
                    calls=one("control_device", device=device, state="on"),
                    source=said.source, evidence=(said.evidence, sentence),
                )  # fmt: skip
                return


def device_asked(context: Context) -> Iterator[Finding]:
    """Someone asks the user to switch something at home."""
    f = facts(context)
    for said in f.personal(40):
        if over(said.text) or not ASKS.search(said.text):
            continue
        match = words.SWITCH_ASKED.search(said.text)
        if match is None:
            continue
        found = match.groupdict()
        device = (found["device"] or found["after"] or found["han"] or found["hanthing"] or "").strip().lower()
        verb = (found["verb"] or found["verb2"] or found["hanverb"] or found["hanverb2"] or "").lower()
        state = "locked" if found["door"] or "锁" in verb else "off" if "off" in verb or "关" in verb else "on"
        device = found["door"] or device
        if device:
            yield Finding(
                topic="home device", score=0.82, subject=f"device {said.sender} {said.time_ms}", source=said.source,
                intent=f.say(f"Set the {device} to {state}?", f"要{'打开' if state == 'on' else '关闭'}{device}吗？"),
                calls=one("control_device", device=device, state=state), evidence=(said.evidence,),
                taints=(("device", said.origin), ("state", said.origin)),
            )  # fmt: skip


CUES = (device_asked, left_behind, room_climate)
