"""Columns and arguments of options: recognised headings, and what cells may say."""

from __future__ import annotations

import pytest

from workbench.bulk.lesson_options import LessonOptions
from workbench.bulk.reading.option_columns import (
    OPTION_HEADINGS,
    option_cells,
    option_places,
    plain_heading,
    read_options,
    split_list,
)
from workbench.errors import PlanRejected


def places(*columns: str, used: tuple[int, ...] = (), **mapped: str) -> dict[str, int]:
    """The columns of options."""
    return option_places(columns, mapped, used, list(columns).index)


def test_headings_are_recognised_in_several_languages() -> None:
    """Without case, blanks and signs; each option once, the first column that looks like it."""
    assert places("Topic", "Target group", "reading_level", "Lernziele", "AUDIENCE", "Note") == {
        "audience": 1,
        "reading_level": 2,
        "objectives": 3,
    }


def test_a_column_that_is_used_for_something_else_is_no_option() -> None:
    """Such as one that a template joins into the topic."""
    assert places("topic", "audience", "tone", used=(0, 1)) == {"tone": 2}


def test_a_person_names_columns_or_takes_none() -> None:
    """A named one is taken whatever it is called, and is nothing else's."""
    assert places("audience", "For whom", audience="For whom") == {"audience": 1}
    assert places("words", "tone", words="") == {"tone": 1}
    assert places("tone", "words", audience="tone") == {"audience": 0, "words": 1}


def test_an_option_that_there_is_none_is_said() -> None:
    """With those that there are."""
    with pytest.raises(PlanRejected, match="Unknown option 'mood'. Options: audience, tone"):
        places("topic", mood="topic")


def test_no_two_options_share_a_heading() -> None:
    """What is recognised is recognised as one thing."""
    folded = [plain_heading(heading) for headings in OPTION_HEADINGS.values() for heading in headings]

    assert len(folded) == len(set(folded))
    assert all(folded)


@pytest.mark.parametrize(
    ("cell", "items"),
    [("Boil; cool ;", ("Boil", "cool")), ("Boil; stir\nCool\n", ("Boil; stir", "Cool")), (" ; ", ()), ("", ())],
)
def test_a_cell_lists_by_lines_else_by_semicolons(cell: str, items: tuple[str, ...]) -> None:
    """So that an item on a line of its own may hold a semicolon."""
    assert split_list(cell) == items


def test_arguments_are_read_as_cells_are() -> None:
    """A list keeps its items whole; what is not given is not a cell."""
    cells = option_cells(audience=" ", words=300, questions=0, objectives=["Boil; cool"], strict=False, sources=None)

    assert read_options(cells) == (LessonOptions(words=300, questions=0, objectives=("Boil; cool",)), "")
    assert option_cells(strict=True) == {"strict": "yes"}


def test_two_spellings_ask_for_the_same() -> None:
    """White space is folded."""
    assert read_options({"audience": " new \t cooks", "objectives": "Boil  water; "}) == (
        LessonOptions(audience="new cooks", objectives=("Boil water",)),
        "",
    )


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ({"words": "many"}, "words is 'many'; it must be a whole number from 100 to 5,000"),
        ({"words": "99"}, "from 100 to 5,000"),
        ({"words": "1" * 5000}, "from 100 to 5,000"),
        ({"words": "٣٠٠"}, "from 100 to 5,000"),
        ({"questions": "-1"}, "questions is '-1'; it must be a whole number from 0 to 10"),
        ({"audience": "x" * 201}, "audience: it has at most 200 characters"),
        ({"tone": "calm\u202e"}, "tone: it holds the character U+202E"),
        ({"reading_level": "x" * 101}, "reading level: it has at most 100 characters"),
        ({"objectives": ";".join("abcdefghijk")}, "it has 11 objectives; at most 10 are allowed"),
        ({"objectives": "x" * 481}, "an objective: it has at most 480 characters"),
    ],
)
def test_what_cannot_be_asked_for_is_said_in_a_sentence(cells: dict[str, str], fault: str) -> None:
    """It is the row's verdict."""
    options, found = read_options(cells)

    assert fault in found
    assert options == LessonOptions()
