"""The apps of the simulated phone, one file an app."""

from simulator.apps.app import ActivitySpec, App, IntentFilter, Manifest

ALL_APPS: list[type[App]] = []

__all__ = ["ALL_APPS", "ActivitySpec", "App", "IntentFilter", "Manifest"]
