"""InputManagerService: taps, keys, text into the screen."""

from __future__ import annotations

from simulator.services.formats import object_hash
from simulator.services.service import Service
from simulator.shell.command import Invocation

_INTERACTION_GAP_MS = 60_000


class CannotType(ValueError):
    """Text that no key of the virtual keyboard gives."""


class InputService(Service):
    """InputManagerService: taps, keys, text into the screen. What is done here counts as the user's activity."""

    name = "input"

    def _touched(self) -> bool:
        """Note the activity; False while the screen is off, when touches reach nothing."""
        if not self.phone.power.interactive:
            return False
        self.phone.power.user_activity()
        top = self.phone.activities.resumed()
        if top is not None:
            last = next((e for e in reversed(self.state.usage) if e.type == "USER_INTERACTION"), None)
            if last is None or last.package != top.package or self.clock.now_ms - last.time_ms >= _INTERACTION_GAP_MS:
                self.phone.usage.record("USER_INTERACTION", top.package)
        return True

    def tap(self, x: float, y: float) -> None:
        """Tap a point (px)."""
        if self._touched():
            self.phone.screen.tap(int(x), int(y))
            self.phone.activities.settle()

    def long_press(self, x: float, y: float) -> None:
        """Hold a point (px)."""
        if self._touched():
            self.phone.screen.long_press(int(x), int(y))
            self.phone.activities.settle()

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:
        """Move a finger from a point to another in `ms`; standing still it is a tap or a long press."""
        if not self._touched():
            return
        if abs(x1 - x2) < 8 and abs(y1 - y2) < 8:
            (self.phone.screen.long_press if ms >= 500 else self.phone.screen.tap)(int(x1), int(y1))
        else:
            self.phone.screen.swipe(int(x1), int(y1), int(x2), int(y2), ms)
        self.phone.activities.settle()

    def key(self, code: int | str, long: bool = False) -> None:
        """Press a key by code or name (`KEYCODE_HOME`); unknown ones do nothing, as on a phone."""
        menu = str(code).removeprefix("KEYCODE_") in ("82", "MENU")
        if menu and self.state.power.keyguard_locked:
            self.phone.power.dismiss_keyguard()  # as phones without a secret do, and as scripts rely on
        else:
            self.phone.screen.key(code, long)
        self.phone.activities.settle()

    def text(self, text: str) -> None:
        """Type text. CannotType if a character is on no key (Android's KeyCharacterMap knows ASCII only)."""
        if not text.isascii() or not text.isprintable():
            raise CannotType(text)
        if self._touched():
            keyboard = self.phone.apps.get(self.state.ui.ime.partition("/")[0])
            self.phone.screen.text(keyboard.on_typed(text) if keyboard is not None else text)

    def dump(self, args: list[str]) -> str:
        """`dumpsys input` (InputManagerService.dump, InputReader.cpp, InputDispatcher.cpp)."""
        width, height = self.phone.display.size
        device, rotation = self.state.device, self.state.display.rotation
        viewport = (
            f"Viewport INTERNAL: displayId=0, uniqueId=local:4619827259835644672, port=0, orientation={rotation}, "
            f"logicalFrame=[0, 0, {width}, {height}], physicalFrame=[0, 0, {width}, {height}], "
            f"deviceSize=[{width}, {height}], isActive=[{'1' if self.phone.power.interactive else '0'}]"
        )
        top = self.phone.activities.top()
        task = self.phone.activities.task_of(top) if top else None
        title = self.phone.windows.focused()
        lines = [
            "INPUT MANAGER (dumpsys input)",
            "",
            "Input Manager State:",
            f"  Interactive: {'true' if self.phone.power.interactive else 'false'}",
            "",
            "Event Hub State:",
            "  BuiltInKeyboardId: -2",
            "  Devices:",
            "    -1: Virtual",
            "      Classes: KEYBOARD | ALPHAKEY | DPAD | VIRTUAL",
            "    2: virtio_input_multi_touch_1",
            "      Classes: TOUCH | TOUCH_MT | EXTERNAL",
            "",
            "Input Reader State (Nums of device: 2):",
            "  Device 2: virtio_input_multi_touch_1",
            f"      {viewport}",
            f"      SurfaceWidth: {width}px"
            if self.api < 33
            else f"      DisplayBounds: {device.width}x{device.height}",
            "    Configuration:",
            f"      Viewports:\n        {viewport}",
            "",
            "Input Dispatcher State:",
            "  DispatchEnabled: true",
            "  DispatchFrozen: false",
            "  InputFilterEnabled: false",
            "  FocusedDisplayId: 0",
        ]
        if top and task:
            record = self.phone.activities.record(top, task)
            lines.append("  FocusedApplications:")
            lines.append(f"    displayId=0, name='{record}', dispatchingTimeout=5000ms")
        else:
            lines.append("  FocusedApplications: <none>")
        if title:
            lines.append("  FocusedWindows:")
            lines.append(f"    displayId=0, name='{self._window(title)}'")
        else:
            lines.append("  FocusedWindows: <none>")
        lines += ["  TouchStates: <no displays touched>", "  Display: 0" if self.api >= 31 else "  Windows:"]
        lines += [
            f"    0: name='{self._window(title or 'StatusBar')}', displayId=0, frame=[0,0][{width},{height}]",
            "",
            "Input Manager Service (Java) State:",
            f"  mSystemReady=true mAcknowledgedVersion={object_hash(self.state.seed, digits=3)}",
        ]
        return "\n".join(lines) + "\n"

    def _window(self, title: str) -> str:
        return self.phone.windows.window(title).removeprefix("Window{").removesuffix("}").replace(" u0 ", " ")

    def command(self, call: Invocation) -> int:
        """`cmd input …`, the same as `input`."""
        from simulator.services.input_command import input_command

        return input_command(call)
