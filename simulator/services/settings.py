"""SettingsProvider: the three tables of settings, their defaults, and those who watch them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from simulator.services.service import Service
from simulator.services.settings_table import INTEGER_RANGES, defaults

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.shell.command import Invocation

NAMESPACES = ("system", "secure", "global")
Observer = Callable[[str | None], None]
Words = list[str]  # `list` is a method here


class InvalidSetting(ValueError):
    """A value that the provider's validators refuse (SystemSettingsValidators.java)."""


class SettingsService(Service):
    """The tables that `settings` and `content://settings` read.

    A fresh phone's defaults are written into the state on first use; after that only what is stored counts, so a
    deleted key is gone. Services write the keys that mirror their state when that state changes.
    """

    name = "settings"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self._observers: dict[tuple[str, str], list[Observer]] = {}

    def table(self, namespace: str) -> dict[str, str]:
        """The stored values of a namespace (KeyError if there is none of that name)."""
        if self.state.counters.get("settings_defaults", 0) == 0:
            self.state.counters["settings_defaults"] = 1
            for space, values in defaults(self.phone).items():
                stored = self.state.settings.setdefault(space, {})
                for key, value in values.items():
                    stored.setdefault(key, value)
        return self.state.settings[namespace]

    def get(self, namespace: str, key: str) -> str | None:
        """The value of a key, or None."""
        return self.table(namespace).get(key)

    def list(self, namespace: str) -> dict[str, str]:
        """All keys and values of a namespace, sorted."""
        return dict(sorted(self.table(namespace).items()))

    def put(self, namespace: str, key: str, value: str) -> None:
        """Store a value and tell those who watch the key. Raises InvalidSetting for a value that cannot be."""
        if namespace == "system":
            self._validate(key, value)
        table = self.table(namespace)
        if table.get(key) == value:
            return
        table[key] = value
        self._tell(namespace, key, value)

    def delete(self, namespace: str, key: str) -> bool:
        """Forget a key; whether it was there."""
        if self.table(namespace).pop(key, None) is None:
            return False
        self._tell(namespace, key, None)
        return True

    def reset(self, namespace: str) -> None:
        """Give a namespace back its defaults for keys that a shell made up or changed (untrusted_defaults)."""
        before = dict(self.table(namespace))
        self.state.settings[namespace] = fresh = defaults(self.phone)[namespace]
        for key in before.keys() | fresh.keys():
            if before.get(key) != fresh.get(key):
                self._tell(namespace, key, fresh.get(key))

    def mirror(self, namespace: str, key: str, value: str) -> None:
        """Store a value for a service that mirrors its own state: watchers are not called back."""
        self.table(namespace)[key] = value

    def observe(self, namespace: str, key: str, callback: Observer) -> None:
        """Call `callback` with the new value (None: deleted) whenever the key changes."""
        self._observers.setdefault((namespace, key), []).append(callback)

    def _tell(self, namespace: str, key: str, value: str | None) -> None:
        for callback in self._observers.get((namespace, key), []):
            callback(value)
        self.phone.changed()

    @staticmethod
    def _validate(key: str, value: str) -> None:
        bounds = INTEGER_RANGES.get(key)
        if bounds is None:
            return
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and bounds[0] <= int(value) <= bounds[1]):
            raise InvalidSetting(f"Invalid value: {value} for setting: {key}")

    def dump(self, args: Words) -> str:
        """The tables as SettingsProvider prints them."""
        lines: list[str] = []
        for namespace in ("global", "secure", "system"):
            lines.append(f"{namespace.upper()} SETTINGS (user 0)")
            for number, (key, value) in enumerate(self.list(namespace).items(), 1):
                lines.append(f"_id:{number} name:{key} pkg:android value:{value} default:{value} defaultSystemSet:true")
            lines.append("")
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd settings …`, the same as `settings …`."""
        from simulator.services.commands.settings import run

        return run(call, call.argv[1:])
