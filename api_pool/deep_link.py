"""Functions that are one deep link: the app-link table chooses the app, the hierarchy proves what it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api_pool.function import Args, Binding
from api_pool.links import fill
from api_pool.session import Session
from api_pool.sight import Needles, look
from device import Unsupported

Values = Callable[[Session, Args], Args]


def open_link(session: Session, capability: str, values: Args) -> dict[str, Any]:
    """Open the first link of a capability whose app is installed, else its page in the browser.

    Returns what was opened. Raises Unsupported when there is neither.
    """
    for link in session.links.get(capability, []):
        if link.uri is not None and link.package is not None:
            if not session.installed(link.package):
                continue
            uri = fill(link.uri, values)
            session.know(package=link.package, uri=uri)
            session.start(["-a", "android.intent.action.VIEW", "-d", uri, "-p", link.package])
            return {"package": link.package, "uri": uri}
        if link.web is not None:
            uri = fill(link.web, values)
            session.know(package=None, uri=uri)
            session.start(["-a", "android.intent.action.VIEW", "-d", uri])
            return {"package": None, "uri": uri, "web": True}
    raise Unsupported(f"no installed app serves {capability}", mend="add one to emulator_configs/app_links.yaml")


def deep_link(capability: str, needles: Needles, values: Values | None = None) -> Binding:
    """A binding that opens a capability's link; proved by what the window shows of the arguments."""

    def act(session: Session, args: Args) -> dict[str, Any]:
        return open_link(session, capability, values(session, args) if values else args)

    return look(act, needles)
