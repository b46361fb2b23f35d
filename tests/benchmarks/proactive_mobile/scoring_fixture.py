# ruff: noqa: E501 (a table)
"""Forty-four predictions with the verdicts that the protocol gives them, worked out by hand.

A line: difficulty, language, recipe; the answers (a list of call texts, `|` between answers, empty: nothing is needed);
the prediction (call texts, `!` an invalid output, empty: silence); verdict; F1; met/all arguments.
"""

from __future__ import annotations

from dataclasses import dataclass

from api_pool import Call
from benchmarks.records import Answer, CallTruth, Prediction, Record
from benchmarks.records.spelled import spelled

NOW_MS = 1_773_212_400_000  # 2026-03-11 08:00 in Berlin
CONTACTS = {"Mama": ("+49 561 998877",), "Jonas": ("+49 170 1112233",)}

LINES = """
L1 en r1 ; set_alarm(hour=6, minute=30) ; set_alarm(hour=6, minute=30) ; right ; 1 ; 2/2
L1 en r1 ; set_alarm(hour=6, minute=30) ; set_alarm(hour=6, minute=30, label="Train") ; right ; 1 ; 2/2
L1 en r1 ; set_alarm(hour=6, minute=30) ; set_alarm(hour=6, minute=30, days=["mon"]) ; wrong ; 1 ; 2/2
L2 en r1 ; set_alarm(hour=6, minute=30) ; set_alarm(hour=6, minute=45) ; wrong ; 1 ; 1/2
L2 zh r1 ; set_alarm(hour=6, minute=30) ; ; missed ; 0 ; 0/0
L3 zh r1 ; set_alarm(hour=6, minute=30) ; ! ; missed ; 0 ; 0/0
L1 en r2 ; ; ; quiet ; 0 ; 0/0
L1 en r2 ; ; set_alarm(hour=6, minute=30) ; false_trigger ; 0 ; 0/0
L2 zh r2 ; ; ! ; quiet ; 0 ; 0/0
L2 zh r2 ; ; ; quiet ; 0 ; 0/0
L3 zh r2 ; ; open_cart() ; false_trigger ; 0 ; 0/0
L1 en r3 ; make_call(recipient="Mama") | send_sms(recipient="Mama", body={"any": True}) ; make_call(recipient="Mama") ; right ; 1 ; 1/1
L1 en r3 ; make_call(recipient="Mama") | send_sms(recipient="Mama", body={"any": True}) ; send_sms(recipient="mama", body="Back soon") ; right ; 1 ; 2/2
L2 en r3 ; make_call(recipient="Mama") | send_sms(recipient="Mama", body={"any": True}) ; send_sms(recipient="Jonas", body="Back soon") ; wrong ; 1 ; 1/2
L2 en r3 ; make_call(recipient="Mama") | send_sms(recipient="Mama", body={"any": True}) ; make_call(recipient="+49561998877") ; right ; 1 ; 1/1
L3 en r3 ; make_call(recipient="Mama") | send_sms(recipient="Mama", body={"any": True}) ; set_wifi(enabled=True) ; wrong ; 0 ; 0/0
L1 zh r4 ; set_wifi(enabled=False) + set_do_not_disturb(mode="alarms") ; set_do_not_disturb(mode="alarms") + set_wifi(enabled=False) ; right ; 1 ; 2/2
L2 zh r4 ; set_wifi(enabled=False) + set_do_not_disturb(mode="alarms") ; set_wifi(enabled=False) ; wrong ; 2/3 ; 1/1
L2 zh r4 ; set_wifi(enabled=False) + set_do_not_disturb(mode="alarms") ; set_wifi(enabled=True) + set_do_not_disturb(mode="none") ; wrong ; 1 ; 0/2
L3 zh r4 ; set_wifi(enabled=False) + set_do_not_disturb(mode="alarms") ; set_wifi(enabled=False) + open_cart() + set_dark_mode(enabled=True) ; wrong ; 2/5 ; 1/1
L1 en r5 ; set_ringer_mode(mode="vibrate") | set_do_not_disturb(mode={"one_of": ["priority", "alarms"]}) ; set_do_not_disturb(mode="priority") ; right ; 1 ; 1/1
L1 en r5 ; set_ringer_mode(mode="vibrate") | set_do_not_disturb(mode={"one_of": ["priority", "alarms"]}) ; set_do_not_disturb(mode="none") ; wrong ; 1 ; 0/1
L2 en r5 ; set_ringer_mode(mode="vibrate") | set_do_not_disturb(mode={"one_of": ["priority", "alarms"]}) ; set_volume(stream="ring", level=0) ; right ; 0 ; 1/1
L2 en r5 ; set_ringer_mode(mode="vibrate") | set_do_not_disturb(mode={"one_of": ["priority", "alarms"]}) ; ; missed ; 0 ; 0/0
L1 en r6 ; navigate_to(destination="Ostbloc") ; navigate_to(destination="ostbloc", mode="bike") ; right ; 1 ; 1/1
L1 en r6 ; navigate_to(destination="Ostbloc", mode="drive") ; navigate_to(destination="Ostbloc") ; right ; 1 ; 2/2
L2 en r6 ; navigate_to(destination="Ostbloc", mode="bike") ; navigate_to(destination="Ostbloc") ; wrong ; 1 ; 1/2
L2 zh r6 ; navigate_to(destination="Ostbloc") ; check_route(destination="Ostbloc") ; wrong ; 0 ; 0/0
L1 en r7 ; create_calendar_event(title={"contains": "dentist"}, start="2026-03-19T10:15") ; create_calendar_event(title="Dentist Dr. Vogel", start="2026-03-19T10:15") ; right ; 1 ; 2/2
L2 en r7 ; create_calendar_event(title={"contains": "dentist"}, start="2026-03-19T10:15") ; create_calendar_event(title="Check-up", start="2026-03-19T10:15") ; wrong ; 1 ; 1/2
L3 en r7 ; create_calendar_event(title={"contains": "dentist"}, start="2026-03-19T10:15") ; create_reminder(text="Dentist", time="2026-03-19T10:15") ; wrong ; 0 ; 0/0
L1 zh r8 ; ; ; quiet ; 0 ; 0/0
L1 zh r8 ; ; ; quiet ; 0 ; 0/0
L2 zh r8 ; ; send_sms(recipient="Mama", body="hi") ; false_trigger ; 0 ; 0/0
L2 en r8 ; ; ! ; quiet ; 0 ; 0/0
L3 en r8 ; ; set_wifi(enabled=False) + open_cart() ; false_trigger ; 0 ; 0/0
L1 en r9 ; set_timer(seconds={"between": [480, 600]}) ; set_timer(seconds=540) ; right ; 1 ; 1/1
L2 en r9 ; set_timer(seconds={"between": [480, 600]}) ; set_timer(seconds=60) ; wrong ; 1 ; 0/1
L2 zh r9 ; set_timer(seconds={"between": [480, 600]}) | create_reminder(text={"any": True}, time="+9m") | create_note(text={"any": True}) ; create_reminder(text="tea", time="08:09") ; right ; 1 ; 2/2
L3 zh r9 ; set_timer(seconds={"between": [480, 600]}) | create_reminder(text={"any": True}, time="+9m") | create_note(text={"any": True}) ; create_note(text="tea") + set_timer(seconds=1) ; wrong ; 2/3 ; 0/1
L1 en r10 ; pay_bill(biller="Vattenfall", amount="84.20 EUR") ; pay_bill(biller="vattenfall", amount="€ 84,20") ; right ; 1 ; 2/2
L2 en r10 ; pay_bill(biller="Vattenfall", amount="84.20 EUR") ; pay_bill(biller="Vattenfall", amount="842.00 EUR") ; wrong ; 1 ; 1/2
L2 en r10 ; pay_bill(biller="Vattenfall") ; pay_bill(biller="Vattenfall", amount="1 EUR") ; right ; 1 ; 1/1
L3 zh r10 ; pay_bill(biller="Vattenfall") ; ! ; missed ; 0 ; 0/0
"""


