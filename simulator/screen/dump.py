"""The hierarchy as `uiautomator dump` writes it.

Format: AccessibilityNodeInfoDumper.java (frameworks/base, cmds/uiautomator) through Android's KXmlSerializer, which
puts an attribute that holds a double quote into single quotes and writes characters beyond the BMP as numbers.
"""

from __future__ import annotations

import re

from simulator.screen.views import Bounds, View

HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_HINT_SINCE = 34  # drawing-order and hint are in dumps of Android 14 and later

_CLASSES = {
    "column": "android.widget.LinearLayout",
    "row": "android.widget.LinearLayout",
    "frame": "android.widget.FrameLayout",
    "list": "androidx.recyclerview.widget.RecyclerView",
    "text": "android.widget.TextView",
    "button": "android.widget.Button",
    "edit": "android.widget.EditText",
    "image": "android.widget.ImageView",
    "icon": "android.widget.ImageView",
    "switch": "android.widget.Switch",
    "checkbox": "android.widget.CheckBox",
    "card": "androidx.cardview.widget.CardView",
    "bar": "android.view.ViewGroup",
    "divider": "android.view.View",
}
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


def android_class(view: View) -> str:
    """The class that a view shows in a dump."""
    if view.cls is not None:
        return view.cls
    if view.kind == "progress":
        return "android.widget.SeekBar" if view.on_value else "android.widget.ProgressBar"
    return _CLASSES.get(view.kind, "android.view.View")


def _naf(view: View) -> bool:
    """Not accessibility friendly: can be clicked, yet neither it nor anything in it says a word."""
    if not (view.clickable and view.enabled) or view.desc or view.text:
        return False
    return not any(child.desc or child.text or child.hint for child in view.walk())


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
        self._package = package
        self._hints = api_level >= _HINT_SINCE
        self._scrollable = scrollable
        self._focused = focused
        self._compressed = compressed
        self._out: list[str] = []

    def document(self, root: View, rotation: int) -> str:
        """The whole document, one line."""
        self._out = [HEADER, f'<hierarchy rotation="{rotation}">']
        self._out.append(self.nodes(root))
        self._out.append("</hierarchy>")
        return "".join(self._out)

    def nodes(self, root: View, index: int = 0) -> str:
        """The nodes of the window without the document around them."""
        whole, self._out = self._out, []
        self._node(root, index, 0)
        made, self._out = "".join(self._out), whole
        return made

    def _important(self, view: View) -> bool:
        """What `--compressed` keeps: views that say or do something."""
        return bool(
            view.clickable or view.on_long_click or view.text or view.desc or view.hint or view.checked is not None
        ) or view.kind in ("list", "progress")

    def _kept(self, view: View) -> list[View]:
        """A view's children in the dump: those visible; in a compressed dump unimportant ones give way to their own."""
        kept: list[View] = []
        for child in view.children:
            if self._compressed and not self._important(child):
                kept.extend(self._kept(child))
            else:
                kept.append(child)
        return kept

    def _node(self, view: View, index: int, order: int) -> None:
        out = self._out
        # A field that is empty shows its hint, and its text is then the hint (isShowingHintText).
        shown = ("•" * len(view.text) if view.password else view.text) or view.hint
        identity = view.id if not view.id or ":" in view.id else f"{self._package}:id/{view.id}"
        focused = view is self._focused
        scrollable = id(view) in self._scrollable
        naf = 'NAF="true" ' if _naf(view) else ""
        out.append(
            f'<node {naf}index="{index}" text={quote(shown)} resource-id={quote(identity)} '
            f'class="{android_class(view)}" package="{self._package}" content-desc={quote(view.desc)} '
            f'checkable="{_bool(view.checked is not None)}" checked="{_bool(view.checked)}" '
            f'clickable="{_bool(view.clickable and view.enabled)}" enabled="{_bool(view.enabled)}" '
            f'focusable="{_bool(view.clickable or scrollable)}" focused="{_bool(focused)}" '
            f'scrollable="{_bool(scrollable)}" long-clickable="{_bool(view.on_long_click or view.kind == "edit")}" '
            f'password="{_bool(view.password)}" selected="{_bool(view.selected)}" '
            f'bounds="{_bounds(view.visible or view.bounds)}"'
        )
        if self._hints:
            out.append(f' drawing-order="{order}" hint={quote(view.hint)}')
        children = [
            (position, child)
            for position, child in enumerate(self._kept(view))
            if child.visible is not None and child.kind != "spacer"
        ]
        if not children:
            out.append(" />")
            return
        out.append(">")
        for position, child in children:
            self._node(child, position, position + 1)
        out.append("</node>")


def _bool(value: object) -> str:
    return "true" if value else "false"


def _bounds(bounds: Bounds) -> str:
    left, top, right, bottom = bounds
    return f"[{left},{top}][{right},{bottom}]"
