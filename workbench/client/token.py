"""The session token as a type that does not show itself. Knows no origin and no header. Source: interface 5."""

from __future__ import annotations

from typing import Any, NoReturn

from workbench.errors import Misconfigured

_SHOWN = "***"
_FORBIDDEN = frozenset('";,\\ \t\r\n')


class Token:
    """A session token. Showing, formatting or logging it gives `***`; pickling it is refused."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        """Raises `Misconfigured` when the text cannot stand in a cookie."""
        secret = secret.strip()
        if not secret or not secret.isascii() or not secret.isprintable() or _FORBIDDEN & set(secret):
            raise Misconfigured("The session token is empty or holds characters that no session token has.")
        self._secret = secret

    def reveal(self) -> str:
        """The token itself. For the cookie header and the two places that keep it; assign it to no variable."""
        return self._secret

    def __repr__(self) -> str:
        return f"Token({_SHOWN})"

    def __str__(self) -> str:
        return _SHOWN

    def __format__(self, how: str) -> str:
        return _SHOWN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other._secret == self._secret

    def __hash__(self) -> int:
        return hash((Token, self._secret))

    def __copy__(self) -> Token:
        return self

    def __deepcopy__(self, seen: dict[int, Any]) -> Token:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a session token is not pickled: let the other process read its own")
