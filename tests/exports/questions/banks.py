"""A bank with a question of every type and texts that are hard to write, for the tests of this package."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.exports.lessons import lesson
from workbench.authoring.block import Block
from workbench.exports.chosen import ChosenCourse
from workbench.exports.formats import FORMATS
from workbench.exports.questions.bank import QuestionBank, question_bank
from workbench.exports.questions.export import render_bank

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
        Block(id=f"{letter * 8}-0000-4000-8000-{position:012d}", type=block.type, content=block.content)
        for position, block in enumerate(given.blocks, 1)
    ]
    return given.model_copy(update={"blocks": blocks, "lesson_id": lesson_id})


def bank(*courses: ChosenCourse) -> QuestionBank:
    """The bank of these courses, or of every type."""
    return question_bank(courses or (every_type(),))


QUESTION_FORMATS = [form.name for form in FORMATS.values() if form.module == "questions.export"]
WRITTEN = Path(__file__).parent / "written"
"""What each format's file of every type says; `python -m tests.exports.questions.banks` writes it anew."""
_NOTES = "select id, guid, mid, mod, flds from notes"
_CARDS = "select id, nid, did, ord from cards"


def deck_rows(content: bytes, query: str) -> list[Any]:
    """What a query finds in an Anki deck's database."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive, closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(archive.read("collection.anki2"))
        return connection.execute(query).fetchall()


def readable(content: bytes, form: str) -> str:
    """All that a file of questions says, as text: of a package every file, of a deck its tables."""
    if form == "anki":
        [(decks, models)] = deck_rows(content, "select decks, models from col")
        said = [
            {key: deck["name"] for key, deck in json.loads(decks).items()},
            [
                [key, model["name"], model["type"], model["css"], [field["name"] for field in model["flds"]]]
                + [[card["name"], card["qfmt"], card["afmt"]] for card in model["tmpls"]]
                for key, model in json.loads(models).items()
            ],
            deck_rows(content, _NOTES),
            deck_rows(content, _CARDS),
        ]
        return json.dumps(said, indent=1, ensure_ascii=False) + "\n"
    if form != "qti":
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "".join(f"{member}\n{archive.read(member).decode()}\n" for member in archive.namelist())


if __name__ == "__main__":
    for name in QUESTION_FORMATS:
        (WRITTEN / f"{name}.txt").write_text(readable(render_bank(bank(), name)[1], name), encoding="utf-8")
