"""What the executor holds to: grants, order, the first failure, the panic switch, the road to the phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from api_pool import Call, Executor, Grant, Session
from api_pool.functions import default_pool
from api_pool.links import load_links
from api_pool.panic import panic_off, panic_on
from device import CommandTimeout, Device
from device.wire import ShellResult
from tests.api_pool.cases import CASES
from tests.api_pool.conftest import FOREVER, Bench, granted, run

DARK = Call(name="set_dark_mode", arguments={"enabled": True})
SAVER = Call(name="set_battery_saver", arguments={"enabled": True})
MISSING = Call(name="close_app", arguments={"app": "no.such.app"})


def test_a_sequence_runs_in_order_and_stops_at_the_first_failure(bench: Bench, phone: Executor) -> None:
    calls = [DARK, MISSING, SAVER]
    report = phone.execute(calls, granted(*calls))
    assert [(step.call.name, step.status) for step in report.steps] == [
        ("set_dark_mode", "verified"), ("close_app", "failed"),
    ]  # fmt: skip
    assert not report.ok and bench.state()["power"]["battery_saver"] is False
    undone = phone.undo([step for step in report.steps if step.undoable], granted(*calls))
    assert [step.status for step in undone] == ["verified"]
    assert bench.state()["ui_mode"]["night_mode"] == "no"


@pytest.mark.parametrize(
    "grant",
    [
        None,
        granted(),
        granted(Call(name="set_dark_mode", arguments={"enabled": False})),
        granted(Call(name="set_dark_mode", arguments={"enabled": 1})),
        granted(SAVER),
        Grant(calls=(DARK,), by="user", reason="long ago", until_ms=1),
    ],
)
def test_nothing_runs_that_no_grant_covers_word_for_word(bench: Bench, phone: Executor, grant: Grant | None) -> None:
    step = phone.execute([DARK], grant).steps[0]
    assert (step.status, step.changed) == ("refused", False)
    assert bench.state()["ui_mode"]["night_mode"] == "no"


def test_undo_needs_a_grant_too(bench: Bench, phone: Executor) -> None:
    step = phone.execute([DARK], granted(DARK)).steps[0]
    assert phone.undo([step], None)[0].status == "refused"
    assert bench.state()["ui_mode"]["night_mode"] == "yes"


def test_the_panic_switch_makes_every_executor_refuse(
    bench: Bench, phone: Executor, own_panic_file: Callable[[], Path]
) -> None:
    step = run(phone, "set_dark_mode", enabled=True)
    assert panic_on("enough") == own_panic_file()
    assert "enough" in run(phone, "set_dark_mode", enabled=False).why
    assert phone.undo([step], granted(step.call))[0].status == "refused"
    assert panic_off() is True and panic_off() is False
    assert run(phone, "set_dark_mode", enabled=False).status == "verified"


def test_a_panic_switch_that_cannot_be_read_counts_as_on(phone: Executor, own_panic_file: Callable[[], Path]) -> None:
    own_panic_file().mkdir()
    assert run(phone, "set_dark_mode", enabled=True).status == "refused"


@pytest.mark.parametrize("serial", ["192.168.1.20:5555", "adb-R58M1-abc._adb-tls-connect._tcp", "[fe80::1]:5555"])
@pytest.mark.parametrize("call", [("set_wifi", False), ("set_airplane_mode", True)])
def test_what_would_cut_the_road_to_the_phone_is_refused(
    bench: Bench, phone: Executor, serial: str, call: tuple[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    over_wifi = Device(phone.session.device.wire, serial)
    monkeypatch.setattr(over_wifi, "line", phone.session.device.line)
    monkeypatch.setattr(over_wifi, "batch", phone.session.device.batch)
    step = run(Executor(Session(over_wifi), default_pool()), call[0], enabled=call[1])
    assert step.status == "unsupported" and "cut this phone off" in step.why
    assert bench.state()["wifi"]["enabled"] is True and bench.state()["airplane_mode"] is False


def test_the_other_direction_is_not_refused(phone: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "over_network", True)
    assert run(phone, "set_wifi", enabled=True).status == "verified"
    assert run(phone, "set_airplane_mode", enabled=False).status == "verified"


def test_a_dark_screen_is_woken_and_a_plain_keyguard_put_away(bench: Bench, phone: Executor) -> None:
    bench.sim.control.inject({"do": "screen", "state": "off"})
    assert run(phone, "web_search", query="weather").status == "verified"
    assert bench.state()["power"]["keyguard_locked"] is False


def test_a_phone_with_a_secret_is_left_locked(bench: Bench, phone: Executor) -> None:
    bench.sim.control.inject({"do": "set_state", "path": "power.secure_lock", "value": True})
    bench.sim.control.inject({"do": "screen", "state": "off"})
    step = run(phone, "send_sms", recipient="Mama", body="hi")
    assert step.status == "unsupported" and "PIN" in step.why
    assert [row["body"] for row in bench.state()["providers"]["sms"] if row["body"] == "hi"] == []


def test_nobody_is_guessed(bench: Bench, phone: Executor) -> None:
    assert "found: none" in run(phone, "dial", recipient="Nobody At All").why
    for name in ("Alex Berg", "Alex Thal"):
        assert run(phone, "add_contact", name=name, phone=f"+4917055500{len(name)}{ord(name[5])}").status == "verified"
    step = run(phone, "send_sms", recipient="Alex", body="hi")
    assert step.status == "failed" and "Alex Berg" in step.why and "Alex Thal" in step.why


@pytest.mark.parametrize(
    ("recipient", "found"),
    [
        ("Rene\u0301e Öz", True), ("Renée Öz", True), ("renée öz", True), ("Ｒｅｎée Öz", True), ("王小明", True),
        ("+49 170 5550199", True), ("0049 170 5550199", True), ("(0170) 555-0199", True), ("٠١٧٠٥٥٥٠١٩٩", True),
        ("tel:0170", False), ("0170 5550199;0900", False), ("0170 5550199,1", False), ("*21*0900123#", False),
        ("Ren\u200bée Öz", False), ("Rеnée Öz", False), ("%", False), ("", False),
    ],
)  # fmt: skip
def test_a_recipient_is_a_contact_or_a_number_in_any_writing_and_nothing_else(
    phone: Executor, recipient: str, found: bool
) -> None:
    """No forwarding code, no second number, no number that the contacts only hold, no look-alike."""
    for name, number in (("Renée Öz", "0170 5550199"), ("王小明", "138 0013 8001")):
        assert run(phone, "add_contact", name=name, phone=number).status == "verified"
    step = run(phone, "dial", recipient=recipient)
    assert (step.status == "verified") is found, step.why


class Slow(Device):
    """A phone that carries a command out, and whose answer comes too late."""

    def __init__(self, real: Device, needle: str) -> None:
        super().__init__(real.wire, real.serial)
        self.needle = needle

    def line(self, line: str, timeout_s: float = 20.0) -> ShellResult:
        result = super().line(line, timeout_s)
        if self.needle in line:
            raise CommandTimeout(f"no answer to `{line[:30]}` in {timeout_s:g} s")
        return result


@pytest.mark.parametrize(
    ("name", "needle"), [("send_sms", "input tap"), ("set_alarm", "--ei"), ("set_wifi", "set-wifi-enabled")]
)
def test_what_was_done_although_its_answer_came_too_late_is_not_called_undone(
    bench: Bench, phone: Executor, name: str, needle: str
) -> None:
    session = Session(Slow(phone.session.device, needle), "adb", load_links())
    step = run(Executor(session, default_pool()), name, **CASES[name])
    assert (step.status, step.changed) == ("unverified", True), step.why
    assert "no answer" in step.why and "; yet " in step.why
    assert step.undoable is (default_pool().functions[name].undo == "undoable")


def test_a_grant_lasts_until_its_time_on_the_phones_clock(phone: Executor) -> None:
    now = phone.session.device.now_ms()
    for until, status in ((now - 1000, "refused"), (now + 60_000, "verified"), (FOREVER, "verified")):
        grant = Grant(calls=(DARK,), by="user", reason="", until_ms=until)
        assert phone.execute([DARK], grant).steps[0].status == status
