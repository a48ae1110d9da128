"""Moodle XML, read by moodle-xml-parser."""

from __future__ import annotations

from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from moodle_xml_parser.parser import parse_bytes

from tests.exports.lessons import lesson
from tests.exports.questions.banks import HOSTILE, bank, course
from workbench.exports.questions.export import render_bank


@pytest.fixture
def questions() -> dict[str, ElementTree.Element]:
    """The questions of every type, by the start of what they ask."""
    root = ElementTree.fromstring(render_bank(bank(), "moodle-xml")[1])
    return {
        str(question.findtext("name/text"))[:12]: question for question in root if question.get("type") != "category"
    }


def test_another_program_reads_what_was_written() -> None:
    """Choices with their shares and feedback, and texts with every sign of XML and HTML."""
    found: dict[str, Any] = parse_bytes(render_bank(bank(), "moodle-xml")[1])
    _, hostile, *_ = found["multichoice"]

    assert (len(found["multichoice"]), len(found["cloze"])) == (4, 2)
    assert hostile.text_pre_parse == f'<p lang="en" dir="ltr">Which?<br>{HOSTILE}</p>'
    assert [option.score_fraction for option in hostile.options] == [50, 50, -100]
    assert not hostile.single
    assert hostile.options[2].answer == '<p lang="en" dir="ltr">[html]<b>c</b></p>'


def test_gaps_are_read_by_another_program() -> None:
    """Each with all its accepted answers."""
    gaps = ("fillIn", {"text": "A ___ and ___.", "gaps": [{"answers": ["day", "24 hours"]}, {"answers": ["b"]}]})
    [found] = parse_bytes(render_bank(bank(course(lesson("Tides", gaps))), "moodle-xml")[1])["cloze"]

    assert [[option.answer for option in gap.options] for gap in found.gaps] == [["day", "24 hours"], ["b"]]
    assert {option.score for gap in found.gaps for option in gap.options} == {100}


def test_signs_in_a_gap_end_it_too_early(questions: dict[str, ElementTree.Element]) -> None:
    """They are written as numbers, and a brace of the text as one; a star stands for itself."""
    text = str(questions["___ and ___."].findtext("questiontext/text"))
    other = str(questions["Twice a ___ "].findtext("questiontext/text"))

    assert "{1:SHORTANSWER:=a&#125;b~=A&#125;B} and {1:SHORTANSWER:=c&#126;d&#35;e&#58;&#58;f}." in text
    assert "24 hours&#92;&#42;} it &#123;rises&#125;." in other
    assert unescape("c&#126;d&#35;e&#58;&#58;f") == "c~d#e::f"


def test_every_type_has_moodles(questions: dict[str, ElementTree.Element]) -> None:
    """With the block's id, what a grader reads, and pairs and items in their order."""
    kinds = {name: question.get("type") for name, question in questions.items()}
    pairs, ordering = questions["How high?"], questions["Which first?"]

    assert kinds["Why twice?"] == kinds["Where have y"] == "essay"
    assert "Two bulges." in str(questions["Why twice?"].findtext("graderinfo/text"))
    assert [character.findtext("answer/text") for character in pairs.iter("subquestion")] == ["small", "~big -> 1"]
    assert [character.get("fraction") for character in ordering.iter("answer")] == ["1", "2", "3"]
    assert questions["What pulls?"].findtext("idnumber") == "aaaaaaaa-0000-4000-8000-000000000001"


def test_a_text_says_how_it_is_read(questions: dict[str, ElementTree.Element]) -> None:
    """Arabic from right to left, wherever it is shown."""
    arabic = next(question for name, question in questions.items() if name.startswith("ما"))

    assert str(arabic.findtext("questiontext/text")).startswith('<p lang="ar" dir="rtl">')


def test_a_broken_file_is_not_read() -> None:
    """The reader does read."""
    with pytest.raises(ValueError, match="XML parsing error"):
        parse_bytes(render_bank(bank(), "moodle-xml")[1].replace(b"</quiz>", b""))


def test_one_of_many_right_answers_has_its_share() -> None:
    """A third is spelled as Moodle spells it."""
    choices = [{"text": str(number), "isCorrect": number < 3} for number in range(4)]
    quiz = ("quiz", {"question": "?", "multiple": True, "choices": choices})

    assert b'fraction="33.33333"' in render_bank(bank(course(lesson("Tides", quiz))), "moodle-xml")[1]
