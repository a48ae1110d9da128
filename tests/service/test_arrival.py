"""What arrives: limits, the cross-site rule, and odd JSON, all judged before anything runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest

from tests.service.asking import Asking
from tests.service.database import digest
from tests.service.odd import ODD_IDS, ODD_VALUES, ODD_WHOLES
from workbench.service.arrival import Scope, Turned, address_of, arrived, check_site, headers_of
from workbench.service.refused import Refused
from workbench.service.settings import LOOPBACK, Limits, Settings
from workbench.service.store.sessions import hashed

pytestmark = pytest.mark.anyio

CREATE = "/api/rpc/project.createProject?batch=1"
NAMED = b'{"0":{"json":{"name":"x"}}}'
JSON = {"content_type": "application/json"}


def scope(method: str = "POST", target: str = CREATE, **headers: str) -> Scope:
    """A request's scope; header names are written with underscores."""
    path, _, query = target.partition("?")
    named = {"content_type": "application/json", "host": "service.test"} | headers
    raw = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in named.items()]
    return {"method": method, "raw_path": path.encode(), "query_string": query.encode(), "headers": raw}


class Body:
    """What `receive` gives: the parts of a body, one after the other, then nothing ever again."""

    def __init__(self, parts: Iterable[bytes | None]) -> None:
        self.parts = list(parts)

    async def __call__(self) -> dict[str, Any]:
        """The next part; `None` is a sender who left."""
        if not self.parts:
            await asyncio.Event().wait()
        part = self.parts.pop(0)
        if part is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": bool(self.parts)}


def limited(**limits: Any) -> Settings:
    """Settings with these limits."""
    return Settings("sqlite:///unused.db", limits=Limits(**limits))


async def refusal(of: Scope, body: Iterable[bytes | None] = (NAMED,), settings: Settings | None = None) -> Refused:
    """The refusal with which the request is turned away."""
    with pytest.raises(Turned) as turned:
        await arrived(of, Body(body), settings or limited())
    return turned.value.refused


async def turned_away(of: Scope) -> str | None:
    """The code with which the request is turned away; None when it may run."""
    try:
        await arrived(of, Body([NAMED]), limited())
    except Turned as turned:
        return turned.refused.failure.code
    return None


async def test_a_request_is_read_whole() -> None:
    """
    Names, inputs, session and key of a good request, its body in three parts.
    """
    parts = [b'{"0":{"json"', b':{"name":', b'"x"}}}']
    request = await arrived(
        scope(cookie="__Secure-authoring.session-token=t", idempotency_key="k"), Body(parts), limited()
    )

    assert request.named.names == ["project.createProject"]
    assert request.inputs == [{"name": "x"}]
    assert (request.sender.token_sha256, request.key) == (hashed("t"), "k")


@pytest.mark.parametrize("odd", ODD_VALUES.values(), ids=ODD_VALUES.keys())
async def test_an_odd_value_in_a_body_is_refused(ana: Asking, odd: bytes) -> None:
    """
    Anywhere in a body: 400, one sentence, nothing written.
    """
    before = await digest(ana.service.store)
    answered = await ana.send("POST", CREATE, b'{"0":{"json":{"name":' + odd + b"}}}", **JSON)

    assert (answered.status_code, answered.json()["error"]["data"]["path"]) == (400, "project.createProject")
    assert await digest(ana.service.store) == before


@pytest.mark.parametrize("odd", ODD_VALUES.values(), ids=ODD_VALUES.keys())
async def test_an_odd_value_in_the_input_is_refused(ana: Asking, odd: bytes) -> None:
    """
    Anywhere in the `input` of a read: 400 as in a body.
    """
    said = quote(b'{"0":{"json":{"search":' + odd + b"}}}")
    answered = await ana.send("GET", f"/api/rpc/lesson.listLessons?batch=1&input={said}")

    assert answered.status_code == 400


@pytest.mark.parametrize("odd", ODD_VALUES.values(), ids=ODD_VALUES.keys())
async def test_an_odd_value_inside_a_block_is_refused(ana: Asking, odd: bytes) -> None:
    """
    Also where any JSON may stand, in a block's content: 400, and the lesson is as it was.
    """
    lesson = await ana.starter()
    before = await digest(ana.service.store)
    block = b'{"id":"3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa","type":"text","content":{"markdown":' + odd + b"}}"
    body = (
        b'{"0":{"json":{"language":"EN","lessonId":"%s","transactions":[{"label":"x","mutations":'
        b'[{"type":"lessonBlockInsert","block":%s}]}]}}}' % (lesson["lessonId"].encode(), block)
    )
    answered = await ana.send("POST", "/api/rpc/realtime.executeTransactions?batch=1", body, **JSON)

    assert answered.status_code == 400
    assert await digest(ana.service.store) == before


@pytest.mark.parametrize("odd", ODD_WHOLES.values(), ids=ODD_WHOLES.keys())
async def test_an_odd_body_is_refused(ana: Asking, odd: bytes) -> None:
    """
    What is not the object of interface 4.0: 400, nothing written.
    """
    before = await digest(ana.service.store)
    answered = await ana.send("POST", CREATE, odd, **JSON)

    assert answered.status_code == 400
    assert await digest(ana.service.store) == before


