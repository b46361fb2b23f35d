"""Draws laid-out views onto a picture: grounds, texts, controls, pictures."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from simulator.screen import fonts
from simulator.screen.icons import sign
from simulator.screen.layout import Layout
from simulator.screen.motifs import PICTURES, motif
from simulator.screen.theme import Rgb, colour, luminance, mix, readable
from simulator.screen.views import Bounds, View

_FIELD_RADIUS = 10


@lru_cache(maxsize=128)
def _round_mask(width: int, height: int, radius: int) -> Image.Image:
    """A rounded rectangle as a mask with smooth corners."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    if radius <= 0:
        return mask
    fine = Image.new("L", (radius * 8, radius * 8), 0)
    ImageDraw.Draw(fine).ellipse((0, 0, radius * 8 - 1, radius * 8 - 1), fill=255)
    disc = fine.resize((radius * 2, radius * 2), Image.Resampling.LANCZOS)
    right, bottom = width - radius, height - radius
    mask.paste(disc.crop((0, 0, radius, radius)), (0, 0))
    mask.paste(disc.crop((radius, 0, radius * 2, radius)), (right, 0))
    mask.paste(disc.crop((0, radius, radius, radius * 2)), (0, bottom))
    mask.paste(disc.crop((radius, radius, radius * 2, radius * 2)), (right, bottom))
    return mask


