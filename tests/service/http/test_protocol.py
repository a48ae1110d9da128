"""The HTTP protocol over real sockets: heads and bodies that are too large or too slow do not hold a connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from tests.service.http.raw_connection import RawConnection, listening
from workbench.service.http.hosts import Hosts
from workbench.service.http.protocol import limited_protocol
from workbench.service.kernel.settings import Limits

pytestmark = pytest.mark.anyio

LIMITS = Limits(url_bytes=2_000, header_bytes=3_000, arrival_seconds=0.2)
ANY_HOST = Hosts((), others=True, rpc_path="/api/rpc")
GET = b"GET /x HTTP/1.1\r\nhost: a\r\n\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of path and body, once the body is whole."""
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    body = b"%d %d" % (len(scope["raw_path"]), size)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class Telling:
    """Answers at once whose cookie came with which address, and leaves all below /usual to the app."""

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> bytes | None:
        """The cookie; nobody without one."""
        return dict(headers).get(b"cookie")

    def answer(self, sender: bytes, path: bytes, query: bytes) -> tuple[int, bytes, bytes] | None:
        """What was asked, by whom."""
        body = b"%b asks %b with %b" % (sender, path, query)
        return None if path.startswith(b"/usual") else (200, b"content-length: %d\r\n" % len(body), body)


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server with short limits, which answers at once what has a cookie."""
    protocol = limited_protocol(LIMITS, ANY_HOST, Telling())
    async with listening(echo, protocol, timeout_keep_alive=1) as port:
        yield port


@pytest.fixture
async def wire(port: int) -> AsyncIterator[RawConnection]:
    """A connection to it."""
    connection = RawConnection(*await asyncio.open_connection("127.0.0.1", port))
    yield connection
    connection.writer.close()


async def test_a_good_request_is_answered_and_the_connection_kept(wire: RawConnection) -> None:
    """
    Two requests on one connection, the second in pieces.
    """
    await wire.send(GET)
    first = await wire.receive()
    await wire.send(b"POST /xy HTTP/1.1\r\nhost: a\r\ncontent-", b"length: 5\r\n\r\n12", b"345")

    assert first == (200, b"2 0")
    assert await wire.receive() == (200, b"3 5")


async def test_pipelined_requests_are_answered_in_order(wire: RawConnection) -> None:
    """
    Several requests in one piece.
    """
    await wire.send(GET + GET.replace(b"/x", b"/xyz"))

    assert [await wire.receive(), await wire.receive()] == [(200, b"2 0"), (200, b"4 0")]


async def test_what_is_no_http_is_an_error_object(wire: RawConnection) -> None:
    """
    Like every other refusal, and the connection ends.
    """
    await wire.send(b"\x16\x03\x01\x02\x00\x01\r\n\r\n")
    http_status, body = await wire.receive()

    assert (http_status, json.loads(body)["error"]["data"]) == (400, {"code": "BAD_REQUEST", "httpStatus": 400})
    assert await wire.is_closed()


@pytest.mark.parametrize("next_one", [b"\x00 no request\r\n\r\n", b"GET /" + b"x" * 7_000])
async def test_a_refusal_does_not_take_the_place_of_the_answer_before_it(wire: RawConnection, next_one: bytes) -> None:
    """
    What was requested and done is answered; what cannot be read behind it ends the connection.
    """
    await wire.send(GET + next_one)

    assert await wire.receive() == (200, b"2 0")
    assert await wire.is_closed()


async def test_a_body_that_turns_out_to_be_none_is_400(wire: RawConnection) -> None:
    """
    Anyone who waited for it is told that the sender is gone.
    """
    await wire.send(b"POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n", b"zz\r\n")
    http_status, _ = await wire.receive()

    assert http_status == 400


def get(address: bytes, cookie: bytes = b"ana") -> bytes:
    """A read that may be answered immediately."""
    return b"GET %b HTTP/1.1\r\nhost: a\r\nCookie: %b\r\n\r\n" % (address, cookie)


async def test_headers_that_are_repeated_are_the_same_senders(wire: RawConnection) -> None:
    """
    Only the address is read again.
    """
    heard = []
    for address in (b"/a?x=1", b"/b", b"/c??&y", b"/a?x=1"):
        await wire.send(get(address))
        heard.append((await wire.receive())[1])

    assert heard == [b"ana asks /a with x=1", b"ana asks /b with ", b"ana asks /c with ?&y", b"ana asks /a with x=1"]


async def test_a_refused_connection_answers_no_repeated_read(wire: RawConnection) -> None:
    """
    Its last answer said that it ends; what comes behind is left unanswered, remembered headers or not.
    """
    await wire.send(get(b"/a"))
    await wire.receive()
    await wire.send(get(b"/" + b"x" * 7_000))
    await wire.send(get(b"/b"))

    assert (await wire.receive())[0] == 414
    assert await wire.is_closed()


async def test_other_headers_on_the_same_connection_are_another_senders(wire: RawConnection) -> None:
    """
    A proxy may send for many people on one connection; nobody answers for another, not even by a shorter cookie.
    """
    heard = []
    for cookie in (b"ana", b"eve", b"ana", b"an", b"ana; x"):
        await wire.send(get(b"/a", cookie))
        heard.append((await wire.receive())[1].split()[0])

    assert heard == [b"ana", b"eve", b"ana", b"an", b"ana;"]


@pytest.mark.parametrize("cut", [1, 5, 20, 40, -1])
async def test_a_repeated_request_may_come_in_pieces(wire: RawConnection, cut: int) -> None:
    """
    Wherever it is cut, it is whole once; what comes next is read as before.
    """
    again = get(b"/bcd")
    heard = []
    for parts in ([get(b"/a")], [again[:cut], again[cut:]], [again]):
        await wire.send(*parts)
        heard.append((await wire.receive())[1])

    assert heard == [b"ana asks /a with ", b"ana asks /bcd with ", b"ana asks /bcd with "]


async def test_repeated_requests_in_one_piece_are_answered_in_order(wire: RawConnection) -> None:
    """
    Pipelined behind one another, and behind one that goes the usual way.
    """
    await wire.send(get(b"/a"))
    await wire.receive()
    await wire.send(get(b"/b") + get(b"/usual") + get(b"/c"))
    heard = [(await wire.receive())[1] for _ in range(3)]
    await wire.send(get(b"/d"))

    assert heard == [b"ana asks /b with ", b"6 0", b"2 0"]
    assert (await wire.receive())[1] == b"ana asks /d with "


async def test_a_repeated_request_of_another_kind_is_not_answered_at_once(wire: RawConnection) -> None:
    """
    A write with the same headers, and what the app is to answer.
    """
    await wire.send(get(b"/a"))
    await wire.receive()
    await wire.send(get(b"/abc").replace(b"GET", b"PUT"))
    other = await wire.receive()
    await wire.send(get(b"/usual/x"))

    assert [other, await wire.receive()] == [(200, b"4 0"), (200, b"8 0")]


@pytest.mark.parametrize("address", [b"/a#b", b"/\x7f", b"/\x00", b"/a b", b"/\xe9", b"/a\tb", b"*", b"http://a/b"])
async def test_a_repeated_request_with_an_odd_address_is_the_parsers(port: int, address: bytes) -> None:
    """
    It is answered as it is on a connection that has not seen these headers.
    """
    first = RawConnection(*await asyncio.open_connection("127.0.0.1", port))
    second = RawConnection(*await asyncio.open_connection("127.0.0.1", port))
    await second.send(get(b"/a"))
    await second.receive()
    await first.send(get(address))
    await second.send(get(address))

    assert await first.receive() == await second.receive()
    first.writer.close()
    second.writer.close()


async def test_a_repeated_request_with_a_long_address_is_refused(wire: RawConnection) -> None:
    """
    The limit holds for each.
    """
    await wire.send(get(b"/a"))
    await wire.receive()
    await wire.send(get(b"/" + b"x" * 7_000))

    assert (await wire.receive())[0] == 414


async def test_a_connection_that_rests_too_long_is_closed(wire: RawConnection) -> None:
    """
    Counted from the last answer, whichever way it went.
    """
    await wire.send(get(b"/a"))
    await wire.receive()
    await asyncio.sleep(0.6)
    await wire.send(get(b"/a"))
    await wire.receive()
    await asyncio.sleep(0.6)
    await wire.send(get(b"/b"))

    assert (await wire.receive())[1] == b"ana asks /b with "
    assert await wire.is_closed()


async def test_an_address_far_over_the_limit_is_414(wire: RawConnection) -> None:
    """
    Refused with an error object before the head is whole, and the connection ends.
    """
    await wire.send(b"GET /" + b"x" * 7_000)
    http_status, body = await wire.receive()

    assert (http_status, json.loads(body)["error"]["data"]) == (414, {"code": "URI_TOO_LONG", "httpStatus": 414})
    assert await wire.is_closed()


async def test_an_address_a_little_over_the_limit_is_the_dispatchs_to_refuse(wire: RawConnection) -> None:
    """
    It can say it for each procedure.
    """
    await wire.send(b"GET /" + b"x" * 3_000 + b" HTTP/1.1\r\nhost: a\r\n\r\n")

    assert await wire.receive() == (200, b"3001 0")


@pytest.mark.parametrize(
    "headers",
    [b"".join(b"x-%d: %s\r\n" % (place, b"y" * 90) for place in range(50)), b"cookie: " + b"y" * 4_000 + b"\r\n"],
    ids=["many", "one"],
)
async def test_headers_over_the_limit_are_431(wire: RawConnection, headers: bytes) -> None:
    """
    Many small ones or one large one.
    """
    await wire.send(b"GET /x HTTP/1.1\r\nhost: a\r\n" + headers + b"\r\n")
    http_status, body = await wire.receive()

    assert (http_status, json.loads(body)["error"]["code"]) == (431, -32600)
    assert await wire.is_closed()


async def test_one_header_without_an_end_is_431(wire: RawConnection) -> None:
    """
    A value that continues and on is refused long before it is whole.
    """
    await wire.send(b"GET /x HTTP/1.1\r\nhost: a\r\ncookie: ", *[b"y" * 1_000] * 12)

    assert (await wire.receive())[0] == 431


async def test_a_silent_connection_is_ended(wire: RawConnection) -> None:
    """
    Who connects and says nothing gets 408.
    """
    assert (await wire.receive())[0] == 408
    assert await wire.is_closed()


async def test_a_slow_head_is_ended(wire: RawConnection) -> None:
    """
    A head that comes in drops does not hold the connection: the time runs from its first byte.
    """
    await wire.send(b"GET /x HTTP/1.1\r\n")
    await asyncio.sleep(0.1)
    await wire.send(b"host: a\r\n")
    await asyncio.sleep(0.15)

    assert (await wire.receive())[0] == 408


async def test_line_breaks_between_requests_do_not_hold_the_connection(wire: RawConnection) -> None:
    """
    What comes before a request counts as its head.
    """
    await wire.send(GET)
    await wire.receive()
    await wire.send(b"\r\n")

    assert (await wire.receive())[0] == 408


async def test_a_slow_body_is_cut(wire: RawConnection) -> None:
    """
    Anyone who is to answer has a moment to say so; then the connection ends.
    """
    await wire.send(b"POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n123")

    assert await wire.is_closed()


async def test_an_idle_connection_is_kept_between_requests(wire: RawConnection) -> None:
    """
    The limits are a request's: between two of them a connection may rest longer.
    """
    await wire.send(GET)
    await wire.receive()
    await asyncio.sleep(0.4)
    await wire.send(GET)

    assert await wire.receive() == (200, b"2 0")


@pytest.mark.parametrize(
    "garbage", [b"\x16\x03\x01\x02\x00\x01\x00\x01", b"GET\r\n\r\n", b"GET /\xff\xfe HTTP/1.1\r\n\r\n", b"\x00" * 100]
)
async def test_what_is_no_http_is_ended(wire: RawConnection, garbage: bytes) -> None:
    """
    A TLS hello, a line without an address, bytes that are no text: refused, and the server continues.
    """
    await wire.send(garbage)
    http_status, _ = await wire.receive()

    assert 400 <= http_status < 500
    assert await wire.is_closed()
