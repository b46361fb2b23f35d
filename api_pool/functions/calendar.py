"""The calendar: events and reminders, written to the provider and proved by its instances."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from api_pool.function import Args, Binding, Function, Proof, integer, moment, params, string
from api_pool.session import Session
from device import BadInput, CommandFailed, Unsupported

SCENARIO = "schedule"
CALENDAR = "content://com.android.calendar"


def _calendar_id(session: Session) -> str:
    rows = session.query(f"{CALENDAR}/calendars", projection="_id:calendar_access_level")
    for row in rows:
        if row.get("_id") and int(row.get("calendar_access_level") or 0) >= 500:
            return str(row["_id"])
    raise Unsupported("the phone has no calendar that can be written", mend="add an account with a calendar")


def _insert_event(session: Session, fields: dict[str, str], reminder: int | None) -> dict[str, Any]:
    binds = {"calendar_id": _calendar_id(session), "eventTimezone": str(session.timezone), **fields}
    session.insert(f"{CALENDAR}/events", binds)
    begin, end = int(fields["dtstart"]), int(fields["dtend"])
    rows = _instances(session, begin - 1000, end + 1000)
    match = [row for row in rows if row.get("title") == fields["title"] and row.get("begin") == str(begin)]
    if not match:
        return {"event_id": None, "begin": begin}
    event_id = max(int(row["event_id"] or 0) for row in match)
    if reminder is not None:
        session.insert(f"{CALENDAR}/reminders", {"event_id": str(event_id), "minutes": str(reminder), "method": "1"})
    return {"event_id": event_id, "begin": begin}


def _instances(session: Session, begin_ms: int, end_ms: int) -> list[dict[str, str | None]]:
    return session.query(
        f"{CALENDAR}/instances/when/{begin_ms}/{end_ms}", projection="event_id:title:begin:end:eventLocation"
    )


def _event_act(session: Session, args: Args) -> dict[str, Any]:
    begin = session.time(args["start"])
    end = session.time(args["end"]) if args.get("end") else begin + timedelta(hours=1)
    if end < begin:
        raise BadInput("the event ends before it starts", mend="give an end after the start")
    fields = {"title": args["title"], "dtstart": _ms(begin), "dtend": _ms(end)}
    for key, column in (("location", "eventLocation"), ("description", "description")):
        if args.get(key):
            fields[column] = args[key]
    return {**_insert_event(session, fields, args.get("reminder_minutes")), "end": int(_ms(end))}


def _ms(at: datetime) -> str:
    return str(int(at.timestamp() * 1000))


def _event_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    title = args.get("title") or args.get("text")
    rows = _instances(session, known["begin"] - 1000, known.get("end", known["begin"]) + 1000)
    for row in rows:
        if row.get("title") == title and row.get("begin") == str(known["begin"]):
            wanted = args.get("location")
            if wanted and row.get("eventLocation") != wanted:
                return Proof("failed", f"the event's place is {row.get('eventLocation')!r}")
            return Proof("verified", f"the calendar's instances hold {title!r}", {"event_id": row.get("event_id")})
    return Proof("failed", f"the calendar's instances hold no {title!r} at that time")


def _event_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    if not known.get("event_id"):
        raise CommandFailed("the event was not found, so it cannot be deleted")
    session.say(["content", "delete", "--uri", f"{CALENDAR}/events/{known['event_id']}"])


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
    return {
        "event_id": row["event_id"],
        "was": {key: row.get(key) for key in ("title", "begin", "end", "eventLocation")},
    }


def _update_act(session: Session, args: Args) -> dict[str, Any]:
    row = _find_event(session, args["event"])
    fields: dict[str, str] = {}
    begin, end = int(row["begin"] or 0), int(row["end"] or 0)
    if args.get("start"):
        start = int(_ms(session.time(args["start"])))
        begin, end = start, start + (end - begin)
    if args.get("end"):
        end = int(_ms(session.time(args["end"])))
    if args.get("start") or args.get("end"):
        fields |= {"dtstart": str(begin), "dtend": str(end)}
    if args.get("title"):
        fields["title"] = args["title"]
    if args.get("location"):
        fields["eventLocation"] = args["location"]
    if not fields:
        raise BadInput("nothing to change", mend="give title, start, end or location")
    session.update(f"{CALENDAR}/events/{row['event_id']}", fields)
    return {"begin": begin, "end": end, "title": args.get("title") or row.get("title")}


def _update_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    rows = _instances(session, known["begin"] - 1000, known["end"] + 1000)
    for row in rows:
        if row.get("event_id") == known["event_id"] and row.get("begin") == str(known["begin"]):
            place_ok = not args.get("location") or row.get("eventLocation") == args["location"]
            if row.get("title") == known["title"] and place_ok:
                return Proof("verified", "the calendar's instances show the event as changed", {"row": row})
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


def _list_act(session: Session, args: Args) -> dict[str, Any]:
    begin, end = int(_ms(session.time(args["start"]))), int(_ms(session.time(args["end"])))
    return {"events": _instances(session, begin, end)}


def _reminder_act(session: Session, args: Args) -> dict[str, Any]:
    at = _ms(session.time(args["time"]))
    return {**_insert_event(session, {"title": args["text"], "dtstart": at, "dtend": at}, 0), "end": int(at)}


FUNCTIONS = [
    Function("create_calendar_event", SCENARIO, "Add an event to the calendar.",
             params({"title": string("title"), "start": moment("start")},
                    {"end": moment("end; an hour later if absent"), "location": string("where"),
                     "description": string("notes", max_length=2000),
                     "reminder_minutes": integer("minutes before", 0, 40_320)}),
             "reversible", "undoable", Binding(_event_act, _event_prove, undo=_event_undo)),
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
             Binding(_reminder_act, _event_prove, undo=_event_undo)),
]  # fmt: skip
