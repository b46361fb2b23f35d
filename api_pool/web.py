"""Web addresses as a user must see them: the real host, look-alikes, shorteners."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from device import BadInput

# Services whose links hide where they lead (public, well known).
SHORTENERS = frozenset({
    "bit.ly", "tinyurl.com", "t.co", "goo.gl", "ow.ly", "is.gd", "buff.ly", "rebrand.ly",
    "cutt.ly", "shorturl.at", "rb.gy", "tiny.cc", "lnkd.in", "s.id", "t.ly", "v.gd",
    "bl.ink", "soo.gd", "qr.ae", "adf.ly", "dwz.cn", "t.cn", "url.cn", "suo.im",
    "mrw.so", "dlvr.it", "trib.al", "1url.com", "surl.li",
})  # fmt: skip
_END = "\\s\"'<>，。、；：！？）】》”’"  # what ends an address in a text, Chinese punctuation too
URL = re.compile(rf"(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]*://|www\.)[^{_END}]+", re.IGNORECASE)
# What apps make a link of, without a scheme: labels and a top domain, maybe a path. Chinese letters beside it are the
# sentence's.
_LABEL = r"(?:(?![\u2e80-\u9fff\uf900-\ufaff])[\w-])+"
_BARE = re.compile(
    rf"(?<![a-z0-9_@./:-])(?:{_LABEL}\.)+(?:xn--[a-z0-9-]+|[a-z]{{2,}})(?![a-z0-9_-])(?:/[^{_END}]*)?", re.IGNORECASE
)
# A host that is a number: dotted, IPv6, or the one, octal and hexadecimal forms that browsers take for an address.
_IP = re.compile(r"(?:(?:0x[0-9a-f]*|\d+)\.?){1,4}\Z|[0-9a-f:.]*:[0-9a-f:.]*\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Address:
    """A web address taken apart: the host as DNS has it and as it is shown, and what about it should be known."""

    url: str
    host: str
    shown_host: str
    warnings: tuple[str, ...]


def inspect(url: str) -> Address:
    """Take an http or https address apart. Raises BadInput for any other scheme, no host, or hidden characters."""
    if any(unicodedata.category(char) in ("Cc", "Cf", "Zs", "Zl", "Zp") for char in url):
        raise BadInput(f"{url[:80]!r} holds spaces or invisible characters", mend="give the plain address")
    try:
        parts = urlsplit(url)
        host = unquote(parts.hostname or "").rstrip(".。．｡")  # as browsers read it
        _ = parts.port
    except ValueError as error:
        raise BadInput(f"{url[:80]!r} is no web address ({error})", mend="give an http or https address") from error
    if parts.scheme.lower() not in ("http", "https") or not host or "\\" in parts.netloc:
        raise BadInput(f"{url[:80]!r} is no web address", mend="only http and https addresses are opened")
    shown, plain = _both_forms(host)
    warnings = []
    if shown != plain:
        warnings.append(f"the host {shown} is {plain}: it may only look like another")
    if parts.username is not None or parts.password is not None:
        warnings.append(f"what stands before @ is not the host: it leads to {plain}")
    if plain in SHORTENERS or plain.removeprefix("www.") in SHORTENERS:
        warnings.append(f"{plain} is a shortener: where it leads cannot be seen")
    if _IP.match(plain):
        warnings.append(f"the host is a bare address ({plain})")
    if parts.scheme.lower() == "http":
        warnings.append("it is not encrypted (http)")
    return Address(url, plain, shown, tuple(warnings))


def _both_forms(host: str) -> tuple[str, str]:
    """The host as letters and as DNS has it (RFC 3490); the same twice for an ASCII host."""
    try:
        plain = host.encode("idna").decode("ascii")
        shown = plain.encode("ascii").decode("idna")
    except UnicodeError:
        return host, host.encode("ascii", "backslashreplace").decode("ascii")
    return shown, plain.lower()


def warnings_in(text: str) -> list[str]:
    """What should be known about the addresses in a text, in words; unusable ones are said to be so."""
    found: list[str] = []
    for match in URL.finditer(text):
        url = match[0] if "://" in match[0] else f"https://{match[0]}"
        try:
            found += inspect(url.rstrip(".,;:!?)]}。，！？）】")).warnings
        except BadInput as error:
            found.append(error.cause)
    for match in _BARE.finditer(URL.sub(" ", text)):
        try:
            address = inspect(f"https://{match[0]}")
        except BadInput:
            continue  # a word with a dot in it is no address
        found += address.warnings
    return list(dict.fromkeys(found))
