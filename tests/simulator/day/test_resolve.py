from __future__ import annotations

import pytest

from simulator.day import DayError, ResolvedDay, load_day

from .conftest import day_text

MINUTE = 60_000


def resolved(events: str = "", rest: str = "", seed: int = 0) -> ResolvedDay:
    return load_day({"day": day_text(events, rest), "seed": seed})[1]


DRAWN = """
    - {id: first, at: "08:10..09:40", do: sms, sender: DHL, text: "Parcel ${number}"}
    - {id: second, after: first + 5m..25m, do: battery, level: 70}
"""
VARS = """
    vars: {number: [A1, B2, C3, D4, E5, F6]}
    noise: {per_hour: 6, from: [news, groups]}
"""


def test_the_same_seed_gives_the_same_day() -> None:
    assert resolved(DRAWN, VARS, 7) == resolved(DRAWN, VARS, 7)


def test_another_seed_gives_other_times_words_and_noise() -> None:
    days = [resolved(DRAWN, VARS, seed) for seed in range(8)]
    at = {next(e.at_ms for e in day.events if e.id == "first") for day in days}
    texts = {next(e.event.model_dump()["text"] for e in day.events if e.id == "first") for day in days}
    noise = {tuple(e.at_ms for e in day.events if e.origin == "noise") for day in days}
    assert len(at) > 4
    assert len(texts) > 1
    assert len(noise) == len(days)


def test_times_are_drawn_within_what_the_day_allows() -> None:
    for seed in range(20):
        day = resolved(DRAWN, VARS, seed)
        at = {event.id: event.at_ms for event in day.events}
        assert 10 * MINUTE <= at["first"] - day.start_ms <= 100 * MINUTE
        assert 5 * MINUTE <= at["second"] - at["first"] <= 25 * MINUTE


def test_adding_an_event_moves_no_other() -> None:
    more = DRAWN + '    - {id: third, at: "09:00..11:00", do: battery, level: 60}\n'
    before = {event.id: event.at_ms for event in resolved(DRAWN, VARS, 3).events}
    after = {event.id: event.at_ms for event in resolved(more, VARS, 3).events}
    assert {name: after[name] for name in before} == before


def test_a_var_that_is_the_whole_text_keeps_its_type_and_may_have_fields() -> None:
    day = resolved(
        '- {id: one, at: "08:10", do: app_event, package: com.aftership.AfterShip, name: parcel_update, '
        'data: {number: "${p.number}", minutes: "${p.minutes}", day: "${date+1}", at: "${time:one + 5m}"}}',
        "vars: {p: [{number: X7, minutes: 12}]}",
    )
    data = day.events[0].event.model_dump()["data"]
    assert data == {"number": "X7", "minutes": 12, "day": "2026-03-12", "at": "08:15"}


NEED = """
    needs:
      - id: call
        scenario: communication
        from: missed + 1m
        until: {until}
        why: She calls back.
        {more}
        answers: [{{intent: Call her, calls: [{{name: make_call, arguments: {{recipient: Mama}}}}]}}]
"""


def need(until: str = "+60m", more: str = "executes: true") -> str:
    return NEED.format(until=until, more=more)


def test_windows_follow_their_events() -> None:
    missed = '- {id: missed, at: "09:00..10:00", do: call, number: Mama}'
    for seed in range(5):
        day = resolved(missed, need(), seed)
        window = day.truth.windows[0]
        assert window.from_ms == day.events[0].at_ms + MINUTE
        assert window.until_ms == window.from_ms + 60 * MINUTE
        assert window.evidence == ["missed"]


def test_a_window_closes_when_the_user_solves_it_alone() -> None:
    events = """
        - {id: missed, at: "09:00", do: call, number: Mama}
        - {id: called, at: "09:20", do: call, number: Mama, outcome: outgoing}
    """
    day = resolved(events, need(more="solved_by: called"))
    window = day.truth.windows[0]
    assert window.solved_ms == day.start_ms + 80 * MINUTE
    assert window.until_ms == window.solved_ms - 1
    assert day.truth.moment(window.from_ms) == "needed"
    assert day.truth.moment(window.solved_ms) == "no_action"
    assert day.truth.moment(window.from_ms, frozenset({"call"})) == "no_action"


