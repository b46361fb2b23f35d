"""The shell commands of the services: importing this registers them."""

from simulator.services.commands import (  # noqa: F401
    dumpsys,
    frontends,
    logcat,
    monkey,
    screen,
    service,
)
