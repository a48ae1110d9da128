"""An import whose process is killed again and again: nothing is made twice, nothing is lost, and all of it is undone.

`--change-rows 1000` is the whole of it; without, some tens of files.
"""

from __future__ import annotations

import random
import signal
from collections import Counter
from pathlib import Path

import pytest

from tests.changes.acme import organization
from tests.databases import SERVER_LATER
from tests.faults.hosts import host
from tests.faults.importing import importing
from tests.service.assets.media_files import picture
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.results import find_change_set
from workbench.changes.undo import undo_changes
from workbench.client.sync import Client
from workbench.exports.folders.export import export_folder
from workbench.procedures.asset import list_assets
from workbench.procedures.course import get_course, list_courses
from workbench.procedures.lesson import Lesson, get_lesson, list_lessons

pytestmark = pytest.mark.slow  # `make test` kills the journal of a change set in test_change_kills.py

SEED, KILLS, NAME = 1_604, 6, "killed import"


def edited(folder: Path, files: int, chance: random.Random) -> None:
    """Every third file is edited, every seventh is removed; new ones come, in a new course too, with a picture."""
    place = next(folder.glob("*/_course.md")).parent
    (place / "pier.png").write_bytes(picture(size=(40, 30)))
    for number, path in enumerate(sorted(place.glob("[0-9]*.md"))):
        if number % 7 == 6:
            path.unlink()
        elif number % 3 == 0:
            path.write_text(path.read_text().replace("Few words.", f"Many words {number}."))
    new = folder / "new-course"
    new.mkdir()
    for number in range(files // 3):
        (new / f"{number:03}.md").write_text(f"---\nlanguage: EN\n---\n# New {number}\n\nWords {chance.random()}.\n")
        picture_line = "\n![A pier](pier.png)\n" if number % 4 == 0 else ""
        (place / f"{number * 2:03}-between.md").write_text(f"# Between {number}\n{picture_line}\nWords.\n")


def lessons(client: Client) -> dict[str, Lesson]:
    """Every lesson with its blocks."""
    ids = [lesson.lesson_id for lesson in client.call(list_lessons(limit=1000)).lessons]
    return {outcome.lesson_id: outcome for outcome in client.outcomes(*(get_lesson(lesson_id=id_) for id_ in ids))}


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_an_import_that_is_killed_again_and_again(
    database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """New lessons, a new course, edits, pictures, lessons that go, an order: each once, then restored."""
    chance = random.Random(SEED)
    files = max(12, request.config.getoption("change_rows") // 20)
    with organization(database_url) as acme:
        course_id, ids = acme.course("Sea", [f"Lesson {number:03}" for number in range(files)])
        token = acme.ana.added.session_token
    folder = tmp_path / "courses"
    with host(database_url, assets=str(tmp_path / "assets")) as service, Client(service.base_url, token) as client:
        export_folder(client, [course_id], folder)
        before = lessons(client)
        order = [lesson.lesson_id for lesson in client.call(get_course(course_id=course_id)).lessons]
        edited(folder, files, chance)
        options = {"url": service.base_url, "token": token, "folder": str(folder), "name": NAME}
        wanted = plan_folder(scan_folder(folder), client, delete=True)
        moments = [{"die_after": chance.randrange(1, 12), "seconds": chance.uniform(0, 0.05)} for _ in range(KILLS)]
        ends = [importing(**options, **moment) for moment in moments]
        ended = importing(**options)
        made = lessons(client)
        again = plan_folder(scan_folder(folder), client, delete=True)
        titles = Counter(value.title for value in made.values())

        assert set(ends) <= {-signal.SIGKILL, 0} and -signal.SIGKILL in ends
        assert ended == 0
        assert again.changes == ()
        assert set(map(str, again.counts)) == {"unchanged"}
        assert max(titles.values()) == 1
        assert len(made) == len(list(folder.glob("*/[0-9]*.md"))) + len(before) - len(ids)
        assert {change.lesson_id for change in wanted.changes if change.field == "new lesson"} <= made.keys()
        assert len(client.call(list_assets()).assets) == 1
        assert sum("new" in course.title for course in client.call(list_courses(limit=1000)).courses) == 1

        left = undo_changes(find_change_set(NAME), client).left
        now = lessons(client)
        assert left == ()
        assert [lesson.lesson_id for lesson in client.call(get_course(course_id=course_id)).lessons] == order
        assert {key: found_lesson.blocks for key, found_lesson in now.items()} == {
            key: found_lesson.blocks for key, found_lesson in before.items()
        }
    print(f"{len(wanted.changes):,} changes of {files:,} files, killed {ends.count(-signal.SIGKILL)} times")
