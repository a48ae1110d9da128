"""Several processes that are one service, on a real PostgreSQL: `workbench serve --workers`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.hanging import HANG_SECONDS
from tests.meta.source_tree import ROOT
from tests.model_server import model_server, slow
from tests.needs import needs
from tests.people import cookie_of, open_beside, owner_of
from tests.postgresql_server import Server
from tests.server_process import python_process
from workbench.errors import Misconfigured
from workbench.service.administration.admin import AddedPerson, revoke_sessions
from workbench.service.kernel.settings import Settings
from workbench.service.running.workers import SILENT_SECONDS, serve_many

WORKERS = 3


@dataclass(frozen=True)
class Many:
    """The parent of several workers, where they listen, their database, and a person."""

    process: subprocess.Popen[str]
    base_url: str
    database_url: str
    added: AddedPerson

    def workers(self) -> list[int]:
        """The processes that serve."""
        said = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(word) for word in said.split()]

    def who(self) -> int:
        """The status of one read on a connection of its own, which any worker may take."""
        cookie = {"cookie": cookie_of(self.added)}
        return httpx.get(
            f"{self.base_url}/api/rpc/service.whoAmI?batch=1", headers=cookie, timeout=HANG_SECONDS
        ).status_code

    def lesson(self, topic: str) -> int:
        """The status of a starter lesson requested."""
        headers = {"cookie": cookie_of(self.added), "content-type": "application/json"}
        body = json.dumps({"0": {"json": {"language": "EN", "topic": topic}}})
        target = f"{self.base_url}/api/rpc/lesson.createStarterLesson?batch=1"
        return httpx.post(target, content=body, headers=headers, timeout=60).status_code


async def _revoke(database_url: str) -> None:
    async with open_beside(database_url) as store:
        await revoke_sessions(store, "ana@example.org")


def until(holds: Callable[[], bool], seconds: float = HANG_SECONDS) -> bool:
    """Whether something came to hold in time."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if holds():
            return True
        time.sleep(0.05)
    return False


@contextmanager
def serving(postgresql: Server, **environment: str) -> Iterator[Many]:
    """Three workers of `workbench serve`."""
    database_url = postgresql.fresh()
    added = owner_of(database_url, credits_at_start=100)
    words = ["serve", "--port", "0", "--json", "--calls-per-minute", "0", "--workers", str(WORKERS)]
    command = ["-m", "workbench.cli.main", *words, "--database", database_url]
    process = python_process(*command, environment=environment, cwd=ROOT, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("}"):
                break
        yield Many(process, json.loads(said)["baseUrl"], database_url, added)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
        postgresql.drop(database_url)


@pytest.fixture
def many(postgresql: Server) -> Iterator[Many]:
    """Three workers."""
    with serving(postgresql) as running:
        yield running


@needs("postgresql")
def test_all_workers_are_one_service(many: Many) -> None:
    """Anyone who takes the connection knows the session; ended, it is ended on every worker with the next request."""
    before = [many.who() for _ in range(40)]
    asyncio.run(_revoke(many.database_url))
    after = [many.who() for _ in range(40)]

    # 429 once a worker has heard too many wrong tokens from one address
    assert (len(many.workers()), set(before), set(after)) == (WORKERS, {200}, {401, 429})


@needs("postgresql")
def test_a_worker_that_died_is_started_again(many: Many) -> None:
    """The others continue in the meantime."""
    first = many.workers()
    os.kill(first[0], signal.SIGKILL)
    again = until(lambda: len(many.workers()) == WORKERS and first[0] not in many.workers())

    assert again
    assert until(lambda: {many.who() for _ in range(20)} == {200})


@needs("postgresql")
def test_a_worker_that_is_stopped_is_killed_and_replaced(many: Many) -> None:
    """It is not dead, but takes connections that it never answers; before, it stayed for ever."""
    stopped = many.workers()[0]
    os.kill(stopped, signal.SIGSTOP)

    assert until(lambda: len(many.workers()) == WORKERS and stopped not in many.workers())
    assert until(lambda: {many.who() for _ in range(20)} == {200})


@needs("postgresql")
def test_a_stopped_worker_does_not_keep_the_parent(many: Many) -> None:
    """Told to stop, the parent ends although one of its workers hears no signal."""
    workers = many.workers()
    os.kill(workers[0], signal.SIGSTOP)
    many.process.terminate()

    assert many.process.wait(HANG_SECONDS) == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


@needs("postgresql")
def test_a_pause_of_all_processes_ends_none(many: Many) -> None:
    """As a debugger, a full machine or Ctrl-Z makes one: nobody's silence is held against it."""
    workers = many.workers()
    for process in (many.process.pid, *workers):
        os.kill(process, signal.SIGSTOP)
    time.sleep(SILENT_SECONDS + 1)
    for process in (many.process.pid, *workers):
        os.kill(process, signal.SIGCONT)

    assert {many.who() for _ in range(20)} == {200}
    assert many.workers() == workers


@needs("postgresql")
def test_all_stop_with_the_parent(many: Many) -> None:
    """Told to stop, it ends in order; killed, its workers leave by themselves."""
    workers = many.workers()
    many.process.kill()
    many.process.wait(60)

    assert until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


@needs("postgresql")
def test_told_to_stop_every_worker_finishes_its_calls(postgresql: Server) -> None:
    """Lessons that are being written when the parent hears the signal are made and answered."""
    with (
        model_server(slow(2.0)) as model,
        serving(postgresql, **model.environment) as running,
        ThreadPoolExecutor(6) as pool,
    ):
        asked = [pool.submit(running.lesson, f"Tides {number}") for number in range(6)]
        assert until(lambda: len(model.requests) == 6)
        running.process.terminate()
        answered = [future.result(30) for future in asked]
        ended = running.process.wait(30)

    assert (set(answered), ended) == ({200}, 0)


def test_a_file_is_written_by_one_process(tmp_path: Path) -> None:
    """SQLite with several workers is refused with what to do instead."""
    with pytest.raises(Misconfigured, match="needs PostgreSQL"):
        serve_many(Settings(f"sqlite:///{tmp_path / 'x.sqlite'}"), 2)
