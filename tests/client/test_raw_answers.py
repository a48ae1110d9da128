"""An answer's bytes are handed over as they came; failures and other envelopes are read as always."""

from __future__ import annotations

import json

import httpx
import pytest

from workbench.client.raw_answers import raw_data
from workbench.client.sync import Client
from workbench.errors import AnswerUnreadable, NotFound
from workbench.procedures.organization import get_org_tier_and_status

CALL = get_org_tier_and_status(organization_id="o")
TOLD = {"tier": "Pro", "status": "Active", "more": "}}]"}


def heard(body: bytes, http_status: int = 200) -> bytes:
    """What is handed over for this response."""
    answering = httpx.MockTransport(lambda request: httpx.Response(http_status, content=body))
    with httpx.Client(transport=answering) as http, Client("http://127.0.0.1:1", "t" * 20, http=http) as client:
        return raw_data(client, CALL)


def test_the_data_is_handed_over_as_it_came() -> None:
    """Spaces and all; nothing is decoded."""
    data = b'{ "tier" : "Pro","status":"\\ud83d" , "n": 1e5}'

    assert heard(b'[{"result":{"data":' + data + b"}}]") == data


@pytest.mark.parametrize(
    "envelope",
    [
        {"result": {"data": TOLD}},
        [{"result": {"data": {"json": TOLD}}}],
        [{"result": {"data": {"json": TOLD, "meta": {}}}}],
        [{"id": 1, "result": {"data": TOLD}}],
        [{"result": {"type": "data", "data": TOLD}}],
    ],
)
def test_other_envelopes_are_read_as_always(envelope: object) -> None:
    """Services of this family write several."""
    assert json.loads(heard(json.dumps(envelope).encode())) == TOLD


def test_a_failure_is_the_client_s() -> None:
    """Typed, as `client.call` raises it."""
    body = b'[{"error":{"message":"No.","code":-32004,"data":{"code":"NOT_FOUND","httpStatus":404}}}]'
    with pytest.raises(NotFound):
        heard(body, 404)


@pytest.mark.parametrize("body", [b'[{"result":{"data":7}}]', b"<html>", b'[{"result":{"data":{}}},{}]'])
def test_what_is_no_answer_is_refused(body: bytes) -> None:
    """As always."""
    with pytest.raises(AnswerUnreadable):
        heard(body)
