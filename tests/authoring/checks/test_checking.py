"""Checking a lesson: order, severity, limits, and time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from tests.authoring.checks.views import heading, quiz, text
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import CheckContext, Rule, Severity, check
from workbench.authoring.checks.checking import MOST_FINDINGS, NOT_CHECKED
from workbench.authoring.checks.finding import Hit, Part
from workbench.authoring.checks.lesson_view import LessonView
from workbench.authoring.content import LINE_CHARS, MARKDOWN_CHARS, PASSAGE_CHARS
from workbench.errors import PatternTimedOut

MOST_CALLS = 500
"""Of functions written in C, for each block: the same on every machine."""


def blocks(*made: tuple[str, dict[str, object]]) -> list[Block]:
    """Blocks with ids."""
    return [Block(id=new_block_id(), type=kind, content=content) for kind, content in made]


def test_errors_come_first_and_name_their_block() -> None:
    """Within a severity in the order of the lesson; what the whole lesson lacks comes before its blocks."""
    lesson = blocks(heading("Knots", 3), text("Lorem ipsum."), quiz("Who?", "Ana", "Ben"))
    found = check(lesson, CheckContext("Knots", "EN"))

    assert [found[0].rule, found[0].block_id, found[0].severity] == ["placeholder", lesson[1].id, Severity.ERROR]
    assert [finding.severity for finding in found] == sorted(
        (finding.severity for finding in found), key=list(Severity).index
    )
    assert found[1].block_id is None


def test_an_empty_lesson_and_odd_blocks_have_no_error() -> None:
    """Nothing fails on what nobody expected."""
    odd = blocks(("text", {"markdown": 5}), ("hotspot", {"url": "x"}), ("quiz", {}), ("heading", {"level": "two"}))

    assert check([]) == []
    assert all(finding.severity is not Severity.ERROR for finding in check(odd, CheckContext("x", "zz-odd")))


def test_a_note_for_authors_is_not_judged() -> None:
    """Its words are no lesson's: no rule finds anything in a note, whatever it says, nor that it is empty or double."""
    bad = "TODO: Lorem ipsum. As an AI language model I cannot. Mail ana@example.org, see [here](https://a.example)."
    notes = [("authorNote", {"markdown": text}) for text in (bad, bad, "", "```code```", "Der Hafen weiß es nicht.")]
    lesson = [heading("Knots", 1), ("authorNote", {"markdown": bad}), heading("Bends", 2), text("A bend joins ropes.")]
    found = check(blocks(*lesson, *notes), CheckContext("Knots", "EN"))

    assert [finding.rule for finding in found if finding.block_id is not None] == []
    assert {finding.rule for finding in found} == {"no-objectives", "no-question", "too-short"}


def test_findings_are_bounded() -> None:
    """A lesson of 2,000 flawed blocks has the weightiest of them."""
    found = check(blocks(*[text(f"Lorem ipsum {index}.") for index in range(2_000)]))

    assert len(found) == MOST_FINDINGS
    assert {finding.severity for finding in found} == {Severity.ERROR}


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


@pytest.mark.parametrize("part", [Part.PASSAGE, Part.LESSON])
def test_a_search_that_gives_up_is_a_finding_of_its_rule(part: Part) -> None:
    """An error rule that was not tried on a block stops a publication as an error does; other blocks are judged."""

    def hits(view: LessonView) -> Iterator[Hit]:
        for index, markdown in enumerate(view.markdown):
            if "|" in markdown:
                raise PatternTimedOut
            yield Hit(index, "Found.")

    lesson = blocks(text("one"), text("|"), text("two"))
    found = check(lesson, rules=[Rule("refusal", Severity.ERROR, part, "", "", "", hits)])

    told = [(finding.block_id, finding.severity, finding.message.split(":")[0]) for finding in found]
    if part is Part.LESSON:
        assert told == [(None, Severity.ERROR, "Not checked")]
    else:
        assert told == [
            (lesson[0].id, Severity.ERROR, "Found."),
            (lesson[1].id, Severity.ERROR, "Not checked"),
            (lesson[2].id, Severity.ERROR, "Found."),
        ]
    assert {finding.rule for finding in found if finding.message != "Found."} == {NOT_CHECKED}


def _work(piece: str) -> float:
    """The processor time of a check."""
    long, question, line = ((piece * MARKDOWN_CHARS)[:size] for size in (MARKDOWN_CHARS, PASSAGE_CHARS, LINE_CHARS))
    lesson = blocks(text(long), quiz(question, line, line[1:], feedback=question))
    before = process_time()
    check(lesson, CheckContext(line, "EN"))
    return process_time() - before


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_few_phrases_are_looked_for_in_a_block(language: str) -> None:
    """There are a thousand phrases, and a good lesson has the words of few of them.

    Regression: their words were looked for one by one, which was half of what the checks of a lesson took.
    """
    written = (Path(__file__).parents[2] / "checks" / "good" / f"{language}.jsonl").read_text("utf-8").splitlines()
    lesson = blocks(*((block["type"], block["content"]) for line in written for block in json.loads(line)["blocks"]))
    context = CheckContext("Harbours", language.upper())
    check(lesson, context)  # makes the phrases
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "c_call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        check(lesson, context)
    finally:
        sys.setprofile(before)

    assert count < MOST_CALLS * len(lesson)
