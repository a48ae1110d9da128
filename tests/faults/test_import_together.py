"""Two import the same files at the same time: nothing is made twice, no text is lost, and all of it is taken back.

`make test` has two people from two clones of a repository; the others, and PostgreSQL, with `make sweep-markdown`.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.changes.acme import organization
from tests.databases import SERVER_LATER
from tests.faults.hosts import host
from tests.faults.importing_together import MEETING, Importer, import_together
from tests.service.assets.media_files import picture
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.results import find_change_sets
from workbench.changes.undo import undo_changes
from workbench.client.sync import Client
from workbench.exports.folders.export import export_folder
from workbench.exports.folders.lesson_file import read_lesson
from workbench.procedures.asset import list_assets
from workbench.procedures.course import get_course, list_courses
from workbench.procedures.lesson import Lesson, get_lesson, list_lessons

FILES, PLANNED = 12, 34


def edited(folder: Path) -> None:
    """Edits, a file without its lesson, files of new lessons between the others, a new course, pictures."""
    place = next(folder.glob("*/_course.md")).parent
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text('[remote "origin"]\n\turl = https://example.org/acme/courses.git\n')
    (place / "pier.png").write_bytes(picture(size=(40, 30)))
    for number, path in enumerate(sorted(place.glob("[0-9]*.md"))):
        if number % 7 == 6:
            path.unlink()
        elif number % 3 == 0:
            path.write_text(path.read_text().replace("Few words.", f"Many words {number}.") + "\nOne more.\n")
    new = folder / "new-course"
    new.mkdir()
    for number in range(FILES // 2):
        (new / f"{number:03}.md").write_text(f"---\nlanguage: EN\n---\n# New {number}\n\nWords {number}.\n")
        picture_line = "\n![A pier](pier.png)\n" if number % 4 == 0 else ""
        (place / f"{number * 2:03}-between.md").write_text(f"# Between {number}\n{picture_line}\nWords.\n")


def lessons(client: Client) -> dict[str, Lesson]:
    """Every lesson with its blocks."""
    ids = [lesson.lesson_id for lesson in client.call(list_lessons(limit=1000)).lessons]
    return {outcome.lesson_id: outcome for outcome in client.outcomes(*(get_lesson(lesson_id=id_) for id_ in ids))}


def course_order(client: Client, course_id: str) -> list[str]:
    """The ids of a course's lessons in order."""
    return [lesson.lesson_id for lesson in client.call(get_course(course_id=course_id)).lessons]


def undone(importers: Sequence[Importer], url: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Why something was left when everybody had restored what they made; a course goes when no lesson is in it."""
    left: list[str] = []
    for importer in (*importers, importers[0]):
        monkeypatch.setenv("WORKBENCH_HOME", str(importer.home))
        with Client(url, importer.token) as client:
            found = undo_changes(find_change_sets()[0], client)
        left = [f"{one.record.field}: {one.reason}" for one in found.left]
    return left


@pytest.mark.parametrize("dialect", SERVER_LATER)
@pytest.mark.parametrize(
    ("people", "clones", "meeting"),
    [
        (2, 2, "after planning"),
        *(
            pytest.param(*meeting_case, marks=pytest.mark.slow)
            for meeting_case in (
                (2, 2, "before planning"),
                (2, 1, "after planning"),
                (2, 1, "before planning"),
                (1, 1, "after planning"),
                (1, 1, "before planning"),
            )
        ),
    ],
)
def test_two_import_the_same_files_at_once(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: int, clones: int, meeting: MEETING
) -> None:
    """One person twice, two from one folder, two from two clones: all is there once, and can be taken back."""
    with organization(database_url) as acme:
        course_id, _ = acme.course("Sea", [f"Lesson {number:03}" for number in range(FILES)])
        tokens = [acme.ana.added.session_token, acme.person("ben@example.org", role="admin").added.session_token]
    folder, other = tmp_path / "courses", tmp_path / "another name"
    with host(database_url, assets=str(tmp_path / "assets")) as service, Client(service.base_url, tokens[0]) as client:
        export_folder(client, [course_id], folder)
        before, order = lessons(client), course_order(client, course_id)
        edited(folder)
        shutil.copytree(folder, other)
        importers = [
            Importer(tokens[number % people], tmp_path / f"home {number % people}", (folder, other)[number % clones])
            for number in range(2)
        ]
        ends = import_together(importers, service.base_url, tmp_path / "meeting", meeting)
        made = lessons(client)
        courses = Counter(course.title for course in client.call(list_courses(limit=1000)).courses)
        again = [plan_folder(scan_folder(importer.folder), client, delete=True) for importer in importers]
        files = list(folder.glob("*/[0-9]*.md"))

        assert [end.code for end in ends] == [0, 0], "\n".join(end.text for end in ends)
        assert all(f"of {PLANNED} done" in end.text or "nothing to change" in end.text for end in ends)
        if people == 2 and meeting == "after planning":
            assert any("already" in end.text for end in ends)
        assert max(Counter(value.title for value in made.values()).values()) == 1
        assert max(courses.values()) == 1
        assert len(made) == len(files)
        assert len(client.call(list_assets()).assets) == 1
        assert [set(map(str, plan.counts)) for plan in again] == [{"unchanged"}] * 2
        assert {read_lesson(file.read_text("utf-8")).revision for file in files} <= {1, 2, 3}

        assert undone(importers, service.base_url, monkeypatch) == []
        assert course_order(client, course_id) == order
        assert {key: lesson.blocks for key, lesson in lessons(client).items()} == {
            key: found_lesson.blocks for key, found_lesson in before.items()
        }
