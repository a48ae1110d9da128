"""What the client says and hears: lists of plain values, no server and no clock."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.client.spoken import (
    FREE_WRITE,
    PAID_WRITE,
    READ,
    TIER,
    answered,
    page,
    partly,
    refused,
    silence,
    spoken,
    too_large,
)
from workbench.client.conversation import MAX_CALLS, ConnectionSettings, answers, check, read_capabilities, requests
from workbench.client.exchange import Exchange
from workbench.client.retry import NO_RETRY
from workbench.errors import (
    AnswerUnreadable,
    CallFailed,
    InputRejected,
    MixedBatch,
    NotFound,
    ServiceUnwell,
    SignInNeeded,
    TooManyRequests,
    Unreachable,
)
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import (
    get_last_selected_organization_id,
    get_org_tier_and_status,
    get_user_data,
)
from workbench.procedures.service import get_capabilities
from workbench.wire.batch import failure, failure_element
from workbench.wire.message import Response

LONG = get_org_tier_and_status(organization_id="o" * 60)
SELECTED = {"organizationId": "o"}


def answer(body: Any, http_status: int = 200) -> Exchange:
    """An answer with this JSON."""
    return Exchange(Response(http_status, {}, json.dumps(body).encode()))


def test_a_read_is_one_get_with_its_input_in_the_address() -> None:
    """Interface 4.0: names, `batch=1`, input; nothing in the body."""
    request = spoken([READ], answered(TIER)).sends[0].request
    assert request.method == "GET" and request.body is None
    assert request.target == (
        "/api/rpc/organization.getOrgTierAndStatus?batch=1"
        "&input=%7B%220%22%3A%7B%22json%22%3A%7B%22organizationId%22%3A%22o%22%7D%7D%7D"
    )


def test_a_write_is_one_post_with_its_input_in_the_body() -> None:
    """Interface 4.3."""
    request = spoken([PAID_WRITE], answered({"lessonId": "l", "title": "t"})).sends[0].request
    assert request.method == "POST" and request.target == "/api/rpc/lesson.createStarterLesson?batch=1"
    assert json.loads(request.body or b"") == {"0": {"json": {"language": "EN", "topic": "Bees"}}}


def test_results_come_back_by_position() -> None:
    """The first name's result is the first outcome, whatever the procedures are."""
    outcomes = spoken([get_last_selected_organization_id(), READ], answered(SELECTED, TIER)).outcomes
    assert [outcomes[0].organization_id, outcomes[1].tier] == ["o", "Pro"]


@pytest.mark.parametrize(
    "body",
    [
        [{"result": {"data": TIER}}],
        {"result": {"data": TIER}},
        {"result": {"type": "data", "data": TIER}},
        {"id": None, "result": {"type": "data", "data": TIER}},
        [{"result": {"data": {"json": TIER}}}],
        [{"result": {"data": {"json": TIER, "meta": {"values": {}}}}}],
        [{"result": {"data": {**TIER, "unknown": {"later": True}}}}],
    ],
)
def test_every_form_of_a_result_is_read(body: Any) -> None:
    """List or object, with or without `type`, plain or wrapped, with fields that are not known yet."""
    assert spoken([READ], answer(body)).outcomes[0].tier == "Pro"


@pytest.mark.parametrize(
    "body",
    [
        [],
        [{"result": {"data": TIER}}],
        [{"result": {"data": TIER}}] * 3,
        {"result": {"data": TIER}},
        [{"result": {"data": TIER}}, "text"],
        [{"result": {"data": TIER}}, {}],
        [{"result": {"data": TIER}}, {"detail": "Not found"}],
        [{"result": {"data": TIER}}, {"error": "text"}],
        "text",
        None,
        7,
    ],
)
def test_two_calls_take_exactly_two_results(body: Any) -> None:
    """Too few, too many, one for both, or something else: every call says that the answer cannot be read."""
    kinds = [type(outcome) for outcome in spoken([READ, READ], answer(body)).outcomes]
    assert kinds == [AnswerUnreadable, AnswerUnreadable]


def test_swapped_results_are_noticed_by_their_fields() -> None:
    """Each element is checked against its own procedure's answer."""
    outcomes = spoken([get_last_selected_organization_id(), READ], answered(TIER, SELECTED)).outcomes
    assert [type(outcome) for outcome in outcomes] == [AnswerUnreadable, AnswerUnreadable]


