"""Differences as HTML."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.changes.states import renamed
from tests.changes.test_settling import RECORD
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.widgets.changes.wording import ROWS_SHOWN, plan_table, set_table, state_of


def test_what_differs_is_marked() -> None:
    """What goes is struck out, what comes is underlined, and the rest stands once."""
    table = plan_table([replace(renamed(1, "Ebb and flow"), before="Ebb and tide")])

    assert "Ebb and <del>tide</del><ins>flow</ins>" in table


def test_what_learners_see_is_said() -> None:
    """In the row."""
    assert "learners see it at once" in plan_table([replace(renamed(1), is_public=True)])


def test_many_rows_are_cut_with_their_number() -> None:
    """And are read from the DataFrame."""
    assert "and 5 more rows" in set_table([RECORD] * (ROWS_SHOWN + 5))


def test_what_was_put_back_is_undone() -> None:
    """Whatever it was before."""
    assert [state_of(RECORD), state_of(replace(RECORD, undone_at=1))] == ["planned", "undone"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text: str) -> None:
    """Of plans and of sets."""
    row = replace(renamed(1, text), before=f"x {text}", lesson_title=text, reason=text, field=text)
    record = replace(RECORD, before=text, after=f"{text} x", lesson_title=text, message=text, field=text)

    assert seen(plan_table([row]) + set_table([record])).dangers == []
