"""The shell commands of the services: importing this registers them."""

from simulator.ondevice import app_process, apps  # noqa: F401
from simulator.services.commands import (  # noqa: F401
    bugreport,
    content,
    dumpsys,
    frontends,
    log,
    logcat,
    media,
    monkey,
    properties,
    reboot,
    remount,
    screen,
    screenrecord,
    service,
    settings,
    svc,
)
