"""The client's own way: what goes over the wire, and when it is given up."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from tests.client.conftest import CANARY
from tests.client.scripted_service import Act, ScriptedService, cut, drip, drip_headers, given, silent
from tests.hanging import HANG_SECONDS
from workbench.client.conversation import ConnectionSettings
from workbench.client.exchange import NoAnswer, Send, UnreadableBody
from workbench.client.http.connection import Transport
from workbench.client.http.endpoint import Endpoint, endpoint_for
from workbench.client.session.origin import parse_base_url
from workbench.client.session.token import Token
from workbench.wire.message import Request, Response

GET = Request("GET", "/api/rpc/a.b?batch=1&input=%7B%7D", {"Content-Type": "application/json"})
POST = Request("POST", "/api/rpc/a.b?batch=1", {"Content-Type": "application/json"}, b'{"0":{"json":null}}')


def endpoint_at(base_url: str) -> Endpoint:
    """The endpoint of a service."""
    return endpoint_for(parse_base_url(base_url), Token(CANARY), "name", ConnectionSettings(), is_own=True)


@pytest.fixture
def direct(service: ScriptedService) -> Iterator[Transport]:
    """The way to the scripted service."""
    made = Transport(endpoint_at(service.base_url), idle_connections=2)
    yield made
    made.close()


def test_a_request_has_host_cookie_and_length(direct: Transport, service: ScriptedService) -> None:
    """What HTTP asks for, and interface 5."""
    direct.exchange(Send(POST, HANG_SECONDS))
    asked = service.received[0]
    assert asked.headers["host"] == service.base_url.removeprefix("http://") and asked.body == POST.body
    assert asked.headers["cookie"] == f"name={CANARY}" and asked.headers["content-length"] == str(len(POST.body or b""))


def test_a_read_has_no_body(direct: Transport, service: ScriptedService) -> None:
    """Some proxies refuse a GET with a length."""
    direct.exchange(Send(GET, HANG_SECONDS))
    assert (
        "content-length" not in service.received[0].headers and "transfer-encoding" not in service.received[0].headers
    )


def test_an_answer_is_status_headers_and_body(direct: Transport, service: ScriptedService) -> None:
    """Header names in lower case."""
    service.does(given(1, X_Thing="Value"))
    said = direct.exchange(Send(GET, HANG_SECONDS))
    assert (
        isinstance(said, Response) and said.headers["x-thing"] == "Value" and said.body == b'[{"result": {"data": 1}}]'
    )


@pytest.mark.parametrize("act", [silent, drip, drip_headers])
def test_the_deadline_is_for_the_whole(direct: Transport, service: ScriptedService, act: Act) -> None:
    """It does not begin again with every byte."""
    service.does(act)
    started = time.monotonic()
    said = direct.exchange(Send(GET, 0.2))
    assert isinstance(said, NoAnswer) and said.sent and time.monotonic() - started < 10


def test_the_deadline_holds_for_writing(direct: Transport) -> None:
    """A service that reads nothing keeps nobody either."""
    deaf = socket.create_server(("127.0.0.1", 0))
    way = Transport(endpoint_at(f"http://127.0.0.1:{deaf.getsockname()[1]}"), idle_connections=0)
    said = way.exchange(Send(Request(POST.method, POST.target, POST.headers, b"x" * 50_000_000), 0.2))
    way.close()
    deaf.close()
    assert isinstance(said, NoAnswer) and said.sent


def test_one_calls_deadline_is_not_anothers(direct: Transport, service: ScriptedService) -> None:
    """Threads share the connections, not the time."""
    service.does(silent)
    short: list[object] = []
    thread = threading.Thread(target=lambda: short.append(direct.exchange(Send(GET, 0.1))))
    thread.start()
    started = time.monotonic()
    direct.exchange(Send(GET, 0.5))
    thread.join()
    assert time.monotonic() - started >= 0.5 and isinstance(short[0], NoAnswer)


@pytest.mark.parametrize("base_url", ["http://127.0.0.1", "https://127.0.0.1"])
def test_an_address_without_a_port_has_the_usual_one(base_url: str) -> None:
    """80 or 443, anyone who listens there; httpcore raises when connection and request disagree."""
    way = Transport(endpoint_at(base_url), idle_connections=2)
    said = way.exchange(Send(GET, HANG_SECONDS))
    way.close()

    assert isinstance(said, NoAnswer | UnreadableBody | Response)


def test_no_more_connections_are_kept_than_asked_for(direct: Transport, service: ScriptedService) -> None:
    """Three at the same time, two of them are used again."""
    together = threading.Barrier(3, timeout=HANG_SECONDS)

    def twice() -> None:
        together.wait()
        direct.exchange(Send(GET, HANG_SECONDS))

    threads = [threading.Thread(target=twice) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]

    assert len(direct._connections._idle) <= 2


def test_a_short_request_leaves_in_one_piece() -> None:
    """Head and body together: the service need not wait for the second half."""
    server = socket.create_server(("127.0.0.1", 0))
    heard: list[bytes] = []
    thread = threading.Thread(target=_hear_once, args=(server, heard))
    thread.start()
    way = Transport(endpoint_at(f"http://127.0.0.1:{server.getsockname()[1]}"), idle_connections=0)
    way.exchange(Send(POST, HANG_SECONDS))
    thread.join()
    way.close()

    assert heard[0].endswith(b'\r\n\r\n{"0":{"json":null}}')


def test_a_closed_way_keeps_nothing(direct: Transport, service: ScriptedService) -> None:
    """Also what comes back after the close."""
    direct.exchange(Send(GET, HANG_SECONDS))
    direct.close()
    direct.exchange(Send(GET, HANG_SECONDS))

    assert not direct._connections._idle


def test_a_given_up_connection_is_not_used_again(direct: Transport, service: ScriptedService) -> None:
    """A late answer must not be taken for the next call's."""
    service.does(silent, given(2))
    direct.exchange(Send(GET, 0.1))
    said = direct.exchange(Send(GET, HANG_SECONDS))
    assert isinstance(said, Response) and said.body == b'[{"result": {"data": 2}}]'
    assert len({request.connection for request in service.received}) == 2


