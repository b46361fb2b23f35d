"""Appium's server on the phone: expressions, the source, actions, sessions, and the program that runs it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from simulator.ondevice import UiAutomation
from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.appium.expression import evaluate
from simulator.ondevice.appium.handlers import Session
from simulator.ondevice.appium.server import _ROUTES, PORT, AppiumServer
from simulator.ondevice.http import Request, Response
from simulator.phone import Phone
from simulator.shell import Input, Output, Shell
from simulator.state import Installed, Package

Talk = Callable[[Phone, int, Callable[[Any], Awaitable[Any]]], Awaitable[Any]]
SETTINGS = "com.android.settings"
FIND = b'{"strategy": "class name", "selector": "android.widget.FrameLayout"}'
TEST = "io.appium.uiautomator2.server.test"
RUNNER = "androidx.test.runner.AndroidJUnitRunner"


@pytest.fixture
def session(phone: Phone) -> Session:
    phone.activities.launch(SETTINGS)
    automation = UiAutomation(phone)
    automation.connect()
    return Session(automation, "s", {})


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('new UiSelector().text("a \\"b\\"")', 'UiSelector[TEXT=a "b"]'),
        ("UiSelector().className(\"x\").instance(2);", "UiSelector[CLASS=x, INSTANCE=2]"),
        ('new UiSelector().clickable(true).childSelector(new UiSelector().text("x"))',
         "UiSelector[CLICKABLE=true, CHILD=[TEXT=x]]"),
        ('new UiSelector().text("x").fromParent(new UiSelector().index(1))', "UiSelector[TEXT=x, PARENT=[INDEX=1]]"),
        ('new UiScrollable(new UiSelector().scrollable(true)).setMaxSearchSwipes(5)'
         '.scrollIntoView(new UiSelector().text("About phone"))', "UiSelector[TEXT=About phone]"),
        ('new UiScrollable(new UiSelector().scrollable(true)).scrollTextIntoView("About phone")',
         "UiSelector[TEXT=About phone]"),
        ("new UiScrollable(new UiSelector().scrollable(true)).flingToEnd(10)", "UiSelector[SCROLLABLE=true]"),
    ],
)  # fmt: skip
def test_expressions(session: Session, text: str, shown: str) -> None:
    assert str(evaluate(text, session.automation)) == shown


@pytest.mark.parametrize(
    "text",
    ["", "new UiSelector(", "new UiSelector().colour(1)", "new UiSelector().text(1)", "new File()", 'x("y")',
     "new UiSelector().text(\"a\", \"b\")", "new UiScrollable()", "new UiSelector().text(\"a\") new",
     "new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(5)", 'new UiSelector().textMatches("[")',
     "new UiScrollable(new UiSelector()).wait()", "#"],
)  # fmt: skip
def test_what_is_no_expression_is_an_invalid_selector(session: Session, text: str) -> None:
    with pytest.raises(WebDriverError) as refused:
        evaluate(text, session.automation)
    assert refused.value.error == "invalid selector"


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(alphabet='UiSelector().text("a")new ;,12truescrollIntoView', max_size=80))
def test_any_text_is_an_expression_or_refused(session: Session, text: str) -> None:
    with pytest.raises(WebDriverError):
        evaluate(text + " (", session.automation)


def test_the_source_is_xml_with_classes_as_names(session: Session) -> None:
    root = etree.fromstring(session.source().encode())
    assert root.tag == "hierarchy" and root.get("width") == "1080" and root.get("rotation") == "0"
    assert root.xpath("//android.widget.TextView[@text='Battery']/@bounds")
    assert root.xpath("count(//*[@displayed='true'])") == len(list(session.automation.active().walk()))


def test_a_toast_is_an_element_while_it_shows(session: Session) -> None:
    phone = session.automation.phone
    phone.screen.toast("Kopiert 已复制")
    found = session.find_one({"strategy": "xpath", "selector": "//android.widget.Toast"})["ELEMENT"]
    assert session.text(found) == "Kopiert 已复制"
    assert session.attribute(found, "class") == "android.widget.Toast"
    phone.clock.advance_to(phone.clock.now_ms + 10_000)
    assert session.find_all({"strategy": "xpath", "selector": "//android.widget.Toast"}) == []
    with pytest.raises(WebDriverError, match="do not exist in DOM anymore"):
        session.text(found)


def test_an_element_lives_as_long_as_its_view(session: Session) -> None:
    phone = session.automation.phone
    body = {"strategy": "xpath", "selector": "//*[@text='Battery']"}
    first = session.find_one(body)["ELEMENT"]
    assert session.find_one(body)["ELEMENT"] == first  # the same view is the same element
    phone.battery.set_level(12)
    assert session.text(first) == "Battery"
    phone.activities.home()
    with pytest.raises(WebDriverError) as gone:
        session.click(first)
    assert (gone.value.error, gone.value.status) == ("stale element reference", 404)


def test_actions_of_fingers_and_keys(session: Session) -> None:
    phone = session.automation.phone

    def finger(*steps: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"type": "pointer", "id": "f", "actions": list(steps)}]

    def to(x: int, y: int, ms: int = 0) -> dict[str, Any]:
        return {"type": "pointerMove", "x": x, "y": y, "duration": ms}

    down, up = {"type": "pointerDown"}, {"type": "pointerUp"}
    session.actions.perform(finger(to(540, 1800), down, to(540, 600, 200), up))
    assert not any(node.text == "Network & internet" for node in session.automation.active().walk())
    phone.activities.launch("com.google.android.keep")
    found = session.find_one({"strategy": "id", "selector": "search"})
    element = {"type": "pointerMove", "x": 0, "y": 0, "origin": found, "duration": 0}
    session.actions.perform(finger(element, down, {"type": "pause", "duration": 50}, up))
    keys = [{"type": kind, "value": char} for char in "aé\ue003" for kind in ("keyDown", "keyUp")]
    session.actions.perform([{"type": "key", "id": "k", "actions": keys}])
    assert session.text(found["ELEMENT"]) == "a"
    for bad in (None, [1], [{"type": "pointer"}], finger({"type": "jump"}), finger({"type": "pointerMove", "x": "1"})):
        with pytest.raises(WebDriverError):
            session.actions.perform(bad)


def test_sessions_over_http(phone: Phone, talk: Talk) -> None:
    async def conversation(connection: Any) -> None:
        assert (await connection.request("GET", "/status"))[1]["value"]["ready"] is True
        assert (await connection.request("GET", "/sessions"))[1]["value"] == []
        made = await connection.request("POST", "/session", {"capabilities": {"firstMatch": [{"a": 1}]}})
        name = made[1]["sessionId"]
        assert made[1]["value"]["capabilities"] == {"a": 1}
        base = f"/wd/hub/session/{name}"  # with and without the old base path
        assert (await connection.request("GET", f"/session/{name}/window/current/size"))[1]["value"]["width"] == 1080
        status, answer = await connection.request("POST", f"{base}/element", {"strategy": "id", "selector": "none"})
        assert (status, answer["value"]["error"]) == (404, "no such element")
        status, answer = await connection.request("POST", f"{base}/element", {"strategy": "id"})
        assert (status, answer["value"]["error"]) == (400, "invalid argument")
        status, answer = await connection.request("GET", f"{base}/no/such")
        assert (status, answer["value"]["error"]) == (404, "unknown command")
        status, answer = await connection.request("GET", "/session/other/source")
        assert (status, answer["value"]["error"]) == (404, "invalid session id")
        assert (await connection.request("DELETE", f"/session/{name}"))[0] == 200

    async def run() -> None:
        server = AppiumServer(phone, "10.6.6")
        server.start()
        try:
            await talk(phone, PORT, conversation)
            await asyncio.wait_for(server.ended.wait(), 5)
        finally:
            server.stop()

    asyncio.run(run())


def install(phone: Phone) -> None:
    """The two packages of Appium's server, as their APKs' manifests declare them."""
    for name, declared in (
        ("io.appium.uiautomator2.server", Installed()),
        (TEST, Installed(instrumentation={RUNNER: "io.appium.uiautomator2.server"})),
    ):
        phone.packages.install(Package(package=name, label=name, uid=0, system=False, installed=declared), b"")


async def instrument(phone: Phone, out: bytearray) -> int:
    sink = Output(out.extend)
    return await Shell(phone).run_line(f"am instrument -w --no-window-animation {TEST}/{RUNNER}", Input(), sink, sink)


def test_the_instrumentation_runs_until_its_package_is_stopped(phone: Phone) -> None:
    install(phone)

    async def run() -> str:
        out = bytearray()
        task = asyncio.create_task(instrument(phone, out))
        while f"tcp:{PORT}" not in phone.sockets:
            await asyncio.sleep(0)
        assert phone.activities.pid_of("io.appium.uiautomator2.server")
        assert phone.settings.get("global", "window_animation_scale") == "0.0"
        phone.activities.force_stop("io.appium.uiautomator2.server")
        assert await asyncio.wait_for(task, 5) == 0
        return out.decode()

    assert asyncio.run(run()) == "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n"
    assert f"tcp:{PORT}" not in phone.sockets
    assert phone.settings.get("global", "window_animation_scale") == "1.0"


def test_an_instrumentation_that_is_not_there_is_not_run(phone: Phone) -> None:
    out = bytearray()
    assert asyncio.run(instrument(phone, out)) == 1
    assert f"Unable to find instrumentation info for: ComponentInfo{{{TEST}/{RUNNER}}}" in out.decode()
    install(phone)
    phone.packages.uninstall("io.appium.uiautomator2.server")
    out.clear()
    assert asyncio.run(instrument(phone, out)) == 1
    assert "Unable to find instrumentation target package" in out.decode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 3000) | st.floats(allow_nan=False) | st.sampled_from(["", "x", "up", "id"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["x", "y", "z", "left", "top", "width", "height", "type", "actions", "direction", "percent", "speed",
                 "duration", "origin", "params", "strategy", "selector", "value", "text", "ELEMENT", "keycode"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=8,
)  # fmt: skip
BODY = st.dictionaries(
    st.sampled_from(
        ["strategy", "selector", "using", "value", "context", "text", "origin", "offset", "area", "start", "end", "speed",
         "direction", "percent", "duration", "actions", "params", "keycode", "settings", "orientation", "x", "y", "z",
         "type", "content", "contentType", "buttonLabel", "replace"]
    ),
    JSON,
    max_size=6,
)  # fmt: skip


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.sampled_from(sorted(_ROUTES)), BODY)
def test_any_body_is_answered_or_refused(phone: Phone, route: tuple[str, str], body: dict[str, Any]) -> None:
    async def run() -> Response:
        server = AppiumServer(phone, "10.6.6")
        made = await server.answer(Request("POST", "/session", {}, b"{}"))
        name = json.loads(made.body)["sessionId"]
        found = await server.answer(Request("POST", f"/session/{name}/element", {}, FIND))
        element = json.loads(found.body)["value"]["ELEMENT"]
        path = route[1].replace(":id", element).replace(":other", element).replace(":name", "text")
        return await server.answer(Request(route[0], f"/session/{name}/{path}", {}, json.dumps(body).encode()))

    answer = asyncio.run(run())
    assert answer.status in (200, 400, 404, 500)
    assert "value" in json.loads(answer.body)