@pytest.mark.parametrize("odd", ODD_WHOLES.values(), ids=ODD_WHOLES.keys())
async def test_an_odd_input_is_refused(ana: Asking, odd: bytes) -> None:
    """
    The same in the `input` of a read, even of one that would ignore it.
    """
    answered = await ana.send("GET", f"/api/rpc/lesson.listLessons?batch=1&input={quote(odd)}")

    assert answered.status_code == 400


@pytest.mark.parametrize("value", [b"[" * 28 + b"]" * 28, b"9" * 20, b"1e300", b"-0", b'"\\ud83d\\ude00"'])
async def test_what_is_just_within_the_rules_is_read(value: bytes) -> None:
    """
    32 levels in all, 20 digits, a large number and a whole surrogate pair are JSON like any other.
    """
    request = await arrived(scope(), Body([b'{"0":{"json":{"a":' + value + b"}}}"]), limited())

    assert request.inputs[0]["a"] == json.loads(value)


@pytest.mark.parametrize(
    "input_text", ["", "&input=", "&input={}", '&input={"7":{"json":1}}', '&input={"0":{"json":null}}']
)
async def test_what_is_missing_is_absent(ana: Asking, input_text: str) -> None:
    """
    No `input`, an empty one, a missing place and null are all taken where the interface shows no input.
    """
    answered = await ana.send("GET", f"/api/rpc/organization.getOrgTierAndStatus?batch=1{input_text}")

    assert answered.status_code == 200


async def test_an_absent_input_may_carry_more_beside_its_mark(ana: Asking) -> None:
    """
    superjson since 2.2.3 writes `"v": 1` beside `values`; it is ignored.
    """
    said = {"0": {"json": None, "meta": {"values": ["undefined"], "v": 1}}}
    target = f"/api/rpc/organization.getLastSelectedOrganizationId?batch=1&input={quote(json.dumps(said))}"
    answered = await ana.send("GET", target)

    assert answered.json()[0]["result"]["data"] == {"organizationId": ana.organization_id}


async def test_a_field_marked_undefined_is_not_there(ana: Asking) -> None:
    """
    `{"search": ["undefined"]}` drops the field that stands as null.
    """
    said = {"0": {"json": {"search": None}, "meta": {"values": {"search": ["undefined"]}}}}
    answered = await ana.send("GET", f"/api/rpc/lesson.listLessons?batch=1&input={quote(json.dumps(said))}")

    assert answered.status_code == 200


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
    said = {name: each for name, each in {"sec_fetch_site": site, "origin": origin}.items() if each}
    own_site = site in ("none", "same-origin") or (site == "" and origin in ("", "https://service.test"))
    is_json = method == "GET" or kind == "application/json"

    assert await turned_away(scope(method, target, content_type=kind, **said)) == (
        None if own_site and is_json else "UNSUPPORTED_MEDIA_TYPE" if own_site else "FORBIDDEN"
    )


@pytest.mark.parametrize("name", ["lesson.getLesson:lessonId", "courseRouter.getCourseSharingInfo:courseId"])
@pytest.mark.parametrize("odd", ODD_IDS.values(), ids=ODD_IDS.keys())
async def test_an_odd_id_is_refused_or_not_found(ana: Asking, name: str, odd: object) -> None:
    """
    400 for what is no id at all, else 404; never a fault of the service.
    """
    procedure, _, field = name.partition(":")
    answered = await ana.get(procedure, {field: odd})

    assert answered.status_code in (400, 404)


@pytest.mark.parametrize("odd", ["", " ", "../x", "x" * 64])
async def test_an_odd_organization_is_not_the_last_selected_one(ana: Asking, odd: str) -> None:
    """
    Only an absent or null organization means the last selected; an empty text is an id that nothing has.
    """
    answered = await ana.get("organization.getOrgTierAndStatus", {"organizationId": odd})

    assert answered.status_code == 404


@pytest.mark.parametrize(
    "odd", ["x", "3F2B8C1E8D7A4C559B1E2F60A4D3C7AA", "{3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa}", "", 7]
)
async def test_an_odd_block_id_is_refused(ana: Asking, odd: object) -> None:
    """
    Block ids are UUIDs in their canonical form: 400.
    """
    lesson = await ana.starter()
    move = {"label": "x", "mutations": [{"type": "lessonBlockOrderUpdate", "after": [odd]}]}
    answered = await ana.post(
        "realtime.executeTransactions", {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [move]}
    )

    assert answered.status_code == 400


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("x" * 10_000, "10,000 characters"),
        ("x" * 4_001, "4,001 characters"),
        (7, "must be text"),
        (None, "must be text"),
        (["Tides"], "must be text"),
    ],
)
async def test_a_topic_that_cannot_be_used_is_said(ana: Asking, topic: object, said: str) -> None:
    """
    One sentence with the field and what is wrong; nothing is written, nothing held.
    """
    before = await digest(ana.service.store)
    answered = await ana.post("lesson.createStarterLesson", {"language": "EN", "topic": topic})

    assert answered.status_code == 400
    assert answered.json()["error"]["message"].startswith("topic: ")
    assert said in answered.json()["error"]["message"]
    assert await digest(ana.service.store) == before


