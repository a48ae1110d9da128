"""The server as a process: it starts, says where, finishes what it began, and leaves in order."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.hanging import HANG_SECONDS
from tests.model_server import good, model_server, slow
from tests.people import cookie_of, owner_of
from tests.service.serving import Serving, serving
from workbench.errors import Misconfigured
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.credits import paid_keys
from workbench.service.credits import store as credits
from workbench.service.credits.paid_keys import PaidCall
from workbench.service.credits.store import Spender
from workbench.service.db.seam import Db
from workbench.service.kernel.context import now_ms
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import open_service, serve
from workbench.wire.headers import DEFAULT_COOKIE_NAME

STARTER = b'{"0":{"json":{"language":"EN","topic":"Tides"}}}'
STARTER_PATH = "/api/rpc/lesson.createStarterLesson?batch=1"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the service's file will be."""
    return tmp_path / "service.db"


@pytest.fixture
def ana(database: Path) -> AddedPerson:
    """An owner with 10 credits, made before the service starts."""
    return owner_of(f"sqlite:///{database}", credits_at_start=10)


def cookie(person: AddedPerson) -> dict[str, str]:
    """The person's cookie header."""
    return {"cookie": cookie_of(person)}


def request_of(person: AddedPerson, body: bytes) -> bytes:
    """A request for a starter lesson, byte for byte."""
    head = (
        f"POST {STARTER_PATH} HTTP/1.1\r\nhost: localhost\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        f"cookie: {cookie_of(person)}\r\n\r\n"
    )
    return head.encode() + body


def who(service: Serving, address: str, cookies: str) -> int:
    """The status of one read, sent from an address of this computer."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as http:
        found = http.get(f"{service.base_url}/api/rpc/service.whoAmI?batch=1", headers={"cookie": cookies})
    return found.status_code


def lessons(service: Serving, person: AddedPerson) -> int:
    """How many lessons there are."""
    answered = httpx.get(f"{service.base_url}/api/rpc/lesson.listLessons?batch=1", headers=cookie(person))
    count: int = answered.json()[0]["result"]["data"]["total"]
    return count


def spent(database: Path) -> tuple[int, list[str]]:
    """The balance, and the kinds of the ledger's entries, read from the file itself."""
    with sqlite3.connect(database) as file:
        balance = file.execute("select credit_balance from organization").fetchone()[0]
        return balance, [kind for (kind,) in file.execute("select kind from credit_entry order by id")]


def test_it_serves_on_a_free_port_and_says_where(database: Path, ana: AddedPerson) -> None:
    """
    `on_listening` has the base URL, and requests are answered from then on.
    """
    with serving(database) as service:
        answered = httpx.get(f"{service.base_url}/api/rpc/service.whoAmI?batch=1", headers=cookie(ana))

    assert service.base_url.startswith("http://127.0.0.1:")
    assert answered.json()[0]["result"]["data"]["email"] == "ana@example.org"


def test_without_a_base_links_use_the_bound_address(database: Path, ana: AddedPerson) -> None:
    """
    And are said to lead to this computer only.
    """
    with serving(database) as service:
        said = httpx.get(f"{service.base_url}/api/rpc/service.getCapabilities?batch=1", headers=cookie(ana))

    assert said.json()[0]["result"]["data"]["isLocal"] is True


def test_with_a_base_links_use_it(database: Path, ana: AddedPerson) -> None:
    """
    Whatever the bound address.
    """
    with serving(database, share_base_url="https://lessons.example/") as service:
        made = httpx.post(
            f"{service.base_url}{STARTER_PATH}",
            content=STARTER,
            headers={**cookie(ana), "content-type": "application/json"},
        )
        courses = httpx.get(f"{service.base_url}/api/rpc/courseRouter.listCourses?batch=1", headers=cookie(ana))
        (course,) = courses.json()[0]["result"]["data"]["courses"]

    assert made.status_code == 200
    assert course["shareUrl"] == f"https://lessons.example/s/{course['courseId']}"


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(database: Path, by: int) -> None:
    """
    Exit code 0, after everything was closed: no write-ahead log is left behind.
    """
    with serving(database) as service:
        assert service.stop(by) == 0
        assert service.process.stdout is not None
        assert service.process.stdout.read() == "closed\n"

    assert not Path(f"{database}-wal").exists()


