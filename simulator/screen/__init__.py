"""What the phone shows: view trees laid out, drawn (Pillow) and dumped (uiautomator XML), and what touches do."""

from simulator.screen.ui import Screen, ScreenError

__all__ = ["Screen", "ScreenError"]
