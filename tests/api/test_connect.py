"""connect(): silent when all is well, else one line that says what to do."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from workbench.api import connect as door
from workbench.api.connect import connect
from workbench.client.aio import AsyncClient
from workbench.embedded import life
from workbench.embedded.record import EmbeddedService
from workbench.errors import SignInNeeded, Unreachable
from workbench.procedures.service import who_am_i
from workbench.service.administration.admin import revoke_sessions

Stranger = tuple[str, list[tuple[str, str]]]


@pytest.mark.usefixtures("own_service")
def test_it_is_silent_when_all_is_well(capfd: pytest.CaptureFixture[str]) -> None:
    """A first cell without output."""
    connect().close()

    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("own_service")
def test_a_changed_writer_is_said_in_one_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the notebook continues with the running one."""
    monkeypatch.setenv("WORKBENCH_AI_MODEL", "openai:other")

    with connect() as connected:
        assert connected.facts.notes[0] in capfd.readouterr().err


def test_an_ended_session_says_what_to_do(stranger: Stranger, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the words of the source that it came from; the token is not in them."""
    monkeypatch.setenv("WORKBENCH_URL", stranger[0])
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", "ended-canary")

    with pytest.raises(SignInNeeded) as refused:
        connect()

    assert "Set WORKBENCH_SESSION_TOKEN to a new session" in str(refused.value)
    assert "ended-canary" not in str(refused.value)


def test_a_service_that_is_away_is_said_at_once() -> None:
    """No hang, no other source."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        with pytest.raises(Unreachable):
            connect(f"http://127.0.0.1:{nobody.getsockname()[1]}", token="any")


@pytest.fixture
def stuck() -> Iterator[str]:
    """The address of something that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def test_a_service_that_never_answers_is_said_soon(stuck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not after the time that a long call may take; with the address and what to do."""
    monkeypatch.setattr(door, "FIRST_ANSWER_SECONDS", 0.3)
    started = time.monotonic()

    with pytest.raises(Unreachable) as away:
        connect(stuck, token="silence-canary")

    assert time.monotonic() - started < 10
    assert f"{stuck} can be reached, but gave no answer within 0.3 s." in str(away.value)
    assert f"{stuck}/health" in str(away.value)
    assert "silence-canary" not in str(away.value)


def test_a_first_answer_may_take_a_few_seconds() -> None:
    """A service that starts, or is far away, is not given up immediately."""
    assert 3 <= door.FIRST_ANSWER_SECONDS <= 8


def test_the_session_goes_to_its_service(stranger: Stranger) -> None:
    """Under the cookie's name, in every request."""
    base_url, seen = stranger
    connect(base_url, token="good", cookie_name="of-mine").close()

    assert {cookie for _, cookie in seen} == {"of-mine=good"}


@pytest.mark.anyio
async def test_the_local_owners_session_is_renewed(fresh_folder: Path) -> None:
    """A session of our own service that has ended is no reason to bother a person."""
    from workbench.service.db.opening import open_store

    before = life.start()
    store = await open_store(f"sqlite:///{fresh_folder / 'workbench.sqlite'}")
    await revoke_sessions(store, "owner@localhost")
    await store.close()

    with connect() as connected:
        assert connected.facts.credits_left == 10_000
    assert life.start().pid != before.pid


@pytest.fixture
def port_thief() -> Iterator[Callable[[str], list[bytes]]]:
    """Another person's program, which takes a port when it is given the address: what it is sent."""
    with ExitStack() as opened:

        def take(base_url: str) -> list[bytes]:
            heard: list[bytes] = []
            listening = socket.socket()
            opened.enter_context(listening)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(("127.0.0.1", int(base_url.rpartition(":")[2])))
            listening.listen()

            def hear() -> None:
                with suppress(OSError):
                    while True:
                        taken, _ = listening.accept()
                        with taken:
                            heard.append(taken.recv(65536))

            threading.Thread(target=hear, daemon=True).start()
            return heard

        yield take


@pytest.mark.usefixtures("fresh_folder")
def test_a_connected_notebook_sends_nothing_to_whoever_takes_the_port(
    port_thief: Callable[[str], list[bytes]],
) -> None:
    """After a stop it is unreachable, and after the next start it works on, with the new session, by itself."""
    with connect() as connected:
        balance = connected.credits()
        first = connected.client.origin
        life.stop()
        heard = port_thief(first)

        with pytest.raises(Unreachable):
            connected.client.call(who_am_i())

        life.start()

        assert connected.credits() == balance
        assert connected.client.origin != first
        assert heard == []


@pytest.mark.usefixtures("fresh_folder")
def test_a_connected_notebook_works_on_after_a_kill_and_a_new_start() -> None:
    """From threads too: each finds the new session in the file."""
    with connect() as connected:
        life.stop(now=True)
        life.start()
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda _: connected.client.call(who_am_i()).email, range(16)))

    assert set(found) == {"owner@localhost"}


@pytest.mark.usefixtures("fresh_folder")
def test_a_service_that_was_stopped_says_how_to_start_it() -> None:
    """The error of a lost connection is Python's, too; so is that of a closed one."""
    with connect() as connected:
        life.stop()
        with pytest.raises(ConnectionError, match=r"not running\. Nothing was sent\. `connect\(\)` starts it again\.$"):
            connected.lessons.list()
    with pytest.raises(ConnectionError, match=r"`connect\(\)` opens a new one"):
        connected.lessons.list()


@pytest.mark.anyio
@pytest.mark.usefixtures("fresh_folder")
async def test_the_async_client_works_on_after_a_new_start() -> None:
    """By the same way and the same file."""
    running = life.start()
    async with AsyncClient(running.base_url, running.token, local=life.reach_service(running)) as client:
        assert (await client.call(who_am_i())).email == "owner@localhost"
        life.stop()
        with pytest.raises(Unreachable):
            await client.call(who_am_i())
        life.start()

        assert (await client.call(who_am_i())).email == "owner@localhost"


def test_nothing_is_shown_of_the_token(own_service: EmbeddedService) -> None:
    """Neither by the object nor by its client."""
    with connect() as connected:
        shown = repr(connected) + repr(connected.client) + str(connected._repr_mimebundle_()) + repr(vars(connected))

    assert own_service.token.reveal() not in shown
