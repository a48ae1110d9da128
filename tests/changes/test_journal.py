"""Change sets in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.changes.states import plan_of, renamed
from workbench.bulk.journal.journal_file import JournalFile
from workbench.changes import journal
from workbench.changes.journal import ALREADY, ChangeState, Settlement
from workbench.changes.plan import ChangePlan

DONE = Settlement(ChangeState.DONE, made_revision=2)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[JournalFile]:
    """An empty journal."""
    opened = JournalFile(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def enrolled(file: JournalFile, plan: ChangePlan) -> int:
    """The id of the plan's set, in the journal at time 10."""
    with file.write_transaction() as db:
        return journal.enrol_changes(db, plan, 10)


def settle(file: JournalFile, set_id: int, settlement: Settlement = DONE, *, now: int = 20) -> None:
    """Settle every planned row of the set."""
    with file.write_transaction() as db:
        rows = journal.change_records(db, set_id, state=ChangeState.PLANNED)
        journal.settle_rows(db, [(row.row_id, settlement) for row in rows], now)


def states(file: JournalFile, set_id: int) -> list[str]:
    """The states of the set's rows."""
    with file.read_transaction() as db:
        return [str(record.state) for record in journal.change_records(db, set_id)]


def test_the_same_plan_enrolled_twice_is_one_set(file: JournalFile) -> None:
    """What is done stays done."""
    plan = plan_of(renamed(1), renamed(2))
    set_id = enrolled(file, plan)
    settle(file, set_id)

    assert enrolled(file, plan) == set_id
    assert states(file, set_id) == ["done", "done"]


def test_a_plan_made_after_a_row_was_settled_plans_it_again(file: JournalFile) -> None:
    """Somebody has changed it since, or it was undone; with the values of now."""
    set_id = enrolled(file, plan_of(renamed(1)))
    settle(file, set_id, now=20)
    enrolled(file, plan_of(replace(renamed(1), before="Theirs", base_revision=7), read_at=21))
    with file.read_transaction() as db:
        (row,) = journal.change_records(db, set_id)

    assert (row.state, row.before, row.base_revision, row.made_revision) == (ChangeState.PLANNED, "Theirs", 7, None)


def test_a_row_whose_answer_is_in_doubt_keeps_what_it_was_sent_on(file: JournalFile) -> None:
    """Until it was compared."""
    set_id = enrolled(file, plan_of(renamed(1)))
    with file.write_transaction() as db:
        journal.mark_sent(db, journal.change_records(db, set_id))
    enrolled(file, plan_of(replace(renamed(1), base_revision=5), read_at=21))
    with file.read_transaction() as db:
        (row,) = journal.change_records(db, set_id)

    assert (row.sent_base, row.base_revision) == (1, 1)


def test_two_people_have_a_set_of_one_name_each(file: JournalFile) -> None:
    """Neither continues with the other's."""
    plan = plan_of(renamed(1))
    other = replace(plan, target=replace(plan.target, person="bob"))

    assert enrolled(file, plan) != enrolled(file, other)


def test_only_what_the_set_changed_is_undone(file: JournalFile) -> None:
    """Not what was so already, nor what was undone."""
    set_id = enrolled(file, plan_of(renamed(1), renamed(2), renamed(3)))
    with file.write_transaction() as db:
        first, second, third = journal.change_records(db, set_id)
        already = Settlement(ChangeState.DONE, ALREADY)
        journal.settle_rows(db, [(first.row_id, DONE), (second.row_id, already), (third.row_id, DONE)], 20)
        journal.mark_undone(db, [third.row_id], 30)
        found = journal.to_undo(journal.change_records(db, set_id))
        counts = journal.change_counts(db, set_id)

    assert [record.row_id for record in found] == [first.row_id]
    assert (counts.done, counts.undone, counts.total) == (3, 1, 3)
