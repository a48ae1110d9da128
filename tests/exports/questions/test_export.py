"""Questions of courses and lessons as one file, read from a real service."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exports.questions.banks import QUESTION_FORMATS, WRITTEN, bank, readable
from workbench.api.workbench import Workbench
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.exports.formats import FORMATS
from workbench.exports.questions.bank import LeftOut
from workbench.exports.questions.export import QuestionExport, render_bank
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
    [made] = FORMATS["gift"].write(client, [course_id], folder)
    assert isinstance(made, QuestionExport)

    assert made.path == folder / "why-the-sky-is-blue.gift"
    assert [path.name for path in folder.iterdir()] == [made.path.name]
    assert str(made).splitlines()[0] == f"{made.path}: {made.questions} questions"
    assert any(
        remark.startswith("left out: 1 keyTerms in Why the sky is blue: Key terms are") for remark in made.remarks()
    )


def test_a_lesson_is_found_from_its_id(client: Client, workbench: Workbench, course_id: str, folder: Path) -> None:
    """Beside its course it is not written twice; folders of the file's path are made."""
    [lesson_id] = workbench.lessons.list(course=course_id)["lesson_id"]

    [alone] = FORMATS["gift"].write(client, [lesson_id], folder / "a.gift")
    [both] = FORMATS["gift"].write(client, [course_id, lesson_id], folder / "new" / "folder" / "b.gift")
    assert alone.path.read_bytes() == both.path.read_bytes()


@pytest.mark.parametrize("form", QUESTION_FORMATS)
def test_a_new_version_writes_what_other_programs_have_read(form: str) -> None:
    """Anyone who imports a lesson again gets its questions again, and no second copy of them.

    The stored files were read by the programs that the tests beside this one name. Where one changes on purpose, read
    what is different, and try it there.
    """
    assert readable(render_bank(bank(), form)[1], form) == (WRITTEN / f"{form}.txt").read_text("utf-8")


def test_nothing_to_ask_is_told(client: Client, folder: Path) -> None:
    """No empty file is made of it."""
    lesson_id = client.call(create_lesson(title="Quiet", language="EN")).lesson_id

    with pytest.raises(NotSent, match="There are no questions for this format in “Quiet”"):
        [*FORMATS["qti"].write(client, [lesson_id], folder)]


def test_reasons_are_counted(tmp_path: Path) -> None:
    """A hundred lessons do not fill a screen: a line a reason, with three of the lessons."""
    left_out = [LeftOut(str(number), f"Tides {number}", "block", "keyTerms", "No.") for number in range(5)]
    left_out += [LeftOut("1", "Tides 1", "block", "fillIn", f"Why {number}.") for number in range(12)]
    lines = QuestionExport(tmp_path, 1, tuple(left_out)).remarks()

    assert lines[0] == "left out: 5 keyTerms in Tides 0, Tides 1, Tides 2 and 2 more lessons: No."
    assert (len(lines), lines[-1]) == (11, "skipped for 3 other reasons: see the list")


def test_an_export_says_how_many_questions_its_file_has(tmp_path: Path) -> None:
    """And below, each reason why blocks were left out."""
    left_out = (LeftOut("1", "Tides", "a", "quiz", "No."),)

    assert str(QuestionExport(tmp_path, 1, left_out)) == f"{tmp_path}: 1 question\nleft out: 1 quiz in Tides: No."
    assert str(QuestionExport(tmp_path, 1200, ())) == f"{tmp_path}: 1,200 questions"


def test_an_export_as_plain_values_names_each_block_that_it_has_not(tmp_path: Path) -> None:
    """By its ids, with its type and the reason."""
    left_out = (LeftOut("l1", "Tides", "b1", "quiz", "No."),)

    assert QuestionExport(tmp_path, 2, left_out).facts() == {
        "path": str(tmp_path),
        "questions": 2,
        "leftOut": [{"lessonId": "l1", "blockId": "b1", "type": "quiz", "reason": "No."}],
    }


@pytest.mark.parametrize(
    ("titles", "said"),
    [
        (["A", "B", "C"], "A, B, C"),
        (["A", "B", "C", "D"], "A, B, C and 1 more lesson"),
        (["A", "B", "C", "D", "E"], "A, B, C and 2 more lessons"),
        (["A" * 41], "A" * 39 + "…"),
        (["A" * 40], "A" * 40),
    ],
)
def test_up_to_three_lessons_are_named_in_a_line(tmp_path: Path, titles: list[str], said: str) -> None:
    """Each with the first forty characters of its title."""
    left_out = tuple(LeftOut(title, title, "a", "quiz", "No.") for title in titles)

    assert QuestionExport(tmp_path, 1, left_out).remarks() == [f"left out: {len(titles)} quiz in {said}: No."]


def test_ten_reasons_are_listed_and_the_others_counted(tmp_path: Path) -> None:
    """Ten silently of others."""
    left_out = [LeftOut("1", "Tides", "a", "quiz", f"Why {number}.") for number in range(11)]

    assert len(QuestionExport(tmp_path, 1, tuple(left_out[:10])).remarks()) == 10
    assert QuestionExport(tmp_path, 1, tuple(left_out)).remarks()[10] == "skipped for 1 other reason: see the list"


def test_a_reason_names_only_the_lessons_of_its_type(tmp_path: Path) -> None:
    """Regression: where two types had the same reason, each line named the lessons of both."""
    left_out = (LeftOut("1", "Tides", "a", "quiz", "No."), LeftOut("2", "Cranes", "b", "fillIn", "No."))

    assert QuestionExport(tmp_path, 1, left_out).remarks() == [
        "left out: 1 quiz in Tides: No.",
        "left out: 1 fillIn in Cranes: No.",
    ]
