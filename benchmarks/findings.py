"""Listing what the checks found in an organization's lessons, beside listing the lessons; and the checks themselves.

*Findings* is the handler of `lesson.listFindings`, page after page of 1,000 lessons, from the input to the JSON of the
answers, without session and HTTP; *lessons* is that of `lesson.listLessons`. What is found in one lesson
is stored for each before. The checks are run on 200 and on 100 blocks of
lessons that people would call good: the time of 100 is compared.
Run as: python -m benchmarks.findings [--lessons N] [--rounds N] [--json FILE]
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.databases import each_database
from benchmarks.options import options
from benchmarks.paired import FLAT, Compared, in_turn, report
from benchmarks.search import caller, fill
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import CheckContext, check
from workbench.procedures.declare import dump_answer
from workbench.procedures.lesson import LessonFilter, ListLessonsInput
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.seam import Db
from workbench.service.findings.checks import RULESET, check_blocks
from workbench.service.findings.handlers import list_findings
from workbench.service.findings.store import StoredFindings, lessons_to_check_by_id, store_findings
from workbench.service.kernel.context import Caller, Context, Service
from workbench.service.kernel.settings import Settings
from workbench.service.lessons.handlers import list_lessons
from workbench.service.lessons.lists import lessons_page
from workbench.service.running.server import open_service

LIMIT = 1.5
PAGE = 1_000
CHECKS = 5
GOOD_LESSONS = Path(__file__).parent.parent / "tests/checks/good/en.jsonl"

Handler = Callable[[Context, ListLessonsInput], Awaitable[Any]]


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=9)
    parser.add_argument("--lessons", type=int, default=10_000, metavar="N", help="lessons")
    chosen = parser.parse_args()
    with each_database() as databases, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = [listed(runner, name, fresh(), chosen.lessons, chosen.rounds) for name, fresh in databases.items()]
    report("findings", [*rows, checked(chosen.rounds)], "findings; of 200 blocks", "lessons; of 100", chosen.json)


def listed(runner: asyncio.Runner, name: str, url: str, lessons: int, rounds: int) -> Compared:
    """All findings beside all lessons."""
    service = runner.run(open_service(Settings(url)))
    added = runner.run(add_person(service.store, "ana@example.org", "Acme"))
    runner.run(fill(service.store, added, lessons))
    runner.run(store_checked(service, added))
    by = caller(runner, service, added)
    sides = [partial(_milliseconds, runner, by, added, handler, lessons) for handler in (list_findings, list_lessons)]
    left, right = zip(*in_turn(rounds, *sides, warm=True), strict=True)
    runner.run(service.store.close())
    return Compared(f"{lessons:,} lessons, {name}", "ms", left, right, LIMIT, at_least=False)


async def store_checked(service: Service, added: AddedPerson) -> None:
    """What the checks find in one lesson, stored for each."""

    async def read(db: Db) -> tuple[list[str], StoredFindings]:
        pages = [page async for page in _pages(db, added)]
        (first,) = await lessons_to_check_by_id(db, pages[:1], organization_id=added.organization_id)
        return pages, check_blocks(first)

    ids, found = await service.store.read(read)
    for start in range(0, len(ids), PAGE):
        stored = [StoredFindings(id_, found.revision, found.findings) for id_ in ids[start : start + PAGE]]
        await service.store.write(partial(store_findings, by_lesson=stored, ruleset=RULESET))


async def _pages(db: Db, added: AddedPerson) -> AsyncIterator[str]:
    cursor = None
    while True:
        page = await lessons_page(db, added.organization_id, LessonFilter(), limit=PAGE, cursor=cursor)
        for item in page.items:
            yield item.lesson_id
        cursor = page.next_cursor
        if cursor is None:
            return


def checked(rounds: int) -> Compared:
    """The checks of a lesson twice as long, by block."""
    written = [json.loads(line) for line in GOOD_LESSONS.read_text("utf-8").splitlines()]
    blocks = cycle([Block(id=new_block_id(), **block) for lesson in written for block in lesson["blocks"]])

    def side(count: int) -> float:
        made = list(islice(blocks, count))
        context = CheckContext(topic="Harbours", language="EN")
        began = time.process_time()
        for _ in range(CHECKS):
            check(made, context)
        return (time.process_time() - began) / CHECKS * 1_000 / count * 100

    left, right = zip(*in_turn(rounds, partial(side, 200), partial(side, 100), warm=True), strict=True)
    return Compared("checks of 100 blocks", "ms", left, right, FLAT, at_least=False)


def _milliseconds(runner: asyncio.Runner, by: Caller, added: AddedPerson, handler: Handler, lessons: int) -> float:
    async def page(cursor: str | None, db: Db) -> bytes:
        request = ListLessonsInput(organization_id=added.organization_id, limit=PAGE, cursor=cursor)
        return dump_answer(await handler(by.in_unit(db), request))

    async def every_page() -> list[bytes]:
        pages: list[bytes] = []
        cursor = None
        for _ in range(0, lessons, PAGE):
            pages.append(await by.service.store.read(partial(page, cursor)))
            cursor = pages[-1].rpartition(b'"nextCursor":')[2].strip(b'}" ').decode()
        return pages

    began = time.perf_counter()
    pages = runner.run(every_page())
    taken = time.perf_counter() - began
    found = sum(len(json.loads(page)["lessons"]) for page in pages)
    if found != lessons:
        raise SystemExit(f"{found:,} of {lessons:,} lessons were listed.")
    return taken * 1_000


if __name__ == "__main__":
    main()
