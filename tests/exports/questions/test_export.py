"""Questions of courses and lessons as one file, read from a real service."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.api.workbench import Workbench
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotSent
from workbench.exports.questions.bank import LeftOut
from workbench.exports.questions.export import QUESTION_FORMATS, QuestionExport, QuestionFormat, export_questions
from workbench.exports.written import NotExported
from workbench.procedures.lesson import create_lesson


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder."""
    made = tmp_path / "out"
    made.mkdir()
    return made


@pytest.fixture
def course_id(workbench: Workbench) -> str:
    """A course with one lesson that has every type of question."""
    return workbench.courses.add_example().course_id


def test_a_course_is_exported(client: Client, course_id: str, folder: Path) -> None:
    """Into a file named after it; what was left out is told with the lesson."""
    made = export_questions(client, [course_id], "gift", folder)

    assert made.path == folder / "why-the-sky-is-blue.gift"
    assert [path.name for path in folder.iterdir()] == [made.path.name]
    assert str(made).splitlines()[0] == f"{made.path}: {made.questions} questions"
    assert any(each.startswith("left out: 1 keyTerms in Why the sky is blue: Key terms are") for each in made.reasons())


def test_a_lesson_is_found_from_its_id(client: Client, workbench: Workbench, course_id: str, folder: Path) -> None:
    """Beside its course it is not written twice."""
    [lesson_id] = workbench.lessons.list(course=course_id)["lesson_id"]

    alone = export_questions(client, [lesson_id], "gift", folder / "a.gift")
    both = export_questions(client, [course_id, lesson_id], "gift", folder / "b.gift")
    assert alone.path.read_bytes() == both.path.read_bytes()


@pytest.mark.parametrize("form", QUESTION_FORMATS)
def test_the_same_content_is_the_same_bytes(client: Client, course_id: str, folder: Path, form: QuestionFormat) -> None:
    """In every format, read again."""
    first, second = (export_questions(client, [course_id], form, folder / name) for name in ("a", "b"))

    assert first.path.read_bytes() == second.path.read_bytes()


def test_a_file_that_is_there_stays(client: Client, course_id: str, folder: Path) -> None:
    """Unless one says so."""
    path = folder / "bank.gift"
    path.write_text("mine")

    with pytest.raises(InputRejected, match="is there already"):
        export_questions(client, [course_id], "gift", path)
    assert path.read_text() == "mine"
    assert export_questions(client, [course_id], "gift", path, overwrite=True).questions > 0


def test_nothing_to_ask_is_told(client: Client, folder: Path) -> None:
    """No empty file is made of it."""
    lesson_id = client.call(create_lesson(title="Quiet", language="EN")).lesson_id

    with pytest.raises(NotSent, match="There is no question for this format in “Quiet”"):
        export_questions(client, [lesson_id], "qti", folder)
    with pytest.raises(InputRejected):
        export_questions(client, ["0" * 25], "qti", folder)
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_no_half_file(client: Client, course_id: str, folder: Path) -> None:
    """Neither the file nor what it was written to."""
    with pytest.raises(NotExported, match="Nothing has changed"):
        export_questions(client, [course_id], "moodle-xml", folder)
    assert list(folder.iterdir()) == []


def test_reasons_are_counted(tmp_path: Path) -> None:
    """A hundred lessons do not fill a screen: a line a reason, with three of the lessons."""
    left_out = [LeftOut(str(number), f"Tides {number}", "block", "keyTerms", "No.") for number in range(5)]
    left_out += [LeftOut("1", "Tides 1", "block", "fillIn", f"Why {number}.") for number in range(12)]
    lines = QuestionExport(tmp_path, 1, tuple(left_out)).reasons()

    assert lines[0] == "left out: 5 keyTerms in Tides 0, Tides 1, Tides 2 and 2 more lessons: No."
    assert (len(lines), lines[-1]) == (11, "left out for 3 other reasons: see the list")