def test_one_error_object_fails_all() -> None:
    """A whole request that is refused is answered with one bare error."""
    body = json.loads(failure_element(failure("UNAUTHORIZED"), None))
    assert [type(outcome) for outcome in spoken([READ, READ], answer(body, 401)).outcomes] == [
        SignInNeeded,
        SignInNeeded,
    ]


def test_a_mixed_answer_gives_each_call_its_own() -> None:
    """207: one result, one failure."""
    body = [{"result": {"data": TIER}}, json.loads(failure_element(failure("NOT_FOUND"), "a.b"))]
    outcomes = spoken([READ, READ], answer(body, 207)).outcomes
    assert outcomes[0].tier == "Pro" and isinstance(outcomes[1], NotFound)


def test_a_good_body_counts_whatever_the_status() -> None:
    """The reference client never looks at the status of an answer in the interface's form."""
    assert spoken([READ], answer([{"result": {"data": TIER}}], 500)).outcomes[0].tier == "Pro"


@pytest.mark.parametrize(
    ("exchange", "words"),
    [
        (page(200), "a web page instead of an answer"),
        (page(204, b""), "an empty answer"),
        (page(302, b"", location="https://elsewhere.example/login"), "a redirect"),
        (page(401), "workbench login"),
        (page(404), "Check the address"),
        (page(502), "could not reach it"),
        (page(200, b"not json"), "not JSON"),
        (too_large(), "32 MiB"),
    ],
)
def test_what_is_no_answer_is_named_in_plain_words(exchange: Exchange, words: str) -> None:
    """With the procedure and the HTTP status, so that a person can tell a proxy from the service."""
    outcome = spoken([READ], exchange, settings=ConnectionSettings(policy=NO_RETRY)).outcomes[0]
    assert isinstance(outcome, AnswerUnreadable) and words in str(outcome)
    assert outcome.procedure == READ.name and f"HTTP {outcome.http_status}" in str(outcome)


def test_a_read_is_tried_four_times() -> None:
    """With growing waits between."""
    talk = spoken([READ], silence())
    assert len(talk.sends) == 4 and talk.waits == [0.25, 0.5, 1.0]
    assert isinstance(talk.outcomes[0], Unreachable)


def test_a_read_that_comes_right_is_answered() -> None:
    """The second try's answer is the answer."""
    assert spoken([READ], silence(), refused("SERVICE_UNAVAILABLE"), answered(TIER)).outcomes[0].tier == "Pro"


def test_the_tries_end_after_thirty_seconds() -> None:
    """However few they were; and the last one gets no more time than is left."""
    talk = spoken([READ], silence(seconds=13))
    assert [round(send.timeout_seconds, 2) for send in talk.sends] == [30, 16.75, 3.25]


def test_retry_after_is_a_lower_bound() -> None:
    """The service's wish, and some chance on top, so that clients do not come back all at the same time."""
    assert spoken([READ], refused("TOO_MANY_REQUESTS", retry_after="7"), answered(TIER)).waits == [7.25]


def test_a_retry_after_that_takes_too_long_ends_the_trying() -> None:
    """The error says how long the service wants to be left alone."""
    talk = spoken([READ], refused("TOO_MANY_REQUESTS", retry_after="90"))
    assert len(talk.sends) == 1
    assert isinstance(talk.outcomes[0], TooManyRequests) and talk.outcomes[0].retry_after_seconds == 90


def test_a_batch_with_one_passing_failure_is_asked_again_whole() -> None:
    """So its answers come from one snapshot."""
    body = [{"result": {"data": TIER}}, json.loads(failure_element(failure("SERVICE_UNAVAILABLE"), "a.b"))]
    talk = spoken([READ, READ], answer(body, 207), answered(TIER, TIER))
    assert len(talk.sends) == 2 and [outcome.tier for outcome in talk.outcomes] == ["Pro", "Pro"]


def test_a_free_write_is_sent_again_when_it_surely_was_not_applied() -> None:
    """No connection, or a refusal for haste in the service's own words."""
    assert len(spoken([FREE_WRITE], silence(sent=False), refused("TOO_MANY_REQUESTS"), answered(SELECTED)).sends) == 3


def test_a_free_write_whose_outcome_is_unknown_is_sent_once() -> None:
    """And the error says to look before repeating it."""
    talk = spoken([FREE_WRITE], silence())
    assert len(talk.sends) == 1 and "check before you repeat it" in str(talk.outcomes[0])


def test_several_writes_are_not_repeated_when_one_was_applied() -> None:
    """A POST of two of which one succeeded would apply it twice."""
    body = [{"result": {"data": SELECTED}}, json.loads(failure_element(failure("TOO_MANY_REQUESTS"), "a.b"))]
    assert len(spoken([FREE_WRITE, FREE_WRITE], answer(body, 207)).sends) == 1


