"""The blocking client against a real server on this computer."""

from __future__ import annotations

import copy
import json
import logging
import pickle
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.client.conftest import AT_ONCE, CANARY
from tests.client.scripted_service import (
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
from workbench.client.token import Token
from workbench.errors import (
    AnswerUnreadable,
    Misconfigured,
    NotConnected,
    OriginRefused,
    OutOfCredits,
    SignInNeeded,
    Unreachable,
    WorkbenchError,
)
from workbench.procedures.lesson import create_starter_lesson, list_lessons
from workbench.procedures.organization import get_org_tier_and_status, select_organization

READ = get_org_tier_and_status(organization_id="o")
FREE_WRITE = select_organization(organization_id="o")
PAID_WRITE = create_starter_lesson(language="EN", topic=f"about {CANARY[:13]}topic")
PAGE = reply(200, b"<!doctype html><title>Sign in</title>", {"Content-Type": "text/html"})
CAPABILITIES = {
    "serviceId": "s",
    "name": "n",
    "version": "1",
    "procedures": [],
    "additions": ["idempotencyKey"],
    "limits": {},
    "prices": [],
    "writer": {"name": "outline", "isAi": False},
}


class Answering(httpx.BaseTransport):
    """A transport in memory that counts what reaches it and does what it is told."""

    def __init__(self, act: Callable[[httpx.Request], httpx.Response]) -> None:
        self.act = act
        self.asked: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self.act(request)


@pytest.fixture
def impatient(service: ScriptedService) -> Iterator[Client]:
    """A client that gives every try a fifth of a second."""
    with Client(service.base_url, CANARY, policy=AT_ONCE, timeout_seconds=0.2, paid_timeout_seconds=0.2) as made:
        yield made


def test_a_call_gives_its_answer(client: Client) -> None:
    """As the model that its procedure declares."""
    assert client.call(READ).tier == "Pro"


def test_a_batch_gives_answers_by_position(client: Client, service: ScriptedService) -> None:
    """In one request."""
    service.does(given({**TIER, "tier": "Free"}, TIER))
    assert [each.tier for each in client.batch(READ, READ)] == ["Free", "Pro"] and len(service.asked) == 1


def test_nothing_asked_is_nothing_sent(client: Client, service: ScriptedService) -> None:
    """An empty batch has no answers."""
    assert client.batch() == client.outcomes() == () and service.asked == []


def test_outcomes_hold_failures_as_values(client: Client, service: ScriptedService) -> None:
    """Nothing is raised for them."""
    service.does(refused("UNAUTHORIZED", -32001, 401))
    assert [type(each) for each in client.outcomes(READ, READ)] == [SignInNeeded, SignInNeeded]


def test_the_cookie_and_the_content_type_are_sent(client: Client, service: ScriptedService) -> None:
    """Interface 5 and 4.6."""
    client.call(READ)
    headers = service.asked[0].headers
    assert headers["cookie"] == f"__Secure-authoring.session-token={CANARY}"
    assert headers["content-type"] == "application/json" and headers["accept-encoding"] == "gzip, deflate"


def test_the_target_arrives_byte_for_byte(client: Client, service: ScriptedService) -> None:
    """As it was encoded, commas and signs that encodeURIComponent leaves included."""
    client.outcomes(list_lessons(search="a'(b)*!~ü+ %,&=?#/"), list_lessons())
    names, _, query = service.asked[0].target.partition("?")
    assert names == "/api/rpc/lesson.listLessons,lesson.listLessons"
    assert query.startswith(
        "batch=1&input=%7B%220%22%3A%7B%22json%22%3A%7B%22search%22%3A%22a'(b)*!~%C3%BC%2B%20%25%2C%26"
    )


def test_names_of_cookie_and_path_are_settings(service: ScriptedService) -> None:
    """The interface's are neutral stand-ins."""
    with Client(service.base_url + "/app", CANARY, cookie_name="other", rpc_path="/rpc") as client:
        client.call(READ)
    assert service.asked[0].target.startswith("/app/rpc/org")
    assert service.asked[0].headers["cookie"] == f"other={CANARY}"


def test_a_long_batch_of_reads_is_several_requests(client: Client, service: ScriptedService) -> None:
    """None longer than the limit, and the answers are one tuple."""
    answers = client.batch(*[READ] * 60)
    assert len(answers) == 60 and len(service.asked) > 1
    assert all(len(service.base_url + each.target) <= 2048 for each in service.asked)


def test_a_414_is_answered_by_smaller_requests(client: Client, service: ScriptedService) -> None:
    """Also when it comes from something that speaks HTML."""
    service.does(reply(414, b"<html>Request-URI Too Large</html>"), given(TIER))
    assert len(client.batch(*[READ] * 12)) == 12 and len(service.asked) > 2


def test_reads_are_tried_again(client: Client, service: ScriptedService) -> None:
    """A reset connection, a proxy's page, a busy service, then an answer."""
    service.does(cut, reply(502, b"<html>"), refused("SERVICE_UNAVAILABLE", -32603, 503), given(TIER))
    assert client.call(READ).tier == "Pro" and len(service.asked) == 4


def test_a_free_write_whose_answer_is_lost_is_sent_once(client: Client, service: ScriptedService) -> None:
    """It may have been applied."""
    service.does(cut)
    with pytest.raises(Unreachable) as lost:
        client.call(FREE_WRITE)
    assert lost.value.sent and len(service.asked) == 1


@pytest.mark.parametrize("act", [cut, cut_midway, silent, drip, drip_headers, PAGE, reply(503), reply(500, b"{}")])
def test_a_paid_write_is_sent_once(impatient: Client, service: ScriptedService, act: Act) -> None:
    """Whatever becomes of it."""
    service.does(act)
    outcome = impatient.outcomes(PAID_WRITE)[0]
    assert isinstance(outcome, Unreachable | AnswerUnreadable) and len(service.asked) == 1


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
    assert isinstance(outcome, Unreachable) and time.monotonic() - started < 2


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
    assert len(service.asked) == 1


@pytest.mark.parametrize("http_status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(client: Client, service: ScriptedService, http_status: int) -> None:
    """The session token goes nowhere else."""
    elsewhere = ScriptedService()
    service.does(reply(http_status, headers={"Location": f"{elsewhere.base_url}/api"}))
    outcome = client.outcomes(READ)[0]
    elsewhere.stop()
    assert isinstance(outcome, AnswerUnreadable) and elsewhere.asked == []


def test_a_gzipped_answer_is_unpacked(client: Client, service: ScriptedService) -> None:
    """Services behind common proxies send one."""
    service.does(packed([json.dumps([{"result": {"data": TIER}}]).encode()]))
    assert client.call(READ).tier == "Pro"


def test_no_cookie_of_the_service_is_kept(client: Client, service: ScriptedService) -> None:
    """There is no jar: the next request has the session's cookie and nothing else."""
    service.does(given(TIER, Set_Cookie="planted=1; Path=/"))
    client.batch(READ)
    client.batch(READ)
    assert service.asked[1].headers["cookie"] == f"__Secure-authoring.session-token={CANARY}"


@pytest.mark.parametrize("base_url", ["http://service.example", "http://10.0.0.1:8000", "ftp://service.example", "x"])
def test_an_address_that_the_token_may_not_go_to_is_refused(base_url: str) -> None:
    """Before there is a socket."""
    seen = Answering(lambda _: httpx.Response(200))
    with pytest.raises(OriginRefused):
        Client(base_url, CANARY, http=httpx.Client(transport=seen))
    assert seen.asked == []


def test_a_brought_client_follows_no_redirect_either() -> None:
    """Whatever it was told to do by itself; its own cookies stay out as well."""

    def astray(request: httpx.Request) -> httpx.Response:
        return httpx.Response(307, headers={"Location": "https://elsewhere.example/"})

    seen = Answering(astray)
    own = httpx.Client(transport=seen, follow_redirects=True, cookies={"planted": "1"})
    with pytest.raises(AnswerUnreadable):
        Client("https://service.example", CANARY, http=own).call(READ)
    assert [each.headers["cookie"] for each in seen.asked] == [f"__Secure-authoring.session-token={CANARY}"]


def test_proxies_of_the_environment_are_not_asked_for_this_computer(
    service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy would see the token in the clear."""
    proxy = ScriptedService()
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy.base_url)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with Client(service.base_url, CANARY) as client:
        client.call(READ)
    proxy.stop()
    assert proxy.asked == [] and len(service.asked) == 1


def test_a_proxy_is_asked_to_connect_and_told_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """For https elsewhere the environment's proxy is used; names, inputs and token stay inside the tunnel."""
    proxy = ScriptedService()
    monkeypatch.setattr("tests.client.scripted_service.Handler.do_CONNECT", _refuse_tunnel, raising=False)
    monkeypatch.setenv("HTTPS_PROXY", proxy.base_url)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with Client("https://service.example", CANARY) as client:
        outcome = client.outcomes(PAID_WRITE)[0]
    proxy.stop()
    assert isinstance(outcome, Unreachable) and outcome.sent is False
    assert [each.target for each in proxy.asked] == ["service.example:443"]
    assert CANARY not in str(proxy.asked)


def _refuse_tunnel(handler: Any) -> None:
    handler.server.does(reply(403))
    handler.do_GET()


def test_connections_are_kept(client: Client, service: ScriptedService) -> None:
    """A second read goes over the first one's."""
    client.call(READ)
    client.call(READ)
    assert len({each.connection for each in service.asked}) == 1


def test_a_paid_write_without_a_key_has_a_connection_of_its_own(client: Client, service: ScriptedService) -> None:
    """Neither before nor after it is that connection used for anything else; with a key it need not be."""
    service.does(given(TIER), given(STARTER), given(STARTER), given(STARTER))
    client.call(READ)
    client.call(PAID_WRITE)
    client.call(PAID_WRITE)
    client.call(PAID_WRITE.keyed("k"))
    first, second, third, keyed = (each.connection for each in service.asked)
    assert len({first, second, third}) == 3 and keyed == first


def test_thirty_two_threads_share_one_client(client: Client, service: ScriptedService) -> None:
    """No call fails, and each gets its own answer."""

    def act(handler: Any) -> None:
        asked = json.loads(httpx.URL(handler.asked.target).params["input"])["0"]["json"]["organizationId"]
        given({"tier": asked, "status": "Active"})(handler)

    service.does(act)
    ids = [f"o{number}" for number in range(640)]
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda each: client.call(get_org_tier_and_status(organization_id=each)).tier, ids))
    assert answers == ids


def test_capabilities_are_asked_once(client: Client, service: ScriptedService) -> None:
    """Alone, and however many threads want to know."""
    service.does(given(CAPABILITIES))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: client.capabilities(), range(16)))
    assert [each.name for each in found if each] == ["n"] * 16
    assert [each.names for each in service.asked] == [["service.getCapabilities"]]


