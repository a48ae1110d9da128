"""Proof that the service at an address holds the key of its private file."""

from __future__ import annotations

import hashlib
import hmac

PATH = "/proof/"
"""Address at which the service proves its identity; the challenge follows. Source: ours (service 9)."""
CHALLENGE_BYTES = 32


def proof(key: str, challenge: str, base_url: str) -> str:
    """Hexadecimal digits that only a holder of the key can give, and only for this challenge and address.

    The address is part of it, so that the answer of the service at one port proves nothing about another port.
    """
    return hmac.new(key.encode(), f"{challenge} {base_url}".encode(), hashlib.sha256).hexdigest()
