"""GIFT, read by gift-pegjs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.exports.lessons import lesson
from tests.exports.questions.banks import HOSTILE, bank, course
from tests.needs import needs, require
from tests.node_packages import installed
from workbench.exports.questions.bank import QuestionBank
from workbench.exports.questions.export import render_bank

HERE = Path(__file__).parent
Reader = Callable[[bytes], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """What another program reads in a file."""
    folder, path = installed(HERE).parent, tmp_path_factory.mktemp("gift") / "bank.gift"

    def run(content: bytes) -> list[dict[str, Any]]:
        path.write_bytes(content)
        command = [require("node"), "read_gift.mjs", str(path)]
        told = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=True)
        # It leaves one place undone: what stands right of an arrow keeps its placeholders.
        return json.loads(told.stdout.replace("&&126;", "~"))  # type: ignore[no-any-return]

    return run


@pytest.fixture
def every_type() -> QuestionBank:
    """The bank of every type, as GIFT holds it."""
    return render_bank(bank(), "gift")[0]


@needs("node", "npm")
def test_another_program_reads_what_was_written(read: Reader, every_type: QuestionBank) -> None:
    """Every question with its id, in order; texts with every sign of the format come back as they are."""
    found = [entry for entry in read(render_bank(bank(), "gift")[1]) if entry["type"] != "Category"]
    asked = [question for lesson in every_type.lessons for question in lesson.questions]
    hostile = found[1]

    assert [entry["id"] for entry in found] == [entry.id for entry in asked]
    assert [entry["type"] for entry in found] == [
        "MC",
        "MC",
        "MC",
        "Matching",
        "Matching",
        "Short",
        "Essay",
        "Essay",
        "MC",
    ]
    assert hostile["stem"]["text"] == f"Which?\n{HOSTILE}"
    assert [choice["text"]["text"] for choice in hostile["choices"]] == [HOSTILE, "%50% off", "[html]<b>c</b>"]
    assert [choice["weight"] for choice in hostile["choices"]] == [50, 50, -100]
    assert [choice["feedback"] and choice["feedback"]["text"] for choice in hostile["choices"]] == [
        HOSTILE,
        None,
        "No.",
    ]


@needs("node", "npm")
def test_pairs_gaps_and_model_answers_are_read(read: Reader) -> None:
    """Ordering is items with their places; a star is none of the format's."""
    found = {entry["stem"]["text"]: entry for entry in read(render_bank(bank(), "gift")[1]) if "stem" in entry}
    pairs = [(pair["subquestion"]["text"], pair["subanswer"]) for pair in found["How high?"]["matchPairs"]]
    gap = found["Twice a _____ it {rises}."]

    assert pairs == [("Neap: a", "small"), ("Spring", "~big -> 1")]
    assert [pair["subanswer"] for pair in found["Which first?"]["matchPairs"]] == ["1", "2", "3"]
    assert [choice["text"]["text"] for choice in gap["choices"]] == ["day & night", r"24 hours\*"]
    assert gap["globalFeedback"]["text"] == "Nearly."
    assert found["Why twice?"]["globalFeedback"]["text"] == f"Two bulges.\n{HOSTILE}"


@needs("node", "npm")
def test_a_broken_file_is_not_read(read: Reader) -> None:
    """The reader does read: an escape less, and it refuses."""
    with pytest.raises(subprocess.CalledProcessError):
        read(render_bank(bank(), "gift")[1].replace(rb"\{", b"{"))


def test_what_gift_cannot_hold_is_told() -> None:
    """Several gaps, an arrow left of a pair, and eleven right answers."""
    choices = [{"text": str(number), "isCorrect": number < 11} for number in range(12)]
    made = lesson(
        "Tides",
        ("fillIn", {"text": "___ ___", "gaps": [{"answers": ["a"]}, {"answers": ["b"]}]}),
        ("fillIn", {"text": "___", "gaps": [{"answers": ["a -> b"]}]}),
        ("ordering", {"prompt": "?", "items": ["a -> b", "c"]}),
        ("matching", {"prompt": "?", "pairs": [{"left": "a->b", "right": "1"}, {"left": "c", "right": "2"}]}),
        ("quiz", {"question": "?", "multiple": True, "choices": choices}),
        ("reflection", {"prompt": "?"}),
    )
    kept, _ = render_bank(bank(course(made)), "gift")

    assert kept.count() == 1
    assert [question.reason.split(",")[0] for question in kept.left_out] == [
        "GIFT has one gap a question; Moodle XML and QTI hold several.",
        "Its accepted answer holds ->",
        "Its item holds ->",
        "Its left side holds ->",
        "It has 11 right answers",
    ]


def test_a_category_is_one_path() -> None:
    """A slash of a title is no level of it, and what ends a line ends no category."""
    made = course(lesson("a/b\\c\nd", ("reflection", {"prompt": "?"})), title="A")

    assert render_bank(bank(made), "gift")[1].startswith(b"$CATEGORY: $course$/top/A/a//b//c d\n\n")


def test_no_note_for_authors_leaves() -> None:
    """In no format that is text."""
    for form in ("gift", "moodle-xml"):
        assert b"SECRET" not in render_bank(bank(), form)[1]  # type: ignore[arg-type]
