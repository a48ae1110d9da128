"""A lesson as the rules read it."""

from __future__ import annotations

from tests.authoring.checks.views import quiz, text, view
from workbench.authoring.checks.lesson_view import excerpt, letter, stems, without_quotations


def test_code_and_quotations_are_told_from_prose() -> None:
    """A rule on what a lesson says itself looks at neither."""
    found = view(text("Type `TODO` and “TODO”.\n\n> TODO\n\nThen rest.\n\n```\nTODO\n```"))

    assert "TODO" in found.texts[0]
    assert found.prose[0].count("TODO") == 2
    assert "TODO" not in found.own_words[0]
    assert "Then rest." in found.own_words[0]


def test_a_question_knows_its_key() -> None:
    """The right choice, if there is one."""
    (question,) = view(quiz("Who?", "Ana", "Ben", at=1)).questions

    assert question.key is not None and question.key.text == "Ana"
    assert [choice.text for choice in question.wrong] == ["Ben"]


def test_words_are_compared_by_their_beginnings() -> None:
    """Forms of a word count as one; short words do not count."""
    assert stems("Measuring is to measure") == {"measu"}
    assert without_quotations("a «b» “c” d") == "a     d"
    assert (letter(0), letter(25), letter(26)) == ("A", "Z", "27")
    assert excerpt("a  b\nc", 4) == "a b…"
