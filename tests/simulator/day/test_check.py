from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from simulator.day import Problem, beside, check
from simulator.day.schema import day_schema
from simulator.day.source import Source

from .conftest import day_text

FUNCTIONS = {
    "make_call": {
        "parameters": {"type": "object", "properties": {"recipient": {"type": "string"}}, "required": ["recipient"]}
    },
    "set_ringer_mode": {
        "parameters": {"type": "object", "properties": {"mode": {"enum": ["normal", "vibrate"]}}, "required": ["mode"]}
    },
}
MISSED = '- {id: missed, at: "09:00", do: call, number: Mama}\n'


def need(
    arguments: str = "{recipient: Mama}", name: str = "make_call", start: str = "missed", until: str = "+60m"
) -> str:
    text = f"""
        needs:
          - id: call
            scenario: communication
            from: "{start}"
            until: "{until}"
            why: She calls back.
            answers: [{{intent: Call her, calls: [{{name: {name}, arguments: {arguments}}}]}}]
        """
    return dedent(text)


def only(problems: list[Problem]) -> Problem:
    assert len(problems) == 1, [str(problem) for problem in problems]
    return problems[0]


def test_a_good_day_has_no_problems() -> None:
    assert check(day_text(MISSED, need()), FUNCTIONS) == []


@pytest.mark.parametrize(
    ("event", "cause", "mend"),
    [
        ('- {at: "09:00", do: sms, sender: DHL, txt: hello}', "`text` is missing", "docs/day_format.md"),
        ('- {at: "09:00", do: telepathy}', "no such kind of event", "'notify'"),
        ('- {at: "9", do: battery, level: 5}', "pattern", "docs/day_format.md"),
        ('- {at: "09:00", do: battery, level: 500}', "less than or equal to 100", "docs/day_format.md"),
        ('- {at: "09:00", do: notify, package: com.nowhere.app, title: Hi}', "no app com.nowhere.app", "extra_apps"),
        ('- {at: "09:00", do: move, place: moon}', "no place 'moon'", "home"),
        ('- {at: "09:00", do: bluetooth, device: Toaster}', "no paired device 'Toaster'", "WH-1000XM5"),
        ('- {at: "09:00", do: call, number: Nobody}', "no contact 'Nobody'", "Mama"),
        ('- {at: "09:00", do: wifi, connect: Moonbase}', "no network 'Moonbase'", "Kollwitz42"),
        ('- {at: "07:00", do: battery, level: 5}', "outside the day", "between start and end"),
        (
            '- {at: "09:00", do: app_event, package: com.aftership.AfterShip, name: lost, data: {}}',
            "knows no event 'lost'",
            "parcel_update",
        ),
        ('- {at: "09:00", do: dismiss_notification, of: ghost}', "no event has the id 'ghost'", "id"),
    ],
)
def test_faults_of_events_are_told_with_line_cause_and_mend(event: str, cause: str, mend: str) -> None:
    problems = check(day_text(event), FUNCTIONS)
    found = next(problem for problem in problems if cause in problem.cause)
    assert found.level == "error"
    assert found.path.startswith("events.0")
    assert found.line == 10  # the eighth line is empty, the ninth says `events:`
    assert mend in found.mend


def test_broken_yaml_is_told_with_its_line() -> None:
    found = only(check("version: 1\nname: [a\ntitle: b\n"))
    assert "no valid YAML" in found.cause
    assert found.line is not None


def test_an_unknown_field_at_the_top_is_told() -> None:
    found = only(check(day_text("", "moood: good")))
    assert (found.path, found.line) == ("moood", 8)
    assert "not a field" in found.cause


@pytest.mark.parametrize(
    ("name", "arguments", "cause"),
    [
        ("make_cal", "{recipient: Mama}", "no function 'make_cal'"),
        ("make_call", "{person: Mama}", "no parameter 'person'"),
        ("make_call", "{}", "needs the parameter 'recipient'"),
        ("set_ringer_mode", "{mode: loud}", "'loud' is no mode"),
        ("set_ringer_mode", "{mode: {one_of: [vibrate, loud]}}", "'loud' is no mode"),
        ("make_call", "{recipient: {between: [1]}}", "between takes two values"),
        ("make_call", "{recipient: {like: Mama}}", "is no matcher"),
    ],
)
def test_answers_are_held_against_the_pool(name: str, arguments: str, cause: str) -> None:
    problems = check(day_text(MISSED, need(arguments, name)), FUNCTIONS)
    assert any(cause in problem.cause for problem in problems), [str(problem) for problem in problems]
    assert all(problem.path.startswith("needs.0.answers.0") for problem in problems)


def test_without_a_pool_only_the_form_of_answers_is_checked() -> None:
    assert check(day_text(MISSED, need("{person: Mama}", "make_cal"))) == []