def test_a_first_question_may_have_less_time(client: Client, service: ScriptedService) -> None:
    """For all its tries together; the calls after it have theirs."""
    service.does(silent, given(CAPABILITIES))
    started = time.monotonic()
    with pytest.raises(Unreachable):
        client.capabilities(within_seconds=0.2)
    waited = time.monotonic() - started
    found = client.capabilities(within_seconds=60)
    assert waited < 2 and found is not None and len(service.asked) == 2


def test_a_service_with_the_interface_only_is_asked_once(client: Client, service: ScriptedService) -> None:
    """And has no capabilities."""
    service.does(refused("NOT_FOUND", -32004, 404))
    assert (client.capabilities(), client.capabilities(), len(service.asked)) == (None, None, 1)


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
    assert len(service.asked) == 2


# ------------------------------------------------------------------------------------------------ the canary sweep

ACTS: dict[str, Act] = {
    "cut": cut,
    "cut midway": cut_midway,
    "silent": silent,
    "page": PAGE,
    "redirect": reply(302, headers={"Location": f"https://elsewhere.example/?token={CANARY}"}),
    "bomb": packed([b" " * 1_000_000] * 40),
    "said back in a page": reply(500, f"<html>Cookie: x={CANARY}</html>".encode()),
    "said back in an error": refused("BAD_REQUEST", -32600, 400, f"bad header Cookie: x={CANARY}"),
    "said back in a header": given({"tier": 1}, Set_Cookie=f"x={CANARY}", X_Echo=CANARY),
    "unauthorized": refused("UNAUTHORIZED", -32001, 401),
    "wrong fields": given({"tier": {"secret": 1}}),
}


