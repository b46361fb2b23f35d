"""Layout: gives every view its bounds in px, in one pass down the tree, with dp sizes and text measured by the font.

Columns and lists stack their children and fill their width; rows set them side by side, centred on one line. A child
with a `weight` takes a share of what is left over, a list takes it in any case and scrolls what does not fit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.screen import fonts
from simulator.screen.views import Bounds, View

_FILLS = ("edit", "switch", "progress", "divider", "checkbox")
_SMALL = ("icon:", "sign:")  # motifs that are 48 dp unless they say otherwise
_STACKS = ("column", "list", "card")


@dataclass
class Scrolling:
    """A list that was laid out: where it stands (px) and how far it can go."""

    view: View
    offset: int
    limit: int


@dataclass
class Layout:
    """Lays trees out. `density` is dpi; `scrolled` gives lists' positions in px by key and gets them back clamped;
    `font_scale` is the user's text size."""

    density: int
    scrolled: dict[str, int] = field(default_factory=dict)
    lists: list[Scrolling] = field(default_factory=list)
    font_scale: float = 1.0
    _sizes: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def px(self, dp: float) -> int:
        """dp as px."""
        return round(dp * self.density / 160)

    def run(self, root: View, bounds: Bounds) -> None:
        """Lay `root` out in `bounds` and set `bounds` and `visible` of all its views."""
        self._place(root, bounds, bounds)

    # -- sizes

    def padding(self, view: View) -> tuple[int, int]:
        """Horizontal and vertical padding, px."""
        if view.padding:
            return self.px(view.padding), self.px(view.padding)
        if view.kind == "card":
            return self.px(16), self.px(16)
        if view.kind == "button":
            return self.px(16), self.px(8)
        if view.kind in ("edit", "switch", "checkbox"):
            return self.px(16), self.px(12)
        if view.kind == "bar":
            return self.px(4), self.px(4)
        return 0, 0

    def margin(self, view: View) -> int:
        """Margin, px."""
        if view.margin:
            return self.px(view.margin)
        return self.px(8) if view.kind == "card" else 0

    def text_px(self, view: View) -> int:
        """The size of a view's text, px."""
        size = 14 if view.kind == "button" and view.font_size == 16 else view.font_size
        return self.px(size * self.font_scale)

    def natural(self, view: View, limit: int) -> tuple[int, int]:
        """The size a view takes (margin included) where `limit` px of width are to be had."""
        key = (id(view), limit)
        known = self._sizes.get(key)
        if known is None:
            margin = self.margin(view)
            inner = min(self.px(view.width), limit - 2 * margin) if view.width is not None else limit - 2 * margin
            w, h = self._content(view, max(inner, 0))
            w = inner if view.width is not None else min(w, inner)
            h = self.px(view.height) if view.height is not None else h
            known = self._sizes[key] = (max(w, 0) + 2 * margin, h + 2 * margin)
        return known

    def _content(self, view: View, limit: int) -> tuple[int, int]:
        pad_x, pad_y = self.padding(view)
        inner = max(limit - 2 * pad_x, 0)
        match view.kind:
            case "column" | "list" | "card":
                w, h = self._stack_size(view, inner)
            case "row" | "bar":
                w, h = self._line_size(view, inner)
            case "frame":
                sizes = [self.natural(child, inner) for child in view.children]
                w, h = max((s[0] for s in sizes), default=0), max((s[1] for s in sizes), default=0)
            case "text" | "button":
                w, h = self._text_size(view, inner)
            case "edit":
                w, h = inner, max(self._text_size(view, inner)[1], self.px(32))
            case "switch" | "checkbox":
                w, h = inner, max(self._text_size(view, inner - self.px(64))[1], self.px(32))
            case "image":
                small = (view.image or "").startswith(_SMALL)
                w = self.px(48) if small else (self.px(view.height) if view.height is not None else inner)
                h = w if small or view.width is not None else min(self.px(200), max(inner, 1))
                return w, h
            case "icon":
                return self.px(24), self.px(24)
            case "progress":
                return limit, self.px(40 if view.on_value else 16)
            case "divider":
                return limit, max(self.px(1), 1)
            case _:
                return self.px(8), self.px(8) if view.height is None and not view.weight else 0
        h += 2 * pad_y
        if view.kind == "bar":
            h = max(h, self.px(56))
        if view.kind == "button":
            h = max(h, self.px(40))
        return w + 2 * pad_x, h

    def _text_size(self, view: View, limit: int) -> tuple[int, int]:
        size = self.text_px(view)
        shown = view.text or view.hint
        lines = fonts.wrap(shown, size, max(limit, 1), view.bold, view.max_lines)
        widest = max(fonts.width(line, size, view.bold) for line in lines)
        return widest + 2, len(lines) * fonts.line_height(size)

    def _stack_size(self, view: View, inner: int) -> tuple[int, int]:
        sizes = [self.natural(child, inner) for child in view.children]
        gaps = self.px(view.gap) * max(len(sizes) - 1, 0)
        fills = any(child.kind in _FILLS and child.width is None for child in view.children)
        return inner if fills else max((s[0] for s in sizes), default=0), sum(s[1] for s in sizes) + gaps

    def _line_size(self, view: View, inner: int) -> tuple[int, int]:
        widths = self._line_widths(view, inner)
        sizes = [self.natural(child, w) for child, w in zip(view.children, widths, strict=True)]
        gaps = self.px(view.gap) * max(len(sizes) - 1, 0)
        return sum(widths) + gaps, max((s[1] for s in sizes), default=0)

    def _line_widths(self, view: View, inner: int) -> list[int]:
        """The width of each child of a row: its own, then shares of the rest by weight."""
        room = inner - self.px(view.gap) * max(len(view.children) - 1, 0)
        widths = [0] * len(view.children)
        shares = [self._row_weight(child) for child in view.children]
        rigid = [i for i, child in enumerate(view.children) if not shares[i] and child.width is not None]
        soft = [i for i in range(len(shares)) if not shares[i] and i not in rigid]
        for index in rigid + soft:
            widths[index] = min(self.natural(view.children[index], max(room, 0))[0], max(room, 0))
            room -= widths[index]
        total = sum(shares)
        for index, share in enumerate(shares):
            if share:
                widths[index] = max(int(room * share / total), 0)
        return widths

    def _row_weight(self, child: View) -> float:
        if child.weight:
            return child.weight
        if child.width is None and (child.kind in _FILLS or child.kind == "list"):
            return 1.0
        return 0.0

    def _stretches(self, view: View) -> bool:
        """Whether a view without weight takes the height left over: a list, or what holds one."""
        if view.height is not None:
            return False
        return view.kind == "list" or (view.kind in ("column", "frame") and any(map(self._stretches, view.children)))

    # -- places

    def _place(self, view: View, outer: Bounds, clip: Bounds) -> None:
        margin = self.margin(view)
        left, top, right, bottom = outer
        left, top = left + margin, top + margin
        view.bounds = left, top, max(right - margin, left), max(bottom - margin, top)
        view.visible = _intersect(view.bounds, clip)
        if not view.children:
            return
        pad_x, pad_y = self.padding(view)
        left, top, right, bottom = view.bounds
        inner = (left + pad_x, top + pad_y, max(right - pad_x, left + pad_x), max(bottom - pad_y, top + pad_y))
        shown = view.visible or (left, top, left, top)
        if view.kind == "list":
            self._place_list(view, inner, shown)
        elif view.kind in _STACKS:
            self._place_stack(view, inner, shown)
        elif view.kind == "frame":
            self._place_frame(view, inner, shown)
        else:
            self._place_line(view, inner, shown)

    def _place_list(self, view: View, inner: Bounds, clip: Bounds) -> None:
        left, top, right, bottom = inner
        sizes = [self.natural(child, right - left) for child in view.children]
        content = sum(s[1] for s in sizes) + self.px(view.gap) * max(len(sizes) - 1, 0)
        limit = max(content - (bottom - top), 0)
        key = view.scroll_key or "scroll"
        offset = min(max(self.scrolled.get(key, 0), 0), limit)
        self.scrolled[key] = offset
        self.lists.append(Scrolling(view, offset, limit))
        y = top - offset
        for child, (w, h) in zip(view.children, sizes, strict=True):
            self._place(child, self._across(view, child, w, left, right, y, y + h), clip)
            y += h + self.px(view.gap)

    def _place_stack(self, view: View, inner: Bounds, clip: Bounds) -> None:
        left, top, right, bottom = inner
        sizes = [self.natural(child, right - left) for child in view.children]
        shares = [child.weight or float(self._stretches(child)) for child in view.children]
        gap = self.px(view.gap)
        used = sum(s[1] for s, share in zip(sizes, shares, strict=True) if not share)
        spare = max(bottom - top - used - gap * (len(sizes) - 1), 0)
        total = sum(shares)
        y = top
        for child, (w, natural), share in zip(view.children, sizes, shares, strict=True):
            h = int(spare * share / total) if share else natural
            self._place(child, self._across(view, child, w, left, right, y, y + h), clip)
            y += h + gap

    def _across(self, view: View, child: View, w: int, left: int, right: int, top: int, bottom: int) -> Bounds:
        """Where a child of a column stands across it: as wide as the column, or aligned at its own width."""
        natural = child.width is not None or child.kind == "icon" or (child.image or "").startswith(_SMALL)
        if view.align != "start" and child.kind not in _FILLS and child.kind != "row":
            natural = True
        if not natural:
            return left, top, right, bottom
        shift = {"start": 0, "center": (right - left - w) // 2, "end": right - left - w}[view.align]
        return left + shift, top, left + shift + w, bottom

    def _place_line(self, view: View, inner: Bounds, clip: Bounds) -> None:
        left, top, right, bottom = inner
        widths = self._line_widths(view, right - left)
        gap = self.px(view.gap)
        spare = right - left - sum(widths) - gap * (len(widths) - 1)
        x = left + {"start": 0, "center": spare // 2, "end": spare}[view.align]
        for child, w in zip(view.children, widths, strict=True):
            h = self.natural(child, w)[1]
            if child.kind == "list" or (child.kind in _STACKS and h > bottom - top):
                y, h = top, bottom - top
            else:
                y = top + max((bottom - top - h) // 2, 0)
            self._place(child, (x, y, x + w, y + h), clip)
            x += w + gap

    def _place_frame(self, view: View, inner: Bounds, clip: Bounds) -> None:
        left, top, right, bottom = inner
        for child in view.children:
            w, h = self.natural(child, right - left)
            w = w if child.width is not None else right - left
            h = h if child.height is not None else bottom - top
            shift = {"start": 0, "center": (right - left - w) // 2, "end": right - left - w}[view.align]
            self._place(child, (left + shift, top, left + shift + w, top + h), clip)


def _intersect(first: Bounds, second: Bounds) -> Bounds | None:
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    return (left, top, right, bottom) if left < right and top < bottom else None
