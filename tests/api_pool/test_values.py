"""What arguments mean: times on the phone's clock, numbers in local and international form, web addresses."""

from __future__ import annotations

import contextlib
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api_pool import Call
from api_pool.functions import default_pool
from api_pool.guarded import guards
from api_pool.moments import resolve_moment
from api_pool.numbers import dialable, e164, is_number, same_number
from api_pool.web import inspect, warnings_in
from device import BadInput

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 11, 14, 0, tzinfo=BERLIN)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("18:30", "2026-03-11T18:30+01:00"),
        ("09:00", "2026-03-12T09:00+01:00"),
        ("6:30 pm", "2026-03-11T18:30+01:00"),
        ("12 am", "2026-03-12T00:00+01:00"),
        ("+30m", "2026-03-11T14:30+01:00"),
        ("+2h", "2026-03-11T16:00+01:00"),
        ("+1d", "2026-03-12T14:00+01:00"),
        ("+3w", "2026-04-01T14:00+02:00"),  # the same time of day in summer time
        ("tonight 8:00", "2026-03-11T20:00+01:00"),
        ("今晚 8:30", "2026-03-11T20:30+01:00"),
        ("tonight 9 pm", "2026-03-11T21:00+01:00"),
        ("tonight 21:15", "2026-03-11T21:15+01:00"),
        ("tomorrow 9:00", "2026-03-12T09:00+01:00"),
        ("fri 18:30", "2026-03-13T18:30+01:00"),
        ("wed 13:00", "2026-03-18T13:00+01:00"),
        ("明天 08:15", "2026-03-12T08:15+01:00"),
        ("周五 18:30", "2026-03-13T18:30+01:00"),
        ("2026-03-20T10:15", "2026-03-20T10:15+01:00"),
        ("2026-03-20 10:15", "2026-03-20T10:15+01:00"),
        ("2026-03-20T10:15Z", "2026-03-20T11:15+01:00"),
        ("18:30 Europe/London", "2026-03-11T19:30+01:00"),
        ("2026-03-29T02:30", "2026-03-29T03:30+02:00"),  # the hour that the change to summer time leaves out
    ],
)
def test_times_are_resolved_on_the_phones_clock(text: str, meant: str) -> None:
    assert resolve_moment(text, NOW) == datetime.fromisoformat(meant)


def test_a_relative_hour_stays_an_hour_over_a_change_of_the_clocks() -> None:
    before = datetime(2026, 3, 29, 1, 30, tzinfo=BERLIN)
    assert resolve_moment("+1h", before).strftime("%H:%M %z") == "03:30 +0200"


@pytest.mark.parametrize(
    "text", ["", "soon", "25:00", "13:70", "2026-02-30T10:00", "2026-03-20", "18:30 Mars/Base", "13 pm", "+m"]
)
def test_what_is_no_time_is_told(text: str) -> None:
    with pytest.raises(BadInput):
        resolve_moment(text, NOW)


@given(st.text(max_size=30))
def test_any_text_is_a_time_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInput):
        assert resolve_moment(text, NOW).tzinfo is not None


@pytest.mark.parametrize(
    ("one", "other", "country", "same"),
    [
        ("+49 170 5550001", "0170 5550001", "de", True),
        ("0049 (170) 555-0001", "+491705550001", "de", True),
        ("+49 (0)170 5550001", "01705550001", "de", True),
        ("138 0013 8001", "+8613800138001", "cn", True),
        ("(415) 555-2671", "+1 415 555 2671", "us", True),
        ("8 912 345-67-89", "+7 912 345 67 89", "ru", True),
        ("０１７０５５５０００１", "+491705550001", "de", True),
        ("01705550001", "+431705550001", "de", False),
        ("110", "+49110", "de", False),
        ("+491705550001", "+491705550002", "de", False),
        ("5550001", "+99915550001", "", True),
        ("", "+49", "de", False),
    ],
)
def test_local_and_international_forms_of_a_number(one: str, other: str, country: str, same: bool) -> None:
    assert same_number(one, other, country) is same
    assert same_number(other, one, country) is same


