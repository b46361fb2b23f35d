"""Who may debug a phone: keys, signatures, and the question `Allow USB debugging?` (adb `daemon/auth.cpp`)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass

TOKEN, SIGNATURE, PUBLIC_KEY = 1, 2, 3
TOKEN_SIZE = 20
_MODULUS = 256  # bytes: adb's keys are RSA 2048
_KEY = struct.Struct(f"<II{_MODULUS}s{_MODULUS}sI")
# EMSA-PKCS1-v1_5 of a SHA-1 digest; adb signs the token itself as though it were the digest.
_SHA1_PREFIX = bytes.fromhex("3021300906052b0e03021a05000414")


class BadKey(Exception):
    """A public key that is none."""


@dataclass(frozen=True)
class PublicKey:
    """An adb key: modulus, exponent, and the fingerprint that the dialog shows."""

    modulus: int
    exponent: int
    fingerprint: str

    @classmethod
    def parse(cls, data: bytes) -> PublicKey:
        """A key as AUTH carries it: base64 of Android's RSA structure, a space, user@host (BadKey where it is none)."""
        words = data.rstrip(b"\0").split(None, 1)
        try:
            raw = base64.b64decode(words[0] if words else b"", validate=True)
            size, _, modulus, _, exponent = _KEY.unpack(raw)
        except (binascii.Error, struct.error) as error:
            raise BadKey(f"not an adb public key: {error}") from error
        number = int.from_bytes(modulus, "little")
        if size * 4 != _MODULUS or number < 3 or exponent not in (3, 65537):
            raise BadKey("not an RSA key of 2048 bits")
        digest = hashlib.md5(raw, usedforsecurity=False).hexdigest().upper()
        return cls(number, exponent, ":".join(digest[at : at + 2] for at in range(0, 32, 2)))

    def signed(self, token: bytes, signature: bytes) -> bool:
        """Whether `signature` is this key's over a token."""
        if len(signature) != _MODULUS:
            return False
        block = pow(int.from_bytes(signature, "big"), self.exponent, self.modulus).to_bytes(_MODULUS, "big")
        tail = b"\0" + _SHA1_PREFIX + token
        return block == b"\0\1" + b"\xff" * (_MODULUS - 2 - len(tail)) + tail


class Authorizer:
    """A phone's list of keys. Where nothing is `required`, everyone is let in, as on emulators.

    `server_waits`: the simulator's own adb server has not been allowed yet. `changed` is called when anyone is let in
    or shut out.
    """

    def __init__(self, required: bool, changed: Callable[[], None]) -> None:
        self.required = required
        self.server_waits = required
        self.pending: PublicKey | None = None
        self._keys: list[PublicKey] = []
        self._changed = changed

    @staticmethod
    def token() -> bytes:
        """A new challenge."""
        return os.urandom(TOKEN_SIZE)

    def accepts(self, token: bytes, signature: bytes) -> bool:
        """Whether an allowed key signed the token."""
        return any(key.signed(token, signature) for key in self._keys)

    def allowed(self, key: PublicKey) -> bool:
        """Whether a key is on the list."""
        return key in self._keys

    def ask(self, key: PublicKey) -> None:
        """Show the dialog for a key."""
        self.pending = key
        self._changed()

    @property
    def asking(self) -> bool:
        """Whether the dialog is on the screen."""
        return self.pending is not None or self.server_waits

    def answer(self, allow: bool) -> bool:
        """The user's answer to the dialog; False where none is shown."""
        if not self.asking:
            return False
        key, self.pending = self.pending, None
        if allow:
            self.server_waits = False
            if key is not None and key not in self._keys:
                self._keys.append(key)
        self._changed()
        return True

    def revoke(self) -> None:
        """Forget every key (Developer options, `Revoke USB debugging authorizations`)."""
        self._keys.clear()
        self.server_waits = self.required
        self._changed()
