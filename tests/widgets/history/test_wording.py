"""The words of a lesson's history."""

from __future__ import annotations

import pytest

from tests.authoring.lessons import block, lesson
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockUpdate
from workbench.authoring.transaction import Transaction
from workbench.procedures.history import LessonChange, Revision
from workbench.widgets.history.wording import changed_blocks, comparison_html, listed_revisions, revision_row


def revision(label: str = "movePages", *, same_as: int | None = None, name: str | None = "Ana") -> Revision:
    """The third revision of a lesson."""
    return Revision(
        revision=3,
        label=label,
        summary="1 block moved.",
        same_as=same_as,
        person_name=name,
        at="2026-01-31T09:05:07.123Z",
    )


def test_a_row_says_what_when_who_and_how() -> None:
    """In plain words."""
    made = revision_row(revision(), 4)

    assert (made.title, made.detail) == ("1 block moved.", "Revision 3 · Ana · moving")
    assert made.at == revision().at  # shown by the reader's own clock


def test_a_row_names_the_block_that_changed() -> None:
    """By its place and its words, also where the block is gone since."""
    there, gone = block("a", "Twice a day the sea comes in"), block("b", "Deleted later")
    change = LessonChange(
        **revision().model_dump(),
        transactions=[
            Transaction(
                label="editPages",
                mutations=[
                    LessonBlockUpdate(id=there.id, content={"markdown": "older words"}),
                    LessonBlockInsert(block=gone),
                ],
            )
        ],
    )

    about = changed_blocks(change, (there,))

    assert about == "block 1, Text “Twice a day the sea comes in” · Text “Deleted later”"
    assert revision_row(revision(), 4, about).title == f"1 block moved: {about}"


def test_one_visit_is_one_line() -> None:
    """Its last revision stands for those of the pauses before; another visit, or another person, is another line."""
    told = [
        ("editPage b2", "Ana"),
        ("editPage b2", "Ana"),
        ("editPage b2", "Ben"),
        ("editPage a1", "Ben"),
        ("movePages", "Ben"),
        ("editPage a1", "Ben"),
        ("editPage", "Ben"),
        ("editPage", "Ben"),
    ]
    revisions = [
        revision(label, name=name).model_copy(update={"revision": len(told) - at})
        for at, (label, name) in enumerate(told)
    ]

    assert [listed.revision for listed in listed_revisions(revisions)] == [8, 6, 5, 4, 3, 2, 1]


def test_the_revision_that_holds_now_is_marked() -> None:
    """And so is what it went back to."""
    row = revision_row(revision("back to revision 1", same_as=1), 3)

    assert row.tags == (("Same as 1", "plain"), ("Current", "good"))


def test_a_label_of_another_program_is_shown_as_it_is() -> None:
    """It may mean something to those who use that program."""
    assert revision_row(revision("spelling"), 4).detail.endswith("Ana · “spelling”")


def test_the_letters_that_make_a_label_the_only_one_are_not_shown() -> None:
    """They mean nothing to anybody."""
    assert revision_row(revision("insertPages 1a2b3c4d"), 4).detail.endswith("Ana · inserting")


def test_pages_that_came_went_changed_and_moved_are_told() -> None:
    """With where they stand, and where they stood."""
    before, after = lesson("abcd"), (*lesson("cb"), block("a", "another"), *lesson("e"))
    made = comparison_html(before, after)

    assert "<strong>1 block added, 1 block deleted, 1 block changed, " in made
    assert 'wb-good">Added</span><bdi dir="auto">Block 4 · Blank block' in made
    assert 'wb-bad">Deleted</span><bdi dir="auto">formerly block 4 · Blank block' in made
    assert 'wb-warn">Changed</span>' in made
    assert "Moved from" in made


def test_nothing_differs_is_said() -> None:
    """An empty comparison would look like a failure."""
    assert "Nothing changed." in comparison_html(lesson("ab"), lesson("ab"))


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text: str) -> None:
    """Added, deleted or changed."""
    found = seen(comparison_html((block("a", text), block("b", "x")), (block("b", text), block("c", text))))

    assert found.dangers == []
