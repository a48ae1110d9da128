"""The work of the example's staff on lessons, as the calls that a client sends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.authoring.block import Blocks
from workbench.authoring.transaction import Transaction, apply
from workbench.embedded.example.college import CollegeCourse, finishing_edits, with_question, with_text
from workbench.embedded.example.staff import ExampleLesson, Staff
from workbench.procedures import course, lesson
from workbench.procedures.realtime import execute_transactions


def starter(staff: Staff, by: str, of: CollegeCourse, topic: dict[str, str], language: str = "EN") -> str:
    """Make one starter lesson in its course; its id."""
    made = staff.call(
        by,
        lesson.create_starter_lesson(
            language=language,
            topic=topic["EN"],
            course_id=staff.course_id(by, of, language),
            organization_id=staff.organization_id,
        ),
    )
    staff.lessons.append(ExampleLesson(made.lesson_id, of, topic, language))
    return made.lesson_id


def tag(staff: Staff, by: str, term: str) -> None:
    """Give every lesson without tags that of its project and the term's, as one change set."""
    new = [example_lesson for example_lesson in staff.lessons if not example_lesson.is_tagged]
    tags = {of.titles["EN"]: project.tag for project in staff.college.projects for of in project.courses}
    calls = [
        lesson.set_tags(lesson_id=example_lesson.lesson_id, tags=[tags[example_lesson.course.titles["EN"]], term])
        for example_lesson in new
    ]
    staff.client(by).batch(*(call.in_change_set(f"Tags of the {term}") for call in calls))
    for example_lesson in new:
        example_lesson.is_tagged = True


def finish(staff: Staff, by: str, example_lesson: ExampleLesson, *, asks: bool) -> None:
    """Turn a planning sheet into a lesson; with its question if it `asks`."""
    topic = example_lesson.topic.get(example_lesson.language, example_lesson.topic["EN"])

    def edit(blocks: Blocks) -> list[Transaction]:
        filled = finishing_edits(blocks, example_lesson.course, topic)
        return [*filled, *(with_question(apply(filled, blocks), example_lesson.course, staff.chance) if asks else ())]

    _edit(staff, by, example_lesson, edit)
    example_lesson.is_finished = True


def rename(staff: Staff, by: str, example_lesson: ExampleLesson) -> None:
    """Give a lesson its title in its own language."""
    staff.call(
        by,
        lesson.rename_lesson(lesson_id=example_lesson.lesson_id, title=example_lesson.topic[example_lesson.language]),
    )
    example_lesson.is_renamed = True


def add_note(staff: Staff, by: str, example_lesson: ExampleLesson) -> None:
    """Add one of the college's notes to a lesson that lacks some."""
    note = staff.chance.choice([note for note in staff.college.notes if note not in example_lesson.notes])
    _edit(staff, by, example_lesson, lambda blocks: with_text(blocks, note))
    example_lesson.notes.append(note)


def restore_previous(staff: Staff, by: str, example_lesson: ExampleLesson) -> None:
    """Go back to the revision before the last one."""
    now = staff.call(by, lesson.get_lesson(lesson_id=example_lesson.lesson_id)).revision
    staff.call(by, lesson.revert_to(lesson_id=example_lesson.lesson_id, revision=now - 1))


def create_without_writer(staff: Staff, by: str, title: str) -> None:
    """Make a lesson without a writer."""
    written = next(candidate for candidate in staff.college.by_hand if candidate.title == title)
    made = staff.call(
        by,
        lesson.create_lesson(
            title=title,
            language=written.language,
            organization_id=staff.organization_id,
        ),
    )
    staff.by_hand[title] = made.lesson_id
    if written.text:
        text = with_text((), written.text)
        staff.call(by, execute_transactions(lesson_id=made.lesson_id, language=written.language, transactions=text))


def share(staff: Staff, by: str, of: CollegeCourse, language: str = "EN") -> None:
    """Make a course public."""
    course_id = staff.course_id(by, of, language)
    staff.call(by, course.set_course_sharing(course_id=course_id, is_public=True))


def reorder(staff: Staff, by: str, of: CollegeCourse, lesson_ids: Sequence[str], language: str = "EN") -> None:
    """Put the lessons of a course into another order."""
    staff.call(by, course.order_lessons(course_id=staff.course_id(by, of, language), lesson_ids=list(lesson_ids)))


def _edit(staff: Staff, by: str, example_lesson: ExampleLesson, edit: Callable[[Blocks], list[Transaction]]) -> None:
    blocks = tuple(staff.call(by, lesson.get_lesson(lesson_id=example_lesson.lesson_id)).blocks)
    edited = execute_transactions(
        lesson_id=example_lesson.lesson_id, language=example_lesson.language, transactions=edit(blocks)
    )
    staff.call(by, edited)
