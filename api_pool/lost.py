"""A phone that went away in the middle of something: wait until it is back."""

from __future__ import annotations

from device import Device, DeviceError, PhoneLost, PhoneNotFound, PhoneNotReady, ServerNotFound
from device.connection import list_phones
from device.ui import wait_for

LOST = (PhoneLost, ServerNotFound, PhoneNotFound, PhoneNotReady)


def reconnect(device: Device, deadline_s: float, cause: DeviceError) -> None:
    """Wait until the phone is there again; one that is reached over the network is connected anew.

    Raises PhoneLost, from `cause`, when it does not come back within `deadline_s`.
    """

    def back() -> bool | None:
        try:
            if device.over_network and ":" in device.serial:
                device.wire.host_query(f"host:connect:{device.serial}")
            phones = list_phones(device.wire)
        except DeviceError:
            return None
        return True if any(phone.serial == device.serial and phone.state == "device" for phone in phones) else None

    try:
        wait_for(back, timeout_s=deadline_s, what=f"phone {device.serial}")
    except DeviceError as error:
        raise PhoneLost(
            f"phone {device.serial} did not come back within {deadline_s:g} s ({cause.cause})",
            mend="plug it in again; what was done before is in the trace",
        ) from error
