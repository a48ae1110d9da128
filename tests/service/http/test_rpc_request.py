"""What arrives: limits and headers, all judged before anything runs.

What the inputs hold: `test_arrival_inputs.py`; where a request comes from: `test_arrival_site.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.service.arriving import NAMED, Body, limited, scope
from tests.service.asking import Asking
from workbench.service.http.extensions import WHOLE_BODY
from workbench.service.http.rpc_request import RequestRejected, Scope, receive_request
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.settings import Settings
from workbench.service.sessions.store import hash_token

pytestmark = pytest.mark.anyio


async def refusal(of: Scope, body: Iterable[bytes | None] = (NAMED,), settings: Settings | None = None) -> HandlerError:
    """The refusal with which the request is turned away."""
    with pytest.raises(RequestRejected) as turned:
        await receive_request(of, Body(body), settings or limited())
    return turned.value.refused


async def test_a_request_is_read_whole() -> None:
    """
    Names, inputs, session and key of a good request, its body in three parts.
    """
    parts = [b'{"0":{"json"', b':{"name":', b'"x"}}}']
    request = await receive_request(
        scope(cookie="__Secure-authoring.session-token=t", idempotency_key="k"), Body(parts), limited()
    )

    assert request.procedures.names == ["project.createProject"]
    assert request.inputs == [{"name": "x"}]
    assert (request.sender.token_sha256, request.options.key) == (hash_token("t"), "k")


async def test_too_long_an_address_is_refused_for_each_name(ana: Asking) -> None:
    """
    Over 60,000 bytes: 414 for every procedure that it names.
    """
    answered = await ana.get("service.whoAmI,service.whoAmI", {"x": "y" * 60_000})

    assert answered.status_code == 414
    assert [answer["error"]["data"]["code"] for answer in answered.json()] == ["URI_TOO_LONG"] * 2


async def test_ten_thousand_names_get_one_object(ana: Asking) -> None:
    """
    However many names come, over the limit there is one bare error object.
    """
    answered = await ana.get(",".join(["a.b"] * 10_000))

    assert answered.json()["error"]["code"] == -32600
    assert "10,000" in answered.json()["error"]["message"]


async def test_many_names_in_too_long_an_address_get_one_object(ana: Asking) -> None:
    """
    The batch limit decides the form, whichever limit is reported.
    """
    answered = await ana.get(",".join(["service.who"] * 5_100))

    assert (answered.status_code, answered.json().keys()) == (414, {"error"})


async def test_the_announced_length_is_believed() -> None:
    """
    A body that says it is over 1 MB is refused before a byte of it is read.
    """
    refused = await refusal(scope(content_length="1000001"), body=[])

    assert refused.failure.code == "PAYLOAD_TOO_LARGE"


@pytest.mark.parametrize("length", ["9" * 19, "9" * 5_000])
async def test_an_absurd_length_is_too_large(length: str) -> None:
    """
    A length of any number of digits is a length.
    """
    assert (await refusal(scope(content_length=length), body=[])).failure.code == "PAYLOAD_TOO_LARGE"


async def test_an_unannounced_body_is_counted() -> None:
    """
    Without a length the body is cut off where it passes the limit; what comes after is not read.
    """
    refused = await refusal(scope(), [b"x" * 600, b"x" * 500, b"never read"], limited(body_bytes=1_000))

    assert refused.failure.code == "PAYLOAD_TOO_LARGE"


async def test_a_body_of_exactly_the_limit_is_read() -> None:
    """
    The limit is the largest size allowed.
    """
    request = await receive_request(scope(), Body([NAMED]), limited(body_bytes=len(NAMED)))

    assert request.inputs == [{"name": "x"}]


async def test_a_body_that_is_here_is_not_waited_for() -> None:
    """
    What the protocol hands over whole is the body; nothing is received.
    """
    request = await receive_request(scope() | {"extensions": {WHOLE_BODY: NAMED}}, Body([]), limited())

    assert request.inputs == [{"name": "x"}]


async def test_a_body_that_is_here_is_counted_too() -> None:
    """
    One byte over the limit is over the limit, however it came.
    """
    here = scope() | {"extensions": {WHOLE_BODY: NAMED}}

    assert (await refusal(here, settings=limited(body_bytes=len(NAMED) - 1))).failure.code == "PAYLOAD_TOO_LARGE"


async def test_a_slow_body_is_given_up() -> None:
    """
    A body that does not come within the limit is 408.
    """
    assert (await refusal(scope(), [], limited(arrival_seconds=0.01))).failure.code == "TIMEOUT"


@pytest.mark.parametrize("parts", [[None], [b'{"0":', None]])
async def test_a_sender_who_leaves_asked_nothing(parts: list[bytes | None]) -> None:
    """
    Half a body, or none, is no request: nothing may run on it.
    """
    assert (await refusal(scope(), parts)).failure.code == "CLIENT_CLOSED_REQUEST"


@pytest.mark.parametrize("encoding", ["gzip", "br", "gzip, identity", "zstd"])
async def test_compressed_bodies_are_refused(encoding: str) -> None:
    """
    No content encodings on requests: 415.
    """
    refused = await refusal(scope(content_encoding=encoding))

    assert refused.failure.code == "UNSUPPORTED_MEDIA_TYPE"


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201, "k\u00e9y", "tab\there"])
async def test_an_odd_key_is_refused(key: str) -> None:
    """
    1 to 200 visible ASCII characters.
    """
    assert (await refusal(scope(idempotency_key=key))).failure.code == "BAD_REQUEST"


async def test_a_run_s_name_is_read() -> None:
    """
    Percent-encoded, in any alphabet.
    """
    request = await receive_request(scope(workbench_run="%C3%9Cbersicht 2"), Body([NAMED]), limited())

    assert request.options.run == "Übersicht 2"


async def test_a_change_set_s_name_is_read() -> None:
    """
    As a run's.
    """
    request = await receive_request(scope(workbench_change_set="M%C3%A4rz"), Body([NAMED]), limited())

    assert (request.options.change_set, request.options.run) == ("März", None)


@pytest.mark.parametrize("header", ["workbench_run", "workbench_change_set"])
@pytest.mark.parametrize("name", ["", "%0A", "é", "%FF", "x" * 201])
async def test_what_is_no_name_of_a_run_or_change_set_is_refused(header: str, name: str) -> None:
    """
    Ledger, audit and history keep it permanently.
    """
    assert (await refusal(scope(**{header: name}))).failure.code == "BAD_REQUEST"


async def test_a_key_of_200_characters_is_taken() -> None:
    """
    The longest key.
    """
    request = await receive_request(scope(idempotency_key="!" * 100 + "~" * 100), Body([NAMED]), limited())

    assert request.options.key == "!" * 100 + "~" * 100


async def test_a_key_goes_with_one_procedure(ana: Asking) -> None:
    """
    A key on a request of two: 400 for both, nothing runs.
    """
    answered = await ana.post(
        "project.createProject,project.createProject", {"name": "a"}, {"name": "b"}, idempotency_key="k"
    )

    assert answered.status_code == 400
    assert len((await ana.data("organization.getOrganizationProjects"))["projects"]) == 1


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        (b"idempotency-key", b"a", b"b"),
        (b"content-type", b"application/json", b"text/plain"),
        (b"content-encoding", b"identity", b"gzip"),
        (b"sec-fetch-site", b"same-origin", b"cross-site"),
    ],
)
async def test_a_header_that_comes_twice_is_both(name: bytes, first: bytes, second: bytes) -> None:
    """
    Neither value wins over the other: the two together are no good value.
    """
    twice = scope()
    twice["headers"] = [header for header in twice["headers"] if header[0] != name] + [(name, first), (name, second)]

    assert (await refusal(twice)).failure.http_status >= 400


async def test_cookies_of_several_headers_are_one_list() -> None:
    """
    HTTP/2 splits cookies; two of the session's name in two headers are still two.
    """
    twice = scope(cookie="__Secure-authoring.session-token=a")
    twice["headers"].append((b"cookie", b"__Secure-authoring.session-token=b"))

    assert (await receive_request(twice, Body([NAMED]), limited())).sender.token_sha256 is None


async def test_all_is_judged_before_the_session_is_read(ana: Asking) -> None:
    """
    Who is over a limit learns that, signed in or not.
    """
    answered = await ana.get(",".join(["service.whoAmI"] * 101), cookie="")

    assert answered.status_code == 400


@pytest.mark.parametrize(
    "target", ["/api/rpc", "/api/rpc/", "/api/rpc/,", "/api/rpc/?batch=1", "/api/rpc/a%ZZ?batch=1"]
)
async def test_names_that_are_none_are_not_found(ana: Asking, target: str) -> None:
    """
    An empty name, empty places and escapes that are none: NOT_FOUND in their places.
    """
    assert (await ana.send("GET", target)).status_code == 404


async def test_a_trailing_slash_and_escaped_commas_are_read(ana: Asking) -> None:
    """
    `%2C` separates names as a comma does; a slash at the end is ignored.
    """
    answered = await ana.send("GET", "/api/rpc/service.whoAmI%2Cservice.whoAmI/?batch=1")

    assert (answered.status_code, len(answered.json())) == (200, 2)
