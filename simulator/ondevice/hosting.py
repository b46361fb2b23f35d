"""What the on-device servers of uiautomator2 and Appium share: an HTTP port of the phone, and its one UiAutomation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from simulator.ondevice.automation import UiAutomation
from simulator.ondevice.http import AddressInUse, HttpServer, Request, Response

if TYPE_CHECKING:
    from simulator.phone import Phone


class AutomationServer(ABC):
    """Serves one phone on a port of it, and holds its UiAutomation as long as it runs. Subclasses write `answer`."""

    def __init__(self, phone: Phone, port: int) -> None:
        self.automation = UiAutomation(phone)
        self._http = HttpServer(phone, port, self.answer)

    def start(self) -> None:
        """Listen; raises AlreadyRegistered where another program holds UiAutomation, AddressInUse."""
        self.automation.connect()
        try:
            self._http.start()
        except AddressInUse:
            self.automation.disconnect()
            raise

    def stop(self) -> None:
        """End; doing so twice is harmless."""
        self._http.stop()
        self.automation.disconnect()

    @abstractmethod
    async def answer(self, request: Request) -> Response:
        """Answer a request."""
