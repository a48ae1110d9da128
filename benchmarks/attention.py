"""What needs attention in an organization with thousands of lessons, on each database: after a change, and again.

Half of the lessons are sources in public courses of 20, half of these courses with newer changes; the other half are
their translations, tied block by block. One source in ten was edited since: of these every second translation is
stale, and the blocks of the others are compared by their texts. A tenth of the sources wait for a review. The request
goes through the service's own application (session, admission, dispatch, JSON), without a socket.
Run as: python -m benchmarks.attention [--lessons N] [--rounds N] [--json FILE]
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any

import uvloop
from sqlalchemy import bindparam, update

from benchmarks.databases import each_database
from benchmarks.options import load_meanwhile, options
from benchmarks.paired import keep
from benchmarks.search import AT_ONCE, blocks_of, new_lesson, sentences
from tests.service.asking import Asking, asking
from tests.service.db.cast import published
from workbench.authoring.block import Block, Blocks, new_block_id
from workbench.authoring.translation import text_digest
from workbench.service.attention.handlers import StaleTranslations
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson
from workbench.service.kernel.context import now_ms
from workbench.service.kernel.settings import Settings, person_rate
from workbench.service.lessons.store import insert_lesson
from workbench.service.running.server import open_service
from workbench.service.translations import store as translations
from workbench.service.translations.comparison import title_digest
from workbench.service.translations.store import STALE_DIGEST, BlockTieRow, TranslationRow

TARGET_MS = 1_000
BLOCKS, IN_COURSE, EDITED_EACH = 8, 20, 10
ASKED = "organization.getAttention"
_NEWER = Statement(update(lesson).values(revision=2).where(lesson.c.id == bindparam("of_id")))


def main() -> None:
    """Measure, print the table, keep the figures; 1 where the target is missed."""
    parser = options(__doc__, rounds=20)
    parser.add_argument("--lessons", type=int, default=10_000, metavar="N", help="lessons of the organization")
    chosen = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with each_database() as databases, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for name, fresh in databases.items():
            rows += runner.run(measured(name, fresh(), chosen.lessons, chosen.rounds))
    for row in rows:
        print(f"{row['what']:48} median {row['median']:7.1f} ms  longest {row['longest']:7.1f} ms  of {row['rounds']}")
    print(f"Target: below {TARGET_MS:,} ms.{load_meanwhile()}")
    keep(chosen.json, "attention", rows)
    if any(row["median"] >= TARGET_MS for row in rows):
        raise SystemExit("The target is missed.")


async def measured(name: str, url: str, lessons: int, rounds: int) -> list[dict[str, Any]]:
    """The answer after a change, when everything is counted, and the answer that follows."""
    service = await open_service(Settings(url, rates=person_rate(0)))
    person = await asking(service)
    await furnished(person, lessons // 2)
    times: dict[str, list[float]] = {"after a change": [], "again": []}
    for _ in range(rounds):
        service.parts.pop(StaleTranslations, None)
        for what in times:
            times[what].append(await asked(person))
    await person.http.aclose()
    await service.store.close()
    return [
        {
            "what": f"attention {what}, {lessons:,} lessons, {name}",
            "median": median(taken),
            "longest": max(taken),
            "rounds": rounds,
        }
        for what, taken in times.items()
    ]


async def asked(person: Asking) -> float:
    """Milliseconds until the answer is there."""
    began = time.perf_counter()
    answered = await person.get(ASKED, {"organizationId": person.organization_id})
    taken = (time.perf_counter() - began) * 1_000
    kinds = {group["kind"] for group in answered.json()[0]["result"]["data"]["groups"]}
    assert kinds >= {"awaitingReview", "unpublishedChanges", "staleTranslations"}, kinds
    return taken


async def furnished(person: Asking, count: int) -> None:
    """So many sources in public courses, each with its translation."""
    store, texts = person.service.store, sentences(count)
    sources: list[str] = []

    async def course(number: int, db: Db) -> list[str]:
        made: list[str] = []
        course_id: str | None = None
        for _ in range(IN_COURSE):
            blocks = blocks_of(texts, BLOCKS)
            new = await new_lesson(db, person.added, next(texts)[:60], blocks)
            lesson_id, course_id = await insert_lesson(db, replace(new, course_id=course_id), now=now_ms())
            await translated(db, person, lesson_id, new.title, blocks, number=len(made))
            made.append(lesson_id)
        await published(db, str(course_id), organization_id=person.organization_id)
        if number % 2:  # an edit that learners do not see yet
            await db.run(_NEWER, of_id=made[1])
        return made

    for number in range(count // IN_COURSE):
        sources += await store.write(partial(course, number))
    waiting = sources[::EDITED_EACH]
    for start in range(0, len(waiting), AT_ONCE):
        await person.done("lesson.requestReview", {"lessonIds": waiting[start : start + AT_ONCE]})


async def translated(db: Db, person: Asking, source_id: str, title: str, source: Blocks, *, number: int) -> None:
    """The lesson's translation. One source in ten is a revision on, and every second of their translations is stale."""
    own = tuple([Block(id=new_block_id(), type=block.type, content=block.content) for block in source])
    new = await new_lesson(db, person.added, title, own)
    lesson_id, _ = await insert_lesson(db, replace(new, language="DE"), now=now_ms())
    is_stale = number % (2 * EDITED_EACH) == 0
    ties = [
        BlockTieRow(block.id, of.id, STALE_DIGEST if is_stale and not place else text_digest(of.content), 1)
        for place, (block, of) in enumerate(zip(own, source, strict=True))
    ]
    row = TranslationRow(lesson_id, source_id, "DE", 1, title_digest(title))
    await translations.tie(db, person.organization_id, row, ties)
    if number % EDITED_EACH == 0:
        await db.run(_NEWER, of_id=source_id)


if __name__ == "__main__":
    main()
