"""Which calls share a request."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.client.spoken import FREE_WRITE, PAID_WRITE, READ
from workbench.client.split import MAX_CALLS, check, requests
from workbench.errors import InputRejected, MixedBatch
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import get_org_tier_and_status


def sizes(calls: list[Any], max_target_characters: int = 2048) -> list[int]:
    """How many calls each request holds."""
    return [len(some) for some, _ in requests(calls, "/api/rpc", max_target_characters)]


def test_reads_share_a_request_up_to_the_limit_of_a_batch() -> None:
    """A hundred, however short they are."""
    assert sizes([READ] * 250, 10**9) == [MAX_CALLS, MAX_CALLS, 50]


def test_free_writes_share_one_post() -> None:
    """Their inputs are in the body, so the address does not grow with them."""
    assert sizes([FREE_WRITE] * 40, 300) == [40]


def test_paid_and_keyed_calls_go_alone() -> None:
    """And the free ones around them keep their order."""
    keyed = FREE_WRITE.keyed("k")
    assert sizes([FREE_WRITE, FREE_WRITE, PAID_WRITE, FREE_WRITE, keyed, FREE_WRITE]) == [2, 1, 1, 1, 1]


def test_a_call_that_is_too_long_goes_alone() -> None:
    """Perhaps the service takes it all the same."""
    long = list_lessons(search="ü" * 200)
    assert sizes([READ, long, READ], 600) == [1, 1, 1]


@given(some.lists(some.text(max_size=60), min_size=2, max_size=60), some.integers(256, 2048))
def test_requests_are_slices_in_order_and_short_enough(ids: list[str], max_target_characters: int) -> None:
    """Every call once, in order; a request of several keeps the limit; its input says its own calls."""
    calls = [get_org_tier_and_status(organization_id=each) for each in ids]
    made = list(requests(calls, "/api/rpc", max_target_characters))
    assert [call for some_calls, _ in made for call in some_calls] == calls
    assert all(len(those) == 1 or len(request.target) <= max_target_characters for those, request in made)
    said = [json.loads(parse_qs(request.target.partition("?")[2])["input"][0]) for _, request in made]
    assert [each["json"]["organizationId"] for inputs in said for each in inputs.values()] == ids


def test_requests_are_not_shorter_than_they_need_be() -> None:
    """A request is closed only when one more call might be too long."""
    made = [request for _, request in requests([READ] * 40, "/api/rpc", 2048)]
    assert all(len(request.target) > 1900 for request in made[:-1])


def test_reads_beside_writes_are_refused() -> None:
    """They cannot share a request."""
    with pytest.raises(MixedBatch):
        check([READ, FREE_WRITE])


@pytest.mark.parametrize("key", ["", "a b", "ключ", "a\r\nb", "k" * 201])
def test_a_key_that_no_header_can_carry_is_refused(key: str) -> None:
    """Before anything is sent, and without cutting it."""
    with pytest.raises(InputRejected):
        check([PAID_WRITE.keyed(key)])


@pytest.mark.parametrize("run", ["", "  ", "\u200b"])
def test_a_run_s_name_that_shows_nothing_is_not_sent(run: str) -> None:
    """A service refuses a header without a name, and no row of the run could be made."""
    ((_, request),) = requests([PAID_WRITE.keyed("k", run=run)], "/api/rpc", 2048)

    assert "Workbench-Run" not in request.headers


def test_a_run_s_name_goes_along_with_a_key() -> None:
    """In a header of ours; without a name there is none."""
    (_, named), (_, unnamed) = requests([PAID_WRITE.keyed("k", run="Ü 1"), PAID_WRITE.keyed("k")], "/api/rpc", 2048)

    assert named.headers["Workbench-Run"] == "%C3%9C 1"
    assert "Workbench-Run" not in unnamed.headers


def test_a_shared_key_says_its_scope() -> None:
    """And no other does."""
    shared, own = PAID_WRITE.keyed("k", is_shared=True), PAID_WRITE.keyed("k")
    (_, asked), (_, bare) = requests([shared, own], "/api/rpc", 2048)
    assert asked.headers["Idempotency-Scope"] == "organization"
    assert "Idempotency-Scope" not in bare.headers


def test_a_key_may_be_all_visible_ascii() -> None:
    """Up to 200 characters. Source: ours (service 6)."""
    check([PAID_WRITE.keyed("!" * 199 + "~")])


def test_a_change_set_s_name_goes_along_with_all_its_writes() -> None:
    """Which share a request with no others."""
    calls = [FREE_WRITE.in_change_set("titles · ä"), FREE_WRITE.in_change_set("titles · ä"), FREE_WRITE]
    sent = [
        (len(some), request.headers.get("Workbench-Change-Set")) for some, request in requests(calls, "/api/rpc", 300)
    ]

    assert sent == [(2, "titles %C2%B7 %C3%A4"), (1, None)]
