"""The finished lesson that ships with the package."""

from __future__ import annotations

import urllib.request

from workbench.api.content.example_lesson import read_example
from workbench.api.workbench import Workbench
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import CheckContext, Severity, check
from workbench.authoring.content import AUTHOR_NOTE, CONTENT_MODELS, content_problem
from workbench.authoring.content.questions import QUESTION_TYPES
from workbench.authoring.measure import open_places


def example() -> list[Block]:
    """Its blocks."""
    return [Block(id=new_block_id(), **each) for each in read_example()["blocks"]]


def test_it_is_finished() -> None:
    """Every block holds what its type asks, nothing is left open, and each choice of a question has its feedback."""
    choices = [choice for each in example() if each.type == "quiz" for choice in each.content["choices"]]

    assert [content_problem(each.type, each.content) for each in example()] == [None] * len(example())
    assert open_places(example()) == 0
    assert all(choice["feedback"] for choice in choices)


def test_it_has_every_type_of_question_and_of_text() -> None:
    """Somebody who looks at it sees what a lesson can be; pictures need an asset, which a package cannot store."""
    kinds = {each.type for each in example()}
    texts = {name for name in CONTENT_MODELS if name not in ("image", "audio", "video", "file")} - {
        AUTHOR_NOTE,
        "blank",
    }

    assert set(QUESTION_TYPES) | texts <= kinds
    assert {each.content["multiple"] for each in example() if each.type == "quiz"} == {True, False}


def test_the_checks_find_nothing_wrong_in_it() -> None:
    """No error and no warning."""
    lesson = read_example()
    found = check(example(), CheckContext(lesson["title"], lesson["language"]))

    assert [(each.rule, each.message) for each in found if each.severity is not Severity.NOTE] == []


def test_it_is_made_once_and_can_be_shared(workbench: Workbench) -> None:
    """Private at first; whoever has the link of the shared course reads it, whoever asks again gets the same course."""
    first = workbench.courses.add_example()
    link = workbench.courses.share(first.course_id)
    again = workbench.courses.add_example()

    assert (first.is_public, again.is_public, again.course_id) == (False, True, first.course_id)
    with urllib.request.urlopen(link.url) as page:
        assert b"Rayleigh" in page.read()
