"""The blocking client against a real server on this computer. Where its token goes: `test_sync_token.py`."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.client.calls import CAPABILITIES, FREE_WRITE, PAID_WRITE, READ
from tests.client.conftest import AT_ONCE, CANARY
from tests.client.in_memory import Answering
from tests.client.scripted_service import (
    PAGE,
    STARTER,
    TIER,
    Act,
    ScriptedService,
    cut,
    cut_midway,
    drip,
    drip_headers,
    given,
    packed,
    refused,
    reply,
    silent,
)
from workbench.client.sync import Client
from workbench.errors import (
    AnswerUnreadable,
    NotConnected,
    OutOfCredits,
    SignInNeeded,
    Unreachable,
    WorkbenchError,
)
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import get_org_tier_and_status


def test_a_call_gives_its_answer(client: Client) -> None:
    """As the model that its procedure declares."""
    assert client.call(READ).tier == "Pro"


def test_a_procedure_is_called_by_its_name(client: Client, service: ScriptedService) -> None:
    """With its model as the answer; one that only the service knows answers in plain values."""
    assert client.call("organization.getOrgTierAndStatus", {"organizationId": "o"}).tier == "Pro"
    assert client.call("boat.sail", is_write=False) == TIER
    assert [request.names for request in service.received] == [["organization.getOrgTierAndStatus"], ["boat.sail"]]


def test_a_call_may_have_a_time_of_its_own(client: Client, service: ScriptedService) -> None:
    """For it and all its tries together; the next call has the client's again."""
    service.does(silent)
    started = time.monotonic()
    with pytest.raises(Unreachable):
        client.call(READ, timeout_seconds=0.2)
    assert time.monotonic() - started < 10
    service.over.set()
    service.does(given(TIER))
    assert client.call(READ).tier == "Pro"


def test_a_batch_gives_answers_by_position(client: Client, service: ScriptedService) -> None:
    """In one request."""
    service.does(given({**TIER, "tier": "Free"}, TIER))
    assert [answer.tier for answer in client.batch(READ, READ)] == ["Free", "Pro"] and len(service.received) == 1


def test_nothing_asked_is_nothing_sent(client: Client, service: ScriptedService) -> None:
    """An empty batch has no answers."""
    assert client.batch() == client.outcomes() == () and service.received == []


def test_outcomes_hold_failures_as_values(client: Client, service: ScriptedService) -> None:
    """Nothing is raised for them."""
    service.does(refused("UNAUTHORIZED", -32001, 401))
    assert [type(outcome) for outcome in client.outcomes(READ, READ)] == [SignInNeeded, SignInNeeded]


def test_the_cookie_and_the_content_type_are_sent(client: Client, service: ScriptedService) -> None:
    """Interface 5 and 4.6."""
    client.call(READ)
    headers = service.received[0].headers
    assert headers["cookie"] == f"__Secure-authoring.session-token={CANARY}"
    assert headers["content-type"] == "application/json" and headers["accept-encoding"] == "gzip, deflate"


def test_the_target_arrives_byte_for_byte(client: Client, service: ScriptedService) -> None:
    """As it was encoded, commas and signs that encodeURIComponent leaves included."""
    client.outcomes(list_lessons(search="a'(b)*!~ü+ %,&=?#/"), list_lessons())
    names, _, query = service.received[0].target.partition("?")
    assert names == "/api/rpc/lesson.listLessons,lesson.listLessons"
    assert query.startswith(
        "batch=1&input=%7B%220%22%3A%7B%22json%22%3A%7B%22search%22%3A%22a'(b)*!~%C3%BC%2B%20%25%2C%26"
    )


def test_names_of_cookie_and_path_are_settings(service: ScriptedService) -> None:
    """The interface's are neutral stand-ins."""
    with Client(service.base_url + "/app", CANARY, cookie_name="other", rpc_path="/rpc") as client:
        client.call(READ)
    assert service.received[0].target.startswith("/app/rpc/org")
    assert service.received[0].headers["cookie"] == f"other={CANARY}"


def test_a_long_batch_of_reads_is_several_requests(client: Client, service: ScriptedService) -> None:
    """None longer than the limit, and the answers are one tuple."""
    answers = client.batch(*[READ] * 60)
    assert len(answers) == 60 and len(service.received) > 1
    assert all(len(service.base_url + request.target) <= 2048 for request in service.received)


def test_a_414_is_answered_by_smaller_requests(client: Client, service: ScriptedService) -> None:
    """Also when it comes from something that speaks HTML."""
    service.does(reply(414, b"<html>Request-URI Too Large</html>"), given(TIER))
    assert len(client.batch(*[READ] * 12)) == 12 and len(service.received) > 2