def test_empty_windows_and_windows_outside_the_day_are_errors() -> None:
    assert any("empty" in problem.cause for problem in check(day_text(MISSED, need(until="08:30"))))
    late = check(day_text(MISSED, need(start="13:00", until="14:00")))
    assert any("outside the day" in problem.cause for problem in late)


def test_a_need_that_nothing_shows_is_an_error() -> None:
    found = only(check(day_text("", need(start="09:00", until="10:00"))))
    assert "nothing on the phone shows" in found.cause


def test_two_open_needs_with_an_equal_answer_are_an_error() -> None:
    second = need().replace("needs:\n", "").replace("id: call", "id: again").lstrip("\n")
    found = only(check(day_text(MISSED, need() + second)))
    assert "overlaps 'call'" in found.cause


def test_unused_vars_and_ids_are_warnings_and_come_after_errors() -> None:
    problems = check(day_text(MISSED, "vars: {x: [1, 2]}"))
    assert [(problem.level, problem.path) for problem in problems] == [
        ("warning", "vars.x"),
        ("warning", "events.0.id"),
    ]


def test_near_misses_must_name_an_event_and_a_need() -> None:
    rest = need() + "near_misses: [{event: ghost, like: nobody, why_not: No.}]\n"
    causes = {problem.cause for problem in check(day_text(MISSED, rest))}
    assert causes == {"no need has the id 'nobody'", "no event has the id 'ghost'"}


def test_the_collection_asks_for_enough() -> None:
    causes = " ".join(problem.cause for problem in check(day_text(MISSED, need()), FUNCTIONS, (0,), shipped=True))
    for words in ("1 needs, at least 12", "1 scenarios, at least 8", "no-action moments", "near misses for 0 of 1"):
        assert words in causes


def test_a_day_beside_its_own_persona_is_found(tmp_path: Path) -> None:
    persona = Path(__file__).parents[3] / "emulator_configs/personas/lena_berlin.yaml"
    text = persona.read_text(encoding="utf-8").replace("name: lena_berlin", "name: twin", 1)
    (tmp_path / "twin.yaml").write_text(text, encoding="utf-8")
    day = tmp_path / "test_day.yaml"
    day.write_text(day_text(MISSED, need()).replace("persona: lena_berlin", "persona: twin"), encoding="utf-8")
    assert check(day, FUNCTIONS) == []


def test_a_day_finds_its_persona_in_the_folder_of_personas_beside_its_own(tmp_path: Path) -> None:
    persona = Path(__file__).parents[3] / "emulator_configs/personas/lena_berlin.yaml"
    text = persona.read_text(encoding="utf-8").replace("name: lena_berlin", "name: twin", 1)
    for folder in ("personas", "days"):
        (tmp_path / folder).mkdir()
    (tmp_path / "personas/twin.yaml").write_text(text, encoding="utf-8")
    day = tmp_path / "days/twin_day.yaml"
    day.write_text(day_text(MISSED, need()).replace("persona: lena_berlin", "persona: twin"), encoding="utf-8")
    assert check(day, FUNCTIONS) == []
    assert beside(str(day), "twin") == tmp_path / "personas/twin.yaml"
    assert beside(day, "lena_berlin") == beside("lena_weekday", "lena_berlin") == "lena_berlin"


def test_a_key_that_is_given_twice_is_told() -> None:
    found = only(check(day_text("", "title: Another title")))
    assert (found.path, found.line) == ("title", 8)
    assert "given twice, first in line 3" in found.cause


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "day.yaml"
    path.write_bytes(b"name: \xff\xfe")
    assert "not UTF-8" in only(check(path)).cause


def test_a_faulty_setup_is_told_by_field() -> None:
    problems = check(day_text("", "setup:\n  battery: {level: 900}\n  mood: good"))
    assert [(found.path, found.line) for found in problems] == [("setup.battery.level", 9), ("setup.mood", 10)]


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet=st.sampled_from("abc:-[]{}'\"#&*!|>%@` \n\t01.${}"), max_size=60))
def test_any_text_yields_problems_and_never_breaks(text: str) -> None:
    assert check(text + "\n")
    assert check(day_text(rest=f"setup: {text}".replace("\n", " ")), seeds=(0,)) is not None


def test_a_missing_file_is_told() -> None:
    assert "no such day" in only(check("nowhere/day.yaml")).cause