def test_e164_and_what_is_a_number() -> None:
    assert e164("0170 5550001", "de") == "+491705550001"
    assert e164("112", "de") is None and e164("0170555", "xx") is None
    assert dialable(" +49 (170) 555-0001 ") == "+491705550001"
    assert is_number("+49 170 1") and not is_number("Mama") and not is_number("12 Main Street")


@pytest.mark.parametrize(
    ("url", "host", "words"),
    [
        ("https://example.com/a?b=1", "example.com", ""),
        ("http://example.com", "example.com", "not encrypted"),
        ("https://bit.ly/3x", "bit.ly", "shortener"),
        ("https://paypal.com@evil.example/x", "evil.example", "before @"),
        ("https://аррӏе.com", "xn--80ak6aa92e.com", "may only look like another"),
        ("https://xn--80ak6aa92e.com", "xn--80ak6aa92e.com", "may only look like another"),
        ("https://192.168.0.1/x", "192.168.0.1", "bare address"),
        ("https://3232235521/x", "3232235521", "bare address"),
        ("https://0x7f.1/x", "0x7f.1", "bare address"),
        ("https://[2001:db8::1]/x", "2001:db8::1", "bare address"),
        ("https://BIT.ly./3x", "bit.ly", "shortener"),
        ("https://bit%2Ely/3x", "bit.ly", "shortener"),
        ("https://ｂｉｔ．ｌｙ/3x", "bit.ly", "shortener"),
    ],
)
def test_a_web_address_is_told_as_it_is(url: str, host: str, words: str) -> None:
    address = inspect(url)
    assert address.host == host
    assert words in "; ".join(address.warnings)
    assert (warnings_in(f"see {url}.") == []) is (words == "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("see bit.ly/3xPark now", "bit.ly is a shortener"),
        ("点dwz.cn/abc领取", "dwz.cn is a shortener"),
        ("请看http://t.cn/abc，谢谢", "t.cn is a shortener"),
        ("аррӏе.com is nice", "may only look like another"),
        ("看www.bit.ly/x。", "shortener"),
        ("xhttps://bit.ly/a", "no web address"),
        ("Offsite_Agenda.pdf, version 1.2.3 by a.b@example.com at 8.30. Dr.Vogel says ok。谢谢", ""),
        ("https://example.com/a?b=1。", ""),
    ],
)
def test_addresses_are_found_in_a_text_however_they_stand_there(text: str, words: str) -> None:
    said = "; ".join(warnings_in(text))
    assert words in said and bool(said) is bool(words)


@pytest.mark.parametrize(
    ("texts", "guarded"),
    [
        (("Front door",), True), (("Frоnt dооr",), True), (("Ｆｒｏｎｔ ｄｏｏｒ",), True), (("fr\u200bont do\u200bor",), True),
        (("Haustür",), True), (("haustu\u0308r",), True), (("前门",), True), (("porte d'entrée",), True),
        (("Entrance", "", "unlock"), True), (("入口", None, "解锁"), True), (("Home", None, "disarm"), True),
        (("Coffee machine", "Kitchen", "on"), False), (("客厅灯", "客厅", "关"), False),
        (("Bedroom blinds", None, "open"), False),
        (("Torstraße lamp", None, "off"), False), (("Monitor", "Outdoor", "22"), False),
    ],
)  # fmt: skip
def test_what_guards_a_home_is_known_by_its_names_however_they_are_written(
    texts: tuple[str | None, ...], guarded: bool
) -> None:
    assert guards(*texts) is guarded
    device, room, state = (*texts, None, None)[:3]
    call = Call(name="control_device", arguments={"device": device, "room": room, "state": state})
    assert default_pool().risk(call) == ("costly" if guarded else "reversible")


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "intent://x#Intent;end", "file:///sdcard/x", "content://sms", "tel:112", "https://", "//a.b",
     "market://details?id=x", "https://a b.com", "https://a.com/\u202ex", "https://a\\@b.com", "http://[::1"],
)  # fmt: skip
def test_anything_but_a_plain_http_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput):
        inspect(url)