def test_reads_are_tried_again(client: Client, service: ScriptedService) -> None:
    """A reset connection, a proxy's page, a busy service, then an answer."""
    service.does(cut, reply(502, b"<html>"), refused("SERVICE_UNAVAILABLE", -32603, 503), given(TIER))
    assert client.call(READ).tier == "Pro" and len(service.received) == 4


def test_a_free_write_whose_answer_is_lost_is_sent_once(client: Client, service: ScriptedService) -> None:
    """It may have been applied."""
    service.does(cut)
    with pytest.raises(Unreachable) as lost:
        client.call(FREE_WRITE)
    assert lost.value.sent and len(service.received) == 1


@pytest.mark.parametrize("act", [cut, cut_midway, silent, drip, drip_headers, PAGE, reply(503), reply(500, b"{}")])
def test_a_paid_write_is_sent_once(impatient: Client, service: ScriptedService, act: Act) -> None:
    """Whatever becomes of it."""
    service.does(act)
    outcome = impatient.outcomes(PAID_WRITE)[0]
    assert isinstance(outcome, Unreachable | AnswerUnreadable) and len(service.received) == 1


def test_nothing_listening_is_surely_not_sent() -> None:
    """The one case in which a write may be repeated without a thought."""
    with Client("http://127.0.0.1:9", CANARY, policy=AT_ONCE) as client, pytest.raises(Unreachable) as away:
        client.call(PAID_WRITE)
    assert away.value.sent is False and away.value.procedure == "lesson.createStarterLesson"


@pytest.mark.parametrize("act", [silent, drip, drip_headers])
def test_the_deadline_holds_however_slowly_the_answer_comes(
    impatient: Client, service: ScriptedService, act: Act
) -> None:
    """A service that sends a byte now and then keeps nobody waiting."""
    service.does(act)
    started = time.monotonic()
    outcome = impatient.outcomes(PAID_WRITE)[0]
    assert isinstance(outcome, Unreachable) and time.monotonic() - started < 10


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (PAGE, "a web page"),
        (reply(204), "an empty answer"),
        (reply(200, b"[]"), "0 results for 1"),
        (reply(200, b"[1,2]"), "2 results for 1"),
        (reply(200, b'{"detail":"Not Found"}'), "neither a result nor an error"),
        (reply(200, b"x", {"Content-Encoding": "br"}), "encoding"),
        (reply(200, b"no gzip at all", {"Content-Encoding": "gzip"}), "unpacked"),
        (packed([b" " * 1_000_000] * 40), "more than 32 MiB"),
        (reply(200, b"x", {"Content-Length": "99999999"}), "more than 32 MiB"),
    ],
)
def test_what_is_no_answer_is_said(client: Client, service: ScriptedService, act: Act, words: str) -> None:
    """Once: such an answer does not get better."""
    service.does(act)
    with pytest.raises(AnswerUnreadable, match=words):
        client.call(READ)
    assert len(service.received) == 1


def test_a_gzipped_answer_is_unpacked(client: Client, service: ScriptedService) -> None:
    """Services behind common proxies send one."""
    service.does(packed([json.dumps([{"result": {"data": TIER}}]).encode()]))
    assert client.call(READ).tier == "Pro"


def test_connections_are_kept(client: Client, service: ScriptedService) -> None:
    """A second read goes over the first one's."""
    client.call(READ)
    client.call(READ)
    assert len({request.connection for request in service.received}) == 1


def test_a_paid_write_without_a_key_has_a_connection_of_its_own(client: Client, service: ScriptedService) -> None:
    """Neither before nor after it is that connection used for anything else; with a key it need not be."""
    service.does(given(TIER), given(STARTER), given(STARTER), given(STARTER))
    client.call(READ)
    client.call(PAID_WRITE)
    client.call(PAID_WRITE)
    client.call(PAID_WRITE.keyed("k"))
    first, second, third, keyed = (request.connection for request in service.received)
    assert len({first, second, third}) == 3 and keyed == first


def test_thirty_two_threads_share_one_client(client: Client, service: ScriptedService) -> None:
    """No call fails, and each gets its own answer."""

    def act(handler: Any) -> None:
        asked = json.loads(httpx.URL(handler.received.target).params["input"])["0"]["json"]["organizationId"]
        given({"tier": asked, "status": "Active"})(handler)

    service.does(act)
    ids = [f"o{number}" for number in range(640)]
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda id_: client.call(get_org_tier_and_status(organization_id=id_)).tier, ids))
    assert answers == ids


