"""Where the blocking client takes the session token, and what shows it: the one origin, and nothing."""

from __future__ import annotations

import copy
import logging
import pickle
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.client.calls import FREE_WRITE, PAID_WRITE, READ
from tests.client.canaries import ACTS, with_variables
from tests.client.conftest import CANARY
from tests.client.in_memory import Answering
from tests.client.scripted_service import TIER, Act, ScriptedService, given, reply
from workbench.client.session.token import Token
from workbench.client.sync import Client
from workbench.errors import AnswerUnreadable, Misconfigured, OriginRefused, Unreachable, WorkbenchError
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import get_org_tier_and_status


@pytest.mark.parametrize("http_status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(client: Client, service: ScriptedService, http_status: int) -> None:
    """The session token goes nowhere else."""
    elsewhere = ScriptedService()
    service.does(reply(http_status, headers={"Location": f"{elsewhere.base_url}/api"}))
    outcome = client.outcomes(READ)[0]
    elsewhere.stop()
    assert isinstance(outcome, AnswerUnreadable) and elsewhere.received == []


def test_no_cookie_of_the_service_is_kept(client: Client, service: ScriptedService) -> None:
    """There is no jar: the next request has the session's cookie and nothing else."""
    service.does(given(TIER, Set_Cookie="planted=1; Path=/"))
    client.batch(READ)
    client.batch(READ)
    assert service.received[1].headers["cookie"] == f"__Secure-authoring.session-token={CANARY}"


@pytest.mark.parametrize("base_url", ["http://service.example", "http://10.0.0.1:8000", "ftp://service.example", "x"])
def test_an_address_that_the_token_may_not_go_to_is_refused(base_url: str) -> None:
    """Before there is a socket."""
    seen = Answering(lambda _: httpx.Response(200))
    with pytest.raises(OriginRefused):
        Client(base_url, CANARY, http=httpx.Client(transport=seen))
    assert seen.received == []


def test_a_brought_client_follows_no_redirect_either() -> None:
    """Whatever it was told to do by itself; its own cookies stay out as well."""

    def astray(request: httpx.Request) -> httpx.Response:
        return httpx.Response(307, headers={"Location": "https://elsewhere.example/"})

    seen = Answering(astray)
    own = httpx.Client(transport=seen, follow_redirects=True, cookies={"planted": "1"})
    with pytest.raises(AnswerUnreadable):
        Client("https://service.example", CANARY, http=own).call(READ)
    assert [received_request.headers["cookie"] for received_request in seen.received] == [
        f"__Secure-authoring.session-token={CANARY}"
    ]


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
    assert proxy.received == [] and len(service.received) == 1


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
    assert [request.target for request in proxy.received] == ["service.example:443"]
    assert CANARY not in str(proxy.received)


def _refuse_tunnel(handler: Any) -> None:
    handler.server.does(reply(403))
    handler.do_GET()


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


@pytest.mark.parametrize(
    "shown", [repr, str, "{}".format, lambda value: repr(vars(value)), lambda value: str(dir(value))]
)
def test_showing_a_client_shows_no_token(client: Client, shown: Callable[[object], str]) -> None:
    """It says where it is connected to; its fields show stars."""
    client.call(READ)
    assert CANARY not in shown(client)
    assert client.origin in repr(client)


@pytest.mark.parametrize("way", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_client_is_not_copied(client: Client, way: Callable[[object], object]) -> None:
    """A task sent elsewhere takes no session along."""
    with pytest.raises(TypeError, match="cannot be pickled"):
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
