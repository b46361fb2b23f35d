"""The extras of a notification as NotificationRecord prints them, with or without their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import object_hash
from simulator.state import Notification

if TYPE_CHECKING:
    from simulator.phone import Phone


def has_ticker(note: Notification) -> bool:
    """Whether the notification has a ticker text."""
    return bool(note.ticker)


def _text(key: str, value: str | None, redact: bool, kind: str = "String") -> str:
    if value is None:
        return f"{key}=null"
    return f"{key}={kind} [length={len(value)}]" if redact else f"{key}={kind} ({value})"


def _style(note: Notification) -> str | None:
    if note.messages:
        return "MessagingStyle"
    return "BigTextStyle" if note.big_text is not None else None


def extras_lines(phone: Phone, note: Notification, redact: bool, at: str) -> list[str]:
    """`extras={ … }` with every extra that the builder of such a notification sets."""
    api = phone.state.device.api_level
    inner = at + "    "
    items = [_text("android.title", note.title, redact)]
    if note.messages:
        items += [
            "android.hiddenConversationTitle=null",
            "android.conversationTitle=null",
        ]
    if api >= 29:
        items.append("android.reduced.images=Boolean (true)")
    items.append(_text("android.subText", note.sub_text, redact))
    style = _style(note)
    if style is not None:
        items.append(f"android.template=String (android.app.Notification${style})")
    items.append("android.showChronometer=Boolean (false)")
    items.append(_text("android.text", note.text, redact))
    if note.big_text is not None:
        items.append(_text("android.bigText", note.big_text, redact))
    items += ["android.progress=Integer (0)", "android.progressMax=Integer (0)"]
    info = f"ApplicationInfo{{{object_hash(note.package, 'info')} {note.package}}}"
    items.append(f"android.appInfo=ApplicationInfo ({info})")
    if note.messages:
        items.append(f"android.messages=Parcelable[] ({len(note.messages)})")
        if not redact:
            for number, message in enumerate(note.messages):
                person = object_hash(note.key, message.sender)
                items.append(
                    f"  [{number}] Bundle[{{sender={message.sender}, text={message.text}, time={message.time_ms}, "
                    f"sender_person=android.app.Person@{person}}}]"
                )
        items.append(_text("android.selfDisplayName", "Me", redact))
        items.append(f"android.messagingUser=Person (android.app.Person@{object_hash(note.package, 'me')})")
        items.append("android.isGroupConversation=Boolean (false)")
    items += [
        "android.showWhen=Boolean (true)",
        "android.largeIcon=null",
        "android.infoText=null",
        "android.progressIndeterminate=Boolean (false)",
        "android.remoteInputHistory=null",
    ]
    return [f"{at}extras={{", *(f"{inner}{item}" for item in items), f"{at}}}"]
