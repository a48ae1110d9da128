"""Find and replace, as a change plan."""

from __future__ import annotations

import pytest

from tests.changes.acme import Acme
from workbench.changes.replacing import Replacement, plan_replacements
from workbench.changes.row import ChangeVerdict
from workbench.changes.running import ChangeRun
from workbench.errors import PlanRejected


@pytest.mark.parametrize(
    ("wanted", "text", "after"),
    [
        (Replacement("colour", "color"), "Colour, colour, COLOUR, colourful.", "Color, color, COLOR, colourful."),
        (Replacement("colour", "color", words=False), "colourful", "colorful"),
        (Replacement("colour", "color", case=True), "Colour colour", "Colour color"),
        (Replacement("C++", "Rust"), "C++ and C++.", "Rust and Rust."),
        (Replacement("a.c", "x"), "abc a.c", "abc x"),
        (Replacement("größe", "Maß"), "Die größe, Größe", "Die Maß, Maß"),
        (Replacement("tides", "waves"), "[tides](https://example.org/tides)", "[waves](https://example.org/tides)"),
        (Replacement("tides", "waves"), "https://example.org/tides tides", "https://example.org/tides waves"),
        (Replacement("moon", "sun"), "![the moon](https://example.org/a.png)", "![the sun](https://example.org/a.png)"),
        (Replacement("x", r"\1\g<0>"), "x", r"\1\g<0>"),
        (Replacement("猫", "犬", words=False), "黒猫", "黒犬"),
    ],
)
def test_a_text_is_replaced(wanted: Replacement, text: str, after: str) -> None:
    """As plain text; whole words, with the form of the hit, and never in an address."""
    assert wanted.in_text(text)[0] == after


def test_nothing_is_slow_to_search(acme: Acme) -> None:
    """A long text of what looks like the beginning of a hit is passed once."""
    assert Replacement("a" * 200, "b").in_text("a" * 60_000)[1] == []


def test_titles_and_all_texts_of_blocks_are_planned_with_their_hits(acme: Acme) -> None:
    """A heading that bears the title is left to follow it."""
    (lesson_id,) = acme.lessons(["Colour theory"], markdown="One colour, and another colour.")
    plan = plan_replacements(Replacement("colour", "color"), acme.ana.client)
    with ChangeRun(plan, acme.ana.client) as run:
        run.start()
    lesson = acme.lesson(lesson_id)

    assert [(row.field, row.after) for row in plan.rows] == [
        ("title", "Color theory"),
        ("markdown", "One color, and another color."),
    ]
    assert plan.rows[1].reason.startswith("2 hits: …One colour")
    assert (lesson.title, lesson.revision) == ("Color theory", 2)
    assert [block.content.get("text") or block.content["markdown"] for block in lesson.blocks] == [
        "Color theory",
        "One color, and another color.",
    ]


def test_only_lessons_of_the_filter_are_searched(acme: Acme) -> None:
    """By language, course, project or title."""
    acme.lessons(["Colour one", "Colour two"])
    plan = plan_replacements(Replacement("colour", "color"), acme.ana.client, where={"search": "two"})

    assert [row.after for row in plan.changes] == ["Color two"]


def test_only_what_a_search_finds_is_changed(acme: Acme) -> None:
    """With the same filters as everywhere; what it does not understand is reported."""
    acme.lessons(["Colour one", "Colour two"])
    plan = plan_replacements(Replacement("colour", "color"), acme.ana.client, where='"colour two" lang:en tag:none')

    assert [row.after for row in plan.changes] == ["Color two"]
    with pytest.raises(PlanRejected, match="updated: takes an age"):
        plan_replacements(Replacement("colour", "color"), acme.ana.client, where="updated:soon")


def test_what_a_replacement_would_break_is_not_allowed(acme: Acme) -> None:
    """An empty title, or a text that its block may not have."""
    acme.lessons(["Colour"])
    plan = plan_replacements(Replacement("colour", ""), acme.ana.client)

    assert [row.verdict for row in plan.rows] == [ChangeVerdict.NOT_ALLOWED]


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        (Replacement("", "x"), {}),
        (Replacement("x" * 201, "y"), {}),
        (Replacement("x", "y" * 2_001), {}),
        (Replacement("x", "y"), {"lang": "EN"}),
    ],
)
def test_what_cannot_be_searched_is_refused(acme: Acme, wanted: Replacement, where: dict[str, str]) -> None:
    """Before anything is read."""
    with pytest.raises(PlanRejected):
        plan_replacements(wanted, acme.ana.client, where=where)