def test_capabilities_are_asked_once(client: Client, service: ScriptedService) -> None:
    """Alone, and however many threads want to know."""
    service.does(given(CAPABILITIES))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: client.capabilities(), range(16)))
    assert [answer.name for answer in found if answer] == ["n"] * 16
    assert [request.names for request in service.received] == [["service.getCapabilities"]]


def test_a_first_question_may_have_less_time(client: Client, service: ScriptedService) -> None:
    """For all its tries together; the calls after it have theirs."""
    service.does(silent, given(CAPABILITIES))
    started = time.monotonic()
    with pytest.raises(Unreachable):
        client.capabilities(timeout_seconds=0.2)
    waited = time.monotonic() - started
    found = client.capabilities(timeout_seconds=60)
    assert waited < 2 and found is not None and len(service.received) == 2


def test_a_service_with_the_interface_only_is_asked_once(client: Client, service: ScriptedService) -> None:
    """And has no capabilities."""
    service.does(refused("NOT_FOUND", -32004, 404))
    assert (client.capabilities(), client.capabilities(), len(service.received)) == (None, None, 1)


def test_an_ended_session_is_not_the_interface_only(client: Client, service: ScriptedService) -> None:
    """It is raised, and asked again the next time."""
    service.does(refused("UNAUTHORIZED", -32001, 401), given(CAPABILITIES))
    with pytest.raises(SignInNeeded):
        client.capabilities()
    found = client.capabilities()
    assert found is not None and found.name == "n"


def test_keys_are_honoured_once_the_service_says_so(client: Client, service: ScriptedService) -> None:
    """Beside an answered read."""
    before = client.honours_keys
    service.does(given(TIER, Idempotency_Support="30d"))
    client.call(READ)
    assert (before, client.honours_keys) == (False, True)


def test_a_keyed_answer_says_that_it_was_joined(client: Client, service: ScriptedService) -> None:
    """By the headers of its own answer; the scope goes along with the key."""
    made = {"lessonId": "l1", "title": "Bread"}
    service.does(given(made, Idempotent_Replayed="true", Idempotent_Joined="true"), given(made))
    joined, own = client.call_keyed(PAID_WRITE.keyed("k", is_shared=True)), client.call_keyed(PAID_WRITE.keyed("k"))
    assert (joined.answer.lesson_id, joined.is_replayed, joined.is_joined) == ("l1", True, True)
    assert (own.is_replayed, own.is_joined) == (False, False)


def test_a_closed_client_says_so(client: Client) -> None:
    """In words, not with the HTTP library's error."""
    client.close()
    with pytest.raises(NotConnected, match="closed"):
        client.call(READ)


def test_an_http_client_that_was_brought_along_stays_open() -> None:
    """Who opened it closes it."""
    own = httpx.Client(transport=Answering(lambda _: httpx.Response(200, json=[{"result": {"data": TIER}}])))
    with Client("https://service.example", CANARY, http=own) as client:
        client.call(READ)
    assert not own.is_closed


def test_the_error_of_a_batch_is_the_first_failure(client: Client, service: ScriptedService) -> None:
    """Paid calls after it are not sent."""
    service.does(given(STARTER), refused("PAYMENT_REQUIRED", -32002, 402))
    with pytest.raises(OutOfCredits):
        client.batch(PAID_WRITE, PAID_WRITE, PAID_WRITE)
    assert len(service.received) == 2


def test_closing_while_calls_are_out_breaks_nobody_elses_call(service: ScriptedService) -> None:
    """A call that is cut by closing ends in one of the package's own errors."""
    client = Client(service.base_url, CANARY, timeout_seconds=1)
    asked = threading.Event()
    service.acts = [lambda handler: (asked.set(), silent(handler))[1]]
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(lambda: client.outcomes(FREE_WRITE)[0])
        asked.wait(60)
        client.close()
        service.over.set()
        assert isinstance(outcome.result(60), WorkbenchError)


def test_many_threads_keep_all_their_connections(client: Client, service: ScriptedService) -> None:
    """A bulk run's threads, again and again: nobody connects again because others have gone idle."""
    together = threading.Barrier(40, timeout=20)

    def met(_: int) -> None:
        together.wait()
        client.call(READ)

    with ThreadPoolExecutor(40) as pool:
        list(pool.map(met, range(120)))

    assert len(service.received) == 120
    assert len({request.connection for request in service.received}) <= 40
