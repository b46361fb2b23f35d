"""`-android uiautomator`: expressions of UiSelector and UiScrollable in Java's words (UiAutomatorParser.java)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from pydantic import ValidationError, validate_call

from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.automation import UiAutomation
from simulator.ondevice.scrollable import FLING_STEPS, SCROLL_STEPS, NotFound, UiScrollable, chained
from simulator.ondevice.selector import CRITERIA, BadSelector, UiSelector

_TOKEN = re.compile(r'\s*(?:("(?:\\.|[^"\\])*")|([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)|([().,;]))', re.DOTALL)
_DEPTH = 30
Value = UiSelector | str | bool | int | float


@dataclass(frozen=True)
class _Call:
    """A method call: its name and its arguments."""

    name: str
    args: tuple[Value, ...]


class _Parser:
    """Reads `[new] UiSelector().a(…).b(…)` and `[new] UiScrollable(SELECTOR).a(…)`, one or more with `;` between."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(self._split(text))
        self._at = 0

    def _split(self, text: str) -> Iterator[str]:
        place = 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if found is None:
                self._fail(f"unexpected text at {place}")
            place = found.end()
            word = found.group().strip()
            # A name may be followed by a dot and another name: `UiSelector().text`, but also `a.b` of a package.
            yield word

    def _fail(self, why: str) -> NoReturn:
        raise WebDriverError("invalid selector", f"Could not parse expression `{self._text}`: {why}")

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str | None = None) -> str:
        token = self._peek()
        if not token or (wanted is not None and token != wanted):
            self._fail(f"expected {wanted or 'more'}, got {token or 'the end'}")
        self._at += 1
        return token

    def statements(self) -> Iterator[tuple[str, UiSelector | None, list[_Call]]]:
        """Each statement: the class, what it is made from, and the calls."""
        while self._peek():
            yield self._statement(0)
            if self._peek():
                self._take(";")

    def _statement(self, depth: int) -> tuple[str, UiSelector | None, list[_Call]]:
        if depth > _DEPTH:
            self._fail("too deep")
        if self._peek() == "new":
            self._take()
        name = self._take().rpartition(".")[2]
        if name not in ("UiSelector", "UiScrollable"):
            self._fail(f"unknown class {name}")
        args = self._arguments(depth)
        given = args[0] if args else None
        if len(args) > 1 or (given is not None and not isinstance(given, UiSelector)):
            self._fail(f"{name} takes a UiSelector")
        if (name == "UiScrollable") != isinstance(given, UiSelector):
            self._fail(f"{name} with the wrong arguments")
        calls: list[_Call] = []
        while self._peek() == ".":
            self._take()
            method = self._take()
            calls.append(_Call(method, tuple(self._arguments(depth))))
        return name, given if isinstance(given, UiSelector) else None, calls

    def _arguments(self, depth: int) -> list[Value]:
        self._take("(")
        args: list[Value] = []
        while self._peek() != ")":
            args.append(self._value(depth))
            if self._peek() != ")":
                self._take(",")
        self._take(")")
        return args

    def _value(self, depth: int) -> Value:
        token = self._peek()
        if token.startswith('"'):
            self._take()
            return self._string(token)
        if token in ("true", "false"):
            self._take()
            return token == "true"
        if token[:1].isdigit() or token[:1] == "-":
            self._take()
            return float(token) if "." in token else int(token)
        name, made_from, calls = self._statement(depth + 1)
        if name != "UiSelector" or made_from is not None:
            self._fail("a UiSelector is expected here")
        return self.selector(calls)

    def _string(self, token: str) -> str:
        try:
            text = json.loads(token.replace("\n", "\\n").replace("\\'", "'"))
        except ValueError:
            self._fail(f"bad string {token}")
        return str(text)

    def selector(self, calls: list[_Call]) -> UiSelector:
        """The selector that a UiSelector's calls make."""
        criteria: dict[str, str | bool | int] = {}
        links: list[tuple[str, UiSelector]] = []
        for call in calls:
            if len(call.args) != 1:
                self._fail(f"{call.name} takes one argument")
            (value,) = call.args
            if isinstance(value, UiSelector):
                if call.name not in ("childSelector", "fromParent"):
                    self._fail(f"UiSelector has no {call.name}")
                links.append(("child" if call.name == "childSelector" else "sibling", value))
            elif call.name in CRITERIA and not isinstance(value, float):
                criteria[call.name] = value
            else:
                self._fail(f"UiSelector has no {call.name}")
        try:
            made = UiSelector(criteria)
        except BadSelector as error:
            self._fail(str(error))
        for link, other in links:
            made = chained(made, link, other)
        return made


