"""Check of paths other than the procedure path: before a route, a session or the database sees them.

Every path of the service is made of ids, words and digests, which are never sent with percent signs. Source:
ours (service 1).
"""

from __future__ import annotations

from typing import Final

from starlette.convertors import Convertor, register_url_convertor

from workbench.patterns import Pattern
from workbench.wire.proof import CHALLENGE_BYTES

ID: Final = "[A-Za-z0-9_-]{1,64}"
"""The regular expression of an id: those of the service, and those that a client made."""
_ID: Final = Pattern(ID)
_PLAIN: Final = Pattern(rb"/[A-Za-z0-9._~/-]{0,1000}")


def can_lead_anywhere(raw_path: bytes) -> bool:
    """Return whether a path, as it was sent, is made of the characters that paths of the service have."""
    return _PLAIN.fullmatch(raw_path) is not None


def is_id(text: str) -> bool:
    """Return whether a text from an address can be an id."""
    return _ID.fullmatch(text) is not None


class _Text(Convertor[str]):
    """A part of a path that matches a regular expression, and is the text that was sent."""

    def __init__(self, regex: str) -> None:
        self.regex = regex  # type: ignore[misc]

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("id", _Text(ID))
register_url_convertor("digest_name", _Text(r"[0-9a-f]{64}\.[a-z0-9]{1,5}"))
register_url_convertor("challenge", _Text(f"[0-9a-f]{{{2 * CHALLENGE_BYTES}}}"))
