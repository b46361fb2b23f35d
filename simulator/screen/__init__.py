"""What the phone shows: view trees laid out, drawn (Pillow) and dumped (uiautomator XML), and what touches do to them."""

from simulator.screen.ui import Screen

__all__ = ["Screen"]
