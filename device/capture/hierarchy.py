"""The window hierarchy that `uiautomator dump` writes (AccessibilityNodeInfoDumper.java), whole or cut."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Final
from xml.etree import ElementTree

from pydantic import Field

from device.capture.base import Part, Reading, clean, to_int

__all__ = ["Hierarchy", "Node", "parse_hierarchy"]

_ATTRIBUTE: Final = re.compile(r"""\s*([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_NAME: Final = re.compile(r"/?[A-Za-z_][\w.$:-]*")
_BOUNDS: Final = re.compile(r"\[(-?[0-9]{1,9}),(-?[0-9]{1,9})\]\[(-?[0-9]{1,9}),(-?[0-9]{1,9})\]\Z")
_DUMPED: Final = re.compile(r"UI hierch?ary dumped to: (\S+)\s")
# A screen never nests so deep; what does is flattened, so that no later walk runs out of stack.
_DEEPEST: Final = 120


class Node(Part):
    """One node. ``bounds`` is left, top, right, bottom in px; texts are unescaped."""

    text: str = ""
    desc: str = ""
    resource_id: str = ""
    cls: str = ""
    package: str = ""
    bounds: tuple[int, int, int, int] | None = None
    clickable: bool = False
    long_clickable: bool = False
    checkable: bool = False
    checked: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    selected: bool = False
    password: bool = False
    hint: str = ""
    children: tuple[Node, ...] = ()

    @property
    def center(self) -> tuple[int, int] | None:
        """The middle of the bounds, or None where there are none or they have no area."""
        if self.bounds is None or self.bounds[2] <= self.bounds[0] or self.bounds[3] <= self.bounds[1]:
            return None
        return (self.bounds[0] + self.bounds[2]) // 2, (self.bounds[1] + self.bounds[3]) // 2

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the dump's order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


class Hierarchy(Reading):
    """A screen. ``node_count`` is None when the dump was cut; ``complete_node_count`` counts whole tags."""

    valid_xml: bool | None = None
    node_count: int | None = None
    complete_node_count: int | None = None
    root_package: str | None = None
    root_bounds: str | None = None
    packages: dict[str, int] = Field(default_factory=dict)
    rotation: int | None = None
    clickable_count: int | None = None
    scrollable_count: int | None = None
    disabled_count: int | None = None
    checked_count: int | None = None
    password_count: int | None = None
    text_count: int | None = None
    texts: tuple[str, ...] = ()
    desc_count: int | None = None
    empty_bounds_count: int | None = None
    focused: str | None = None
    dump_path: str | None = None
    roots: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """All nodes, in the dump's order."""
        for root in self.roots:
            yield from root.walk()

    def find_all(self, where: Callable[[Node], bool]) -> list[Node]:
        """The nodes for which ``where`` holds."""
        return [node for node in self.walk() if where(node)]

    def find(self, *, text: str | None = None, desc: str | None = None, resource_id: str | None = None) -> Node | None:
        """The first node whose given texts are equal; a resource id may be given without its package."""
        for node in self.walk():
            if (
                (text is None or node.text == text)
                and (desc is None or node.desc == desc)
                and (resource_id is None or resource_id in (node.resource_id, node.resource_id.partition("/")[2]))
            ):
                return node
        return None


class _Draft:
    """A node while its children are still being read."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[_Draft] = []


def _bounds(text: str) -> tuple[int, int, int, int] | None:
    match = _BOUNDS.match(text)
    return (int(match[1]), int(match[2]), int(match[3]), int(match[4])) if match else None


def _node(draft: _Draft, children: tuple[Node, ...]) -> Node:
    get = draft.attributes.get
    return Node(
        text=get("text", ""),
        desc=get("content-desc", ""),
        resource_id=get("resource-id", ""),
        cls=get("class", draft.tag),
        package=get("package", ""),
        bounds=_bounds(get("bounds", "")),
        clickable=get("clickable") == "true",
        long_clickable=get("long-clickable") == "true",
        checkable=get("checkable") == "true",
        checked=get("checked") == "true",
        enabled=get("enabled") != "false",
        focusable=get("focusable") == "true",
        focused=get("focused") == "true",
        scrollable=get("scrollable") == "true",
        selected=get("selected") == "true",
        password=get("password") == "true",
        hint=get("hint", ""),
        children=children,
    )


def _freeze(draft: _Draft) -> Node:
    """A draft and all below it as nodes (recursion is bounded by _DEEPEST)."""
    return _node(draft, tuple(_freeze(child) for child in draft.children))


def _tag(text: str, at: int) -> tuple[str, dict[str, str], bool, int] | None:
    """The tag that begins at ``at``: name, attributes, whether it closes itself, and where it ends."""
    name = _NAME.match(text, at + 1)
    if name is None:
        return None
    attributes: dict[str, str] = {}
    at = name.end()
    while (match := _ATTRIBUTE.match(text, at)) is not None:
        attributes[match[1]] = html.unescape(match[2] if match[2] is not None else match[3])
        at = match.end()
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    if text.startswith("/>", at):
        return name[0], attributes, True, at + 2
    return (name[0], attributes, False, at + 1) if text.startswith(">", at) else None


def _read(text: str) -> tuple[_Draft | None, int, bool]:
    """The root element, how many nodes stand whole below it, and whether the root was closed."""
    root: _Draft | None = None
    stack: list[_Draft] = []
    deep = count = 0
    at = text.find("<")
    while at >= 0:
        tag = _tag(text, at)
        if tag is None:
            at = text.find("<", at + 1)
            continue
        name, attributes, closed, end = tag
        if name.startswith("/"):
            if deep:
                deep -= 1
            elif stack:
                stack.pop()
                if not stack:
                    return root, count, True
        else:
            draft = _Draft(name, attributes)
            if root is None:
                root = draft
                stack = [] if closed else [draft]
                if closed:
                    return root, 0, True
            else:
                count += 1
                stack[-1].children.append(draft)
                if not closed and len(stack) < _DEEPEST:
                    stack.append(draft)
                elif not closed:
                    deep += 1
        at = text.find("<", end)
    return root, count, False


def _is_xml(text: str) -> bool:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        return False
    try:
        ElementTree.fromstring(text.encode("utf-8"))
    except (ElementTree.ParseError, ValueError):
        return False
    return True


def parse_hierarchy(text: str) -> Hierarchy:
    """Read what `uiautomator dump` wrote or said; a status line may stand before or after the XML."""
    text = clean(text)
    dumped = _DUMPED.search(text + ("" if text.endswith("\n") else "\0"))
    first = min((at for at in (text.find("<?xml"), text.find("<hierarchy")) if at >= 0), default=-1)
    body = text[first:] if first >= 0 else ""
    last = body.rfind(">")
    body = body[: last + 1]
    root, count, closed = _read(body)
    path = dumped[1] if dumped else None
    if root is None:
        return Hierarchy(complete=path is not None, unread=("no hierarchy",), dump_path=path)
    roots = tuple(_freeze(child) for child in root.children)
    nodes = [node for top in roots for node in top.walk()]
    packages: dict[str, int] = {}
    for node in nodes:
        packages[node.package] = packages.get(node.package, 0) + 1
    focus = next((node for node in nodes if node.focused), None)
    bounds = roots[0].bounds if roots else None
    boxes = [node.bounds for node in nodes if node.bounds is not None]
    return Hierarchy(
        complete=closed,
        unread=() if closed else ("the hierarchy is cut",),
        valid_xml=closed and _is_xml(body),
        node_count=count if closed else None,
        complete_node_count=count,
        root_package=roots[0].package if roots else None,
        root_bounds="[{},{}][{},{}]".format(*bounds) if bounds else None,
        packages=packages,
        rotation=to_int(root.attributes.get("rotation")),
        clickable_count=sum(node.clickable for node in nodes),
        scrollable_count=sum(node.scrollable for node in nodes),
        disabled_count=sum(not node.enabled for node in nodes),
        checked_count=sum(node.checked for node in nodes),
        password_count=sum(node.password for node in nodes),
        text_count=sum(node.text != "" for node in nodes),
        texts=tuple(node.text for node in nodes if node.text),
        desc_count=sum(node.desc != "" for node in nodes),
        empty_bounds_count=sum(box[2] <= box[0] or box[3] <= box[1] for box in boxes),
        focused=(focus.resource_id or focus.cls or None) if focus else None,
        dump_path=path,
        roots=roots,
    )
