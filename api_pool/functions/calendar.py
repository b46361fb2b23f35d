"""The calendar: events and reminders, written to the provider and proved by its instances."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from api_pool.function import Args, Binding, Function, Proof, integer, moment, params, string
from api_pool.session import Session
from device import BadInput, CommandFailed, Unsupported

SCENARIO = "schedule"
CALENDAR = "content://com.android.calendar"
_ACCOUNT = "proactdroid"


def _calendar_id(session: Session) -> str | None:
    """The first calendar that can be written (CalendarContract: access level 500 and up), or None."""
    rows = session.query(f"{CALENDAR}/calendars", projection="_id:calendar_access_level")
    for row in rows:
        if row.get("_id") and int(row.get("calendar_access_level") or 0) >= 500:
            return str(row["_id"])
    return None


def _own_calendar(session: Session) -> str:
    """A calendar that lives on the phone only, for a phone that has none: made as a sync adapter does.

    Raises Unsupported when the provider does not take it.
    """
    uri = f"{CALENDAR}/calendars?caller_is_syncadapter=true&account_name={_ACCOUNT}&account_type=LOCAL"
    texts = {"account_name": _ACCOUNT, "account_type": "LOCAL", "name": _ACCOUNT, "calendar_displayName": _ACCOUNT,
             "ownerAccount": _ACCOUNT}  # fmt: skip
    binds = [f"{column}:s:{text}" for column, text in texts.items()]
    binds += ["calendar_access_level:i:700", "visible:i:1", "sync_events:i:1"]
    session.say(["content", "insert", "--uri", uri, *(part for bind in binds for part in ("--bind", bind))])
    if session.plan is not None:
        return "{new calendar_id}"
    found = _calendar_id(session)
    if found is None:
        raise Unsupported("the phone has no calendar that can be written", mend="add an account with a calendar")
    return found


def _there(session: Session, title: str, begin: int, end: int, place: str | None = None) -> list[str]:
    """Ids of the events of that title that begin and end then (and are there)."""
    rows = _instances(session, begin - 1000, end + 1000)
    return [
        str(row["event_id"])
        for row in rows
        if row.get("title") == title
        and (row.get("begin"), row.get("end")) == (str(begin), str(end))
        and (not place or row.get("eventLocation") == place)
    ]


def _reminds(session: Session, event_id: str, minutes: int) -> bool:
    rows = session.query(f"{CALENDAR}/reminders", projection="minutes:method", where=f"event_id={event_id}")
    return any(row.get("minutes") == str(minutes) for row in rows)


def _insert_event(session: Session, fields: dict[str, str], reminder: int | None) -> dict[str, Any]:
    """Insert what is not there yet: a broken attempt may have left the event without its reminder."""
    facts = session.facts
    title, begin, end = fields["title"], facts["begin"], facts["end"]
    place = fields.get("eventLocation")
    found = _there(session, title, begin, end, place) if session.retrying else facts["had"]
    if not found:
        calendar_id = facts["calendar_id"] or _own_calendar(session)
        binds = {"calendar_id": calendar_id, "eventTimezone": str(session.timezone), **fields}
        session.insert(f"{CALENDAR}/events", binds)
        if reminder is None:
            return {}
        found = _there(session, title, begin, end, place) if session.plan is None else ["{new event_id}"]
    if not found or reminder is None:
        return {}
    event_id = max(found, key=lambda text: int(text) if text.isdigit() else 0)
    if not event_id.isdigit() or not _reminds(session, event_id, reminder):
        session.insert(f"{CALENDAR}/reminders", {"event_id": event_id, "minutes": str(reminder), "method": "1"})
    return {}


def _instances(session: Session, begin_ms: int, end_ms: int) -> list[dict[str, str | None]]:
    return session.query(
        f"{CALENDAR}/instances/when/{begin_ms}/{end_ms}", projection="event_id:title:begin:end:eventLocation"
    )


def _event_before(session: Session, args: Args) -> dict[str, Any]:
    begin = session.time(args["start"])
    end = session.time(args["end"]) if args.get("end") else begin + timedelta(hours=1)
    if end < begin:
        raise BadInput("the event ends before it starts", mend="give an end after the start")
    facts: dict[str, Any] = {"begin": int(_ms(begin)), "end": int(_ms(end)), "calendar_id": _calendar_id(session)}
    return {**facts, "had": _there(session, args["title"], facts["begin"], facts["end"], args.get("location"))}


def _event_act(session: Session, args: Args) -> dict[str, Any]:
    facts = session.facts
    fields = {"title": args["title"], "dtstart": str(facts["begin"]), "dtend": str(facts["end"])}
    for key, column in (("location", "eventLocation"), ("description", "description")):
        if args.get(key):
            fields[column] = args[key]
    return _insert_event(session, fields, args.get("reminder_minutes"))


def _ms(at: datetime) -> str:
    return str(int(at.timestamp() * 1000))


def _event_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The provider's instances (another table, computed by it) hold the event, its reminders the alert."""
    title = args.get("title") or args["text"]
    reminder = args.get("reminder_minutes") if "title" in args else 0
    found = _there(session, title, known["begin"], known["end"], args.get("location"))
    if not found:
        return Proof("failed", f"the calendar's instances hold no such {title!r} at that time")
    event_id = found[-1]
    if reminder is not None and not any(_reminds(session, one, reminder) for one in found):
        return Proof("failed", f"the calendar holds {title!r}, but no reminder {reminder} minutes before")
    why = f"the calendar's instances hold {title!r}"
    return Proof("verified", why, {"event_id": event_id}, changed=not known["had"])