@dataclass(frozen=True)
class Row:
    record: Record
    prediction: Prediction
    verdict: str
    f1: float
    met: int
    arguments: int


def _calls(text: str) -> tuple[CallTruth, ...]:
    return tuple(spelled(part) for part in text.split(" + ")) if text.strip() else ()


def rows() -> list[Row]:
    found = []
    for number, line in enumerate(LINES.strip().splitlines()):
        head, truth, made, verdict, f1, met = (part.strip() for part in line.split(" ;"))
        difficulty, language, recipe = head.split()
        answers = tuple(Answer(intent="?", calls=_calls(part)) for part in truth.split(" | ")) if truth else ()
        record = Record(id=f"f{number}", answers=answers, difficulty=difficulty, language=language, recipe=recipe,
                        split="test", frame_ms=NOW_MS, timezone="Europe/Berlin", contacts=CONTACTS)  # fmt: skip
        calls = () if made == "!" else tuple(Call(name=c.name, arguments=c.arguments) for c in _calls(made))
        prediction = Prediction(id=record.id, calls=calls, invalid="cut off" if made == "!" else None)
        top, _, bottom = f1.partition("/")
        right, _, of = met.partition("/")
        found.append(Row(record, prediction, verdict, float(top) / float(bottom or 1), int(right), int(of)))
    return found
