"""Blocks of a revision, shown part by part."""

from __future__ import annotations

from uuid import UUID

from workbench.authoring.block import Block
from workbench.widgets.history.revision_blocks import MOST_BLOCKS, RevisionBlocks

MANY = tuple(
    Block(id=str(UUID(int=n)), type="text", content={"markdown": f"text-{n}."}) for n in range(MOST_BLOCKS + 50)
)


def test_a_long_lesson_is_shown_part_by_part() -> None:
    """Two hundred blocks at a time."""
    shown = RevisionBlocks()
    shown.put("As it was", MANY, "EN")
    reader = shown.reader
    assert "text-199." in reader.html
    assert (reader.more, "text-200." in reader.html) == ("Show the next blocks (50 more)", False)

    reader._handle_custom_msg({"intent": "more"}, [])

    assert "text-249." in reader.html
    assert reader.more == ""


def test_what_is_shown_next_has_no_blocks_of_the_last() -> None:
    """A comparison after a long lesson has no button for the lesson's next blocks."""
    shown = RevisionBlocks()
    shown.put("As it was", MANY, "EN")

    shown.put_html("Differences", "<p>one</p>", "EN", label="Differences")
    shown.reader._handle_custom_msg({"intent": "more"}, [])

    assert (shown.reader.html, shown.reader.more) == ("<p>one</p>", "")
