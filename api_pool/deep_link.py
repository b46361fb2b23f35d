"""Functions that are one deep link: the app-link table chooses the app, the hierarchy proves what it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from api_pool.function import Args, Binding
from api_pool.hands import fold
from api_pool.links import Link, fill
from api_pool.session import Session, label_of
from api_pool.sight import Needle, Needles, look
from device import Unsupported

Values = Callable[[Session, Args], Args]
Details = Callable[[Args], Sequence[Needle]]


def open_link(session: Session, capability: str, values: Args) -> dict[str, Any]:
    """Open the first link of a capability whose app is installed, else its page in the browser. Where the arguments name
    an `app`, its link and no other.

    Returns what was opened. Raises Unsupported when there is none.
    """
    for link in _links(session, capability, values.get("app")):
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


def _links(session: Session, capability: str, app: str | None) -> list[Link]:
    """The links of a capability; of an app that is named only its own."""
    links = session.links.get(capability, [])
    if not app:
        return links
    wanted = fold(app)
    own = [link for link in links if link.package and (link.package == app or wanted == fold(label_of(link.package)))]
    own = own or [link for link in links if link.package and wanted in fold(link.package).split(".")]
    if not own:
        raise Unsupported(
            f"no link of {app!r} is known for {capability}", mend="add one to emulator_configs/app_links.yaml"
        )
    return own


def deep_link(
    capability: str, needles: Needles, values: Values | None = None, details: Details | None = None
) -> Binding:
    """A binding that opens a capability's link; proved by what the window shows of the arguments.

    `values` resolves the arguments against the phone (a time); `details` says what of the resolved ones must be shown.
    """

    def expect(session: Session, args: Args) -> dict[str, Any]:
        made = values(session, args) if values else args
        return {"values": made, "shows": list(details(made)) if details else []}

    def act(session: Session, args: Args) -> dict[str, Any]:
        return open_link(session, capability, session.facts["values"])

    return look(act, needles, expect)
