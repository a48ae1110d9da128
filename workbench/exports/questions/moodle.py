"""The common parts of GIFT and Moodle XML: categories, and the fractions of a point that Moodle accepts."""

from __future__ import annotations

from typing import Final

from workbench.authoring.blocks.question import ChoiceQuestion
from workbench.exports.questions.bank import LessonQuestions

CARDS_REASON: Final = "Key terms are not questions; the Anki export has them as cards."
_SHARES: Final = (*range(1, 11), 20)
_LONGEST: Final = 120


def category(lesson: LessonQuestions) -> str:
    """Return the path of the lesson's category: course, lesson.

    Slashes in titles are doubled, as Moodle requires.
    """
    titles = [lesson.course_title] if lesson.course_title == lesson.title else [lesson.course_title, lesson.title]
    return "/".join(("$course$", "top", *(title[:_LONGEST].replace("/", "//").strip() for title in titles)))


def grades_reason(question: ChoiceQuestion) -> str | None:
    """Return why Moodle cannot grade the question: it accepts fractions only for some numbers of correct answers."""
    right = sum(option.is_right for option in question.options)
    if question.is_multiple and right not in _SHARES:
        return f"It has {right} right answers, and Moodle shares a point among 1 to 10, or 20; QTI holds it."
    return None


def grade_share(question: ChoiceQuestion) -> str:
    """Return the share of one right choice of several, in percent, as Moodle spells it: 50, 33.33333."""
    right = sum(option.is_right for option in question.options)
    return f"{100 / right:.5f}".rstrip("0").rstrip(".")
