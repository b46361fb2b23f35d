"""Cues about what people ask the user for: a place, a file, a photo, a note, a link, an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts, words_of
from agent.cues.messages import Said
from agent.lexicon import food, travel
from agent.lexicon import requests as words
from agent.lexicon.messages import ASKS, over
from agent.text import links, meeting_link

FRESH_MIN = 45
_PHOTOS = re.compile(r"\.(?:jpe?g|png|heic|webp)$", re.IGNORECASE)
_VIDEOS = re.compile(r"\.(?:mp4|mkv|mov|webm|3gp)$", re.IGNORECASE)
_CAMERA = re.compile(r"/DCIM/|/Pictures/(?!Screenshots)", re.IGNORECASE)


def _about(one: Said, what: str) -> str:
    return f"{what} for {one.sender} {one.time_ms}"


def location_asked(context: Context) -> Iterator[Finding]:
    """Someone looks for the user and asks where they are."""
    f = facts(context)
    for said in f.personal(20):
        if words.LOCATION.search(said.text):
            yield Finding(
                topic="share location", score=0.9, subject=_about(said, "location"),
                intent=f.say(f"Share your location with {said.sender}?", f"要把位置发给{said.sender}吗？"),
                calls=one("share_location", recipient=said.sender), source=said.source, evidence=(said.evidence,),
                taints=(("recipient", said.origin),),
            )  # fmt: skip


def file_asked(context: Context) -> Iterator[Finding]:
    """Someone asks for a file or a picture that lies on the phone."""
    f = facts(context)
    for said in f.recent(90):
        if not (said.personal or _mail_from_a_person(said)) or not words.SEND.search(said.text):
            continue
        if (
            not (ASKS.search(said.text) or words.SEND_ME.search(said.text))
            or words.LOCATION.search(said.text)
            or words.NUMBER_OF.search(said.text)
        ):
            continue
        path = None if words.SCREENSHOT.search(said.text) else choose_file(f, said.text)
        if path is None:
            continue
        name = path.rpartition("/")[2]
        app = said.package if said.kind == "chat" else None
        yield Finding(
            topic="share file", score=0.85, subject=_about(said, "file"),
            intent=f.say(f"Send {name} to {said.sender}?", f"要把{name}发给{said.sender}吗？"),
            calls=one("share_file", path=path, recipient=said.sender, app=app),
            source=said.source, evidence=(said.evidence, f"file {path}"),
            taints=(("recipient", said.origin),),
        )  # fmt: skip


def _mail_from_a_person(said: Said) -> bool:
    return said.kind == "mail" and not said.promotion and (said.known or said.names_me)


def choose_file(f: Facts, text: str) -> str | None:
    """The file of the phone that a text speaks of: by the words of its name; else the picture just taken."""
    paths = f.state.files or ()
    picture = bool(words.PICTURE.search(text))
    video = not picture and bool(words.VIDEO.search(text))
    if not picture and not video and not words.DOCUMENT.search(text):
        return None
    kind = _PHOTOS if picture else _VIDEOS if video else None
    fitting = [path for path in paths if (kind.search(path) if kind else not _CAMERA.search(path))]
    wanted = words_of(text)
    ranked = [(len(wanted & words_of(_stem(path))), -index, path) for index, path in enumerate(fitting)]
    best = max(ranked, default=None)
    if best is not None and best[0] > 0:
        return best[2]
    if kind is None:
        return None
    taken = [path for path in fitting if _CAMERA.search(path)]
    today = f"{f.now:%Y%m%d}"
    if taken and (words.JUST_NOW.search(text) or today in taken[0]):
        return taken[0]
    return None


def _stem(path: str) -> str:
    name = path.rpartition("/")[2].rpartition(".")[0]
    return re.sub(r"[_\-.]+", " ", name)


def photo_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks the user to take a picture or a video now."""
    f = facts(context)
    for said in f.personal(20):
        if over(said.text):
            continue
        if words.SEND.search(said.text):
            if words.PHOTO_OF.search(said.text) and choose_file(f, said.text) is None:
                yield _camera(f, said, "photo")
            continue
        video = bool(words.TAKE_VIDEO.search(said.text))
        if (video or words.TAKE_PHOTO.search(said.text)) and ASKS.search(said.text):
            yield _camera(f, said, "video" if video else "photo")


