"""Courses to Markdown files and back with nothing changed, beside the least that must be done for it; SQLite.

Beside the export: the same lessons read by bare requests and each written as the JSON that came. Beside the plan of the
import: the list of all lessons read by bare requests, and each file's bytes hashed. Lessons have 16 blocks of every
type, a hundred a course. Run as: python -m benchmarks.folders [--lessons N] [--rounds N]
"""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
import time
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from urllib.parse import quote

import httpx

from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, report
from benchmarks.serving import ours, owner
from tests.exports.folders.contents import blocks
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.client.sync import Client
from workbench.exports.folders.export import export_folder
from workbench.service.administration.admin import AddedPerson
from workbench.service.courses import store as courses
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db
from workbench.service.kernel import membership
from workbench.service.lessons.store import NewLesson, insert_lesson
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

LESSONS, BLOCKS, A_COURSE = 10_000, 16, 100
AT_ONCE = 100
_NUMBERS = count()


def main() -> None:
    """Measure, print the table and the seconds, keep the figures."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("--lessons", type=int, default=LESSONS, help="how many lessons go to files and back")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/folders.db"
        added = owner(url, 100)
        ids = asyncio.run(fill(url, added, chosen.lessons))
        rows = measured(url, added, ids, Path(folder), chosen.rounds)
    report("folders", rows, "folder of Markdown", "bare", chosen.json)


def measured(url: str, added: AddedPerson, ids: list[str], folder: Path, rounds: int) -> list[Compared]:
    """Both directions, each in turn with what stands beside it."""
    cookie = {"cookie": cookie_header(DEFAULT_COOKIE_NAME, added.session_token)}
    with (
        ours(url) as service,
        Client(service.base_url, added.session_token) as client,
        httpx.Client(base_url=service.base_url, headers=cookie, timeout=60) as bare,
    ):
        out = list(in_turn(rounds, partial(exported, client, folder), partial(fetched, bare, ids, folder)))
        place = folder / "courses"
        export_folder(client, None, place)
        back = list(in_turn(rounds, partial(planned, client, place), partial(hashed, bare, place)))
    return [
        Compared(f"{len(ids):,} lessons out", "s", *_sides(out), target=3.0, at_least=False),
        Compared(f"{len(ids):,} lessons back", "s", *_sides(back), target=4.0, at_least=False),
    ]


def exported(client: Client, folder: Path) -> float:
    """Seconds for every lesson as a file."""
    to = folder / f"out{next(_NUMBERS)}"
    began = time.perf_counter()
    export_folder(client, None, to)
    seconds = time.perf_counter() - began
    shutil.rmtree(to)
    return seconds


def fetched(bare: httpx.Client, ids: list[str], folder: Path) -> float:
    """Seconds for the same lessons as they come, a file each."""
    to = folder / f"bare{next(_NUMBERS)}"
    to.mkdir()
    began = time.perf_counter()
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        inputs = quote(json.dumps({str(at): {"json": {"lessonId": lesson_id}} for at, lesson_id in enumerate(some)}))
        path = ",".join(["lesson.getLesson"] * len(some))
        answer = bare.get(f"/api/rpc/{path}?batch=1&input={inputs}").raise_for_status()
        for result in answer.json():
            lesson = result["result"]["data"]
            (to / f"{lesson['lessonId']}.json").write_text(json.dumps(lesson))
    seconds = time.perf_counter() - began
    shutil.rmtree(to)
    return seconds


def planned(client: Client, folder: Path) -> float:
    """Seconds for the plan of an import that has nothing to change."""
    began = time.perf_counter()
    plan = plan_folder(scan_folder(folder), client)
    seconds = time.perf_counter() - began
    assert set(map(str, plan.counts)) == {"unchanged"}, plan
    return seconds


def hashed(bare: httpx.Client, folder: Path) -> float:
    """Seconds for the list of all lessons and the digest of each file."""
    began = time.perf_counter()
    cursor: str | None = None
    while True:
        fields = quote(json.dumps({"0": {"json": {"limit": 1000, "cursor": cursor}}}))
        page = bare.get(f"/api/rpc/lesson.listLessons?batch=1&input={fields}").raise_for_status().json()
        cursor = page[0]["result"]["data"]["nextCursor"]
        if cursor is None:
            break
    for path in folder.rglob("*.md"):
        sha256(path.read_bytes()).hexdigest()
    return time.perf_counter() - began


async def fill(url: str, added: AddedPerson, lessons: int) -> list[str]:
    """The ids of so many new lessons, a hundred a course, with blocks of every type."""
    store = await open_store(url)
    now, random = time.time_ns() // 1_000_000, Random(1)

    async def course(db: Db, number: int, size: int) -> list[str]:
        project_id = await membership.default_project(db, added.organization_id)
        of = {"organization_id": added.organization_id, "project_id": project_id}
        course_id = await courses.create_course(db, **of, title=f"Course {number}", person_id=added.person_id, now=now)
        made = []
        for at in range(1, size + 1):
            new = NewLesson(
                organization_id=added.organization_id,
                project_id=project_id,
                title=f"Lesson {number}.{at}",
                language="EN",
                blocks=tuple(blocks(random, count=BLOCKS)),
                person_id=added.person_id,
                course_id=course_id,
                position=at,
            )
            made.append((await insert_lesson(db, new, now=now + at))[0])
        return made

    try:
        ids: list[str] = []
        for number in range(-(-lessons // A_COURSE)):
            size = min(A_COURSE, lessons - len(ids))
            ids += await store.write(lambda db, number=number, size=size: course(db, number, size))  # type: ignore[misc]
        return ids
    finally:
        await store.close()


def _sides(found: list[list[float]]) -> tuple[list[float], list[float]]:
    return [pair[0] for pair in found], [pair[1] for pair in found]


if __name__ == "__main__":
    main()
