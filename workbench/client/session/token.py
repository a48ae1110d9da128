"""The session token as a type that does not show itself. Source: interface 5."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, NoReturn, TypeVar

from workbench.errors import Misconfigured

T = TypeVar("T", str, bytes)
E = TypeVar("E", bound=BaseException)
_SHOWN = "***"
_FORBIDDEN = frozenset('";,\\ \t\r\n')
UNUSABLE = "The session token is empty or holds characters that no session token has."
_SHORTEST_MASKED = 16


class Token:
    """A session token. Showing, formatting or logging it gives `***`; pickling it is refused.

    The text lives in a closure, so that neither `vars()` nor a traceback with its variables shows it.
    """

    __slots__ = ("reveal",)

    def __init__(self, secret: str | None) -> None:
        """Store the token. Raises `Misconfigured` if it is missing or cannot be used in a cookie."""
        secret = secret.strip() if isinstance(secret, str) else ""
        if not secret or not secret.isascii() or not secret.isprintable() or _FORBIDDEN & set(secret):
            secret = _SHOWN  # a refused text may still contain most of a real token
            raise Misconfigured(UNUSABLE)

        def reveal() -> str:
            """Return the token itself, for the cookie header and the two places that store it.

            Assign it to no variable.
            """
            return secret

        self.reveal = reveal

    def mask(self, text: T) -> T:
        """Return the text or bytes without the token, which a service or proxy may echo."""
        if len(self.reveal()) < _SHORTEST_MASKED:
            return text
        if isinstance(text, bytes):
            return text.replace(self.reveal().encode(), _SHOWN.encode())
        return text.replace(self.reveal(), _SHOWN)

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
        raise TypeError("a session token cannot be pickled; read it in the process that uses it")


SECRETS = frozenset({"token", "proof_key"})
"""Fields of our private files that are read as a `Token`, and written with its text."""


def hidden(record: dict[str, Any]) -> dict[str, Any]:
    """Return a private file's record with secrets as `Token`s (`None` for an invalid one); for `json.loads`."""
    for name in SECRETS & record.keys():
        record[name] = as_token(record[name]) if isinstance(record[name], str) else None
    return record


def reveal(secret: object) -> str:
    """Return the text that a private file stores for a `Token`; for `json.dumps`."""
    if not isinstance(secret, Token):
        raise TypeError(type(secret).__name__)
    return secret.reveal()


def as_token(token: Token | str) -> Token | None:
    """Return the token as a `Token`; `None` for an invalid one, so that the caller's variable forgets it first."""
    try:
        return token if isinstance(token, Token) else Token(token)
    except Misconfigured:
        return None


def trim_traceback(stopped: E) -> E:
    """Return the exception without the frames below, also of its causes.

    The HTTP library's variables in those frames hold the cookie. The chain itself is kept, because a
    cancellation is recognized by it.
    """
    left: list[BaseException | None] = [stopped]
    seen: set[int] = set()
    while left:
        error = left.pop()
        if error is not None and id(error) not in seen:
            seen.add(id(error))
            error.__traceback__ = None
            left += [error.__cause__, error.__context__]
    return stopped
