"""DisplayManagerService: brightness, size, rotation."""

from __future__ import annotations

from simulator.services.service import Service
from simulator.shell.command import Invocation

DEFAULT_SETTING = 102


class DisplayService(Service):
    """DisplayManagerService: brightness, size, rotation."""

    name = "display"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px as the phone is held (size override and rotation applied)."""
        device, display = self.state.device, self.state.display
        width, height = display.size_override or (device.width, device.height)
        return (height, width) if display.rotation % 2 else (width, height)

    @property
    def density(self) -> int:
        """Density in dpi (override applied)."""
        return self.state.display.density_override or self.state.device.density

    @property
    def setting(self) -> int:
        """The brightness on the 0 to 255 scale of `settings system screen_brightness`."""
        return round(self.state.display.brightness * 254) + 1

    def ready(self) -> None:
        """Follow the settings of brightness and rotation."""
        settings = self.phone.settings
        for key in ("screen_brightness", "screen_brightness_mode"):
            settings.observe("system", key, lambda _: self.set_brightness_from_setting())
        for key in ("accelerometer_rotation", "user_rotation"):
            settings.observe("system", key, lambda _: self._rotate_from_setting())

    def set_brightness_from_setting(self) -> None:
        """Take over `screen_brightness` (1 to 255) and `screen_brightness_mode`; text that is no number is ignored.

        With automatic brightness a new value shifts the curve, so the screen follows it as well.
        """
        display = self.state.display
        mode = self.phone.settings.get("system", "screen_brightness_mode")
        display.auto_brightness = mode == "1" if mode is not None else display.auto_brightness
        text = self.phone.settings.get("system", "screen_brightness")
        if text is not None and text.strip().lstrip("-").isdigit():
            display.brightness = (max(1, min(255, int(text))) - 1) / 254
        self.phone.changed()

    def rotate(self, rotation: int) -> None:
        """Turn the screen to rotation 0 to 3 (quarter turns)."""
        if rotation not in (0, 1, 2, 3):
            raise ValueError(f"rotation must be 0 to 3, not {rotation}")
        self.state.display.rotation = rotation
        self.phone.changed()

    def _rotate_from_setting(self) -> None:
        if self.phone.settings.get("system", "accelerometer_rotation") == "0":
            text = self.phone.settings.get("system", "user_rotation") or "0"
            if text in ("0", "1", "2", "3"):
                self.rotate(int(text))

    def brightness_text(self) -> str:
        """The brightness as this release dumps it: 0 to 1 from Android 11 on, 0 to 255 before."""
        if not self.phone.power.interactive:
            return "0" if self.api < 30 else "0.0"
        return str(self.setting) if self.api < 30 else _float(self.state.display.brightness)

    def dump(self, args: list[str]) -> str:
        """`dumpsys display` (DisplayManagerService.dumpInternal, DisplayPowerController.dump)."""
        from simulator.services.display_dump import dump_display

        return dump_display(self.phone)

    def command(self, call: Invocation) -> int:
        """`cmd display set-brightness|get-brightness|get-displays`, as far as the release has them."""
        words = call.args
        if words and words[0] == "set-brightness" and self.api >= 28:
            return self._set_brightness(call, words[1:])
        if words and words[0] == "get-brightness" and self.api >= 35:
            call.out.line(_float(self.state.display.brightness))
            return 0
        if words and words[0] == "get-displays" and self.api >= 33:
            width, height = self.size
            call.out.line("Displays:")
            call.out.line(f'Display id 0: DisplayInfo{{"Built-in Screen", displayId 0, real {width} x {height}}}')
            return 0
        if words and words[0] not in ("help", "-h"):
            call.out.line(f"Unknown command: {words[0]}")
            return 255
        call.out.line("Display manager commands:\n  help\n    Print this help text.\n  set-brightness BRIGHTNESS")
        return 0 if words else 255

    def _set_brightness(self, call: Invocation, words: list[str]) -> int:
        try:
            value = float(words[0]) if words else -1.0
        except ValueError:
            value = -1.0
        if not words:
            return call.fail("Error: no brightness specified", 1)
        if not 0 <= value <= 1:
            return call.fail("Error: brightness should be a number between 0 and 1", 1)
        self.phone.settings.put("system", "screen_brightness", str(round(value * 254) + 1))
        self.state.display.brightness = value
        self.phone.changed()
        return 0


def _float(value: float) -> str:
    """A float as Java prints it (float32, shortest digits that tell it apart)."""
    text = f"{value:.8g}"
    return text if "." in text or "e" in text else text + ".0"