def with_variables(error: BaseException) -> str:
    """Everything that a traceback can show, the variables of every frame and every hidden cause included."""
    shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    inner = [with_variables(each) for each in (error.__cause__, error.__context__) if each is not None]
    return "".join([shown, *inner, repr(error), str(error), repr(vars(error))])


@pytest.mark.parametrize("call", [READ, FREE_WRITE, PAID_WRITE], ids=["read", "free", "paid"])
@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_no_failure_shows_the_token(
    impatient: Client, service: ScriptedService, act: Act, call: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the error, nor its traceback with all variables, nor a log of everything."""
    service.does(act)
    del act  # it says the token itself
    with caplog.at_level(logging.DEBUG), pytest.raises(WorkbenchError) as failed:
        impatient.call(call)
    assert CANARY not in with_variables(failed.value) and CANARY not in caplog.text
    assert failed.value.__context__ is None


def test_a_log_of_everything_holds_neither_input_nor_token(
    client: Client, service: ScriptedService, caplog: pytest.LogCaptureFixture
) -> None:
    """At DEBUG, over a call that went well; what was called and how it ended is there."""
    service.does(given({"lessons": [], "total": 0}, Set_Cookie=f"session={CANARY}"))
    with caplog.at_level(logging.DEBUG):
        client.call(list_lessons(search="inputcanary"))
    assert "200" in caplog.text and "inputcanary" not in caplog.text and CANARY not in caplog.text


def test_the_log_of_a_brought_client_holds_no_input(caplog: pytest.LogCaptureFixture) -> None:
    """There the library sees, and would log, the whole address."""
    own = httpx.Client(transport=Answering(lambda _: httpx.Response(200, json=[{"result": {"data": TIER}}])))
    with caplog.at_level(logging.DEBUG):
        Client("https://service.example", CANARY, http=own).call(get_org_tier_and_status(organization_id="inputcanary"))
    assert "HTTP Request: GET" in caplog.text and "inputcanary" not in caplog.text


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, AssertionError, MemoryError])
def test_a_stop_shows_no_token(error: type[BaseException]) -> None:
    """The frames that hold the cookie are those of the HTTP library, and a stop button goes off inside them."""

    def stop(request: httpx.Request) -> httpx.Response:
        cookie = request.headers["cookie"]
        assert cookie
        raise error

    client = Client("https://service.example", CANARY, http=httpx.Client(transport=Answering(stop)))
    with pytest.raises(error) as stopped:
        client.call(READ)
    assert CANARY not in with_variables(stopped.value)


@pytest.mark.parametrize("shown", [repr, str, "{}".format, lambda each: repr(vars(each)), lambda each: str(dir(each))])
def test_showing_a_client_shows_no_token(client: Client, shown: Callable[[object], str]) -> None:
    """It says where it is connected to; its fields show stars."""
    client.call(READ)
    assert CANARY not in shown(client)
    assert client.origin in repr(client)


@pytest.mark.parametrize("way", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_client_is_not_copied(client: Client, way: Callable[[object], object]) -> None:
    """A task sent elsewhere takes no session along."""
    with pytest.raises(TypeError, match="not pickled"):
        way(client)


def test_a_token_that_cannot_be_one_is_not_shown() -> None:
    """Nor is the address it was meant for asked."""
    with pytest.raises(Misconfigured) as refused_token:
        Client("https://service.example", f"{CANARY}\r\nx")
    assert CANARY not in with_variables(refused_token.value)


def test_a_refused_address_shows_no_token() -> None:
    """The frames of the refusal hold a `Token`."""
    with pytest.raises(OriginRefused) as refused_address:
        Client("http://service.example", CANARY)
    assert CANARY not in with_variables(refused_address.value)


def test_a_token_may_be_given_as_one() -> None:
    """As profiles do."""
    with Client("https://service.example", Token(CANARY)) as client:
        assert client.origin == "https://service.example"


def test_closing_while_calls_are_out_breaks_nobody_elses_call(service: ScriptedService) -> None:
    """A call that is cut by closing ends in one of the package's own errors."""
    client = Client(service.base_url, CANARY, timeout_seconds=1)
    asked = threading.Event()
    service.acts = [lambda handler: (asked.set(), silent(handler))[1]]
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(lambda: client.outcomes(FREE_WRITE)[0])
        asked.wait(5)
        client.close()
        service.over.set()
        assert isinstance(outcome.result(10), WorkbenchError)


def test_many_threads_keep_all_their_connections(client: Client, service: ScriptedService) -> None:
    """A bulk run's threads, again and again: nobody connects anew because others have gone idle."""
    together = threading.Barrier(40, timeout=20)

    def met(_: int) -> None:
        together.wait()
        client.call(READ)

    with ThreadPoolExecutor(40) as pool:
        list(pool.map(met, range(120)))

    assert len(service.asked) == 120
    assert len({each.connection for each in service.asked}) <= 40
