"""What accessibility clients see of a window: its visible views as nodes, with the attributes that Android tells.

Attributes: AccessibilityNodeInfoDumper.java and AccessibilityNodeInfo.java (frameworks/base).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from simulator.screen.views import Bounds, View

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


def android_class(view: View) -> str:
    """The class that a view shows to accessibility clients."""
    if view.cls is not None:
        return view.cls
    if view.kind == "progress":
        return "android.widget.SeekBar" if view.on_value else "android.widget.ProgressBar"
    return _CLASSES.get(view.kind, "android.view.View")


@dataclass(eq=False, slots=True)
class Node:
    """A visible view. `bounds` is what of it can be seen (px); `path` leads to its view from the window's root."""

    view: View
    package: str
    cls: str
    text: str
    desc: str
    resource_id: str
    hint: str
    index: int
    bounds: Bounds
    checkable: bool
    checked: bool
    clickable: bool
    enabled: bool
    focusable: bool
    focused: bool
    scrollable: bool
    long_clickable: bool
    password: bool
    selected: bool
    path: tuple[int, ...]
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def order(self) -> int:
        """The drawing order among its siblings (1 is first, 0 is a window's root)."""
        return self.index + 1 if self.parent is not None else 0

    @property
    def unfriendly(self) -> bool:
        """Not accessibility friendly (NAF): can be clicked, yet neither it nor anything in it says a word."""
        if not self.clickable or self.desc or self.view.text:
            return False
        return not any(child.desc or child.text or child.hint for child in self.view.walk())


class NodeBuilder:
    """Makes the nodes of one window. `scrollable`: the lists that can scroll, by `id()`; `focused`: the field with the
    focus; `compressed` leaves out views that neither say nor do anything."""

    def __init__(
        self, package: str, *, scrollable: frozenset[int], focused: View | None, compressed: bool = False
    ) -> None:
        self._package = package
        self._scrollable = scrollable
        self._focused = focused
        self._compressed = compressed

    def build(self, root: View, index: int = 0) -> Node:
        """The node of a laid-out tree's root, with all below it."""
        return self._node(root, index, (), None)

    def _important(self, view: View) -> bool:
        return bool(
            view.clickable or view.on_long_click or view.text or view.desc or view.hint or view.checked is not None
        ) or view.kind in ("list", "progress")

    def _kept(self, view: View, path: tuple[int, ...]) -> list[tuple[View, tuple[int, ...]]]:
        """A view's children as nodes show them: in a compressed tree unimportant ones give way to their own."""
        kept: list[tuple[View, tuple[int, ...]]] = []
        for position, child in enumerate(view.children):
            if self._compressed and not self._important(child):
                kept.extend(self._kept(child, (*path, position)))
            else:
                kept.append((child, (*path, position)))
        return kept

    def _node(self, view: View, index: int, path: tuple[int, ...], parent: Node | None) -> Node:
        scrollable = id(view) in self._scrollable
        clickable = view.clickable
        node = Node(
            view=view,
            package=self._package,
            cls=android_class(view),
            # A field that is empty shows its hint, and its text is then the hint (isShowingHintText).
            text=("•" * len(view.text) if view.password else view.text) or view.hint,
            desc=view.desc,
            resource_id=view.id if not view.id or ":" in view.id else f"{self._package}:id/{view.id}",
            hint=view.hint,
            index=index,
            bounds=view.visible or view.bounds,
            checkable=view.checked is not None,
            checked=bool(view.checked),
            clickable=clickable and view.enabled,
            enabled=view.enabled,
            focusable=clickable or scrollable,
            focused=view is self._focused,
            scrollable=scrollable,
            long_clickable=bool(view.on_long_click) or view.kind == "edit",
            password=view.password,
            selected=view.selected,
            path=path,
            parent=parent,
        )
        node.children = [
            self._node(child, position, below, node)
            for position, (child, below) in enumerate(self._kept(view, path))
            if child.visible is not None and child.kind != "spacer"
        ]
        return node