@pytest.mark.parametrize(
    ("event", "path", "cause"),
    [
        ('- {at: "10:65", do: battery, level: 5}', "events.0.at", "no time of day"),
        ('- {at: "10:20..10:05", do: battery, level: 5}', "events.0.at", "ends before it begins"),
        ("- {do: battery, level: 5}", "events.0", "either `at` or `after`"),
        ('- {at: "09:00", after: x, do: battery, level: 5}', "events.0", "either `at` or `after`"),
        ('- {at: "09:00", do: calendar, title: Talk, start: soon}', "events.0.start", "no moment"),
        ('- {at: "09:00", do: calendar, title: Talk, start: "11:00", end: "10:00"}', "events.0", "before it begins"),
        ('- {at: "09:00", do: alarm, time: "27:30"}', "events.0.time", "no time of an alarm"),
        ('- {at: "09:00", do: files, path: /etc/hosts}', "events.0", "Read-only file system"),
        ('- {at: "09:00", do: chat, sender: me, text: Hi}', "events.0", "give `chat`"),
        (
            '- {at: "09:00", do: app_event, package: com.aftership.AfterShip, name: parcel_update}',
            "events.0",
            "'number' is missing",
        ),
        ('- {at: "09:00", do: set_state, path: battery.level, value: full}', "events.0", "valid integer"),
        ('- {at: "09:00", do: set_state, path: nothing.there, value: 1}', "events.0", "nothing"),
    ],
)
def test_an_event_that_would_fail_when_it_is_played_is_told_before(event: str, path: str, cause: str) -> None:
    found = next(problem for problem in check(day_text(event), FUNCTIONS) if problem.level == "error")
    assert (found.path, found.line) == (path, 10)
    assert cause in found.cause


@pytest.mark.parametrize(
    ("event", "cause"),
    [
        ('- {at: "09:00", do: dismiss_notification, package: com.whatsapp, title: x}', "the notification was gone"),
        ('- {at: "09:00", do: calendar, action: delete, title: Nothing}', "the calendar entry was gone"),
        ('- {at: "09:00", do: media, action: pause}', "nothing was playing"),
    ],
)
def test_an_event_that_finds_nothing_to_do_is_a_warning(event: str, cause: str) -> None:
    found = only(check(day_text(event), FUNCTIONS))
    assert (found.level, found.line) == ("warning", 10)
    assert cause in found.cause


@pytest.mark.parametrize(
    ("top", "path", "cause"),
    [
        ("vars: {a: []}", "vars.a", "at least 1 item"),
        ("setup: {timezone: Mars/Base}", "setup.timezone", "no time zone"),
        ('setup: {calendar: [{title: x, start: "25:99"}]}', "setup.calendar.0.start", "no time of day"),
        ("setup: {batery: 3}", "setup.batery", "not a field"),
        ('noise: {per_hour: 1, from: [news], between: ["12:00", "08:00"]}', "noise.between", "before it begins"),
        ("pickups: {per_hour: 1, minutes: [7, 1]}", "pickups.minutes", "shorter first"),
    ],
)
def test_a_faulty_value_outside_the_events_is_told_where_it_stands(top: str, path: str, cause: str) -> None:
    found = only(check(day_text("", top)))
    assert (found.path, found.line) == (path, 8)
    assert cause in found.cause


@pytest.mark.parametrize(
    ("end", "cause"), [("48:00", "no time of day"), ("99:99", "no time of day"), ("07:00", "before it begins")]
)
def test_an_end_that_is_none_is_told(end: str, cause: str) -> None:
    text = re.sub(r"^end: .*$", f'end: "{end}"', day_text(""), flags=re.MULTILINE)
    found = only(check(text))
    assert found.path == "end"
    assert cause in found.cause


def test_a_persona_that_is_not_there_is_told_with_the_line_that_names_it() -> None:
    text = re.sub(r"^persona: .*$", "persona: nobody", day_text(""), flags=re.MULTILINE)
    found = only(check(text))
    assert (found.path, found.line) == ("persona", text.splitlines().index("persona: nobody") + 1)
    assert "'nobody'" in found.cause


def test_a_whole_day_entry_needs_no_hour() -> None:
    assert check(day_text("", 'setup: {calendar: [{title: Fair, start: "D+2", all_day: true}]}')) == []


@pytest.mark.parametrize(
    "event",
    [
        '- {at: "09:00", do: battery, level: 5}',
        "- {do: battery, level: 5}",
        '- {at: "09:00", after: x, do: battery, level: 5}',
        '- {at: "09:00", do: battery, level: 500}',
        '- {at: "9", do: battery, level: 5}',
        '- {at: "09:00", do: battery}',
        '- {at: "09:00", do: battery, level: 5, leval: 5}',
    ],
)
def test_the_json_schema_and_the_check_agree_on_the_structure(event: str) -> None:
    text = day_text(event)
    accepted = Draft202012Validator(day_schema()).is_valid(Source(text, "day").data)
    assert accepted == (not any(problem.level == "error" for problem in check(text)))
