"""A file that was read, planned, made and undone at a real service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.imports.reading.test_docx import FILES
from workbench.api.workbench import Workbench
from workbench.changes.lesson_rows import read_new_lesson
from workbench.changes.results import find_change_set
from workbench.changes.row import NEW_LESSON, ChangeVerdict
from workbench.errors import PlanRejected
from workbench.languages.reader import DEFAULT_LANGUAGE
from workbench.procedures.course import get_course
from workbench.procedures.lesson import get_lesson

GIFT = "$CATEGORY: Sea/Tides {}\n\nWhat pulls?{{=moon ~wind}}\n\n$CATEGORY: Sea/Fog {}\n\nIs it wet?{{T}}\n"


def gift(folder: Path) -> Path:
    """A file of questions that no other test has."""
    path = folder / f"sea {folder.name}.gift"
    path.write_text(GIFT.format(folder.name, folder.name), encoding="utf-8")
    return path


def test_a_file_becomes_a_course_and_is_undone_as_one(workbench: Workbench, tmp_path: Path) -> None:
    """Planned again it is nothing to do; after an undo it is imported again."""
    path = gift(tmp_path)
    plan = workbench.changes.import_file(path, language="en")
    run = plan.run(plan.approve(changes=3))
    again = workbench.changes.import_file(path, language="en")
    course_id = plan.changes[0].course_id
    course = workbench.client.call(get_course(course_id=course_id))

    assert str(run.progress).startswith("finished: 3 of 3 done")
    assert (course.title, [lesson.title.split()[0] for lesson in course.lessons]) == ("Sea", ["Tides", "Fog"])
    assert {lesson.language for lesson in course.lessons} == {"EN"}
    assert again.changes == () and {row.verdict for row in again.rows} == {ChangeVerdict.UNCHANGED}

    undone = workbench.changes.undo(plan.name, yes=True)
    anew = workbench.changes.import_file(path, language="en")

    assert (undone.undone, undone.left) == (3, ())
    assert (len(anew.changes), anew.name) == (3, f"{plan.name} (2)")


def test_a_document_has_its_pictures(workbench: Workbench) -> None:
    """They are uploaded when it is run, and shown by the lessons."""
    plan = workbench.changes.import_file(FILES / "tides.docx")
    plan.run(plan.approve(changes=len(plan.changes)))
    lesson = workbench.client.call(get_lesson(lesson_id=plan.changes[2].lesson_id))
    images = [block for block in lesson.blocks if block.type == "image"]

    assert [image.content["alternativeText"] for image in images] == ["The moon over the harbour", ""]
    assert all(len(image.content["asset"]) < 64 for image in images)
    assert plan.findings_frame()["kind"].tolist().count("formula") == 1
    assert any(note.startswith("formula (paragraph 22") for note in plan.notes)


def test_lessons_go_behind_those_of_a_course(workbench: Workbench, tmp_path: Path) -> None:
    """Named by its title; their language is that of its lessons."""
    first = workbench.changes.import_file(gift(tmp_path), language="DE", name=f"first {tmp_path.name}")
    first.run(first.approve(changes=3))
    course_id = first.changes[0].course_id
    second = workbench.changes.import_file(b"Who?{=I}", file_name="who.gift", course=course_id)
    second.run()
    course = workbench.client.call(get_course(course_id=course_id))

    assert [(lesson.title.split()[0], lesson.language) for lesson in course.lessons][-1] == ("who", "DE")
    assert len(second.changes) == 1
    assert workbench.changes.undo(second.name, yes=True).undone == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"language": "English!"}, "language is a code"),
        ({"language": "EN", "course": "No such course"}, "there is no course"),
        ({"language": "EN", "project": "No such project"}, "there is no project"),
    ],
)
def test_what_cannot_be_planned_is_refused(workbench: Workbench, options: dict[str, Any], words: str) -> None:
    """In one sentence; nothing is changed."""
    with pytest.raises(PlanRejected, match=words):
        workbench.changes.import_file(b"Who?{=I}", file_name="who.gift", **options)


def test_a_file_without_a_language_has_the_default_and_says_so(workbench: Workbench, tmp_path: Path) -> None:
    """A file of questions names none: English, as a note of the plan says."""
    plan = workbench.changes.import_file(b"Who?{=I}", file_name="who.gift", name=tmp_path.name)
    chosen = workbench.changes.import_file(b"Who?{=I}", file_name="who.gift", name=tmp_path.name, language="DE")

    assert (plan.language, plan.is_language_assumed) == (DEFAULT_LANGUAGE, True)
    assert "doesn't state its language, so its lessons are created in English (EN)" in plan.notes[0]
    assert (chosen.language, chosen.is_language_assumed) == ("DE", False)
    assert not any("which language" in note for note in chosen.notes)


def test_a_file_without_a_language_has_that_of_the_organization(workbench: Workbench, tmp_path: Path) -> None:
    """So have a blank lesson and an outline; none of them asks for a language."""
    workbench.language.set("German")
    try:
        plan = workbench.changes.import_file(b"Who?{=I}", file_name="who.gift", name=tmp_path.name)
        outline = workbench.courses.outline(["Flour"], title="Bread")
        lesson = workbench.lessons.create("Flour")
    finally:
        back = workbench.language.set("none")

    assert (plan.language, plan.is_language_assumed, outline.language, lesson.language) == ("DE", True, "DE", "DE")
    assert "its lessons are created in German · Deutsch (DE), the default language" in plan.notes[0]
    assert (str(back), workbench.language.show()) == ("English (EN), the organization has not set one", back)


def test_true_and_false_are_said_in_the_language_of_the_lesson(workbench: Workbench, tmp_path: Path) -> None:
    """Regression: they stayed English where the language was the organization's or that of the course."""
    questions = b"::a:: Wet? {T}\n\n::b:: Dry? {FALSE#No.#Yes.}\n\n::c:: Who? {=True ~False}\n"

    def choices(**more: Any) -> list[list[str]]:
        plan = workbench.changes.import_file(questions, file_name="wet.gift", name=tmp_path.name, **more)
        [row] = [row for row in plan.changes if row.field == NEW_LESSON]
        blocks = [block for block in read_new_lesson(row.after).blocks if block.type == "quiz"]
        return [[choice["text"] for choice in block.content["choices"]] for block in blocks]

    course = workbench.courses.create(f"Eau {tmp_path.name}")
    workbench.lessons.create("L'eau", language="FR", course=course.course_id)
    workbench.language.set("German")
    try:
        assumed = choices()
        in_course = choices(course=course.course_id)
    finally:
        workbench.language.set("none")

    as_is = ["True", "False"]
    assert assumed == [["Richtig", "Falsch"], ["Richtig", "Falsch"], as_is]
    assert in_course == [["Vrai", "Faux"], ["Vrai", "Faux"], as_is]
    assert choices() == [as_is] * 3 and choices(language="ES")[0] == ["Verdadero", "Falso"]


def test_an_edited_lesson_stays_after_an_undo(workbench: Workbench, tmp_path: Path) -> None:
    """And the course with it; the other lesson goes."""
    plan = workbench.changes.import_file(gift(tmp_path), language="EN")
    plan.run(plan.approve(changes=3))
    edited = plan.changes[1].lesson_id
    workbench.lessons.rename(edited, "Mine")
    undone = workbench.changes.undo(plan.name, yes=True)

    assert (undone.undone, len(undone.left)) == (1, 2)
    assert workbench.client.call(get_lesson(lesson_id=edited)).title == "Mine"
    assert find_change_set(plan.name).counts.undone == 1
