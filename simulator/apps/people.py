"""Whom a number, an address or a name belongs to, from the contacts provider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.providers import contacts as providers

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Contact


def digits(number: str) -> str:
    """The digits of a number."""
    return "".join(sign for sign in number if sign.isdigit())


def same_number(one: str, other: str) -> bool:
    """Whether two numbers are the same line (their last digits agree); short codes and names compare whole."""
    if min(len(digits(one)), len(digits(other))) < 7:
        return one.strip() == other.strip()
    return providers.same_number(one, other)


def contact_of(phone: Phone, number: str) -> Contact | None:
    """The contact that has this number, or None."""
    for contact in phone.state.providers.contacts:
        if any(same_number(own, number) for own in contact.phones):
            return contact
    return None


def name_of(phone: Phone, number: str) -> str:
    """The contact's name, else the number itself."""
    contact = contact_of(phone, number)
    return contact.name if contact else number


def named(phone: Phone, words: str) -> list[Contact]:
    """The contacts whose name holds the words, in order of name; all for no words."""
    wanted = words.strip().casefold()
    found = [contact for contact in phone.state.providers.contacts if wanted in contact.name.casefold()]
    return sorted(found, key=lambda contact: contact.name.casefold())