def test_a_reset_connection_may_have_carried_the_request(direct: Transport, service: ScriptedService) -> None:
    """Nobody knows what was done with it."""
    service.does(cut)
    said = direct.exchange(Send(POST, HANG_SECONDS))
    assert isinstance(said, NoAnswer) and said.sent


def test_a_connection_that_the_service_has_closed_is_not_used(direct: Transport, service: ScriptedService) -> None:
    """It is looked at before the next request goes out."""
    service.does(given(1, Connection="close"), given(2))
    first, second = direct.exchange(Send(GET, HANG_SECONDS)), direct.exchange(Send(POST, HANG_SECONDS))
    assert isinstance(first, Response) and isinstance(second, Response)


def test_tls_that_does_not_come_about_is_surely_not_sent() -> None:
    """No request, no cookie."""
    seen: list[bytes] = []
    server = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=_answer_with_garbage, args=(server, seen))
    thread.start()
    way = Transport(endpoint_at(f"https://127.0.0.1:{server.getsockname()[1]}"), idle_connections=0)
    said = way.exchange(Send(POST, HANG_SECONDS))
    way.close()
    thread.join()
    assert said == NoAnswer("no secure connection could be made", sent=False)
    assert CANARY.encode() not in b"".join(seen)


def _hear_once(server: socket.socket, heard: list[bytes]) -> None:
    connection, _ = server.accept()
    heard.append(connection.recv(65536))
    connection.close()
    server.close()


def _answer_with_garbage(server: socket.socket, seen: list[bytes]) -> None:
    connection, _ = server.accept()
    seen.append(connection.recv(65536))
    connection.sendall(b"HTTP/1.1 400 this is no TLS\r\n\r\n")
    connection.close()
    server.close()


def test_an_answer_over_the_limit_is_not_kept(direct: Transport, service: ScriptedService) -> None:
    """And its connection neither."""
    service.does(given("x" * 34_000_000), given(2))
    assert direct.exchange(Send(GET, HANG_SECONDS)) == UnreadableBody(200, "an answer of more than 32 MiB")
    assert isinstance(direct.exchange(Send(GET, HANG_SECONDS)), Response)
