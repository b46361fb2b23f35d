"""UiSelector: how UiAutomator finds a node of the active window (androidx.test.uiautomator UiSelector, QueryController)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from simulator.screen.nodes import Node

Value = str | bool | int
# Criterion → (what UiSelector.toString calls it, the node's attribute, how the two are compared).
_TEXTUAL: dict[str, tuple[str, str, Literal["equal", "contains", "starts", "matches"]]] = {
    "text": ("TEXT", "text", "equal"),
    "textContains": ("CONTAINS_TEXT", "text", "contains"),
    "textMatches": ("TEXT_REGEX", "text", "matches"),
    "textStartsWith": ("START_TEXT", "text", "starts"),
    "className": ("CLASS", "cls", "equal"),
    "classNameMatches": ("CLASS_REGEX", "cls", "matches"),
    "description": ("DESCRIPTION", "desc", "equal"),
    "descriptionContains": ("CONTAINS_DESCRIPTION", "desc", "contains"),
    "descriptionMatches": ("DESCRIPTION_REGEX", "desc", "matches"),
    "descriptionStartsWith": ("START_DESCRIPTION", "desc", "starts"),
    "packageName": ("PACKAGE_NAME", "package", "equal"),
    "packageNameMatches": ("PACKAGE_NAME_REGEX", "package", "matches"),
    "resourceId": ("RESOURCE_ID", "resource_id", "equal"),
    "resourceIdMatches": ("RESOURCE_ID_REGEX", "resource_id", "matches"),
}
_FLAGS = {
    "checkable": ("CHECKABLE", "checkable"),
    "checked": ("CHECKED", "checked"),
    "clickable": ("CLICKABLE", "clickable"),
    "longClickable": ("LONG_CLICKABLE", "long_clickable"),
    "scrollable": ("SCROLLABLE", "scrollable"),
    "enabled": ("ENABLED", "enabled"),
    "focusable": ("FOCUSABLE", "focusable"),
    "focused": ("FOCUSED", "focused"),
    "selected": ("SELECTED", "selected"),
}
_NUMBERS = {"index": "INDEX", "instance": "INSTANCE"}
CRITERIA = (*_TEXTUAL, *_FLAGS, *_NUMBERS)


class BadSelector(ValueError):
    """A selector that UiAutomator refuses (PatternSyntaxException, unknown criterion)."""


@dataclass(eq=False)
class UiSelector:
    """Criteria that one node must fulfil, and the selector of a node below it (`child`) or beside it (`sibling`)."""

    criteria: dict[str, Value] = field(default_factory=dict)
    link: Literal["child", "sibling"] | None = None
    next: UiSelector | None = None

    def __post_init__(self) -> None:
        for name, value in self.criteria.items():
            if name in _TEXTUAL:
                if not isinstance(value, str):
                    raise BadSelector(f"{name} takes a string, not {value!r}")
                if _TEXTUAL[name][2] == "matches":
                    _pattern(value)
            elif name in _FLAGS:
                if not isinstance(value, bool):
                    raise BadSelector(f"{name} takes true or false, not {value!r}")
            elif name not in _NUMBERS:
                raise BadSelector(f"unknown criterion {name}")
            elif isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise BadSelector(f"{name} takes a number, not {value!r}")

    def __str__(self) -> str:
        """As UiSelector.toString shows it."""
        parts = [f"{_name(name)}={_shown(value)}" for name, value in self.criteria.items()]
        if self.next is not None:
            parts.append(f"{'CHILD' if self.link == 'child' else 'PARENT'}={str(self.next)[10:]}")
        return f"UiSelector[{', '.join(parts)}]"

    @property
    def last(self) -> UiSelector:
        """The selector at the end of the chain: the node that is meant."""
        return self if self.next is None else self.next.last

    def with_instance(self, number: int) -> UiSelector:
        """The same chain whose last selector asks for its node number `number` (from 0)."""
        if self.next is None:
            return UiSelector({**self.criteria, "instance": number})
        return UiSelector(dict(self.criteria), self.link, self.next.with_instance(number))

    def fulfils(self, node: Node, index: int) -> bool:
        """Whether a node has all that is asked for, but for `instance`."""
        return all(_one(name, value, node, index) for name, value in self.criteria.items() if name != "instance")

    def find(self, root: Node) -> Node | None:
        """The first node that is meant, in the order of the tree; None where there is none."""
        return _Search().run(self, root, 0)

    def count(self, root: Node) -> int:
        """How many nodes are meant: one at most where the last selector names its instance."""
        if "instance" in self.last.criteria:
            return int(self.find(root) is not None)
        return sum(1 for _ in self.every(root))

    def every(self, root: Node) -> Iterator[Node]:
        """All nodes that are meant, one after the other, as asking for instance 0, 1, 2 … gives them."""
        if "instance" in self.last.criteria:
            found = self.find(root)
            if found is not None:
                yield found
            return
        if self.next is None:
            yield from (node for node in root.walk() if self.fulfils(node, node.index))
            return
        number = 0
        while (found := self.with_instance(number).find(root)) is not None:
            yield found
            number += 1


class _Search:
    """One search: how often each selector of the chain was met before (UiSelector.matchOrUpdateInstance)."""

    def __init__(self) -> None:
        self._met: dict[int, int] = {}

    def run(self, selector: UiSelector, node: Node, index: int) -> Node | None:
        if selector.fulfils(node, index) and self._counts(selector):
            if selector.next is None:
                return node
            if selector.link == "sibling":
                node = node.parent or node
            selector = selector.next
        for position, child in enumerate(node.children):
            found = self.run(selector, child, position)
            if found is not None:
                return found
        return None

    def _counts(self, selector: UiSelector) -> bool:
        wanted = int(selector.criteria.get("instance", 0))
        met = self._met.get(id(selector), 0)
        if met >= wanted:
            return True
        self._met[id(selector)] = met + 1
        return False


def _one(name: str, value: Value, node: Node, index: int) -> bool:
    if name in _FLAGS:
        return bool(getattr(node, _FLAGS[name][1]) == value)
    if name == "index":
        return index == value
    _, attribute, how = _TEXTUAL[name]
    text, wanted = str(getattr(node, attribute)), str(value)
    if how == "equal":
        return text == wanted
    if how == "contains":
        return wanted.lower() in text.lower()
    if how == "starts":
        return text.lower().startswith(wanted.lower())
    return _pattern(wanted).fullmatch(text) is not None


def _pattern(text: str) -> re.Pattern[str]:
    # UiSelector compiles with DOTALL since androidx.test.uiautomator 2.2.
    try:
        return re.compile(text, re.DOTALL)
    except re.error as error:
        raise BadSelector(f"java.util.regex.PatternSyntaxException: {error} near index {error.pos or 0}") from error


def _name(criterion: str) -> str:
    if criterion in _NUMBERS:
        return _NUMBERS[criterion]
    return _TEXTUAL[criterion][0] if criterion in _TEXTUAL else _FLAGS[criterion][0]


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