def test_calls_in_flight_are_finished_before_it_ends(database: Path, ana: AddedPerson) -> None:
    """
    A lesson that is being written when the signal comes is stored, settled and answered.
    """
    with model_server(slow(1.5)) as model, serving(database, writer_environment=model.environment) as service:
        answers: list[httpx.Response] = []
        asking = threading.Thread(
            target=lambda: answers.append(
                httpx.post(
                    f"{service.base_url}{STARTER_PATH}",
                    content=STARTER,
                    headers={**cookie(ana), "content-type": "application/json"},
                    timeout=HANG_SECONDS,
                )
            )
        )
        asking.start()
        until(lambda: bool(model.requests))
        ended = service.stop()
        asking.join()

    assert ended == 0
    assert answers[0].json()["result"]["data"]["lessonId"]
    assert spent(database) == (9, ["grant", "reserve", "settle"])


def test_a_client_who_leaves_gets_the_lesson_made_all_the_same(database: Path, ana: AddedPerson) -> None:
    """
    Once the writer writes, the caller's connection does not matter: the lesson is stored and settled.
    """
    with model_server(slow(0.5)) as model, serving(database, writer_environment=model.environment) as service:
        with socket.create_connection(("127.0.0.1", service.port)) as client:
            client.sendall(request_of(ana, STARTER))
            until(lambda: bool(model.requests))
        until(lambda: lessons(service, ana) == 1)
        service.stop()

    assert spent(database) == (9, ["grant", "reserve", "settle"])


def test_a_client_who_leaves_before_the_body_is_whole_asked_nothing(database: Path, ana: AddedPerson) -> None:
    """
    Half a request makes no lesson and holds no credit.
    """
    with model_server(good()) as model, serving(database, writer_environment=model.environment) as service:
        with socket.create_connection(("127.0.0.1", service.port)) as client:
            client.sendall(request_of(ana, STARTER)[:-10])
        service.stop()

    assert (model.requests, spent(database)) == ([], (10, ["grant"]))


def test_a_slow_body_is_answered_408(database: Path, ana: AddedPerson) -> None:
    """
    With the error object of the procedure, and the connection ends.
    """
    with (
        serving(database, limits={"arrival_seconds": 0.2}) as service,
        socket.create_connection(("127.0.0.1", service.port), timeout=HANG_SECONDS) as client,
    ):
        client.sendall(request_of(ana, STARTER)[:-10])
        heard = b"".join(iter(lambda: client.recv(65_536), b""))

    assert heard.startswith(b"HTTP/1.1 408")
    assert json.loads(heard.partition(b"\r\n\r\n")[2])["error"]["data"]["path"] == "lesson.createStarterLesson"


def test_guesses_from_one_address_are_nobody_elses(database: Path, ana: AddedPerson) -> None:
    """
    Reads that are answered at once count by address too: another one, new here, is looked up.
    """
    with serving(database) as service:
        statuses = (who(service, "127.0.0.2", f"{DEFAULT_COOKIE_NAME}=wrong{number}") for number in range(600))
        guessed = next((status for status in statuses if status != 401), None)  # later on a slow machine
        ours = who(service, "127.0.0.3", cookie_of(ana))

    assert (guessed, ours) == (429, 200)


def test_a_large_body_is_refused_without_being_read(database: Path, ana: AddedPerson) -> None:
    """
    413 by its length alone, before the session is looked at, and the connection ends.
    """
    with (
        serving(database) as service,
        socket.create_connection(("127.0.0.1", service.port), timeout=HANG_SECONDS) as client,
    ):
        client.sendall(request_of(ana, b"x" * 1_000_001)[:4_000])
        heard = b"".join(iter(lambda: client.recv(65_536), b""))

    assert heard.startswith(b"HTTP/1.1 413")


def test_ten_thousand_names_get_one_error_object(database: Path) -> None:
    """
    However long the address: 414 and one object.
    """
    with (
        serving(database) as service,
        socket.create_connection(("127.0.0.1", service.port), timeout=HANG_SECONDS) as client,
    ):
        client.sendall(b"GET /api/rpc/" + b",".join([b"service.whoAmI"] * 10_000) + b"?batch=1 HTTP/1.1\r\n\r\n")
        heard = b"".join(iter(lambda: client.recv(65_536), b""))

    assert heard.startswith(b"HTTP/1.1 414")
    assert json.loads(heard.partition(b"\r\n\r\n")[2])["error"]["data"]["code"] == "URI_TOO_LONG"


def test_two_servers_stand_side_by_side(database: Path, tmp_path: Path) -> None:
    """
    Each on its own port with its own data.
    """
    with serving(database) as one, serving(tmp_path / "other.db") as other:
        ids = {httpx.get(f"{server.base_url}/health").json()["serviceId"] for server in (one, other)}

    assert one.port != other.port
    assert len(ids) == 2