@pytest.mark.parametrize("call", [PAID_WRITE, PAID_WRITE.keyed("k")])
@pytest.mark.parametrize("exchange", [silence(), silence(sent=False), refused("TOO_MANY_REQUESTS"), page(503)])
def test_a_paid_write_is_sent_once_whatever_happens(call: Any, exchange: Exchange) -> None:
    """Whether to pay again is not the client's to decide."""
    assert len(spoken([call], exchange).sends) == 1


def test_a_paid_write_without_a_key_gets_a_connection_of_its_own_and_more_time() -> None:
    """A kept connection may be closed while the request is on its way."""
    send = spoken([PAID_WRITE], answered({"lessonId": "l", "title": "t"})).sends[0]
    assert send.fresh and send.timeout_seconds == 180


def test_a_key_travels_in_its_header() -> None:
    """And then a kept connection will do."""
    send = spoken([PAID_WRITE.keyed("k-1")], answered({"lessonId": "l", "title": "t"})).sends[0]
    assert send.request.headers["Idempotency-Key"] == "k-1" and not send.fresh


def test_reads_beside_writes_are_refused_unsent() -> None:
    """They cannot share a request."""
    with pytest.raises(MixedBatch):
        spoken([READ, FREE_WRITE], answered(TIER))


def test_nothing_is_sent_after_a_failure_in_a_batch() -> None:
    """Paid calls go one by one, and stop at the first that failed."""
    talk = spoken([PAID_WRITE] * 3, answered({"lessonId": "l", "title": "t"}), refused("PAYMENT_REQUIRED"), stops=True)
    assert len(talk.sends) == 2
    with pytest.raises(CallFailed):
        answers(talk.outcomes)


def test_outcomes_go_on_after_a_failure() -> None:
    """Each call gets its own."""
    talk = spoken([PAID_WRITE] * 2, refused("BAD_REQUEST"), answered({"lessonId": "l", "title": "t"}))
    assert isinstance(talk.outcomes[0], CallFailed) and talk.outcomes[1].lesson_id == "l"


def test_a_service_that_is_away_is_not_tried_four_times_for_every_request() -> None:
    """After the first request's tries, the others are sent once each."""
    settings = ConnectionSettings(max_target_characters=300)
    assert len(spoken([LONG] * 3, silence(), settings=settings, half=0).sends) == 6


@pytest.mark.parametrize("http_status", [414, 431])
def test_an_address_that_was_too_long_is_halved_and_sent_again(http_status: int) -> None:
    """Answers still come back by position, and the next batch is split from the start."""
    settings = ConnectionSettings()
    smaller = answered(*[TIER] * 3), answered(*[TIER] * 3), answered(*[TIER] * 2)
    talk = spoken([LONG] * 8, page(http_status), *smaller, settings=settings)
    assert [outcome.tier for outcome in talk.outcomes] == ["Pro"] * 8
    assert settings.max_target_characters < len(talk.sends[0].request.target)


def test_one_call_that_is_too_long_alone_says_so() -> None:
    """There is nothing to halve."""
    talk = spoken([LONG], page(414))
    assert len(talk.sends) == 1 and "even on its own" in str(talk.outcomes[0])


def test_halving_ends() -> None:
    """A service that finds every address too long is asked a bounded number of times."""
    short = get_last_selected_organization_id()
    assert len(spoken([short] * 20, page(431)).sends) <= 30


def test_keys_are_honoured_when_an_answered_read_says_so() -> None:
    """The header next to an answer; the next answered read without it takes that back."""
    settings = ConnectionSettings()
    spoken([READ], answered(TIER, idempotency_support="30d"), settings=settings)
    first = settings.honours_keys
    spoken([READ], answered(TIER), settings=settings)
    assert (first, settings.honours_keys) == (True, False)


@pytest.mark.parametrize(
    ("headers", "shared"),
    [
        ({"idempotency_support": "30d", "idempotency_scope": "organization"}, True),
        ({"idempotency_support": "30d", "idempotency_scope": "planet"}, False),
        ({"idempotency_scope": "organization"}, False),
    ],
)
def test_keys_are_shared_when_an_answered_read_says_so(headers: dict[str, str], shared: bool) -> None:
    """Among the members of the organization, and only where keys are honoured at all."""
    settings = ConnectionSettings()
    spoken([READ], answered(TIER, **headers), settings=settings)
    assert settings.shares_keys is shared


