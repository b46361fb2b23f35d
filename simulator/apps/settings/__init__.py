"""The Settings app: a page for every `android.settings.*` action, its switches bound to the phone's services."""

from simulator.apps.settings.app import SettingsApp

__all__ = ["SettingsApp"]
