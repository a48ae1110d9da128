"""A bank with a question of every type and texts that are hard to write, for the tests of this package."""

from __future__ import annotations

from typing import Any

from tests.exports.lessons import lesson
from workbench.authoring.block import Block
from workbench.exports.chosen import ChosenCourse
from workbench.exports.questions.bank import QuestionBank, question_bank

HOSTILE = """a = {b} ~ c # d: \\n // ]]> <script>alert("1")</script> & 'x' *?* {{c1::y}} [sound:x] $\\frac{1}{2}$ 😀"""
"""A text with every sign that some format keeps for itself."""
RIGHT = [{"text": "The moon", "isCorrect": True, "feedback": "Mostly."}, {"text": "The wind", "isCorrect": False}]
BLOCKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("quiz", {"question": "What pulls?", "choices": RIGHT}),
    (
        "quiz",
        {
            "question": f"Which?\n{HOSTILE}",
            "multiple": True,
            "choices": [
                {"text": HOSTILE, "isCorrect": True, "feedback": HOSTILE},
                {"text": "%50% off", "isCorrect": True},
                {"text": "[html]<b>c</b>", "isCorrect": False, "feedback": "No."},
            ],
        },
    ),
    (
        "quiz",
        {"question": "How?", "choices": [{"text": "a -> b", "isCorrect": True}, {"text": "c", "isCorrect": False}]},
    ),
    ("ordering", {"prompt": "Which first?", "items": ["Low", "Flood = rise", "High"], "feedback": "See {1}."}),
    (
        "matching",
        {
            "prompt": "How high?",
            "pairs": [{"left": "Neap: a", "right": "small"}, {"left": "Spring", "right": "~big -> 1"}],
        },
    ),
    (
        "fillIn",
        {"text": "Twice a ___ it {rises}.", "gaps": [{"answers": ["day & night", "24 hours*"]}], "feedback": "Nearly."},
    ),
    ("fillIn", {"text": "___ and ___.\nEnd", "gaps": [{"answers": ["a}b", "A}B"]}, {"answers": ["c~d#e::f"]}]}),
    ("shortAnswer", {"question": "Why twice?", "modelAnswer": f"Two bulges.\n{HOSTILE}"}),
    ("reflection", {"prompt": "Where have you seen one?"}),
    (
        "keyTerms",
        {"terms": [{"term": "Neap tide", "meaning": HOSTILE}, {"term": "neap  tide", "meaning": "A small one"}]},
    ),
    ("authorNote", {"markdown": "SECRET of the authors"}),
    ("text", {"markdown": "No question"}),
)
ARABIC: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "quiz",
        {
            "question": "ما الذي يجذب المياه؟",
            "choices": [{"text": "القمر", "isCorrect": True}, {"text": "الريح", "isCorrect": False}],
        },
    ),
)


def course(*lessons: Any, title: str = "Sea & <b>shore</b>/1") -> ChosenCourse:
    """A course with these lessons."""
    return ChosenCourse("course-1", title, lessons)


def every_type() -> ChosenCourse:
    """A lesson with every type and a hostile title, and one in Arabic; the ids are always the same."""
    first = lesson("Tides: {1} // ~2", *BLOCKS)
    second = lesson("المد والجزر", *ARABIC, language="AR")
    return course(with_ids(first, "a"), with_ids(second, "b", "lesson-2"))


def with_ids(given: Any, letter: str, lesson_id: str = "lesson-1") -> Any:
    """The lesson with ids that are the same each time."""
    blocks = [
        Block(id=f"{letter * 8}-0000-4000-8000-{place:012d}", type=each.type, content=each.content)
        for place, each in enumerate(given.blocks, 1)
    ]
    return given.model_copy(update={"blocks": blocks, "lesson_id": lesson_id})


def bank(*courses: ChosenCourse) -> QuestionBank:
    """The bank of these courses, or of every type."""
    return question_bank(courses or (every_type(),))