@pytest.mark.parametrize(
    ("call", "exchange"),
    [
        (READ, refused("UNAUTHORIZED", idempotency_support="30d")),
        (READ, page(200, idempotency_support="30d")),
        (FREE_WRITE, answered(SELECTED, idempotency_support="30d")),
    ],
)
def test_keys_are_not_honoured_on_weaker_proof(call: Any, exchange: Exchange) -> None:
    """Neither a refusal, a proxy's page nor a write proves it."""
    settings = ConnectionSettings()
    spoken([call], exchange, settings=settings)
    assert settings.honours_keys is False


def outcome_of(exchange: Exchange) -> Any:
    """What asking for the capabilities came to."""
    return spoken([get_capabilities()], exchange).outcomes[0]


@pytest.mark.parametrize(
    ("exchange", "lasts"),
    [
        (refused("NOT_FOUND"), True),
        (refused("METHOD_NOT_SUPPORTED"), True),
        (refused("INTERNAL_SERVER_ERROR"), True),
        (page(404), True),
        (page(200), True),
        (answered({"name": "something else"}), True),
        (refused("SERVICE_UNAVAILABLE"), False),
        (refused("TOO_MANY_REQUESTS"), False),
    ],
)
def test_no_good_answer_means_the_interface_only(exchange: Exchange, lasts: bool) -> None:
    """For good, unless the service was merely busy."""
    assert read_capabilities(outcome_of(exchange)) == (None, lasts)


@pytest.mark.parametrize("exchange", [refused("UNAUTHORIZED"), page(401), silence(), silence(sent=False)])
def test_an_ended_session_and_no_answer_are_not_the_interface_only(exchange: Exchange) -> None:
    """They say nothing about the service."""
    outcome = outcome_of(exchange)
    with pytest.raises((SignInNeeded, AnswerUnreadable, Unreachable)):
        read_capabilities(outcome)


def test_a_service_error_is_named_with_its_id() -> None:
    """What a person reports."""
    body = json.loads(failure_element(failure("INTERNAL_SERVER_ERROR", errorId="e-77"), "a.b"))
    outcome = spoken([get_user_data()], answer(body, 500)).outcomes[0]
    assert isinstance(outcome, ServiceUnwell) and "e-77" in str(outcome)


def test_what_found_no_room_in_an_answer_is_asked_for_again() -> None:
    """Eighteen heavy lessons in one export failed; each comes in its place, in as many requests as it takes."""
    first, second, third = ({"tier": name, "status": "Active"} for name in ("A", "B", "C"))
    talk = spoken([READ] * 4, partly(first, None, second, None), partly(third, None), answered(TIER))

    assert [outcome.tier for outcome in talk.outcomes] == ["A", "C", "B", "Pro"]
    assert [send.request.target.count("getOrgTierAndStatus") for send in talk.sends] == [4, 2, 1]


def test_what_finds_no_room_even_alone_is_a_failure() -> None:
    """It is not requested without end."""
    talk = spoken([READ] * 2, partly(TIER, None), partly(None))

    assert len(talk.sends) == 2
    assert isinstance(talk.outcomes[1], CallFailed) and talk.outcomes[1].code == "PAYLOAD_TOO_LARGE"


def test_a_request_that_is_too_large_is_not_repeated() -> None:
    """The code is the same; the reason is not."""
    assert len(spoken([READ] * 2, refused("PAYLOAD_TOO_LARGE", 2)).sends) == 1


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
    """Perhaps the service takes it anyway."""
    long = list_lessons(search="ü" * 200)
    assert sizes([READ, long, READ], 600) == [1, 1, 1]


@given(some.lists(some.text(max_size=60), min_size=2, max_size=60), some.integers(256, 2048))
def test_requests_are_slices_in_order_and_short_enough(ids: list[str], max_target_characters: int) -> None:
    """Every call once, in order; a request of several keeps the limit; its input says its own calls."""
    calls = [get_org_tier_and_status(organization_id=id_) for id_ in ids]
    made = list(requests(calls, "/api/rpc", max_target_characters))
    assert [call for some_calls, _ in made for call in some_calls] == calls
    assert all(len(those) == 1 or len(request.target) <= max_target_characters for those, request in made)
    said = [json.loads(parse_qs(request.target.partition("?")[2])["input"][0]) for _, request in made]
    assert [input_["json"]["organizationId"] for inputs in said for input_ in inputs.values()] == ids


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
    """In a header of ours; without a name there is no header."""
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