class Painter:
    """Draws on a picture that shows the display from (`left`, `top`) on."""

    def __init__(
        self,
        picture: Image.Image,
        density: int,
        dark: bool,
        *,
        focused: View | None = None,
        origin: tuple[int, int] = (0, 0),
        font_scale: float = 1.0,
    ) -> None:
        self.picture = picture
        self.dark = dark
        self._draw = ImageDraw.Draw(picture)
        self._measure = Layout(density, font_scale=font_scale)
        self._focused = focused
        self._left, self._top = origin

    def px(self, dp: float) -> int:
        """dp as px."""
        return self._measure.px(dp)

    def colour(self, name: str) -> Rgb:
        """A colour of the theme."""
        return (255, 255, 255) if name == "on_wall" else colour(name, self.dark)

    def sample(self, x: int, y: int) -> Rgb:
        """The colour that is at a point now."""
        x = min(max(x - self._left, 0), self.picture.width - 1)
        y = min(max(y - self._top, 0), self.picture.height - 1)
        found = self.picture.getpixel((x, y))
        return (int(found[0]), int(found[1]), int(found[2])) if isinstance(found, tuple) else (0, 0, 0)

    # -- shapes

    def _shift(self, bounds: Bounds) -> Bounds:
        left, top, right, bottom = bounds
        return left - self._left, top - self._top, right - self._left, bottom - self._top

    def box(self, bounds: Bounds, fill: Rgb, radius: int = 0) -> None:
        """A filled rectangle, `radius` px round at its corners."""
        left, top, right, bottom = self._shift(bounds)
        width, height = right - left, bottom - top
        if width <= 0 or height <= 0 or top >= self.picture.height or bottom <= 0:
            return
        if radius <= 1:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=fill)
            return
        self.picture.paste(fill, (left, top), _round_mask(width, height, radius))

    def ring(self, bounds: Bounds, line: Rgb, fill: Rgb, radius: int, width: int) -> None:
        """A rectangle with a border."""
        self.box(bounds, line, radius)
        left, top, right, bottom = bounds
        self.box((left + width, top + width, right - width, bottom - width), fill, max(radius - width, 0))

    def line(self, words: str, x: int, y: int, size: int, fill: Rgb, bold: bool = False) -> None:
        """A line of text with its top left corner at a point."""
        if words.strip():
            self.picture.paste(fill, (x - self._left, y - self._top), fonts.line_mask(words, size, bold))

    def sign(self, name: str, bounds: Bounds, fill: Rgb) -> bool:
        """A sign, centred in a rectangle; False if there is none of that name."""
        left, top, right, bottom = self._shift(bounds)
        side = min(right - left, bottom - top)
        mask = sign(name, side) if side > 0 else None
        if mask is None:
            return False
        self.picture.paste(fill, (left + (right - left - side) // 2, top + (bottom - top - side) // 2), mask)
        return True

    def darken(self, share: float) -> None:
        """Dim all that was drawn."""
        self.picture.paste(Image.blend(self.picture, Image.new("RGB", self.picture.size), share))

    def wallpaper(self, width: int, height: int) -> None:
        """The wallpaper over everything."""
        self.picture.paste(motif("wallpaper:", width, height, self.dark), (-self._left, -self._top))

    # -- views

    def view(self, view: View, ink: str = "text", ground: Rgb | None = None) -> None:
        """Draw a view and what is in it; `ink` is the text colour it inherits, `ground` what it lies on."""
        if view.visible is None:
            return
        ink = view.color or ink
        ground = self._ground(view, ground if ground is not None else self.colour("surface"))
        match view.kind:
            case "text":
                self._text(view, ink, ground)
            case "button":
                self._button(view, ground)
            case "edit":
                self._edit(view, ground)
            case "switch" | "checkbox":
                self._switch(view, ink, ground)
            case "image" | "icon":
                self._image(view, ink, ground)
            case "progress":
                self._progress(view)
            case "divider":
                self.box(view.bounds, self.colour("outline"))
            case "list":
                self._list(view, ink, ground)
                return
            case _:
                pass
        for child in view.children:
            self.view(child, ink, ground)

    def _ground(self, view: View, below: Rgb) -> Rgb:
        """Draw a view's ground and return its colour."""
        name = view.background
        if name is None and view.kind == "card":
            name = "card"
        if name == "wallpaper":
            return (58, 52, 96)  # about what the wallpaper is; it was drawn under everything
        if name is None or name == "none" or view.kind == "button":
            return below
        fill = self.colour(name)
        radius = self.px(view.radius if view.radius is not None else 20 if view.kind == "card" else 0)
        if view.outline:
            self.ring(view.bounds, self.colour(view.outline), fill, radius, max(self.px(1), 1))
        else:
            self.box(view.bounds, fill, radius)
        return fill

    def _list(self, view: View, ink: str, ground: Rgb) -> None:
        """Draw a list's children; those cut off at its edges on a picture of their own."""
        if all(child.visible in (None, child.bounds) for child in view.children) or view.visible is None:
            for child in view.children:
                self.view(child, ink, ground)
            return
        region = self._shift(view.visible)
        part = self.picture.crop(region)
        inner = Painter(
            part,
            self._measure.density,
            self.dark,
            focused=self._focused,
            origin=(view.visible[0], view.visible[1]),
            font_scale=self._measure.font_scale,
        )
        for child in view.children:
            inner.view(child, ink, ground)
        self.picture.paste(part, (region[0], region[1]))

    def _ink(self, name: str, ground: Rgb, enabled: bool) -> Rgb:
        rgb = readable(self.colour(name), ground)
        return rgb if enabled else mix(rgb, ground, 0.6)

    def _lines(self, view: View, bounds: Bounds, words: str, fill: Rgb) -> None:
        """Text broken into lines within bounds, set in their middle."""
        left, top, right, bottom = bounds
        size = self._measure.text_px(view)
        lines = fonts.wrap(words, size, max(right - left, 1), view.bold, view.max_lines)
        height = fonts.line_height(size)
        y = top + max((bottom - top - height * len(lines)) // 2, 0)
        for line in lines:
            spare = right - left - fonts.width(line, size, view.bold)
            x = left + {"start": 0, "center": spare // 2, "end": spare}[view.align]
            if y - self._top > -height and y - self._top < self.picture.height:
                self.line(line, x, y, size, fill, view.bold)
            y += height

    def _inner(self, view: View) -> Bounds:
        left, top, right, bottom = view.bounds
        pad_x, pad_y = self._measure.padding(view)
        return left + pad_x, top + pad_y, right - pad_x, bottom - pad_y

    def _text(self, view: View, ink: str, ground: Rgb) -> None:
        self._lines(view, self._inner(view), view.text, self._ink(ink, ground, view.enabled))

    def _button(self, view: View, ground: Rgb) -> None:
        left, top, right, bottom = view.bounds
        if view.background == "none":
            fill, ink = ground, self._ink(view.color or "primary", ground, view.enabled)
        else:
            fill = self.colour(view.background or "primary")
            named = view.color or ("on_primary" if view.background in (None, "primary") else None)
            ink = self.colour(named) if named else ((24, 24, 28) if luminance(fill) > 150 else (255, 255, 255))
            ink = readable(ink, fill)
            if not view.enabled:
                fill, ink = mix(fill, ground, 0.75), mix(ink, ground, 0.5)
            radius = self.px(view.radius) if view.radius is not None else (bottom - top) // 2
            self.box(view.bounds, fill, radius)
        pad = min(self._measure.padding(view)[0], max((right - left) // 8, 0)) if view.width else self.px(16)
        size = self._measure.text_px(view)
        lines = fonts.wrap(view.text, size, max(right - left - 2 * pad, 1), True, view.max_lines)
        height = fonts.line_height(size)
        y = top + (bottom - top - height * len(lines)) // 2
        for line in lines:
            self.line(line, left + (right - left - fonts.width(line, size, True)) // 2, y, size, ink, True)
            y += height

    def _edit(self, view: View, ground: Rgb) -> None:
        focused = view is self._focused
        line = self.colour("primary" if focused else "outline")
        inside = self.colour(view.background) if view.background else ground
        self.ring(view.bounds, line, inside, self.px(_FIELD_RADIUS), self.px(2 if focused else 1))
        words = "•" * len(view.text) if view.password else view.text
        inner = self._inner(view)
        ink = self._ink((view.color or "text") if words else "muted", inside, view.enabled)
        self._lines(view, inner, words or view.hint, ink)
        if focused:
            size = self._measure.text_px(view)
            lines = fonts.wrap(words, size, max(inner[2] - inner[0], 1), view.bold)
            height = fonts.line_height(size)
            middle = (inner[1] + inner[3] + height * (len(lines) - 2)) // 2
            x = inner[0] + fonts.width(lines[-1], size, view.bold) + 2
            self.box((x, middle, x + self.px(2), middle + height), self.colour("primary"))

    def _switch(self, view: View, ink: str, ground: Rgb) -> None:
        left, top, right, bottom = self._inner(view)
        middle = (top + bottom) // 2
        self._lines(view, (left, top, right - self.px(64), bottom), view.text, self._ink(ink, ground, view.enabled))
        on = bool(view.checked)
        if view.kind == "checkbox":
            side = self.px(20)
            square = (right - side, middle - side // 2, right, middle - side // 2 + side)
            if on:
                self.box(square, self.colour("primary"), self.px(3))
                self.sign("check", square, self.colour("on_primary"))
            else:
                self.ring(square, self.colour("muted"), ground, self.px(3), self.px(2))
            return
        width, height = self.px(48), self.px(28)
        track = (right - width, middle - height // 2, right, middle - height // 2 + height)
        if on:
            self.box(track, mix(self.colour("primary"), ground, 0.0 if view.enabled else 0.6), height // 2)
        else:
            self.ring(track, self.colour("thumb"), self.colour("track"), height // 2, self.px(2))
        thumb = self.px(22 if on else 16)
        inset = (height - thumb) // 2
        x = track[2] - inset - thumb if on else track[0] + inset
        y = track[1] + inset
        self.box((x, y, x + thumb, y + thumb), self.colour("on_primary" if on else "thumb"), thumb // 2)

    def _image(self, view: View, ink: str, ground: Rgb) -> None:
        name = view.image or view.text
        bounds = self._inner(view)
        drawn = view.kind == "image" and name in PICTURES
        if not drawn and self.sign(name, bounds, self._ink(ink, ground, view.enabled)):
            return
        left, top, right, bottom = bounds
        if right <= left or bottom <= top:
            return
        picture = motif(name, right - left, bottom - top, self.dark)
        small = view.kind == "icon" or name.startswith(("icon:", "sign:"))
        radius = self.px(view.radius) if view.radius is not None else (bottom - top) // 4 if small else self.px(16)
        at = (left - self._left, top - self._top)
        self.picture.paste(picture, at, _round_mask(right - left, bottom - top, radius))

    def _progress(self, view: View) -> None:
        left, top, right, bottom = view.bounds
        thick = self.px(16 if view.on_value else 4)
        middle = (top + bottom) // 2
        share = min(max(view.value, 0.0), 1.0)
        track = (left, middle - thick // 2, right, middle + thick // 2)
        self.box(track, self.colour("tile" if view.on_value else "track"), thick // 2)
        done = left + max(round((right - left) * share), thick)
        self.box((left, track[1], done, track[3]), self.colour("primary"), thick // 2)
        if view.on_value:
            knob = self.px(12)
            x = min(max(done, left + knob), right - knob)
            self.box((x - knob, middle - knob, x + knob, middle + knob), self.colour("primary"), knob)

    def volume(self, stream: str, share: float, width: int, height: int) -> None:
        """The volume panel at the right edge."""
        right = width - self.px(12)
        box = (right - self.px(48), height // 4, right, height // 4 + self.px(220))
        self.box(box, self.colour("card"), self.px(24))
        left, top, right, bottom = box
        inset = self.px(8)
        track = (left + inset, top + inset, right - inset, bottom - self.px(48))
        self.box(track, self.colour("tile"), self.px(16))
        level = track[3] - round((track[3] - track[1]) * share)
        self.box((track[0], min(level, track[3] - self.px(8)), track[2], track[3]), self.colour("primary"), self.px(16))
        name = {"music": "music", "voice_call": "phone"}.get(stream, "volume")
        self.sign(
            name,
            (left + self.px(12), bottom - self.px(36), right - self.px(12), bottom - self.px(12)),
            self.colour("text"),
        )
