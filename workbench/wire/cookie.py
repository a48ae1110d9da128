"""The session cookie: its name and its header. Source: interface 5.

Headers are split by hand: the standard library's parser drops everything behind the first odd cookie.
"""

from __future__ import annotations

DEFAULT_COOKIE_NAME = "__Secure-authoring.session-token"


def cookie_header(cookie_name: str, token: str) -> str:
    """The value of the `Cookie` header."""
    return f"{cookie_name}={token}"


def session_tokens(header: str, cookie_name: str) -> list[str]:
    """Every value that the header holds for the cookie, in order; more than one is for the caller to refuse."""
    if cookie_name not in header:
        return []
    found = []
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie_name and value.strip():
            found.append(value.strip().strip('"'))
    return found
