"""Whom a number, an address or a name belongs to, from the contacts provider."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Contact


def digits(number: str) -> str:
    """The digits of a number."""
    return "".join(sign for sign in number if sign.isdigit())


def same_number(one: str, other: str) -> bool:
    """Whether two numbers are the same line: equal from the right over 9 digits, or over all of a shorter one of 7 or
    more; short codes and names compare whole (as PhoneNumberUtils.compare, loosely)."""
    a, b = digits(one), digits(other)
    if min(len(a), len(b)) < 7:
        return one.strip() == other.strip()
    length = min(len(a), len(b), 9)
    return a[-length:] == b[-length:]


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
