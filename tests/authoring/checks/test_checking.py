"""Checking a lesson: order, severity, limits, and time."""

from __future__ import annotations

from time import process_time

import pytest

from tests.authoring.checks.views import heading, quiz, text
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import CheckContext, Severity, check
from workbench.authoring.checks.checking import MOST_FINDINGS
from workbench.authoring.content import LINE_CHARS, MARKDOWN_CHARS, PASSAGE_CHARS


def blocks(*made: tuple[str, dict[str, object]]) -> list[Block]:
    """Blocks with ids."""
    return [Block(id=new_block_id(), type=kind, content=content) for kind, content in made]


def test_errors_come_first_and_name_their_block() -> None:
    """Within a severity in the order of the lesson; what the whole lesson lacks comes before its blocks."""
    lesson = blocks(heading("Knots", 3), text("Lorem ipsum."), quiz("Who?", "Ana", "Ben"))
    found = check(lesson, CheckContext("Knots", "EN"))

    assert [found[0].rule, found[0].block_id, found[0].severity] == ["placeholder", lesson[1].id, Severity.ERROR]
    assert [each.severity for each in found] == sorted((each.severity for each in found), key=list(Severity).index)
    assert found[1].block_id is None


def test_an_empty_lesson_and_odd_blocks_have_no_error() -> None:
    """Nothing fails on what nobody expected."""
    odd = blocks(("text", {"markdown": 5}), ("hotspot", {"url": "x"}), ("quiz", {}), ("heading", {"level": "two"}))

    assert check([]) == []
    assert all(each.severity is not Severity.ERROR for each in check(odd, CheckContext("x", "zz-odd")))


def test_a_note_for_authors_is_not_judged() -> None:
    """Its words are no lesson's: no rule finds anything in a note, whatever it says, nor that it is empty or double."""
    bad = "TODO: Lorem ipsum. As an AI language model I cannot. Mail ana@example.org, see [here](https://a.example)."
    notes = [("authorNote", {"markdown": text}) for text in (bad, bad, "", "```code```", "Der Hafen weiß es nicht.")]
    lesson = [heading("Knots", 1), ("authorNote", {"markdown": bad}), heading("Bends", 2), text("A bend joins ropes.")]
    found = check(blocks(*lesson, *notes), CheckContext("Knots", "EN"))

    assert [each.rule for each in found if each.block_id is not None] == []
    assert {each.rule for each in found} == {"no-objectives", "no-question", "too-short"}


def test_findings_are_bounded() -> None:
    """A lesson of 2,000 flawed blocks has the weightiest of them."""
    found = check(blocks(*[text(f"Lorem ipsum {each}.") for each in range(2_000)]))

    assert len(found) == MOST_FINDINGS
    assert {each.severity for each in found} == {Severity.ERROR}


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "which ",
        "which not ",
        "I am sorry, ",
        "[",
        "“",
        "> ",
        "according to ",
        "1 of ",
        "x@",
        "`",
        "1 1",
        "A. ",
        "_",
        "«a",
    ],
)
def test_no_text_costs_many_times_what_plain_words_cost(piece: str) -> None:
    """The longest text of a block, the longest question and choice, made of what patterns begin with."""
    limit = 40 * _work("plain words and no more ")

    assert _work(piece) < limit or _work(piece) < limit  # the machine may have been busy


def _work(piece: str) -> float:
    """The processor time of a check."""
    long, question, line = ((piece * MARKDOWN_CHARS)[:size] for size in (MARKDOWN_CHARS, PASSAGE_CHARS, LINE_CHARS))
    lesson = blocks(text(long), quiz(question, line, line[1:], feedback=question))
    before = process_time()
    check(lesson, CheckContext(line, "EN"))
    return process_time() - before