def test_an_address_that_is_taken_is_said(database: Path) -> None:
    """
    `Misconfigured`, in a sentence with the address, before any file is made.
    """
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Misconfigured, match=f"127.0.0.1:{port} cannot be used"):
            serve(Settings(f"sqlite:///{database}", port=port))

    assert not database.exists()


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("no.such.host.invalid", 0), ("8.8.8.8", 0)])
def test_an_address_that_cannot_be_is_said(database: Path, host: str, port: int) -> None:
    """
    A port that is none, a name that nobody has, an address of another machine.
    """
    with pytest.raises(Misconfigured):
        serve(Settings(f"sqlite:///{database}", host=host, port=port))


def test_what_listens_everywhere_is_reached_here(database: Path) -> None:
    """
    0.0.0.0 is no address to call: the base URL names this computer.
    """
    with serving(database, host="0.0.0.0") as service:
        assert httpx.get(f"{service.base_url}/health").status_code == 200

    assert service.base_url.startswith("http://127.0.0.1:")


def test_it_leaves_by_itself_when_nobody_asks(database: Path) -> None:
    """
    After the idle time it ends like after a signal.
    """
    with serving(database, idle_stop_seconds=0.3) as service:
        assert service.process.wait(timeout=HANG_SECONDS) == 0

    assert not Path(f"{database}-wal").exists()


def test_it_can_be_served_beside_other_work(database: Path) -> None:
    """
    Also in a thread, where no signal is heard.
    """
    heard: list[int] = []
    serve_idle = threading.Thread(
        target=lambda: serve(
            Settings(f"sqlite:///{database}"),
            on_listening=lambda base_url: heard.append(1),
            idle_stop_seconds=0.1,
        )
    )
    serve_idle.start()
    serve_idle.join(timeout=HANG_SECONDS)

    assert (heard, serve_idle.is_alive()) == ([1], False)


def test_a_restart_keeps_data_and_identity(database: Path, ana: AddedPerson) -> None:
    """
    The same service id, session and lessons on another port.
    """
    with serving(database) as first:
        before = httpx.get(f"{first.base_url}/health").json()
        first.stop()
    with serving(database) as second:
        assert httpx.get(f"{second.base_url}/health").json() == before
        assert lessons(second, ana) == 0


def test_lessons_are_checked_while_it_serves(database: Path, ana: AddedPerson) -> None:
    """
    Without anybody asking what the checks find; and it stops in order.
    """
    with serving(database) as service:
        headers = {**cookie(ana), "content-type": "application/json"}
        httpx.post(f"{service.base_url}{STARTER_PATH}", content=STARTER, headers=headers)
        with sqlite3.connect(database) as file:
            until(lambda: file.execute("select count(*) from lesson_finding").fetchone() == (1,))
        code = service.stop()

    assert code == 0


def test_a_writer_that_cannot_be_is_said_before_a_file_is_made(database: Path) -> None:
    """
    A misspelt model stops the start and leaves nothing behind.
    """
    with pytest.raises(Misconfigured):
        asyncio.run(open_service(Settings(f"sqlite:///{database}", writer_environment={"WORKBENCH_AI_MODEL": "x"})))

    assert not database.exists()


def until(happened: object) -> None:
    """Returns as soon as it has happened; fails where it hangs."""
    assert callable(happened)
    ends_at = time.monotonic() + HANG_SECONDS
    while not happened():
        assert time.monotonic() < ends_at
        time.sleep(0.02)


async def test_what_a_killed_process_was_at_is_given_back_at_the_start(tmp_path: Path) -> None:
    """
    Alone on its database, a service waits for no lease of the dead: the credits are back, and the key runs immediately.
    """
    settings = Settings(f"sqlite:///{tmp_path / 'service.db'}", is_alone=True)
    before = await open_service(settings)
    added = await add_person(before.store, "ana@example.org", "Acme", credits_at_start=10)
    call = PaidCall(added.person_id, "lesson.createStarterLesson", "key")

    async def begin(db: Db) -> object:
        begun = await paid_keys.begin(db, call, fingerprint="f", now=now_ms(), lease_ms=600_000)
        if begun == paid_keys.New(1):
            held = await credits.reserve(db, added.organization_id, 4, spender=Spender(added.person_id), now=now_ms())
            assert isinstance(held, credits.CreditsReserved)
            await paid_keys.hold(db, call, attempt=1, reservation_id=held.reservation_id)
        return begun

    await before.store.write(begin)
    while_it_ran = await before.store.write(begin)
    await before.store.close()
    after = await open_service(settings)
    balance, total = await after.store.read(lambda db: credits.balance_and_sum(db, added.organization_id))
    begun = await after.store.write(begin)
    await after.store.close()

    assert isinstance(while_it_ran, paid_keys.AttemptRunning)
    assert (balance, total, begun) == (10, 10, paid_keys.New(2))
