"""Opening the next lesson of the review queue while thousands wait, on each database.

One request asks for the queue's next page of 20, and for the lesson with its blocks, its findings, its reviews and its
comments: what a reviewer needs after a decision. It goes through the service's own application (session, admission,
dispatch, JSON), without a socket. Before each one the lesson before is approved, as a reviewer does. Filters are asked
for as well: by rule, which is looked for in the stored findings, and by run.
Run as: python -m benchmarks.review_queue [--lessons N] [--rounds N] [--json FILE]
"""

from __future__ import annotations

import asyncio
import random
import time
from functools import partial
from statistics import quantiles
from typing import Any

import uvloop

from benchmarks.databases import each_database
from benchmarks.options import load_meanwhile, options
from benchmarks.paired import keep
from benchmarks.search import AT_ONCE, blocks_of, new_lesson, sentences
from tests.service.asking import Asking, asking
from workbench.service.db.seam import Db
from workbench.service.findings.checks import RULESET
from workbench.service.findings.store import StoredFindings, store_findings
from workbench.service.kernel.context import now_ms
from workbench.service.kernel.settings import Settings, person_rate
from workbench.service.lessons.store import insert_lesson
from workbench.service.running.server import open_service

TARGET_MS = 150
BLOCKS = 8
PARTS = "lesson.listReviewQueue,lesson.getLesson,lesson.getFindings,lesson.listReviews,comment.listComments"
FINDINGS = (
    ("key-missing", "error", None, "No answer is marked as right."),
    ("key-position", "warning", None, "The right answer is always the first."),
    ("few-words", "note", None, "The lesson is short."),
)


def main() -> None:
    """Measure, print the table, keep the figures; 1 where the target is missed."""
    parser = options(__doc__, rounds=200)
    parser.add_argument("--lessons", type=int, default=10_000, metavar="N", help="lessons that wait")
    chosen = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with each_database() as databases, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for name, fresh in databases.items():
            rows += runner.run(measured(name, fresh(), chosen.lessons, chosen.rounds))
    for row in rows:
        print(f"{row['what']:48} p50 {row['p50']:6.1f} ms  p95 {row['p95']:6.1f} ms  of {row['rounds']}")
    print(f"Target: p95 below {TARGET_MS} ms.{load_meanwhile()}")
    keep(chosen.json, "review_queue", rows)
    if any(row["p95"] >= TARGET_MS for row in rows):
        raise SystemExit("The target is missed.")


async def measured(name: str, url: str, lessons: int, rounds: int) -> list[dict[str, Any]]:
    """The next lesson without a filter, and by rule and run."""
    service = await open_service(Settings(url, rates=person_rate(0)))
    person = await asking(service)
    ids = await waiting(person, lessons)
    rows = []
    for what, asked in {"": {}, " of a rule": {"rule": "key-missing"}, " of a run": {"run": "spring"}}.items():
        times = [await opened(person, ids[number], asked) for number in range(rounds)]
        cuts = quantiles(times, n=20)
        rows.append(
            {
                "what": f"next lesson{what}, {lessons:,} waiting, {name}",
                "p50": cuts[9],
                "p95": cuts[18],
                "rounds": rounds,
            }
        )
    await person.http.aclose()
    await service.store.close()
    return rows


async def opened(person: Asking, lesson_id: str, asked: dict[str, str]) -> float:
    """Milliseconds until the next lesson is there, after a decision."""
    decided = {"lessonId": lesson_id, "revision": 1, "verdict": "changesRequested"}
    await person.done("lesson.review", decided)
    of_lesson = {"lessonId": lesson_id}
    began = time.perf_counter()
    answered = await person.get(PARTS, {"limit": 20, **asked}, of_lesson, of_lesson, of_lesson, of_lesson)
    taken = (time.perf_counter() - began) * 1_000
    assert answered.status_code == 200, answered.text
    return taken


async def waiting(person: Asking, count: int) -> list[str]:
    """So many lessons in review, with findings, and twenty of a run."""
    store, texts, chance = person.service.store, sentences(count), random.Random(count)
    ids: list[str] = []

    async def some(size: int, db: Db) -> list[str]:
        made = []
        for _ in range(size):
            new = await new_lesson(db, person.added, next(texts)[:60], blocks_of(texts, BLOCKS))
            made.append((await insert_lesson(db, new, now=now_ms()))[0])
        found = [
            StoredFindings(lesson_id, 1, tuple(chance.choices(FINDINGS, k=chance.randint(0, 4)))) for lesson_id in made
        ]
        await store_findings(db, found, ruleset=RULESET)
        return made

    for start in range(0, count, AT_ONCE):
        ids += await store.write(partial(some, min(AT_ONCE, count - start)))
    for start in range(0, count, AT_ONCE):
        await person.done("lesson.requestReview", {"lessonIds": ids[start : start + AT_ONCE]})
    made = [(await person.starter("Tides", workbench_run="spring"))["lessonId"] for _ in range(20)]
    await person.done("lesson.requestReview", {"lessonIds": made})
    return ids


if __name__ == "__main__":
    main()
