"""MediaSessionService."""

from __future__ import annotations

from simulator.services.service import Service


class MediaSessionService(Service):
    """MediaSessionService."""

    name = "media_session"
