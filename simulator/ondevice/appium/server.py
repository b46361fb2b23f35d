"""Appium's UiAutomator2 server on the phone: sessions and their routes over HTTP (AppiumServlet.java)."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.appium.handlers import Body, Session
from simulator.ondevice.hosting import AutomationServer
from simulator.ondevice.http import Request, Response
from simulator.ondevice.scrollable import NotFound
from simulator.ondevice.selector import BadSelector

if TYPE_CHECKING:
    from simulator.phone import Phone

PORT = 6790
_BASE = "/wd/hub"
Handler = Callable[[Session, Body, dict[str, str]], Any]
# Routes below /session/:id; a name with a colon stands for any one part of a path.
_ROUTES: dict[tuple[str, str], Handler] = {
    ("POST", "element"): lambda s, b, p: s.find_one(b),
    ("POST", "elements"): lambda s, b, p: s.find_all(b),
    ("GET", "element/active"): lambda s, b, p: s.active_element(),
    ("POST", "element/active"): lambda s, b, p: s.active_element(),
    ("POST", "element/:id/element"): lambda s, b, p: s.find_one({**b, "context": p["id"]}),
    ("POST", "element/:id/elements"): lambda s, b, p: s.find_all({**b, "context": p["id"]}),
    ("GET", "element/:id/text"): lambda s, b, p: s.text(p["id"]),
    ("GET", "element/:id/attribute/:name"): lambda s, b, p: s.attribute(p["id"], p["name"]),
    ("GET", "element/:id/name"): lambda s, b, p: s.name(p["id"]),
    ("GET", "element/:id/rect"): lambda s, b, p: s.rect(p["id"]),
    ("GET", "element/:id/location"): lambda s, b, p: s.location(p["id"]),
    ("GET", "element/:id/size"): lambda s, b, p: s.size(p["id"]),
    ("GET", "element/:id/screenshot"): lambda s, b, p: s.element_screenshot(p["id"]),
    ("GET", "screenshot/:id"): lambda s, b, p: s.element_screenshot(p["id"]),
    ("POST", "element/:id/click"): lambda s, b, p: s.click(p["id"]),
    ("POST", "element/:id/clear"): lambda s, b, p: s.clear(p["id"]),
    ("POST", "element/:id/value"): lambda s, b, p: s.value(p["id"], b),
    ("POST", "keys"): lambda s, b, p: s.value(None, b),
    ("GET", "appium/element/:id/first_visible"): lambda s, b, p: s.first_visible(p["id"]),
    ("POST", "appium/element/:id/scroll_to/:other"): lambda s, b, p: s.scroll_to_element(p["id"], p["other"]),
    ("GET", "source"): lambda s, b, p: s.source(),
    ("GET", "screenshot"): lambda s, b, p: s.screenshot(),
    ("POST", "actions"): lambda s, b, p: s.actions.perform(b.get("actions")),
    ("POST", "back"): lambda s, b, p: s.back(),
    ("GET", "orientation"): lambda s, b, p: s.device.orientation(),
    ("POST", "orientation"): lambda s, b, p: s.device.set_orientation(b),
    ("GET", "rotation"): lambda s, b, p: s.device.rotation(),
    ("POST", "rotation"): lambda s, b, p: s.device.set_rotation(b),
    ("GET", "window/:handle/size"): lambda s, b, p: s.device.size(),
    ("POST", "network_connection"): lambda s, b, p: s.device.connections(b),
    ("GET", "alert/text"): lambda s, b, p: s.device.alert_text(),
    ("POST", "alert/accept"): lambda s, b, p: s.device.answer_alert(b, accept=True),
    ("POST", "alert/dismiss"): lambda s, b, p: s.device.answer_alert(b, accept=False),
    ("GET", "appium/settings"): lambda s, b, p: dict(s.settings),
    ("POST", "appium/settings"): lambda s, b, p: s.update_settings(b),
    ("POST", "appium/list_windows"): lambda s, b, p: s.device.windows(),
    ("POST", "appium/list_displays"): lambda s, b, p: s.device.displays(),
    ("POST", "appium/reset_ax_cache"): lambda s, b, p: None,  # nothing is kept that could be old
    ("GET", "appium/device/info"): lambda s, b, p: s.device.info(),
    ("GET", "appium/device/pixel_ratio"): lambda s, b, p: s.device.pixel_ratio(),
    ("GET", "appium/device/display_density"): lambda s, b, p: s.device.density(),
    ("GET", "appium/device/system_bars"): lambda s, b, p: s.device.bars(),
    ("GET", "appium/device/battery_info"): lambda s, b, p: s.device.battery(),
    ("POST", "appium/device/get_clipboard"): lambda s, b, p: s.device.clipboard(),
    ("POST", "appium/device/set_clipboard"): lambda s, b, p: s.device.set_clipboard(b),
    ("POST", "appium/device/open_notifications"): lambda s, b, p: s.open_notifications(),
    ("POST", "appium/device/press_keycode"): lambda s, b, p: s.device.press_key(b),
    ("POST", "appium/device/long_press_keycode"): lambda s, b, p: s.device.press_key(b, long=True),
    ("POST", "appium/gestures/click"): lambda s, b, p: s.gestures.click(b),
    ("POST", "appium/gestures/long_click"): lambda s, b, p: s.gestures.long_click(b),
    ("POST", "appium/gestures/double_click"): lambda s, b, p: s.gestures.double_click(b),
    ("POST", "appium/gestures/drag"): lambda s, b, p: s.gestures.drag(b),
    ("POST", "appium/gestures/swipe"): lambda s, b, p: s.gestures.swipe(b),
    ("POST", "appium/gestures/scroll"): lambda s, b, p: s.gestures.scroll(b),
    ("POST", "appium/gestures/fling"): lambda s, b, p: s.gestures.scroll(b, fling=True),
    ("POST", "appium/gestures/pinch_open"): lambda s, b, p: s.gestures.pinch(b),
    ("POST", "appium/gestures/pinch_close"): lambda s, b, p: s.gestures.pinch(b),
    ("POST", "gestures/scroll_to"): lambda s, b, p: s.gestures.scroll_to(b),
}


class AppiumServer(AutomationServer):
    """Serves one phone on a port of it. `ended` is set when a session was deleted: the program then ends, as it does on
    a phone."""

    def __init__(self, phone: Phone, version: str, port: int = PORT) -> None:
        super().__init__(phone, port)
        self.ended = asyncio.Event()
        self._version = version
        self._session: Session | None = None

    async def answer(self, request: Request) -> Response:
        """Answer a request in the W3C protocol's form."""
        session = self._session.id if self._session is not None else None
        try:
            value = self._route(request)
            session = self._session.id if self._session is not None else session
            return _response({"sessionId": session, "value": value}, 200)
        except (NotFound, BadSelector) as error:
            code = "invalid selector" if isinstance(error, BadSelector) else "no such element"
            return _failure(WebDriverError(code, str(error)), session)
        except WebDriverError as error:
            return _failure(error, session)

    def _route(self, request: Request) -> Any:
        path = request.path.removeprefix(_BASE).strip("/")
        if request.method == "GET" and path == "status":
            build = {"version": self._version, "versionCode": 0}
            return {"ready": True, "message": "UiAutomator2 Server is ready to accept commands", "build": build}
        if request.method == "GET" and path == "sessions":
            known = [self._session] if self._session is not None else []
            return [{"id": one.id, "capabilities": one.capabilities} for one in known]
        body = _body(request) if request.method == "POST" else {}
        if request.method == "POST" and path == "session":
            return self._new_session(body)
        word, _, rest = path.partition("/")
        name, _, rest = rest.partition("/")
        if word != "session":
            raise WebDriverError("unknown command", f"{request.method} /{path} is not a known command")
        if self._session is None or name != self._session.id:
            raise WebDriverError("invalid session id", "The session identified by the id is not known")
        if not rest and request.method == "DELETE":
            self._session = None
            asyncio.get_running_loop().call_later(0.1, self.ended.set)  # once the answer is out
            return None
        if not rest and request.method == "GET":
            return self._session.capabilities
        return self._handle(self._session, request.method, rest, body)

    def _new_session(self, body: Body) -> Body:
        given = body.get("capabilities")
        given = given if isinstance(given, dict) else {}
        first = given.get("firstMatch")
        capabilities: Body = {**(given.get("alwaysMatch") or {})}
        if isinstance(first, list) and first and isinstance(first[0], dict):
            capabilities |= first[0]
        self._session = Session(self.automation, str(uuid.uuid4()), capabilities)
        return {"sessionId": self._session.id, "capabilities": capabilities}

    def _handle(self, session: Session, method: str, path: str, body: Body) -> Any:
        parts = path.split("/")
        exact = _ROUTES.get((method, path))
        if exact is not None:
            return exact(session, body, {})
        for (kind, pattern), handler in _ROUTES.items():
            wanted = pattern.split("/")
            if kind != method or len(wanted) != len(parts):
                continue
            pairs = list(zip(wanted, parts, strict=True))
            if all(name == part or name.startswith(":") for name, part in pairs):
                return handler(session, body, {name[1:]: unquote(part) for name, part in pairs if name[:1] == ":"})
        raise WebDriverError("unknown command", f"{method} {path} is not a known command")


def _body(request: Request) -> Body:
    try:
        given = json.loads(request.body or b"{}")
    except (ValueError, RecursionError) as error:
        raise WebDriverError("invalid argument", "The request body is no JSON") from error
    if not isinstance(given, dict):
        raise WebDriverError("invalid argument", "The request body must be an object")
    return given


def _failure(error: WebDriverError, session: str | None) -> Response:
    told = {"error": error.error, "message": str(error), "stacktrace": f"io.appium.uiautomator2: {error.error}"}
    return _response({"sessionId": session, "value": told}, error.status)


def _response(value: Any, status: int) -> Response:
    return Response(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), status)
