"""Selectors as uiautomator2's client writes them (`Selector.java` of its server): fields, and a mask of those that count."""

from __future__ import annotations

from typing import Any

from simulator.ondevice.scrollable import chained
from simulator.ondevice.selector import BadSelector, UiSelector

_BITS = {
    "text": 0x01, "textContains": 0x02, "textMatches": 0x04, "textStartsWith": 0x08, "className": 0x10,
    "classNameMatches": 0x20, "description": 0x40, "descriptionContains": 0x80, "descriptionMatches": 0x0100,
    "descriptionStartsWith": 0x0200, "checkable": 0x0400, "checked": 0x0800, "clickable": 0x1000,
    "longClickable": 0x2000, "scrollable": 0x4000, "enabled": 0x8000, "focusable": 0x010000, "focused": 0x020000,
    "selected": 0x040000, "packageName": 0x080000, "packageNameMatches": 0x100000, "resourceId": 0x200000,
    "resourceIdMatches": 0x400000, "index": 0x800000, "instance": 0x01000000,
}  # fmt: skip
_DEPTH = 20


def read_selector(given: Any, depth: int = 0) -> UiSelector:
    """The UiSelector of a client's selector; raises BadSelector."""
    if not isinstance(given, dict) or depth > _DEPTH:
        raise BadSelector("a selector is an object")
    mask = given.get("mask", 0)
    if not isinstance(mask, int):
        raise BadSelector("mask takes a number")
    selector = UiSelector({name: given.get(name) for name, bit in _BITS.items() if mask & bit})  # type: ignore[misc]
    links, others = given.get("childOrSibling") or [], given.get("childOrSiblingSelector") or []
    if not isinstance(links, list) or not isinstance(others, list) or len(links) != len(others):
        raise BadSelector("childOrSibling and childOrSiblingSelector go together")
    for link, other in zip(links, others, strict=True):
        if link in ("child", "sibling"):
            selector = chained(selector, link, read_selector(other, depth + 1))
    return selector
