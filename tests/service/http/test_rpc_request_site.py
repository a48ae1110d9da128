"""Where a request comes from: the cross-site rule, and the address behind proxies."""

from __future__ import annotations

from itertools import product

import pytest

from tests.service.arriving import CREATE, NAMED, Body, limited, scope
from workbench.service.http.rpc_request import (
    RequestRejected,
    Scope,
    check_site,
    client_address,
    read_headers,
    receive_request,
)
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.settings import LOOPBACK

pytestmark = pytest.mark.anyio


async def turned_away(of: Scope) -> str | None:
    """The code with which the request is turned away; None when it may run."""
    try:
        await receive_request(of, Body([NAMED]), limited())
    except RequestRejected as turned:
        return turned.refused.failure.code
    return None


SITES = ["", "none", "same-origin", "same-site", "cross-site"]
ORIGINS = ["", "https://service.test", "https://evil.example", "null", "https://service.test.evil"]
KINDS = ["application/json", "text/plain", "application/x-www-form-urlencoded", "text/json", ""]


@pytest.mark.parametrize(
    ("method", "site", "origin", "kind"), list(product(["GET", "POST"], SITES, ORIGINS, KINDS)), ids=str
)
async def test_what_a_browser_may_send(method: str, site: str, origin: str, kind: str) -> None:
    """
    Every method, site, origin and content type: only what comes from this site, or from no browser, and is JSON if it
    writes.
    """
    target = CREATE if method == "POST" else "/api/rpc/service.whoAmI?batch=1"
    said = {name: key for name, key in {"sec_fetch_site": site, "origin": origin}.items() if key}
    own_site = site in ("none", "same-origin") or (site == "" and origin in ("", "https://service.test"))
    is_json = method == "GET" or kind == "application/json"

    assert await turned_away(scope(method, target, content_type=kind, **said)) == (
        None if own_site and is_json else "UNSUPPORTED_MEDIA_TYPE" if own_site else "FORBIDDEN"
    )


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
        {"sec_fetch_site": "same-origin", "origin": "https://evil.example"},
        {"origin": "http://service.test"},
        {"origin": "HTTPS://SERVICE.TEST"},
        {},
    ],
)
def test_the_own_site_and_no_browser_pass(headers: dict[str, str]) -> None:
    """
    Sec-Fetch-Site where it is sent, else Origin equal to Host, else not a browser.
    """
    check_site(read_headers(scope(**headers)["headers"], None))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://["},
        {"origin": "http://service.test.evil.example"},
        {"origin": "http://service.test:81"},
        {"origin": "service.test"},
        {"origin": "null", "host": ""},
        {"origin": "\u00ff\u00fe"},
        {"sec_fetch_site": "cross-site, same-origin"},
        {"sec_fetch_site": "Same-Origin?"},
    ],
)
def test_whatever_else_a_browser_says_is_refused(headers: dict[str, str]) -> None:
    """
    A malformed Origin, another port, a sandbox without a host: refused, never a fault.
    """
    with pytest.raises(HandlerError) as refused:
        check_site(read_headers(scope(**headers)["headers"], None))

    assert refused.value.failure.code == "FORBIDDEN"


@pytest.mark.parametrize(
    ("sender", "said", "address"),
    [
        ("203.0.113.5", "", "203.0.113.5"),
        ("203.0.113.5", "192.0.2.1", "203.0.113.5"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "192.0.2.1", "192.0.2.1"),
        ("127.0.0.1", "192.0.2.1, 192.0.2.2", "192.0.2.2"),
        ("127.0.0.1", "192.0.2.1, 10.0.0.7", "192.0.2.1"),
        ("10.0.0.7", "192.0.2.1,2001:db8::1", "2001:db8::1"),
        ("::1", "192.0.2.1", "192.0.2.1"),
        ("127.0.0.1", "192.0.2.1:4000", "192.0.2.1"),
        ("127.0.0.1", "[2001:DB8:0::1]:4000", "2001:db8::1"),
        ("127.0.0.1", "::ffff:192.0.2.1", "192.0.2.1"),
        ("127.0.0.1", "fe80::1%eth0", "fe80::1"),
        ("127.0.0.1", "192.0.2.1, unknown", "127.0.0.1"),
        ("127.0.0.1", "192.0.2.1, ", "127.0.0.1"),
        ("127.0.0.1", "x" * 50_000, "127.0.0.1"),
        ("127.0.0.1", "x" * 50_000 + ", 192.0.2.1", "192.0.2.1"),
        ("127.0.0.1", "1" * 991 + "92.0.2.1," + ",".join(["127.0.0.1"] * 99) + ",127.0.0.1", "127.0.0.1"),
    ],
)
async def test_only_our_own_proxies_are_believed(sender: str, said: str, address: str) -> None:
    """
    What the last of them saw is where a request comes from; what anybody wrote before it is nothing.
    """
    seen = scope(**({"x_forwarded_for": said} if said else {}))["headers"]

    assert client_address(read_headers(seen, (sender, 4_000)), (*LOOPBACK, "10.0.0.7")) == address
