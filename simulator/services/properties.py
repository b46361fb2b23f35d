"""System properties: computed from the phone's state, with what `setprop` wrote over them."""

from __future__ import annotations

from simulator.services.property_table import computed
from simulator.services.service import Service

_FREE = ("debug.", "log.", "persist.log.tag", "vendor.debug.", "sys.usb.", "dalvik.vm.extra-opts")
MAX_VALUE = 91  # PROP_VALUE_MAX - 1 (bionic's system_properties.h), for all but read-only ones


class PropertyService(Service):
    """The property area that `getprop` reads. Read-only (`ro.`) properties are never written."""

    name = "properties"

    def all(self) -> dict[str, str]:
        """Every property, sorted by name."""
        values = {**computed(self.phone), **self.state.properties}
        return dict(sorted(values.items()))

    def get(self, key: str, default: str = "") -> str:
        """A property, or `default` when it is not there or empty (as the property service itself does)."""
        value = self.state.properties.get(key)
        return (computed(self.phone).get(key, "") if value is None else value) or default

    def set(self, key: str, value: str, *, uid: int = 0) -> bool:
        """Write a property; False where init or SELinux would refuse (read-only, too long, not the caller's)."""
        if key.startswith("ro.") and (key in computed(self.phone) or key in self.state.properties):
            return False
        if not key or len(value.encode("utf-8", "surrogateescape")) > MAX_VALUE:
            return False
        if uid not in (0, 1000) and not key.startswith(_FREE):
            return False
        if key == "persist.sys.timezone":
            self.phone.alarms.set_timezone(value)
            return True
        self.state.properties[key] = value
        self.phone.changed()
        return True
