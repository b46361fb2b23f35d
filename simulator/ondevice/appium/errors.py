"""What a request to Appium's server on the phone is refused with (io.appium.uiautomator2.common.exceptions)."""

from __future__ import annotations

_STATUS = {
    "invalid argument": 400,
    "invalid element state": 400,
    "invalid selector": 400,
    "invalid session id": 404,
    "no such alert": 404,
    "no such element": 404,
    "stale element reference": 404,
    "unknown command": 404,
    "unsupported operation": 500,
    "unknown error": 500,
}


class WebDriverError(Exception):
    """A W3C WebDriver error; `error` is its code, `status` the HTTP status that goes with it."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.error = error
        self.status = _STATUS[error]


def no_such_element() -> WebDriverError:
    """Nothing was found."""
    return WebDriverError(
        "no such element", "An element could not be located on the page using the given search parameters"
    )