def evaluate(text: str, automation: UiAutomation) -> UiSelector:
    """The selector that an expression comes to, after its scrolling is done. Raises WebDriverError for what is no
    expression, NotFound where there is no list to scroll."""
    parser = _Parser(text)
    result: UiSelector | None = None
    for name, made_from, calls in parser.statements():
        if name == "UiSelector":
            result = parser.selector(calls)
        else:
            assert made_from is not None
            result = _scroll(text, UiScrollable(automation, made_from), calls)
    if result is None:
        raise WebDriverError("invalid selector", "an empty expression")
    return result


def _scroll(text: str, scrollable: UiScrollable, calls: list[_Call]) -> UiSelector:
    result = scrollable.selector
    for call in calls:
        method = _METHODS.get(call.name)
        if method is None:
            raise WebDriverError("invalid selector", f"Could not parse expression `{text}`: no method {call.name}")
        try:
            result = validate_call(config={"arbitrary_types_allowed": True})(method)(scrollable, *call.args) or result
        except ValidationError as error:
            raise WebDriverError("invalid selector", f"{call.name}: wrong arguments in `{text}`") from error
    return result


def _vertical(scrollable: UiScrollable) -> None:
    scrollable.vertical = True


def _horizontal(scrollable: UiScrollable) -> None:
    scrollable.vertical = False


def _swipes(scrollable: UiScrollable, number: int) -> None:
    scrollable.max_swipes = int(number)


def _dead_zone(scrollable: UiScrollable, share: float) -> None:
    """Where swipes begin makes no difference to these lists."""


def _into_view(scrollable: UiScrollable, wanted: UiSelector) -> UiSelector:
    scrollable.into_view(wanted)
    return wanted


def _text_into_view(scrollable: UiScrollable, text: str) -> UiSelector:
    return _into_view(scrollable, UiSelector({"text": text}))


def _description_into_view(scrollable: UiScrollable, text: str) -> UiSelector:
    return _into_view(scrollable, UiSelector({"description": text}))


def _child_by(criterion: str) -> Callable[..., UiSelector]:
    def method(scrollable: UiScrollable, pattern: UiSelector, text: str, search: bool = True) -> UiSelector:
        return scrollable.child_with(pattern, UiSelector({criterion: text}), search=search)

    return method


def _by_instance(scrollable: UiScrollable, pattern: UiSelector, number: int) -> UiSelector:
    return chained(scrollable.selector, "child", pattern).with_instance(number)


def _once(forward: bool, steps: int) -> Callable[..., None]:
    def method(scrollable: UiScrollable, given: int = steps) -> None:
        scrollable.scroll(forward=forward, steps=given)

    return method


def _to_end(forward: bool, steps: int) -> Callable[..., None]:
    def method(scrollable: UiScrollable, swipes: int, given: int = steps) -> None:
        scrollable.scroll_to_end(swipes, forward=forward, steps=given)

    return method


_METHODS: dict[str, Callable[..., UiSelector | None]] = {
    "setAsVerticalList": _vertical,
    "setAsHorizontalList": _horizontal,
    "setMaxSearchSwipes": _swipes,
    "setSwipeDeadZonePercentage": _dead_zone,
    "scrollIntoView": _into_view,
    "scrollTextIntoView": _text_into_view,
    "scrollDescriptionIntoView": _description_into_view,
    "getChildByText": _child_by("text"),
    "getChildByDescription": _child_by("description"),
    "getChildByInstance": _by_instance,
    "scrollForward": _once(True, SCROLL_STEPS),
    "scrollBackward": _once(False, SCROLL_STEPS),
    "flingForward": _once(True, FLING_STEPS),
    "flingBackward": _once(False, FLING_STEPS),
    "scrollToEnd": _to_end(True, SCROLL_STEPS),
    "scrollToBeginning": _to_end(False, SCROLL_STEPS),
    "flingToEnd": _to_end(True, FLING_STEPS),
    "flingToBeginning": _to_end(False, FLING_STEPS),
}

__all__ = ["NotFound", "evaluate"]
