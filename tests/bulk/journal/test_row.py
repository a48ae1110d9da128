"""The states of a row and the only moves between them."""

from __future__ import annotations

from itertools import product

import pytest

from workbench.bulk.journal.row import MOVES, PERSON_MOVES, State, checked_move
from workbench.errors import JournalError


@pytest.mark.parametrize(("old", "new"), sorted(set(product(State, State)) - MOVES - PERSON_MOVES))
def test_a_move_that_is_in_no_table_is_refused(old: State, new: State) -> None:
    """Only the moves of the tables exist, anyone who makes them."""
    with pytest.raises(JournalError):
        checked_move(old, new, by_person=True)


@pytest.mark.parametrize(("old", "new"), sorted(PERSON_MOVES))
def test_a_persons_move_is_refused_to_the_run(old: State, new: State) -> None:
    """What only a person may decide, no run does by itself."""
    with pytest.raises(JournalError):
        checked_move(old, new)


def test_unsure_becomes_planned_only_by_a_person() -> None:
    """The rule on which all the others stand: waiting never repeats a paid send."""
    assert (State.UNSURE, State.PLANNED) not in MOVES
    assert checked_move(State.UNSURE, State.PLANNED, by_person=True) is State.PLANNED


def test_unsure_never_becomes_refused() -> None:
    """Nothing that may exist is called refused."""
    assert (State.UNSURE, State.REFUSED) not in MOVES | PERSON_MOVES


def test_unsure_becomes_refused_by_its_draft_s_refusal_alone() -> None:
    """That is under the key of all its sends; neither a run by itself nor a person calls it so."""
    assert checked_move(State.UNSURE, State.REFUSED, by_draft=True) is State.REFUSED
    with pytest.raises(JournalError):
        checked_move(State.UNSURE, State.PLANNED, by_draft=True)
