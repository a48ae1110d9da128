"""Lessons that take long to check or to show keep nobody waiting.

Regression: one lesson of `|` and line ends held the service's interpreter for minutes, again after each start.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import httpx

from tests.faults.hosts import host
from tests.people import open_beside, owner_of
from tests.service.db.cast import published
from tests.service.heavy import stored_lesson, text_blocks
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.markup.maths import MOST_TEXT_FORMULAS
from workbench.client.sync import Client
from workbench.procedures.findings import LessonFindings
from workbench.procedures.lesson import create_lesson, get_findings
from workbench.procedures.organization import get_user_data
from workbench.service.administration.admin import AddedPerson

BLOCKS = [Block(id=new_block_id(), type="text", content={"markdown": "|\n" * 10_000}) for _ in range(12)]
LONGEST_CALL_SECONDS = 5.0
"""Room for a busy machine; the old service answered nobody for 98 of 100 s."""


def test_nobody_waits_for_a_lesson_that_is_hard_to_check(tmp_path: Path) -> None:
    """It is stored, checked, requested, and there when the service is started again; other calls continue in the
    meantime.
    """
    database_url = f"sqlite:///{tmp_path / 'service.sqlite'}"
    owner = owner_of(database_url, credits_at_start=10)
    token = owner.session_token
    with (
        host(database_url) as serving,
        calls_of_others(serving.base_url, token) as waits,
        Client(serving.base_url, token) as client,
    ):
        made = client.call(create_lesson(title="Tides", language="EN", blocks=BLOCKS))
        first = found_in(client, made.lesson_id)
        wait_until_stored(tmp_path / "service.sqlite", made.lesson_id)
    with (
        host(database_url) as serving,
        calls_of_others(serving.base_url, token) as waits_again,
        Client(serving.base_url, token) as client,
    ):
        again = found_in(client, made.lesson_id)

    print(f"{len(waits) + len(waits_again)} calls of others, the longest {max(waits + waits_again):.2f} s")
    assert first.findings == again.findings
    assert [finding.rule for finding in first.findings if finding.severity == "error"] == []
    assert max(waits + waits_again) < LONGEST_CALL_SECONDS


def test_nobody_waits_for_a_page_of_formulas(tmp_path: Path) -> None:
    """20,000 characters of `$a$`, requested by nobody in particular, while a member works."""
    database_url = f"sqlite:///{tmp_path / 'service.sqlite'}"
    owner = owner_of(database_url, credits_at_start=0)
    course_id = asyncio.run(public_formulas(database_url, owner))
    with host(database_url) as serving, calls_of_others(serving.base_url, owner.session_token) as waits:
        since = time.monotonic()
        while (page := httpx.get(f"{serving.base_url}/s/{course_id}", timeout=60)).status_code == 503:
            assert time.monotonic() - since < 120
        taken = time.monotonic() - since

    print(f"the page {taken:.2f} s; {len(waits)} calls of others, the longest {max(waits):.2f} s")
    assert page.text.count("<math") == MOST_TEXT_FORMULAS
    assert max(waits) < LONGEST_CALL_SECONDS


async def public_formulas(database_url: str, owner: AddedPerson) -> str:
    """The id of a public course of one such lesson."""
    async with open_beside(database_url) as store:
        _, course_id = await stored_lesson(store, owner, text_blocks("$a$" * 6_666))
        await store.write(partial(published, course_id=course_id, organization_id=owner.organization_id))
        return course_id


def found_in(client: Client, lesson_id: str) -> LessonFindings:
    """What the checks find."""
    return client.call(get_findings(lesson_id=lesson_id))


def wait_until_stored(database: Path, lesson_id: str) -> None:
    """Until the background has checked it, too."""
    deadline = time.monotonic() + 120
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as beside:
        while not beside.execute("SELECT 1 FROM lesson_finding WHERE lesson_id = ?", (lesson_id,)).fetchone():
            assert time.monotonic() < deadline
            threading.Event().wait(0.2)


@contextmanager
def calls_of_others(base_url: str, token: str) -> Iterator[list[float]]:
    """How long each call took that was made one by one in the meantime."""
    waits: list[float] = []
    is_over = threading.Event()

    def call() -> None:
        with Client(base_url, token) as client:
            while not is_over.is_set():
                before = time.monotonic()
                client.call(get_user_data())
                waits.append(time.monotonic() - before)

    calling = threading.Thread(target=call)
    calling.start()
    try:
        yield waits
    finally:
        is_over.set()
        calling.join()