def test_an_event_that_does_not_happen_takes_its_needs_and_followers_along() -> None:
    events = """
        - {id: missed, at: "09:00", chance: 0.5, do: call, number: Mama}
        - {id: next, after: missed + 5m, do: battery, level: 50}
    """
    days = [resolved(events, need(), seed) for seed in range(20)]
    written = [[event for event in day.events if event.origin == "day"] for day in days]
    assert {(len(own), len(day.truth.windows)) for own, day in zip(written, days, strict=True)} == {(0, 0), (2, 1)}


def test_one_of_several_events_happens() -> None:
    events = """
        - id: word
          at: "09:00"
          do: one_of
          options:
            - {do: sms, sender: Mama, text: Call me}
            - {do: chat, sender: Mama, text: Call me}
    """
    kinds = {resolved(events, "", seed).events[0].event.do for seed in range(12)}
    assert kinds == {"sms", "chat"}


@pytest.mark.parametrize(
    ("events", "cause"),
    [
        ("- {after: nothing + 5m, do: battery, level: 5}", "names no event: 'nothing'"),
        ("- {id: a, after: b, do: battery, level: 5}\n- {id: b, after: a, do: battery, level: 5}", "goes in a circle"),
        ('- {at: "09:00", do: sms, sender: DHL, text: "${code}"}', "${code} names nothing"),
    ],
)
def test_what_leads_nowhere_is_refused(events: str, cause: str) -> None:
    with pytest.raises(DayError, match=cause.replace("$", r"\$").replace("{", r"\{").replace("}", r"\}")):
        resolved(events)


def test_the_battery_moves_evenly_between_known_levels() -> None:
    events = """
        - {at: "09:00", do: battery, level: 50}
        - {at: "11:00", do: battery, level: 30}
    """
    day = resolved(events, "setup: {battery: {level: 60, drain_per_hour: 6}}")
    at = {step.level: step.at_ms - day.start_ms for step in day.battery}
    assert at[50] == 60 * MINUTE
    assert at[40] == 120 * MINUTE
    assert at[30] == 180 * MINUTE
    assert min(at) == 24  # six percent in the last hour


def test_the_battery_fills_while_plugged_in() -> None:
    events = """
        - {at: "09:00", do: plug}
        - {at: "10:00", do: unplug}
    """
    day = resolved(events, "setup: {battery: {level: 50, drain_per_hour: 10, charge_per_hour: 30}}")
    levels = [(step.at_ms - day.start_ms, step.level) for step in day.battery]
    assert (60 * MINUTE, 40) in levels
    assert (120 * MINUTE, 70) in levels
    assert levels[-1] == (240 * MINUTE, 50)


def test_pickups_are_looks_into_apps_that_do_not_overlap() -> None:
    rest = 'pickups: {per_hour: 8, between: ["08:30", "11:00"], apps: [com.android.chrome], minutes: [2, 6]}'
    for seed in range(5):
        day = resolved("", rest, seed)
        assert day.events
        looks = [(event.at_ms, event.event.model_dump()) for event in day.events]
        assert all(look["do"] == "use_app" and 2 <= look["minutes"] <= 6 for _, look in looks)
        assert all(30 * MINUTE <= at - day.start_ms <= 180 * MINUTE for at, _ in looks)
        ends = [at + look["minutes"] * MINUTE for at, look in looks]
        assert all(end < following for end, (following, _) in zip(ends, looks[1:], strict=False))


def test_a_place_that_the_persona_lacks_is_refused_when_the_day_is_loaded() -> None:
    with pytest.raises(DayError, match="no place 'moon'"):
        resolved('- {at: "09:00", do: move, place: moon}')
    with pytest.raises(DayError, match="no place 'senefelderplatz'"):
        load_day({"day": "lena_weekday", "persona": "marcus_chicago"})


def test_a_spec_names_what_it_may_hold() -> None:
    with pytest.raises(DayError, match="unknown sed"):
        load_day({"day": "lena_weekday", "sed": 4})
    with pytest.raises(DayError, match="no such day"):
        load_day({"day": "lena_weekda"})
    with pytest.raises(DayError, match="no such persona"):
        load_day({"day": "lena_weekday", "persona": "nobody"})


def test_what_showed_a_need_is_swiped_away_when_its_window_has_closed() -> None:
    day = resolved('- {id: missed, at: "09:00", do: call, number: Mama}', need(until="+30m"))
    window = day.truth.windows[0]
    swipe = next(event for event in day.events if event.origin == "reaction")
    assert (swipe.event.model_dump()["of"], swipe.at_ms) == ("missed", window.until_ms + 20_000)
