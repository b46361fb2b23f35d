"""Content providers: sms, call_log, contacts, calendar, media."""

from __future__ import annotations

from simulator.services.service import Service


class ContentService(Service):
    """Content providers: sms, call_log, contacts, calendar, media."""

    name = "content"
