"""The origin that a session token is bound to."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from workbench.client.session.origin import Origin, cookie_setter, is_loopback, is_web, origin, parse_base_url
from workbench.client.session.token import Token
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
        "http://localhost.example.org",
        "http://127.1",
        "http://2130706433",
        "http://0x7f.0.0.1",
        "http://0.0.0.0",
        "http://[::ffff:127.0.0.1]",
        "http://[::1%25eth0]",
        "http://localhost@example.org",
        "http://example.org\\@localhost",
        "http://exa\nmple.org",
        "http://localhost\t.example.org",
        "http://ⓛocalhost",
        "https://example.org:0",
        "https://example.org:65536",
        "https://example.org/?next=a",
        "https://example.org/#a",
        "https://example.org/a b",
        "https://-example.org",
        "//example.org",
        "file:///etc/passwd",
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


def test_a_path_is_kept_for_the_procedures() -> None:
    """The base URL may lie below one; the token is bound to the origin anyway."""
    assert parse_base_url("https://example.org/app/") == Origin("https", "example.org", None, "/app")


@pytest.mark.parametrize("base_url", ["https://[0:0::1]:8443", "http://[0:0:0:0:0:0:0:1]:80"])
def test_one_number_has_one_spelling(base_url: str) -> None:
    """As the HTTP library spells it, or no request would match."""
    assert httpx.URL(origin(base_url)).host == parse_base_url(base_url).host == "::1"


def signed(url: str) -> Any:
    """A request to `url`, offered to the setter of `https://example.org`."""
    sign = cookie_setter(parse_base_url("https://example.org"), "name", Token("secret"))
    return sign(httpx.Request("GET", url))


@pytest.mark.parametrize("url", ["https://example.org/api", "https://EXAMPLE.org:443/other"])
def test_the_cookie_goes_to_its_origin(url: str) -> None:
    """Interface 5: one cookie, in the request's header."""
    assert signed(url).headers["cookie"] == "name=secret"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org:8443/",
        "https://www.example.org/",
        "https://example.org.evil.example/",
    ],
)
def test_the_cookie_goes_nowhere_else(url: str) -> None:
    """Another scheme, port or host is another origin."""
    with pytest.raises(OriginRefused):
        signed(url)


@pytest.mark.parametrize(
    ("url", "is_page"),
    [
        ("https://share.example/s/1", True),
        ("http://127.0.0.1:8000/s/1", True),
        ("javascript:alert(1)", False),
        ("//evil.example", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_a_web_address_is_known(url: str, is_page: bool) -> None:
    """By its scheme alone."""
    assert is_web(url) is is_page
