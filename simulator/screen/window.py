"""Windows: what lies on the screen at a moment, from bottom to top, laid out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from simulator.screen.layout import Layout, Scrolling
from simulator.screen.views import Bounds, View

if TYPE_CHECKING:
    from simulator.state import Activity

WindowKind = Literal["app", "keyguard", "shade", "call", "dialog", "heads_up"]


@dataclass
class Window:
    """A window. `root` is what a dump of it shows; `scroll_to(key, px)` keeps where one of its lists stands."""

    kind: WindowKind
    package: str
    title: str  # as WindowManager names it
    root: View
    bounds: Bounds
    scroll_to: Callable[[str, int], None]
    activity: Activity | None = None
    secure: bool = False
    scrim: bool = False  # what lies below is darkened, and a tap outside dismisses
    lists: list[Scrolling] = field(default_factory=list)

    @property
    def focusable(self) -> bool:
        """Whether it can be the active window (a heads-up notification never is)."""
        return self.kind != "heads_up"

    def scrollable(self) -> frozenset[int]:
        """The lists that have more than they show, by `id()` of their views."""
        return frozenset(id(entry.view) for entry in self.lists if entry.limit > 0)


def decor(content: View, bounds: Bounds, inner: Bounds, layout: Layout) -> View:
    """A window's decor views around its content as dumps show them: FrameLayout, LinearLayout, android:id/content."""
    layout.run(content, inner)
    holder = View("frame", id="android:id/content", children=[content], bounds=bounds, visible=bounds)
    linear = View("column", children=[holder], bounds=bounds, visible=bounds)
    return View("frame", children=[linear], bounds=bounds, visible=bounds)


def focused_field(root: View, name: str | None) -> View | None:
    """The edit field of a tree that has the input focus."""
    if name is None:
        return None
    return next((view for view in root.walk() if view.kind == "edit" and view.id == name), None)


def deepest(root: View, x: int, y: int, wanted: Callable[[View], bool]) -> View | None:
    """The deepest visible view at a point that is wanted; of two that overlap the one drawn later."""
    if root.visible is None:
        return None
    left, top, right, bottom = root.visible
    if not (left <= x < right and top <= y < bottom):
        return None
    for child in reversed(root.children):
        found = deepest(child, x, y, wanted)
        if found is not None:
            return found
    return root if wanted(root) else None