def _event_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    if not known.get("event_id"):
        raise CommandFailed("the event was not found, so it cannot be deleted")
    session.say(["content", "delete", "--uri", f"{CALENDAR}/events/{known['event_id']}"])
    left = _there(session, args.get("title") or args["text"], known["begin"], known["end"])
    if known["event_id"] in left:
        raise CommandFailed("the event is still in the calendar")


def _find_event(session: Session, name: str) -> dict[str, str | None]:
    """The one coming event (30 days) of that title or id. Raises BadInput for none or several."""
    now = int(session.now().timestamp() * 1000)
    rows = _instances(session, now - 86_400_000, now + 30 * 86_400_000)
    folded = name.casefold().strip()
    found = [row for row in rows if row.get("event_id") == name or (row.get("title") or "").casefold() == folded]
    found = found or [row for row in rows if folded in (row.get("title") or "").casefold()]
    ids = {row["event_id"] for row in found}
    if len(ids) != 1:
        titles = ", ".join(sorted({str(row.get("title")) for row in (found or rows)})[:6]) or "none"
        raise BadInput(f"{len(ids) or 'no'} events are called {name!r}", mend=f"name one of: {titles}")
    return found[0]


def _update_before(session: Session, args: Args) -> dict[str, Any]:
    row = _find_event(session, args["event"])
    begin, end = int(row["begin"] or 0), int(row["end"] or 0)
    if args.get("start"):
        start = int(_ms(session.time(args["start"])))
        begin, end = start, start + (end - begin)
    if args.get("end"):
        end = int(_ms(session.time(args["end"])))
    if end < begin:
        raise BadInput("the event would end before it starts", mend="give an end after the start")
    was = {key: row.get(key) for key in ("title", "begin", "end", "eventLocation")}
    wanted = {
        "title": args.get("title") or row.get("title"),
        "begin": str(begin),
        "end": str(end),
        "eventLocation": args.get("location") or row.get("eventLocation"),
    }
    return {"event_id": row["event_id"], "was": was, "wanted": wanted}


def _update_act(session: Session, args: Args) -> None:
    was, wanted = session.facts["was"], session.facts["wanted"]
    fields: dict[str, str] = {}
    if args.get("start") or args.get("end"):
        fields |= {"dtstart": wanted["begin"], "dtend": wanted["end"]}
    if args.get("title"):
        fields["title"] = args["title"]
    if args.get("location"):
        fields["eventLocation"] = args["location"]
    if not fields:
        raise BadInput("nothing to change", mend="give title, start, end or location")
    if was != wanted:
        session.update(f"{CALENDAR}/events/{session.facts['event_id']}", fields)


def _row_of(session: Session, event_id: str, begin: int, end: int) -> dict[str, str | None] | None:
    rows = _instances(session, begin - 1000, end + 1000)
    return next((row for row in rows if row.get("event_id") == event_id and row.get("begin") == str(begin)), None)


def _update_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    wanted = known["wanted"]
    row = _row_of(session, known["event_id"], int(wanted["begin"]), int(wanted["end"]))
    if row is not None and {key: row.get(key) for key in wanted} == wanted:
        why = "the calendar's instances show the event as changed"
        return Proof("verified", why, {"row": row}, changed=known["was"] != wanted)
    return Proof("failed", "the calendar's instances do not show the event as changed")


def _update_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    was = known["was"]
    fields = {
        "title": was["title"],
        "dtstart": was["begin"],
        "dtend": was["end"],
        "eventLocation": was["eventLocation"] or "",
    }
    session.update(f"{CALENDAR}/events/{known['event_id']}", {key: str(value) for key, value in fields.items()})
    row = _row_of(session, known["event_id"], int(was["begin"]), int(was["end"]))
    if row is None or row.get("title") != was["title"]:
        raise CommandFailed("the calendar does not show the event as before")


def _list_act(session: Session, args: Args) -> dict[str, Any]:
    begin, end = int(_ms(session.time(args["start"]))), int(_ms(session.time(args["end"])))
    return {"events": _instances(session, begin, end)}


def _reminder_before(session: Session, args: Args) -> dict[str, Any]:
    at = int(_ms(session.time(args["time"])))
    return {"begin": at, "end": at, "calendar_id": _calendar_id(session), "had": _there(session, args["text"], at, at)}


def _reminder_act(session: Session, args: Args) -> dict[str, Any]:
    at = str(session.facts["begin"])
    return _insert_event(session, {"title": args["text"], "dtstart": at, "dtend": at}, 0)


FUNCTIONS = [
    Function("create_calendar_event", SCENARIO, "Add an event to the calendar.",
             params({"title": string("title"), "start": moment("start")},
                    {"end": moment("end; an hour later if absent"), "location": string("where"),
                     "description": string("notes", max_length=2000),
                     "reminder_minutes": integer("minutes before", 0, 40_320)}),
             "reversible", "undoable", Binding(_event_act, _event_prove, _event_before, _event_undo)),
    Function("update_calendar_event", SCENARIO, "Change an event of the calendar.",
             params({"event": string("its title or id")},
                    {"title": string("new title"), "start": moment("new start"), "end": moment("new end"),
                     "location": string("new place")}),
             "reversible", "undoable", Binding(_update_act, _update_prove, _update_before, _update_undo)),
    Function("list_calendar_events", SCENARIO, "List the events between two times.",
             params({"start": moment("from"), "end": moment("to")}), "read", "harmless",
             Binding(_list_act, lambda s, a, known: Proof("verified", f"{len(known['events'])} events"))),
    Function("create_reminder", SCENARIO, "Remind the user of something at a time.",
             params({"text": string("what"), "time": moment("when")}), "reversible", "undoable",
             Binding(_reminder_act, _event_prove, _reminder_before, _event_undo)),
]  # fmt: skip
