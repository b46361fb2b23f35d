"""Whatever words a client sends, the data services' commands answer with an exit code and never break."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.shell.command import COMMANDS, Input, Invocation, Output

SERVICES = (
    "notification", "statusbar", "wifi", "connectivity", "phone", "bluetooth_manager", "location", "alarm", "audio",
    "media_session", "settings",
)  # fmt: skip
TOKENS = (
    "get", "put", "list", "post", "snooze", "--for", "set_dnd", "-S", "messaging", "--message", "a:b",
    "set-wifi-enabled", "enabled", "connect-network", "wpa2", "forget-network", "airplane-mode", "enable", "data",
    "wait-for-state:STATE_ON", "providers", "set-location-enabled", "set-test-provider-location", "set-time",
    "set-timezone", "set-volume", "adj-volume", "3", "-1", "99999999999999999999", "volume", "--stream", "--set",
    "--adj", "--get", "dispatch", "system", "global", "--user", "0", "query", "insert", "update", "delete", "call",
    "read", "gettype", "--uri", "--bind", "--where", "--projection", "--sort", "--method", "content://sms",
    "content://sms/x/y", "content://com.android.calendar/events", "content://com.android.calendar/instances/when/0/9",
    "content://com.android.calendar/reminders", "content://com.android.contacts/data",
    "content://com.android.contacts/contacts/x", "content://media/external/images/media",
    "content://call_log/calls/1", "content://settings/system/x", "content://[", "_id:title", "event_id:l:1",
    "calendar_id:l:1", "dtstart:l:99999999999999999", "dtend:l:5", "eventTimezone:s:No/Where", "rrule:s:FREQ=DAILY",
    "raw_contact_id:i:1", "mimetype:s:x", "_display_name:s:../../x", "1=1", "wifi", "power", "stayon", "true", "²",
    "\udcff", "",
)  # fmt: skip
WORDS = st.lists(st.one_of(st.sampled_from(TOKENS), st.text(max_size=6)), max_size=9)


class NoShell:
    def __init__(self):
        self.cwd, self.env = "/", {}


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(words=WORDS, name=st.sampled_from(SERVICES), api=st.sampled_from([28, 29, 30, 31, 33, 34, 35, 36]))
def test_cmd(bench, words, name, api):
    phone = phone_of(bench)
    phone.state.device.api_level = api
    out = bytearray()
    call = Invocation([name, *words], phone, NoShell(), Output(out.extend), Output(out.extend), Input())
    assert phone.services[name].command(call) in range(256)


@pytest.mark.parametrize("name", ["content", "settings", "svc", "media", "getprop", "setprop"])
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(words=WORDS)
def test_commands(bench, name, words):
    phone = phone_of(bench)
    out = bytearray()
    call = Invocation([name, *words], phone, NoShell(), Output(out.extend), Output(out.extend), Input())
    assert COMMANDS[name](call) in range(256)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    verb=st.sampled_from(["query", "insert", "update", "delete"]),
    uri=st.sampled_from([token for token in TOKENS if token.startswith("content://")]),
    binds=st.lists(st.sampled_from([token for token in TOKENS if token.count(":") == 2]), max_size=6),
    where=st.sampled_from([None, "1=1", "_id=1", "x"]),
)
def test_content_with_a_uri(bench, verb, uri, binds, where):
    phone = phone_of(bench)
    words = ["content", verb, "--uri", uri]
    if verb != "query":
        words += [word for bind in binds for word in ("--bind", bind)]
    if where is not None and verb != "insert":
        words += ["--where", where]
    out = bytearray()
    call = Invocation(words, phone, NoShell(), Output(out.extend), Output(out.extend), Input())
    assert COMMANDS["content"](call) == 0


_PHONES = {}


def phone_of(bench):
    """One phone for all examples: booting one for each would take minutes."""
    if "phone" not in _PHONES:
        phone = bench().phone
        phone.content.add_contact("Eva", ["5550101"])
        phone.content.add_sms("5550101", "Hi")
        phone.state.providers.calendars.clear()
        _PHONES["phone"] = phone
    return _PHONES["phone"]
