"""The hierarchy as `uiautomator dump` writes it.

Format: AccessibilityNodeInfoDumper.java (frameworks/base, cmds/uiautomator) through Android's KXmlSerializer, which
puts an attribute that holds a double quote into single quotes and writes characters beyond the BMP as numbers.
"""

from __future__ import annotations

import re

from simulator.screen.nodes import Node, NodeBuilder
from simulator.screen.views import Bounds, View

HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_HINT_SINCE = 34  # drawing-order and hint are in dumps of Android 14 and later

_INVALID = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufddf\ufffe\uffff]")
_ESCAPED = re.compile("[\n\r\t&<>\"'\U00010000-\U0010ffff]")


def quote(value: str) -> str:
    """An attribute's value with its quotes."""
    mark = "'" if '"' in value else '"'
    clean = _INVALID.sub(".", value.replace("\x00", "."))

    def escape(found: re.Match[str]) -> str:
        char = found.group()
        if char in "&<>":
            return {"&": "&amp;", "<": "&lt;", ">": "&gt;"}[char]
        if char in "\"'":
            return ("&apos;" if char == "'" else "&quot;") if char == mark else char
        return f"&#{ord(char)};"

    return mark + _ESCAPED.sub(escape, clean) + mark


class Dumper:
    """Writes one window. `scrollable`: the lists that can scroll, by `id()`; `focused`: the field with the focus."""

    def __init__(
        self,
        package: str,
        api_level: int,
        *,
        scrollable: frozenset[int],
        focused: View | None,
        compressed: bool = False,
    ) -> None:
        self._builder = NodeBuilder(package, scrollable=scrollable, focused=focused, compressed=compressed)
        self._hints = api_level >= _HINT_SINCE
        self._out: list[str] = []

    def document(self, root: View, rotation: int) -> str:
        """The whole document, one line."""
        return f'{HEADER}<hierarchy rotation="{rotation}">{self.nodes(root)}</hierarchy>'

    def nodes(self, root: View, index: int = 0) -> str:
        """The nodes of the window without the document around them."""
        self._out = []
        self._write(self._builder.build(root, index))
        return "".join(self._out)

    @classmethod
    def of(cls, root: Node, api_level: int) -> str:
        """Nodes that were made already."""
        dumper = cls("", api_level, scrollable=frozenset(), focused=None)
        dumper._write(root)
        return "".join(dumper._out)

    def _write(self, node: Node) -> None:
        out = self._out
        naf = 'NAF="true" ' if node.unfriendly else ""
        out.append(
            f'<node {naf}index="{node.index}" text={quote(node.text)} resource-id={quote(node.resource_id)} '
            f'class="{node.cls}" package="{node.package}" content-desc={quote(node.desc)} '
            f'checkable="{_bool(node.checkable)}" checked="{_bool(node.checked)}" '
            f'clickable="{_bool(node.clickable)}" enabled="{_bool(node.enabled)}" '
            f'focusable="{_bool(node.focusable)}" focused="{_bool(node.focused)}" '
            f'scrollable="{_bool(node.scrollable)}" long-clickable="{_bool(node.long_clickable)}" '
            f'password="{_bool(node.password)}" selected="{_bool(node.selected)}" '
            f'bounds="{_bounds(node.bounds)}"'
        )
        if self._hints:
            out.append(f' drawing-order="{node.order}" hint={quote(node.hint)}')
        if not node.children:
            out.append(" />")
            return
        out.append(">")
        for child in node.children:
            self._write(child)
        out.append("</node>")


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _bounds(bounds: Bounds) -> str:
    left, top, right, bottom = bounds
    return f"[{left},{top}][{right},{bottom}]"