def _camera(f: Facts, said: Said, mode: str) -> Finding:
    return Finding(
        topic="camera", score=0.87, subject=_about(said, "photo"),
        intent=f.say(f"Open the camera for a {mode}?",
                     "要打开相机录像吗？" if mode == "video" else "要打开相机拍照吗？"),
        calls=one("open_camera", mode=mode), source=said.source, evidence=(said.evidence,),
    )  # fmt: skip


def note_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks the user to note something down."""
    f = facts(context)
    for said in f.personal(FRESH_MIN):
        if words.NOTE.search(said.text) and len(said.text) > 9:
            yield Finding(
                topic="note", score=0.85, subject=_about(said, "note"),
                intent=f.say(f"Save what {said.sender} wrote as a note?", f"要把{said.sender}说的记成笔记吗？"),
                calls=one("create_note", text=said.text[:1900],
                          title=f.say(f"From {said.sender}", f"来自{said.sender}")),
                source=said.source, evidence=(said.evidence,), taints=(("text", said.origin),),
            )  # fmt: skip


def link_sent(context: Context) -> Iterator[Finding]:
    """Someone the user knows sends a link and asks to open it, or waits in an online meeting."""
    f = facts(context)
    begins = any(-15 <= f.minutes_to(plan.begin) <= 12 for plan in f.plans)
    for said in f.recent(FRESH_MIN, "chat", "sms", "mail"):
        found = links(said.text)
        meets = begins and meeting_link(said.text) is not None and not said.promotion and said.open
        if not found or not (said.personal or meets):
            continue
        meeting = meeting_link(said.text)
        if meeting is not None:
            if (words.JOIN_NOW.search(said.text) or begins) and said.ago_s < 25 * 60:
                yield Finding(
                    topic="join meeting", score=0.92, subject=f"meeting {meeting}",
                    intent=f.say(f"Join the call that {said.sender} is in?", f"要加入{said.sender}的会议吗？"),
                    calls=one("join_meeting", url_or_id=meeting), source=said.source, evidence=(said.evidence,),
                    taints=(("url_or_id", said.origin),),
                )  # fmt: skip
        elif words.OPEN.search(said.text):
            yield Finding(
                topic="open link", score=0.8, subject=f"link {found[0]}",
                intent=f.say(f"Open the link that {said.sender} sent?", f"要打开{said.sender}发的链接吗？"),
                calls=one("open_url", url=found[0]),
                source=said.source, evidence=(said.evidence,), taints=(("url", said.origin),),
            )  # fmt: skip


def answer_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks for a plain yes."""
    f = facts(context)
    for said in f.recent(100, "sms", "chat"):
        if said.promotion or not said.addressed or not said.open or not said.known:
            continue
        match = words.YES_WANTED.search(said.text)
        asked = (
            said.personal
            and words.COVER.search(said.text)
            and words.LET_ME_KNOW.search(said.text)
            and not words.LATE_ASK.search(said.text)
        )
        if match is None and not asked:
            continue
        word = next((group for group in match.groups() if group), f.say("Yes", "是")) if match else f.say("Yes", "好的")
        if said.kind == "sms":
            calls = one("send_sms", recipient=said.sender, body=word)
            taints = (("recipient", said.origin), ("body", said.origin))
        else:
            calls = one("reply_to_notification", notification=said.key, text=word.capitalize())
            taints = (("notification", said.origin), ("text", said.origin))
        yield Finding(
            topic="answer", score=0.8 if match else 0.65, subject=_about(said, "answer"),
            intent=f.say(f"Answer {said.sender} with {word}?", f"要回复{said.sender}“{word}”吗？"),
            calls=calls, source=said.source, evidence=(said.evidence,), taints=taints,
        )  # fmt: skip


def thing_to_buy(context: Context) -> Iterator[Finding]:
    """Someone asks the user to buy or look for something online."""
    f = facts(context)
    for said in f.personal(FRESH_MIN):
        if (
            not words.BUY.search(said.text)
            or (food.ORDER_FOOD.search(said.text) and food.FOOD.search(said.text))
            or over(said.text)
            or words.LOOK_UP.search(said.text)
            or travel.RIDE_ASKED.search(said.text)
        ):
            continue
        query = _thing(said.text)
        if query:
            yield Finding(
                topic="buy", score=0.8, subject=_about(said, "buy"),
                intent=f.say(f"Search for {query}?", f"要搜索{query}吗？"),
                calls=one("search_product", query=query),
                source=said.source, evidence=(said.evidence,), taints=(("query", said.origin),),
            )  # fmt: skip


