"""The page source, and XPath over it (AccessibilityNodeInfoDumper.java, UiElementSnapshot.java of Appium's server)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from simulator.ondevice.appium.elements import TOAST_CLASS, Toast
from simulator.ondevice.appium.errors import WebDriverError
from simulator.screen.nodes import Node
from simulator.screen.window import Window

_NO_NAME = re.compile(r"[^\w.\-]")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
Found = tuple[Node | Toast, Window | None]
FLAGS = (
    "checkable", "checked", "clickable", "enabled", "focusable", "focused", "long-clickable", "password",
    "scrollable", "selected",
)  # fmt: skip


def bounds_text(node: Node) -> str:
    """`[left,top][right,bottom]`."""
    left, top, right, bottom = node.bounds
    return f"[{left},{top}][{right},{bottom}]"


def flag(value: bool) -> str:
    """As Java prints it."""
    return "true" if value else "false"


def attributes(node: Node) -> dict[str, str]:
    """A node's attributes in the order of the source."""
    given = {"index": str(node.index), "package": node.package, "class": node.cls, "text": node.text}
    if node.desc:
        given["content-desc"] = node.desc
    if node.resource_id:
        given["resource-id"] = node.resource_id
    given |= {name: flag(getattr(node, name.replace("-", "_"))) for name in FLAGS}
    given |= {"bounds": bounds_text(node), "displayed": "true"}
    if node.hint:
        given["hint"] = node.hint
    return given


@dataclass
class Source:
    """The XML tree of windows (or of one node), with what each of its elements is."""

    root: etree._Element
    _what: dict[etree._Element, Found] = field(default_factory=dict)

    @classmethod
    def of_windows(
        cls, windows: list[tuple[Window, Node]], toasts: list[Toast], rotation: int, size: tuple[int, int]
    ) -> Source:
        """The whole source."""
        root = etree.Element("hierarchy")
        shape = {"index": "0", "class": "hierarchy", "rotation": str(rotation)}
        for name, value in {**shape, "width": str(size[0]), "height": str(size[1])}.items():
            root.set(name, value)
        made = cls(root)
        for index, (window, node) in enumerate(windows):
            node.index = index
            made._add(root, node, window)
        for toast in toasts:
            element = etree.SubElement(root, TOAST_CLASS)
            told = {"index": str(len(root) - 1), "package": toast.package, "class": TOAST_CLASS, "text": toast.text}
            for name, value in {**told, "displayed": "true"}.items():
                element.set(name, _clean(value))
            made._what[element] = toast, None
        return made

    @classmethod
    def of_node(cls, node: Node, window: Window | None) -> Source:
        """What is below a node, which is its root."""
        made = cls(etree.Element("hierarchy"))
        made._add(made.root, node, window)
        return made

    def _add(self, parent: etree._Element, node: Node, window: Window | None) -> None:
        element = etree.SubElement(parent, _NO_NAME.sub("_", node.cls) or "android.view.View")
        for name, value in attributes(node).items():
            element.set(name, _clean(value))
        self._what[element] = node, window
        for child in node.children:
            self._add(element, child, window)

    def text(self) -> str:
        """The document."""
        etree.indent(self.root)
        head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n"
        return head + str(etree.tostring(self.root, encoding="unicode"))

    def xpath(self, expression: str, *, below: bool = False) -> list[Found]:
        """What an expression selects, in the order of the tree; with `below` it starts at the tree's one node.

        WebDriverError where it is no XPath or selects no elements.
        """
        try:
            start = self.root[0] if below else self.root.getroottree()
            found = start.xpath(expression)
        except etree.XPathError as error:
            raise WebDriverError("invalid selector", f"Invalid XPath expression: {expression} ({error})") from error
        if not isinstance(found, list):
            raise WebDriverError("invalid selector", f"{expression} selects no elements")
        return [self._what[one] for one in found if isinstance(one, etree._Element) and one in self._what]


def _clean(text: str) -> str:
    return _NOT_XML.sub("?", text)
