"""The session cookie: its name and its header. Source: interface 5.

Headers are split by hand: the standard library's parser drops everything behind the first odd cookie.
"""

from __future__ import annotations

DEFAULT_COOKIE_NAME = "__Secure-authoring.session-token"


def cookie_header(cookie_name: str, token: str) -> str:
    """Return the value of the `Cookie` header."""
    return f"{cookie_name}={token}"


def session_tokens(header: str, cookie_name: str) -> list[str]:
    """Return every value of the cookie in the header, in order; the caller must refuse more than one."""
    if cookie_name not in header:
        return []
    found = []
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie_name and value.strip():
            found.append(value.strip().strip('"'))
    return found
