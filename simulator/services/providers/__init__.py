"""The content providers behind `content`: SMS, call log, contacts, calendar, media, settings, blocked numbers."""

from simulator.services.providers.base import Provider, ProviderError, Row, Table, Uri, Value
from simulator.services.providers.calendar import CalendarProvider
from simulator.services.providers.calls import CallLogProvider
from simulator.services.providers.contacts import ContactsProvider, same_number
from simulator.services.providers.media import DownloadsProvider, MediaProvider
from simulator.services.providers.small import BlockedNumberProvider, SettingsTables
from simulator.services.providers.sms import SmsProvider

__all__ = [
    "BlockedNumberProvider",
    "CalendarProvider",
    "CallLogProvider",
    "ContactsProvider",
    "DownloadsProvider",
    "MediaProvider",
    "Provider",
    "ProviderError",
    "Row",
    "SettingsTables",
    "SmsProvider",
    "Table",
    "Uri",
    "Value",
    "same_number",
]
