"""A lesson with a block of every type, for the tests of this package."""

from __future__ import annotations

from typing import Any

from workbench.authoring.block import Block, new_block_id
from workbench.procedures.lesson import Lesson

EVERY_TYPE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("heading", {"text": "Tides", "level": 1}),
    ("heading", {"text": "The moon *pulls*", "level": 2}),
    ("text", {"markdown": "Twice a day the **sea** rises. See [why](https://example.org)."}),
    ("objectives", {"items": ["Say what a tide is", "1. Name its cause"]}),
    ("keyTerms", {"terms": [{"term": "Neap tide", "meaning": "A small one"}]}),
    ("example", {"title": "Bristol", "markdown": "Up to *fifteen* metres."}),
    (
        "quiz",
        {
            "question": "What pulls?",
            "choices": [
                {"text": "The moon", "isCorrect": True, "feedback": "Mostly."},
                {"text": "The wind", "isCorrect": False},
            ],
        },
    ),
    ("callout", {"kind": "tip", "markdown": "Look at the *tables*."}),
    ("ordering", {"prompt": "Which comes first?", "items": ["Low water", "Flood", "High water"]}),
    (
        "matching",
        {"prompt": "How high?", "pairs": [{"left": "Neap", "right": "small"}, {"left": "Spring", "right": "*"}]},
    ),
    ("fillIn", {"text": "Twice a ___.", "gaps": [{"answers": ["day", "24 hours"]}], "feedback": "Nearly."}),
    ("shortAnswer", {"question": "Why twice?", "modelAnswer": "There are two bulges."}),
    ("reflection", {"prompt": "Where have you seen one?"}),
    ("summary", {"items": ["The moon pulls the sea"]}),
    ("authorNote", {"markdown": "Ask the **harbour**.\n\n- When?"}),
    ("blank", {}),
    ("ofAnotherMaker", {"caption": "Words of another maker"}),
)


def lesson(title: str = "Tides", *blocks: tuple[str, dict[str, Any]], language: str = "EN") -> Lesson:
    """A lesson with these blocks, or one of every type."""
    return Lesson(
        lesson_id="lesson-1",
        course_id="course-1",
        project_id="project-1",
        title=title,
        language=language,
        block_count=0,
        revision=1,
        created_at="2026-01-01T00:00:00.000Z",
        updated_at="2026-01-01T00:00:00.000Z",
        blocks=[Block(id=new_block_id(), type=kind, content=content) for kind, content in blocks or EVERY_TYPE],
    )
