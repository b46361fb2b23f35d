"""Phone numbers: international and local forms of one number. E.164 (ITU-T): `+`, country code, national number.

A small table of calling codes and trunk prefixes: enough to tell whether two writings are one number; not a validator.
"""

from __future__ import annotations

import re

# ISO country → (calling code, trunk prefix that falls away after it, prefix that dials abroad)
_COUNTRIES: dict[str, tuple[str, str, str]] = {
    "ae": ("971", "0", "00"), "ar": ("54", "0", "00"), "at": ("43", "0", "00"), "au": ("61", "0", "0011"),
    "be": ("32", "0", "00"), "br": ("55", "0", "00"), "ca": ("1", "1", "011"), "ch": ("41", "0", "00"),
    "cn": ("86", "0", "00"), "cz": ("420", "", "00"), "de": ("49", "0", "00"), "dk": ("45", "", "00"),
    "es": ("34", "", "00"), "fi": ("358", "0", "00"), "fr": ("33", "0", "00"), "gb": ("44", "0", "00"),
    "gr": ("30", "", "00"), "hk": ("852", "", "001"), "hu": ("36", "06", "00"), "id": ("62", "0", "001"),
    "ie": ("353", "0", "00"), "il": ("972", "0", "00"), "in": ("91", "0", "00"), "it": ("39", "", "00"),
    "jp": ("81", "0", "010"), "ke": ("254", "0", "000"), "kr": ("82", "0", "00"), "mx": ("52", "", "00"),
    "my": ("60", "0", "00"), "ng": ("234", "0", "009"), "nl": ("31", "0", "00"), "no": ("47", "", "00"),
    "nz": ("64", "0", "00"), "ph": ("63", "0", "00"), "pk": ("92", "0", "00"), "pl": ("48", "", "00"),
    "pt": ("351", "", "00"), "ro": ("40", "0", "00"), "ru": ("7", "8", "810"), "sa": ("966", "0", "00"),
    "se": ("46", "0", "00"), "sg": ("65", "", "000"), "th": ("66", "0", "001"), "tr": ("90", "0", "00"),
    "tw": ("886", "0", "00"), "ua": ("380", "0", "00"), "us": ("1", "1", "011"), "vn": ("84", "0", "00"),
    "za": ("27", "0", "00"),
}  # fmt: skip
_NUMBER = re.compile(r"[+(]?\d[\d\s()./\-–]{1,24}\Z")
_SHORT = 6  # emergency and service numbers have no international form


def is_number(text: str) -> bool:
    """Whether a text is a phone number as people write it."""
    return bool(_NUMBER.match(_ascii_digits(text.strip())))


def dialable(text: str) -> str:
    """What goes into a tel: or smsto: address: digits, and a leading plus."""
    plain = _ascii_digits(text)
    return ("+" if plain.lstrip().startswith(("+", "(+")) else "") + re.sub(r"\D", "", plain)


def e164(text: str, country: str) -> str | None:
    """The number with its country code, or None for a short one, or a local one of an unknown country."""
    number = dialable(text)
    known = _COUNTRIES.get(country.lower())
    if number.startswith("+"):
        digits = number[1:]
        for code, trunk, _ in _COUNTRIES.values():  # +49 (0) 170 …
            if trunk and "(0)" in text.replace(" ", "") and digits.startswith(code + trunk):
                return "+" + code + digits[len(code) + len(trunk) :]
        return number
    if len(number) <= _SHORT or known is None:
        return None
    code, trunk, abroad = known
    if number.startswith(abroad):
        return "+" + number[len(abroad) :]
    if trunk and number.startswith(trunk):
        return f"+{code}{number[len(trunk) :]}"
    return f"+{code}{number}"


def same_number(one: str, other: str, country: str) -> bool:
    """Whether two writings are one number, on a phone of that country (ISO, two letters)."""
    a, b = dialable(one), dialable(other)
    if not a or not b:
        return False
    if a == b:
        return True
    first, second = e164(one, country), e164(other, country)
    if first is not None and second is not None:
        return first == second
    # A local number of a country that is not in the table: the international form ends with it.
    long, short = sorted((a.lstrip("+"), b.lstrip("+").lstrip("0")), key=len, reverse=True)
    return len(short) >= 7 and long.endswith(short.lstrip("0"))


def _ascii_digits(text: str) -> str:
    """Full-width and other decimal digits as ASCII ones."""
    return "".join(str(int(char)) if char.isdecimal() else "+" if char == "＋" else char for char in text)
