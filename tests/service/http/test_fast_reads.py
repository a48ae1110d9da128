"""The quick way of short reads: the same answers as the usual way gives, and nothing else goes it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.service.asking import Asking, open_for_test, signed_in
from workbench.service.http.dispatch import Dispatch
from workbench.service.http.protocol import MOST_ROUTES, FastReads
from workbench.service.http.response import header_lines
from workbench.service.kernel.context import now_ms
from workbench.service.kernel.settings import RateLimits, Settings
from workbench.service.sessions import store as sessions

pytestmark = pytest.mark.anyio

LOOPBACK = ("127.0.0.1", 50_000)


def quickly(person: Asking, path: str, query: str = "", **headers: str) -> tuple[int, bytes, bytes] | None:
    """What the quick way answers to a GET of the person, if it does."""
    return asked(FastReads(Dispatch(person.service)), person.cookie, path, query, **headers)


def asked(quick: FastReads, cookie: str, path: str, query: str = "", **headers: str) -> tuple[int, bytes, bytes] | None:
    """The same of one quick way that is kept; header names are written with underscores."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    sender = quick.sender([(b"cookie", cookie.encode()), *raw], LOOPBACK)
    return None if sender is None else quick.answer(sender, path.encode(), query.encode())


@pytest.fixture
async def bea(tmp_path: Path) -> AsyncIterator[Asking]:
    """The owner of an organization at a service on SQLite, whose short reads wait for nothing."""
    async with open_for_test(Settings(f"sqlite:///{tmp_path / 'bea.db'}")) as service, signed_in(service) as person:
        yield person


@pytest.mark.parametrize(
    "names",
    [
        "service.whoAmI",
        "service.whoAmI?batch=1",
        "organization.getUserData,lesson.getLesson,organization.getLastSelectedOrganizationId?batch=1",
        'lesson.getLesson?batch=1&input={"0":{"json":{"lessonId":7}}}',
    ],
)
async def test_a_short_read_is_answered_at_once_as_it_is_over_asgi(bea: Asking, names: str) -> None:
    """
    Status, headers and body are the same, whether the answer waited for a task or not.
    """
    path, _, query = f"/api/rpc/{names}".partition("?")
    answered = await bea.send("GET", f"{path}?{quote(query, safe='=&')}")

    at_once = quickly(bea, path, quote(query, safe="=&"))

    assert at_once is not None
    assert (at_once[0], at_once[2]) == (answered.status_code, answered.content)
    assert at_once[1] == header_lines(answered.headers.raw)


@pytest.mark.parametrize(
    "path",
    ["/api/rpc/no.such", "/api/rpc/project.createProject", "/api/rpc/lesson.listLessons", "/api/rpc", "/health"],
)
async def test_what_is_no_short_read_goes_the_usual_way(bea: Asking, path: str) -> None:
    """
    Refusals, writes, long reads and other paths are not answered immediately.
    """
    assert quickly(bea, path, "") is None


