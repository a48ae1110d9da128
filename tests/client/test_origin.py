"""The origin that a session token is bound to."""

from __future__ import annotations

import pytest

from workbench.client.origin import is_loopback, origin
from workbench.errors import OriginRefused


@pytest.mark.parametrize(
    ("base_url", "bound"),
    [
        ("https://Example.org", "https://example.org"),
        ("https://example.org:443/", "https://example.org"),
        ("https://example.org:8443/some/path", "https://example.org:8443"),
        ("http://127.0.0.1:8100", "http://127.0.0.1:8100"),
        ("http://[::1]:8100", "http://[::1]:8100"),
        (" http://localhost ", "http://localhost"),
    ],
)
def test_spellings_of_one_origin_agree(base_url: str, bound: str) -> None:
    """Case, the usual port, a path and spaces make no other origin."""
    assert origin(base_url) == bound


@pytest.mark.parametrize(
    "base_url",
    [
        "",
        "example.org",
        "ftp://example.org",
        "https://",
        "https://name:word@example.org",
        "https://name@example.org",
        "https://example.org:port",
        "https://[::1",
        "http://example.org",
        "http://127.0.0.1.example.org",
        "http://10.0.0.1",
    ],
)
def test_what_no_token_may_go_to_is_refused(base_url: str) -> None:
    """No other scheme, no secrets in the address, no plain http to another computer."""
    with pytest.raises(OriginRefused):
        origin(base_url)


@pytest.mark.parametrize(("host", "here"), [("127.9.9.9", True), ("localhost", True), ("0.0.0.0", False), ("a", False)])
def test_only_loopback_is_this_computer(host: str, here: bool) -> None:
    """The whole loopback net, by number or as localhost."""
    assert is_loopback(host) is here
