"""Odd JSON and odd values in what arrives: refused with a sentence before anything is written."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.service.arriving import CREATE, Body, limited, scope
from tests.service.asking import Asking
from tests.service.database import digest
from tests.service.odd import ODD_IDS, ODD_VALUES, ODD_WHOLES
from workbench.service.http.rpc_request import receive_request

pytestmark = pytest.mark.anyio

JSON = {"content_type": "application/json"}


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
    request = await receive_request(scope(), Body([b'{"0":{"json":{"a":' + value + b"}}}"]), limited())

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

    assert (answered.status_code, "unknown field" in answered.text) == (400, True)


async def test_an_unknown_field_is_ignored_where_the_interface_shows_none(ana: Asking) -> None:
    """
    4.1 shows no input: whatever else another client sends there does no harm.
    """
    answered = await ana.get("organization.getDashboardRecentItems", {"limit": 5, "constructor": {}})

    assert answered.status_code == 200


async def test_a_bare_input_in_a_batch_says_what_is_missing(ana: Asking) -> None:
    """
    Anyone who forgets the places hears which field is missing; the keys that are no places are ignored.
    """
    answered = await ana.send("POST", CREATE, b'{"name": "x"}', **JSON)

    assert (answered.status_code, answered.json()["error"]["message"]) == (400, "input: it must be an object.")
