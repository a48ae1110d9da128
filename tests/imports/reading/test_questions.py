"""Questions that left as GIFT or Moodle XML and come back."""

from __future__ import annotations

import pytest

from tests.exports.questions.banks import every_type
from tests.imports.reading.round_trips import expected, found, random_bank, read, written
from tests.slow import first_in_gate
from workbench.exports.questions.bank import question_bank


@pytest.mark.parametrize("form", ["gift", "xml"])
@pytest.mark.parametrize("seed", first_in_gate(range(60), 6))
def test_what_was_exported_comes_back(seed: int, form: str) -> None:
    """Random questions with texts that look like signs of the format: the same questions, white space run together."""
    taken, data = written(random_bank(seed), form)

    assert found(read(data, f"bank.{form}")) == expected(taken)


def test_lessons_and_their_course_come_back() -> None:
    """By their categories, slashes in titles included; the language of Moodle XML too."""
    _, data = written(question_bank([every_type()]), "xml")
    file = read(data, "sea.xml")

    assert [lesson.title for lesson in file.lessons] == ["Tides: {1} // ~2", "المد والجزر"]
    assert (file.title, file.language.upper()) == ("Sea & <b>shore</b>/1", "EN")


def test_what_cannot_be_asked_is_listed_with_its_place() -> None:
    """A tolerance, shares of a point, feedback of single answers; the other questions are there."""
    text = "::Year::When?{#1822:5}\n\n::Sum::2+2?{=4 ~%50%5 ~3}\n\nWho?{=Ann#Yes. =Bob#Also.}\n\nHow many?{#7}\n"
    file = read(text.encode(), "a.gift")

    assert [(finding.place, finding.kind) for finding in file.findings] == [
        ("line 1 (Year)", "no counterpart"),
        ("line 3 (Sum)", "weight"),
        ("line 5", "feedback"),
    ]
    assert [(block.type, block.content.get("text", "")) for block in file.lessons[0].blocks] == [
        ("quiz", ""),
        ("fillIn", "Who? ___"),
        ("fillIn", "How many? ___"),
    ]