def _thing(text: str) -> str:
    for pattern in words.RUN_OUT:
        if (match := pattern.search(text)) is not None:
            thing = re.sub(r"^(?:some|a|an|the|more|new|our|my|家里|了)\s*", "", match[1].strip(" ,，"), flags=re.I)
            if len(thing) > 1 and not re.match(r"(?:it|some|them|one|that)\b", thing, re.IGNORECASE):
                return thing[:60]
    return ""


def post_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks the user to post about something."""
    f = facts(context)
    for said in f.personal(60):
        match = words.POST.search(said.text)
        if match is not None:
            text = (match[1] or said.text).strip(" ,")
            app = f.preference("social_app") or "Twitter"
            yield Finding(
                topic="post", score=0.8, subject=_about(said, "post"),
                intent=f.say(f"Write the post about {text}?", f"要写一条动态吗：{text}"),
                calls=one("compose_post", app=app, text=text[0].upper() + text[1:]),
                source=said.source, evidence=(said.evidence,),
                taints=(("text", said.origin),),
            )  # fmt: skip


def video_wanted(context: Context) -> Iterator[Finding]:
    """Someone reminds the user of a video to start, such as the recipe of what they cook."""
    f = facts(context)
    for said in f.personal(FRESH_MIN):
        if links(said.text) or over(said.text) or not words.PLAY_VIDEO.search(said.text):
            continue
        dish, quoted = words.COOKING.search(said.text), words.QUOTED.search(said.text)
        if dish is not None:
            query = f.say(f"{(dish[1] or dish[2] or '').strip()} recipe", f"{(dish[2] or dish[1] or '').strip()} 做法")
        elif quoted is not None:
            query = quoted[1]
        else:
            continue
        yield Finding(
            topic="video", score=0.75, subject=_about(said, "video"),
            intent=f.say(f"Play the video: {query}?", f"要播放视频吗：{query}"),
            calls=one("play_video", query=query),
            source=said.source, evidence=(said.evidence,), taints=(("query", said.origin),),
        )  # fmt: skip


def something_to_look_up(context: Context) -> Iterator[Finding]:
    """Someone asks the user to look something up on the web."""
    f = facts(context)
    for said in f.personal(FRESH_MIN):
        match = words.LOOK_UP.search(said.text)
        if match is not None and not links(said.text):
            query = (match[1] or match[2]).strip()
            yield Finding(
                topic="look up", score=0.7, subject=_about(said, "look up"),
                intent=f.say(f"Search the web for {query}?", f"要在网上搜索{query}吗？"),
                calls=one("web_search", query=query),
                source=said.source, evidence=(said.evidence,), taints=(("query", said.origin),),
            )  # fmt: skip


def screenshot_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks for a screenshot of what the user sees."""
    f = facts(context)
    for said in f.personal(30):
        if words.SCREENSHOT.search(said.text):
            yield Finding(
                topic="screenshot", score=0.75, subject=_about(said, "screenshot"),
                intent=f.say(f"Take a screenshot for {said.sender}?", f"要为{said.sender}截屏吗？"),
                calls=one("take_screenshot"), source=said.source, evidence=(said.evidence,),
            )  # fmt: skip


def mail_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks the user to write a mail to an address or a person."""
    f = facts(context)
    for said in f.personal(FRESH_MIN):
        if not words.MAIL_TO.search(said.text) or not ASKS.search(said.text) or words.SEND_ME.search(said.text):
            continue
        address = words.ADDRESS.search(said.text)
        named = words.MAIL_NAME.search(said.text)
        to = address[0] if address else named[1] if named and f.people.knows(named[1]) else None
        if to is None:
            continue
        about = words.ABOUT.search(said.text)
        yield Finding(
            topic="mail", score=0.78, subject=_about(said, "mail"),
            intent=f.say(f"Write a mail to {to}?", f"要给{to}写邮件吗？"),
            calls=one("compose_email", to=to, subject=(about[1] or about[2]).strip() if about else None),
            source=said.source, evidence=(said.evidence,), taints=(("to", said.origin), ("subject", said.origin)),
        )  # fmt: skip


CUES = (
    screenshot_wanted, mail_wanted,
    location_asked, file_asked, photo_wanted, note_wanted, link_sent, answer_wanted, thing_to_buy, post_wanted,
    video_wanted, something_to_look_up,
)  # fmt: skip
