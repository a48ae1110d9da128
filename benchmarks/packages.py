"""A course of 100 lessons as a package for a learning system, beside 3 s and 150 MB; and the same lessons as Markdown.

The export is a process of its own that asks our service over HTTP, imports included; memory is the most that it held.
Run as: python -m benchmarks.packages [--lessons N] [--rounds N] [--json FILE]
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
import time
from pathlib import Path
from statistics import median
from uuid import uuid4

from benchmarks.child import child
from benchmarks.options import load_meanwhile, options
from benchmarks.serving import ours
from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.procedures.course import get_course, list_courses
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.seam import Db
from workbench.service.kernel import membership
from workbench.service.kernel.settings import Settings
from workbench.service.lessons.store import NewLesson, insert_lesson
from workbench.service.running.server import open_service

MOST_SECONDS, MOST_MEGABYTES = 3.0, 150.0
BLOCKS = (
    [("heading", {"text": "A part", "level": 2})]
    + [("text", {"markdown": "Twice a day the **sea** rises and falls, because the moon pulls it. " * 8})] * 12
    + [
        (
            "quiz",
            {
                "question": "What pulls?",
                "choices": [{"text": "The moon", "isCorrect": True}, {"text": "The wind", "isCorrect": False}],
            },
        )
    ]
    * 5
    + [("ordering", {"prompt": "Which comes first?", "items": ["Low water", "Flood", "High water"]})] * 2
)


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=5)
    parser.add_argument("--lessons", type=int, default=100, metavar="N", help="lessons of the course")
    chosen = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/x.db"
        added = asyncio.run(_filled(url, chosen.lessons))
        with ours(url) as service, Client(service.base_url, added.session_token) as client:
            [course] = client.call(list_courses()).courses
            assert len(client.call(get_course(course_id=course.course_id)).lessons) == chosen.lessons
            for form in ("scorm12", "scorm2004", "markdown"):
                words = (service.base_url, added.session_token, course.course_id, form, folder)
                rounds = [child("packages", "exported", *words) for _ in range(chosen.rounds)]
                figures[form] = {round_: median(one[round_] for one in rounds) for round_ in rounds[0]}
    print(f"\n| {chosen.lessons} lessons of {len(BLOCKS)} blocks | s | of the processor, s | most MB held | file, MB |")
    print("|---|---|---|---|---|")
    for form, found in figures.items():
        clock = f"{found['seconds']:.2f} | {found['processor']:.2f}"
        print(f"| {form} | {clock} | {found['megabytes']:.0f} | {found['file']:.2f} |")
    print(f"\nAimed at: {MOST_SECONDS:g} s and {MOST_MEGABYTES:g} MB.{load_meanwhile()}")
    if chosen.json is not None:
        with chosen.json.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"packages": figures}) + "\n")


def exported(base_url: str, token: str, course_id: str, form: str, folder: str) -> None:
    """Export the course once, in this process; print seconds, megabytes held at most, and the file's megabytes."""
    began = time.perf_counter()
    from workbench.client.lookups.targets import find_targets
    from workbench.exports.documents import export_courses
    from workbench.exports.scorm.options import PackageOptions, Standard
    from workbench.exports.scorm.writing import export_packages
    from workbench.exports.written import write_files

    with Client(base_url, token) as client:
        if form == "markdown":
            [written] = write_files(Path(folder), export_courses(client, [course_id], "markdown"), overwrite=True)
            path = written.path
        else:
            place = Path(folder) / "course.zip"
            targets = find_targets(client, [course_id])
            standard: Standard = "scorm12" if form == "scorm12" else "scorm2004"
            [made] = export_packages(client, targets, standard, place, PackageOptions(), overwrite=True)
            path = made.path
    held = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    megabytes = int(held[1]) / 1_000 if held else 0.0
    seconds = time.perf_counter() - began
    figures = {"seconds": seconds, "processor": time.process_time(), "megabytes": megabytes}
    print(json.dumps(figures | {"file": path.stat().st_size / 1e6}))


async def _filled(url: str, lessons: int) -> AddedPerson:
    """A database with one course of so many lessons."""
    service = await open_service(Settings(url))
    added = await add_person(service.store, "ana@example.org", "Acme")

    async def unit(db: Db) -> None:
        project_id = await membership.default_project(db, added.organization_id)
        course_id: str | None = None
        for number in range(lessons):
            new = NewLesson(
                organization_id=added.organization_id,
                project_id=project_id,
                title=f"Lesson {number + 1}",
                language="EN",
                blocks=tuple(Block(id=str(uuid4()), type=kind, content=content) for kind, content in BLOCKS),
                person_id=added.person_id,
                course_id=course_id,
            )
            course_id = (await insert_lesson(db, new, now=1_700_000_000_000 + number))[1]

    await service.store.write(unit)
    await service.store.close()
    return added


if __name__ == "__main__":
    main()
