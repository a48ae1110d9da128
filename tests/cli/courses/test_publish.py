"""`workbench courses publish`: learners see a course as it was published, and its export is what they see."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

from tests.own_service import command
from workbench.api.workbench import Workbench
from workbench.procedures.realtime import execute_transactions


def write(wb: Workbench, lesson_id: str, text: str) -> None:
    """Adds a block of this text to the lesson."""
    block = {"id": f"00000000-0000-4000-8000-{len(text):012}", "type": "text", "content": {"markdown": text}}
    transaction = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
    wb.client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[transaction]))


def test_what_learners_see_is_published_exported_and_taken_back(workbench: Workbench, tmp_path: Path) -> None:
    """The edit after the publication is in neither until it is published; the first one can be shown again."""
    course_id = workbench.courses.create("Sounding", confirm_same_name=True).course_id
    lesson_id = workbench.lessons.create("Lead lines", language="EN", course=course_id).lesson_id
    write(workbench, lesson_id, "Old words.")
    made = command("course", "publish", course_id, "--note", "First term")
    assert (made.returncode, "publication 1 of “Sounding”" in made.stdout) == (0, True), made.stderr
    write(workbench, lesson_id, "Quite other words.")
    changes = json.loads(command("course", "publications", course_id, "--changes", "--json").stdout)
    assert [(change["kind"], change["title"]) for change in changes] == [("changed", "Lead lines")]
    (path,) = workbench.exports.courses([course_id], tmp_path, published=True)
    assert ("Old words." in path.read_text(), "other" in path.read_text()) == (True, False)
    assert command("export", course_id, "--published", "--to", str(tmp_path / "more")).returncode == 0
    assert command("course", "publish", course_id).returncode == 0
    assert "First term" in command("course", "publications", course_id).stdout
    assert command("course", "publish", course_id, "--restore", "1").returncode == 0
    frame = workbench.courses.publications(course_id)
    assert frame.loc[frame["is_current"], "number"].to_list() == [1]
    assert command("course", "unpublish", course_id).stdout == "The course is private; its link opens nothing.\n"


def test_a_package_of_the_publication_is_written(workbench: Workbench, tmp_path: Path) -> None:
    """What learners see; a lesson alone and a bank of questions are not published, and nothing is written."""
    course_id = workbench.courses.create("Echo sounding", confirm_same_name=True).course_id
    lesson_id = workbench.lessons.create("Pulses", language="EN", course=course_id).lesson_id
    write(workbench, lesson_id, "Old words.")
    workbench.courses.publish(course_id)
    write(workbench, lesson_id, "Quite other words.")
    path = tmp_path / "course.zip"
    made = command("export", course_id, "--published", "--format", "scorm12", "--to", str(path), "--json")
    [facts] = json.loads(made.stdout)
    assert (facts["notes"], b"other" in _pages(path), b"Old words." in _pages(path)) == ([], False, True)
    [now] = workbench.exports.scorm2004(course_id, path, overwrite=True)
    assert (now.notes[0][:8], b"Quite other words." in _pages(path)) == ("1 change", True)

    refused = [
        command("export", lesson_id, "--published", "--format", "scorm12", "--to", str(tmp_path / "no.zip")),
        command("export", course_id, "--published", "--format", "gift", "--to", str(tmp_path / "no.gift")),
    ]
    assert [process.returncode for process in refused] == [2, 2]
    assert sorted(path.name for path in tmp_path.glob("*.*")) == ["course.zip"]


def _pages(path: Path) -> bytes:
    with ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist() if name.endswith(".html"))