async def test_a_topic_of_4000_characters_is_taken(ana: Asking) -> None:
    """
    The longest topic, counted without the white space around it.
    """
    await ana.done("lesson.createStarterLesson", {"language": "EN", "topic": f"  {'x' * 4_000}  "})


@pytest.mark.parametrize("language", ["english", "", "E", "EN-", "12", "EN US", "KLINGON", 7, None])
async def test_what_is_no_language_code_is_refused(ana: Asking, language: object) -> None:
    """
    400 with a sentence that names the field.
    """
    answered = await ana.post("lesson.createStarterLesson", {"language": language, "topic": "Tides"})

    assert answered.status_code == 400
    assert answered.json()["error"]["message"].startswith("language: ")


@pytest.mark.parametrize("more", [{"isAdmin": True}, {"organization_id_": "x"}, {"__proto__": {"a": 1}}])
async def test_an_unknown_field_is_refused_where_the_interface_shows_the_input(
    ana: Asking, more: dict[str, Any]
) -> None:
    """
    Fields that nobody declared do not slip through.
    """
    answered = await ana.post("lesson.createStarterLesson", {"language": "EN", "topic": "Tides", **more})

    assert (answered.status_code, "no such field" in answered.text) == (400, True)


async def test_an_unknown_field_is_ignored_where_the_interface_shows_none(ana: Asking) -> None:
    """
    4.1 shows no input: whatever else another client sends there does no harm.
    """
    answered = await ana.get("organization.getDashboardRecentItems", {"limit": 5, "constructor": {}})

    assert answered.status_code == 200


async def test_a_bare_input_in_a_batch_says_what_is_missing(ana: Asking) -> None:
    """
    Whoever forgets the places hears which field is missing; the keys that are no places are ignored.
    """
    answered = await ana.send("POST", CREATE, b'{"name": "x"}', **JSON)

    assert (answered.status_code, answered.json()["error"]["message"]) == (400, "input: it must be an object.")


async def test_too_long_an_address_is_refused_for_each_name(ana: Asking) -> None:
    """
    Over 60,000 bytes: 414 for every procedure that it names.
    """
    answered = await ana.get("service.whoAmI,service.whoAmI", {"x": "y" * 60_000})

    assert answered.status_code == 414
    assert [each["error"]["data"]["code"] for each in answered.json()] == ["URI_TOO_LONG"] * 2


async def test_ten_thousand_names_get_one_object(ana: Asking) -> None:
    """
    However many names come, over the limit there is one bare error object.
    """
    answered = await ana.get(",".join(["a.b"] * 10_000))

    assert answered.json()["error"]["code"] == -32600
    assert "10,000" in answered.json()["error"]["message"]


async def test_many_names_in_too_long_an_address_get_one_object(ana: Asking) -> None:
    """
    The batch limit decides the form, whichever limit is said.
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
    request = await arrived(scope(), Body([NAMED]), limited(body_bytes=len(NAMED)))

    assert request.inputs == [{"name": "x"}]


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
    request = await arrived(scope(workbench_run="%C3%9Cbersicht 2"), Body([NAMED]), limited())

    assert request.run == "Übersicht 2"


@pytest.mark.parametrize("run", ["", "%0A", "é", "%FF", "x" * 201])
async def test_what_is_no_run_s_name_is_refused(run: str) -> None:
    """
    The ledger keeps it for good.
    """
    assert (await refusal(scope(workbench_run=run))).failure.code == "BAD_REQUEST"


async def test_a_key_of_200_characters_is_taken() -> None:
    """
    The longest key.
    """
    request = await arrived(scope(idempotency_key="!" * 100 + "~" * 100), Body([NAMED]), limited())

    assert request.key == "!" * 100 + "~" * 100


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
    check_site(headers_of(scope(**headers)["headers"], None))


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
    with pytest.raises(Refused) as refused:
        check_site(headers_of(scope(**headers)["headers"], None))

    assert refused.value.failure.code == "FORBIDDEN"


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
    twice["headers"] = [each for each in twice["headers"] if each[0] != name] + [(name, first), (name, second)]

    assert (await refusal(twice)).failure.http_status >= 400


async def test_cookies_of_several_headers_are_one_list() -> None:
    """
    HTTP/2 splits cookies; two of the session's name in two headers are still two.
    """
    twice = scope(cookie="__Secure-authoring.session-token=a")
    twice["headers"].append((b"cookie", b"__Secure-authoring.session-token=b"))

    assert (await arrived(twice, Body([NAMED]), limited())).sender.token_sha256 is None


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
    ],
)
async def test_only_our_own_proxies_are_believed(sender: str, said: str, address: str) -> None:
    """
    What the last of them saw is where a request comes from; what anybody wrote before it is nothing.
    """
    seen = scope(**({"x_forwarded_for": said} if said else {}))["headers"]

    assert address_of(headers_of(seen, (sender, 4_000)), (*LOOPBACK, "10.0.0.7")) == address


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
