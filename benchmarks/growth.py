"""Reads of a large organization beside the same reads of a small one, on each database.

Every lesson has 200 blocks. A read is flat when it takes as long in the one as in the other.
Run as: python -m benchmarks.growth [--lessons 100 10000]
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from uuid import UUID

from benchmarks.databases import each_database
from benchmarks.options import two_sizes
from benchmarks.paired import Compared, report
from benchmarks.serving import need, ours, owner
from benchmarks.wrk import load, p50_compared, read_target
from workbench.authoring.block import Block
from workbench.service.administration.admin import AddedPerson
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store
from workbench.service.kernel import membership
from workbench.service.lessons.store import NewLesson, insert_lesson
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

BLOCKS = 200
AT_ONCE = 50


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen, few, many = two_sizes(__doc__, "lessons", 100, 10_000, rounds=9)
    need("wrk")
    with each_database() as databases:
        rows = [
            compared
            for name, fresh in databases.items()
            for compared in grown(name, (fresh(), fresh()), (many, few), chosen.rounds)
        ]
    report("growth", rows, f"{many:,} lessons", f"{few:,} lessons", chosen.json)


def grown(name: str, urls: Sequence[str], sizes: Sequence[int], rounds: int) -> list[Compared]:
    """p50 of each read in the large organization and in the small one, round by round."""
    people = [owner(url, 100) for url in urls]
    since = time.monotonic()
    lessons = [asyncio.run(fill(url, person, size))[-1] for url, person, size in zip(urls, people, sizes, strict=True)]
    print(f"{name}: {sum(sizes):,} lessons of {BLOCKS} blocks took {time.monotonic() - since:.0f} s.", flush=True)
    with ExitStack() as stack:
        services = [stack.enter_context(ours(url, core=0)) for url in urls]
        targets = [_targets(person, lesson_id) for person, lesson_id in zip(people, lessons, strict=True)]
        cookies = [cookie_header(DEFAULT_COOKIE_NAME, person.session_token) for person in people]
        rows = []
        for read in targets[0]:
            sides = [
                partial(load, service, target[read], cookie, seconds=1, connections=1)
                for service, target, cookie in zip(services, targets, cookies, strict=True)
            ]
            rows.append(p50_compared(f"{read}, {name}", sides, rounds))
        return rows


def _targets(added: AddedPerson, lesson_id: str) -> dict[str, str]:
    """What is asked, with names for the table."""
    here = {"organizationId": added.organization_id}
    asked: dict[str, tuple[str, dict[str, object]]] = {
        "listLessons": ("lesson.listLessons", {**here, "limit": 100}),
        "listLessons by name": ("lesson.listLessons", {**here, "limit": 100, "sortPreference": "alphabetical"}),
        "listCourses": ("courseRouter.listCourses", {**here, "limit": 100}),
        "getLesson": ("lesson.getLesson", {"lessonId": lesson_id}),
        "getDashboardRecentItems": ("organization.getDashboardRecentItems", {**here}),
        "getFullSidebarItems": (
            "organization.getFullSidebarItems",
            {**here, "sortPreference": "recently-updated", "projectId": None},
        ),
    }
    return {name: read_target(*arguments) for name, arguments in asked.items()}


async def fill(url: str, added: AddedPerson, count: int, *, blocks: int = BLOCKS) -> list[str]:
    """The ids of so many new lessons, with so many blocks each."""
    store = await open_store(url)
    try:
        made: list[str] = []
        for start in range(0, count, AT_ONCE):
            made += await _some(store, added, min(AT_ONCE, count - start), blocks)
        return made
    finally:
        await store.close()


async def _some(store: Store, added: AddedPerson, count: int, size: int) -> list[str]:
    now = time.time_ns() // 1_000_000
    text = "A sentence of a lesson, which says something about the topic at hand and is as long as sentences are. " * 3

    async def unit(db: Db) -> list[str]:
        project_id = await membership.default_project(db, added.organization_id)
        made = []
        for number in range(count):
            blocks = tuple(
                Block(id=str(UUID(int=index + 1)), type="text", content={"markdown": text}) for index in range(size)
            )
            new = NewLesson(
                added.organization_id,
                project_id,
                f"Lesson {number} of {now}",
                "EN",
                blocks,
                added.person_id,
                topic=f"{now} {number}",
            )
            made.append((await insert_lesson(db, new, now=now + number))[0])
        return made

    return await store.write(unit)


if __name__ == "__main__":
    main()