async def test_a_store_whose_reads_wait_is_not_askedquickly(bea: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Where a read waits for a server, nothing is answered without a task.
    """
    monkeypatch.setattr(type(bea.service.store), "reads_at_once", False)

    assert quickly(bea, "/api/rpc/service.whoAmI", "") is None


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"origin": "https://other.test"},
        {"content_encoding": "gzip"},
        {"idempotency_key": "k"},
        {"workbench_run": "spring"},
    ],
    ids=["site", "origin", "encoding", "key", "run"],
)
async def test_headers_that_something_is_to_be_said_about_go_the_usual_way(
    bea: Asking, headers: dict[str, str]
) -> None:
    """
    Another site's page, an encoding, a key.
    """
    assert quickly(bea, "/api/rpc/service.whoAmI", **headers) is None


@pytest.mark.parametrize(
    "query",
    ["batch=1&input=%7B", "batch=1&input=[]", 'batch=1&input={"0":7}', "batch=1&x=" + "y" * 60_000],
    ids=["cut", "list", "bare", "long"],
)
async def test_a_query_that_is_refused_goes_the_usual_way(bea: Asking, query: str) -> None:
    """
    It is refused there for each procedure.
    """
    assert quickly(bea, "/api/rpc/service.whoAmI", query) is None


async def test_a_batch_over_the_limit_goes_the_usual_way(bea: Asking) -> None:
    """
    One bare error object is the answer there.
    """
    assert quickly(bea, "/api/rpc/" + ",".join(["service.whoAmI"] * 101), "batch=1") is None


async def test_a_path_that_is_known_is_not_another_with_the_same_names(bea: Asking) -> None:
    """
    `batch=1` decides what a path names, each time.
    """
    quick = FastReads(Dispatch(bea.service))
    path = "/api/rpc/service.whoAmI,service.whoAmI"

    batched = asked(quick, bea.cookie, path, "batch=1")
    bare = asked(quick, bea.cookie, path)

    assert batched is not None and batched[2].count(b"personId") == 2
    assert bare is None


async def test_paths_without_end_take_no_memory_without_end(bea: Asking) -> None:
    """
    Forgetting them changes no answer.
    """
    quick = FastReads(Dispatch(bea.service))
    first = asked(quick, bea.cookie, "/api/rpc/service.whoAmI", "batch=1")
    for number in range(MOST_ROUTES + 1):
        spelled = "".join(
            f"%{ord(character):02X}" if number >> index & 1 else character
            for index, character in enumerate("service.whoAmI")
        )
        assert asked(quick, bea.cookie, f"/api/rpc/{spelled}", "batch=1") == first

    assert len(quick._routes[True]) <= MOST_ROUTES


async def test_a_session_that_was_ended_is_refused_on_the_next_request(bea: Asking) -> None:
    """
    What is kept of a connection is who it says it is, never that they are let in.
    """
    quick = FastReads(Dispatch(bea.service))
    sender = quick.sender([(b"cookie", bea.cookie.encode())], LOOPBACK)
    assert sender is not None
    before = quick.answer(sender, b"/api/rpc/service.whoAmI", b"")
    await bea.service.store.write(lambda db: sessions.revoke_sessions(db, person_id=bea.added.person_id, now=now_ms()))
    after = quick.answer(sender, b"/api/rpc/service.whoAmI", b"")

    assert before is not None and before[0] == 200
    assert after is not None and after[0] == 401


async def test_wrong_tokens_are_counted_by_the_address_that_sent_them(bea: Asking) -> None:
    """
    Who guesses is stopped; at another address one still signs in for the first time.
    """
    quick = FastReads(Dispatch(bea.service))
    wrong = quick.sender([(b"cookie", bea.cookie.encode() + b"x")], ("192.0.2.1", 1))
    right = quick.sender([(b"cookie", bea.cookie.encode())], ("192.0.2.2", 1))
    assert wrong is not None and right is not None
    guessed = [quick.answer(wrong, b"/api/rpc/service.whoAmI", b"") for _ in range(21)]
    answered = quick.answer(right, b"/api/rpc/service.whoAmI", b"")

    assert [answer[0] for answer in guessed if answer] == [401] * 20 + [429]
    assert answered is not None and answered[0] == 200


async def test_calls_are_counted_and_said(bea: Asking) -> None:
    """
    Over the rate: 429 with Retry-After; each answer is in the metrics.
    """
    service = bea.service
    service.settings = replace(service.settings, rates=RateLimits(calls_per_minute=60, calls_at_once=2))
    service.__post_init__()
    told = [quickly(bea, "/api/rpc/service.whoAmI,service.whoAmI", "batch=1") for _ in range(2)]

    assert [answer[0] for answer in told if answer] == [200, 429]
    assert told[1] is not None and b"retry-after: 1\r\n" in told[1][1]
    assert 'workbench_calls_total{procedure="service.whoAmI",code="429"} 2\n' in service.metrics.all.text()
