"""What goes out next to the input: address, headers, timeouts."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.client.conversation import ConnectionSettings
from workbench.client.exchange import Send
from workbench.client.http.endpoint import Endpoint, endpoint_for
from workbench.client.session.origin import parse_base_url
from workbench.client.session.token import Token, trim_traceback
from workbench.errors import Misconfigured
from workbench.wire.message import Request

GET = Request("GET", "/api/rpc/a.b?batch=1&input=%7B%7D", {"Content-Type": "application/json"})


def made(
    base_url: str = "http://127.0.0.1:8100", rpc_path: str = "/api/rpc", *, name: str = "n", own: bool = True
) -> Endpoint:
    """The endpoint of a service."""
    return endpoint_for(parse_base_url(base_url), Token("secret"), name, ConnectionSettings(rpc_path), is_own=own)


def test_a_direct_endpoint_hands_the_target_over_as_it_is() -> None:
    """Byte for byte; the URL that the library parses, and logs, is the origin alone."""
    request = made().request(Send(GET, 30))
    assert request["url"] == "http://127.0.0.1:8100" and request["extensions"]["target"] == GET.target.encode()


@pytest.mark.parametrize(("base_url", "own"), [("https://example.org", True), ("http://127.0.0.1:8100", False)])
def test_a_proxy_or_a_clients_own_transport_gets_the_whole_address(
    base_url: str, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A target would are in the CONNECT to the proxy; a transport in memory would not see it."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    request = made(base_url, own=own).request(Send(GET, 30))
    assert request["url"] == f"{base_url}{GET.target}" and "target" not in request["extensions"]


def test_no_header_holds_the_cookie_yet() -> None:
    """It is set behind the origin check."""
    assert "cookie" not in {name.lower() for name in made().request(Send(GET, 30))["headers"]}


def test_connecting_takes_less_time_than_answering() -> None:
    """Each phase has its limit, none is longer than the whole."""
    long = made().request(Send(GET, 180))["extensions"]["timeout"]
    short = made().request(Send(GET, 2))["extensions"]["timeout"]
    assert long == {"connect": 10, "read": 180, "write": 180, "pool": 180} and set(short.values()) == {2}


def test_a_fresh_connection_is_not_kept() -> None:
    """Through a client of the caller's own too."""
    assert made(own=False).request(Send(GET, 30, fresh=True))["headers"]["Connection"] == "close"


@pytest.mark.parametrize(
    ("base_url", "rpc_path", "whole"),
    [
        ("https://example.org", "/api/rpc", "/api/rpc"),
        ("https://example.org/", "api/rpc/", "/api/rpc"),
        ("https://example.org/app", "/rpc", "/app/rpc"),
    ],
)
def test_the_procedure_path_lies_below_the_base_url(base_url: str, rpc_path: str, whole: str) -> None:
    """Interface 4.0, however the slashes are written."""
    assert made(base_url, rpc_path).settings.rpc_path == whole


@pytest.mark.parametrize("rpc_path", ["", "/", "/a b", "/a?b", "/a#b", "/a\r\nb", "/ä"])
def test_a_path_that_no_address_can_have_is_refused(rpc_path: str) -> None:
    """Before the first call."""
    with pytest.raises(Misconfigured):
        made(rpc_path=rpc_path)


@pytest.mark.parametrize("name", ["", "a b", "a=b", "a;b", "a\r\nb", "ä"])
def test_a_cookie_name_that_no_cookie_can_have_is_refused(name: str) -> None:
    """It would end, or begin, another header."""
    with pytest.raises(Misconfigured):
        made(name=name)


def test_the_length_of_an_address_counts_its_origin() -> None:
    """What is limited is the whole URL."""
    assert made().settings.max_target_characters == 2048 - len("http://127.0.0.1:8100")


def test_the_cookies_an_answer_sets_are_dropped() -> None:
    """There is not a jar, and no record of the answer holds them."""
    assert made().headers([("Set-Cookie", "a=b"), ("X", "y")]) == {"x": "y"}


def test_a_trimmed_exception_keeps_its_chain_without_frames() -> None:
    """A cancellation is recognised by its chain; the frames of the HTTP library hold the cookie."""
    with pytest.raises(KeyboardInterrupt) as stopped:
        _fails_twice()
    error: Any = trim_traceback(stopped.value)
    assert error.__traceback__ is None and error.__context__.__traceback__ is None
    assert isinstance(error.__context__, ValueError)


def _fails_twice() -> None:
    try:
        raise ValueError("first")
    except ValueError:
        raise KeyboardInterrupt  # noqa: B904  (the chain is the subject)
