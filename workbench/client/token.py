"""The session token as a type that does not show itself. Knows no origin and no header. Source: interface 5."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, NoReturn

from workbench.errors import Misconfigured

_SHOWN = "***"
_FORBIDDEN = frozenset('";,\\ \t\r\n')
_UNUSABLE = "The session token is empty or holds characters that no session token has."
_SHORTEST_MASKED = 16


class Token:
    """A session token. Showing, formatting or logging it gives `***`; pickling it is refused.

    The text lives in a closure, so that neither `vars()` nor a traceback with its variables shows it.
    """

    __slots__ = ("reveal",)

    def __init__(self, secret: str) -> None:
        """Raises `Misconfigured` when the text cannot stand in a cookie."""
        secret = secret.strip()
        if not secret or not secret.isascii() or not secret.isprintable() or _FORBIDDEN & set(secret):
            secret = _SHOWN  # what is refused may still be the better part of a real one
            raise Misconfigured(_UNUSABLE)

        def reveal() -> str:
            """The token itself. For the cookie header and the two places that keep it; assign it to no variable."""
            return secret

        self.reveal = reveal

    def masked(self, text: bytes) -> bytes:
        """The bytes without the token; a service or proxy may say back what it was sent."""
        if len(self.reveal()) < _SHORTEST_MASKED:
            return text
        return text.replace(self.reveal().encode(), _SHOWN.encode())

    def __repr__(self) -> str:
        return f"Token({_SHOWN})"

    def __str__(self) -> str:
        return _SHOWN

    def __format__(self, how: str) -> str:
        return _SHOWN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and compare_digest(self.reveal(), other.reveal())

    def __hash__(self) -> int:
        return hash((Token, self.reveal()))

    def __copy__(self) -> Token:
        return self

    def __deepcopy__(self, seen: dict[int, Any]) -> Token:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a session token is not pickled: let the other process read its own")


def kept(token: Token | str) -> Token:
    """The token as a `Token`. Raises `Misconfigured`; no frame of that error holds the text."""
    made = token if isinstance(token, Token) else _made(token)
    token = _SHOWN
    if made is None:
        raise Misconfigured(_UNUSABLE)
    return made


def _made(secret: str) -> Token | None:
    try:
        return Token(secret)
    except Misconfigured:
        return None
