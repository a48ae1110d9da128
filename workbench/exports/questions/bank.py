"""A question bank: the form between lessons and each export format. Pure; it never contains notes for authors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.authoring.blocks.question import Asking, Cards
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.characters import without_unfit
from workbench.authoring.content import content_problem
from workbench.exports.chosen import ChosenCourse
from workbench.procedures.lesson import Lesson

ASKING_TYPES: Final = tuple(name for name, block_type in BLOCK_TYPES.items() if block_type.question)
"""The block types that a bank includes: questions, and terms that can be asked about."""


@dataclass(frozen=True, slots=True)
class BankQuestion:
    """A block with a question. `id` is the block's, so edits do not change it; it is unique in the bank."""

    id: str
    block_id: str
    type: str
    asks: Asking


@dataclass(frozen=True, slots=True)
class LessonQuestions:
    """The questions of one lesson, in its order."""

    course_id: str
    course_title: str
    lesson_id: str
    title: str
    language: str
    updated_at: datetime
    questions: tuple[BankQuestion, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A block that an export leaves out, and a plain sentence that says why."""

    lesson_id: str
    lesson_title: str
    block_id: str
    type: str
    reason: str


@dataclass(frozen=True, slots=True)
class QuestionBank:
    """Questions by lesson, and the question blocks that no format can hold."""

    title: str
    lessons: tuple[LessonQuestions, ...]
    left_out: tuple[LeftOut, ...] = ()

    def count(self) -> int:
        """Return the number of questions; each key term counts as one."""
        asking = [question.asks for lesson in self.lessons for question in lesson.questions]
        return sum(len(asks.sides) if isinstance(asks, Cards) else 1 for asks in asking)


def question_bank(courses: Sequence[ChosenCourse]) -> QuestionBank:
    """Return the questions of courses; its title is that of the only lesson, or of the courses."""
    left_out: list[LeftOut] = []
    taken: set[str] = set()
    lessons = [_lesson_questions(course, lesson, taken, left_out) for course in courses for lesson in course.lessons]
    title = (
        lessons[0].title if len(lessons) == 1 else " · ".join(dict.fromkeys(_line(course.title) for course in courses))
    )
    return QuestionBank(title[:300], tuple(lesson for lesson in lessons if lesson.questions), tuple(left_out))


def split_bank(bank: QuestionBank, refusal: Callable[[BankQuestion], str | None]) -> QuestionBank:
    """Return the questions of a bank that a format can represent; the others are left out with the format's reason."""
    left_out = list(bank.left_out)
    lessons = []
    for lesson in bank.lessons:
        remaining = []
        for question in lesson.questions:
            reason = refusal(question)
            if reason is None:
                remaining.append(question)
            else:
                left_out.append(LeftOut(lesson.lesson_id, lesson.title, question.block_id, question.type, reason))
        if remaining:
            lessons.append(_with_questions(lesson, remaining))
    return QuestionBank(bank.title, tuple(lessons), tuple(left_out))


def name(asks: Asking, longest: int = 100) -> str:
    """Return a question's name for lists: the start of its text, on one line."""
    text = _line(asks.prompt)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _lesson_questions(
    course: ChosenCourse, lesson: Lesson, taken: set[str], left_out: list[LeftOut]
) -> LessonQuestions:
    title, questions = _line(lesson.title), []
    for block in lesson.blocks:
        reason = _reason(block)
        if reason:
            left_out.append(LeftOut(lesson.lesson_id, title, block.id, block.type, reason))
        elif block.type in ASKING_TYPES:
            own = block.id if block.id not in taken else f"{block.id}-{lesson.lesson_id}"
            taken.add(own)
            questions.append(BankQuestion(own, block.id, block.type, _asks(block)))
    return LessonQuestions(
        course.course_id,
        _line(course.title),
        lesson.lesson_id,
        title,
        lesson.language,
        lesson.updated_at,
        (*questions,),
    )


def _reason(block: Block) -> str | None:
    if block.type not in BLOCK_TYPES:
        return "This block type is unknown here, so the block may or may not be a question."
    return content_problem(block.type, _fit(block.content)) if block.type in ASKING_TYPES else None


def _asks(block: Block) -> Asking:
    known = BLOCK_TYPES[block.type]
    assert known.question is not None, "only blocks with questions get here"
    return known.question(known.model.model_validate(_fit(block.content)))


def _with_questions(lesson: LessonQuestions, questions: Iterable[BankQuestion]) -> LessonQuestions:
    return LessonQuestions(
        lesson.course_id,
        lesson.course_title,
        lesson.lesson_id,
        lesson.title,
        lesson.language,
        lesson.updated_at,
        tuple(questions),
    )


def _fit(value: Any) -> Any:
    """Return the value with texts that every format can hold: old lessons may have control characters."""
    if isinstance(value, str):
        return without_unfit("\n".join(value.splitlines()))
    if isinstance(value, list | tuple):
        return [_fit(part) for part in value]
    return {name: _fit(part) for name, part in value.items()} if isinstance(value, dict) else value


def _line(text: str) -> str:
    return " ".join(without_unfit(text).split())
