"""The session cookie in its header."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header, session_tokens


def test_the_header_is_what_the_interface_shows() -> None:
    """Interface 5: `<cookie_name>=<SESSION_TOKEN>`, with a name that browsers send over https only."""
    assert cookie_header(DEFAULT_COOKIE_NAME, "token") == "__Secure-authoring.session-token=token"


@pytest.mark.parametrize(
    ("header", "tokens"),
    [
        ("s=t", ["t"]),
        ("a=b; s=t; c=d", ["t"]),
        ('x={"j":1}; s=t', ["t"]),
        ("weird[1]=x; s=t", ["t"]),
        ("x; s=t;", ["t"]),
        ("s=t;a=b", ["t"]),
        ('s="t"', ["t"]),
        ("s=a=b", ["a=b"]),
        ("s=one; s=two", ["one", "two"]),
        ("s=one; s=one", ["one", "one"]),
        ("s=", []),
        ("", []),
        ("ss=t; S=t; xs=t", []),
        ("s", []),
        ("s.0=t; s.1=u", []),
    ],
)
def test_the_token_is_found_whatever_stands_beside_it(header: str, tokens: list[str]) -> None:
    """The standard library's parser drops everything after the first odd cookie."""
    assert session_tokens(header, "s") == tokens


@given(some.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True), some.text(alphabet="abc=[]{}\"':, ", max_size=30))
def test_what_is_written_is_found(token: str, other: str) -> None:
    """Before and behind any other cookie."""
    header = cookie_header("__Secure-s", token)
    assert session_tokens(f"o={other}; {header}; p={other}", "__Secure-s") == [token]
