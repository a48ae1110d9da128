"""A run in its journal: its rows, its request, and people's decisions about it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final

from workbench.bulk.journal import queries, recovery
from workbench.bulk.journal.enrolment import NewRow, approved_lessons, enrol, redirections
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.queries import RowCounts, RowRecord
from workbench.bulk.journal.row_name import find_row
from workbench.bulk.journal.row_selection import RowSelection
from workbench.bulk.planning.plan import Plan
from workbench.bulk.run_summaries import RunSummary
from workbench.bulk.running import resolve
from workbench.bulk.running.resolve import RowDecision
from workbench.bulk.running.run_request import RunRequest, load_request, save_request

_LOG: Final = logging.getLogger("workbench.bulk")


class StoredRun:
    """The selected rows of one run in an open journal file. Any thread may call it.

    `redirections` is how often plans had changed where its lessons go when these rows were enrolled.
    """

    def __init__(self, file: JournalFile, selected: RowSelection, redirections: int = 0) -> None:
        self.file = file
        self.selected = selected
        self.redirections = redirections

    @property
    def run_id(self) -> int:
        """Id of the run in the journal."""
        return self.selected.run_id

    def rows(self, *, only_open: bool = False, most: int | None = None) -> list[RowRecord]:
        """Return the rows in order, at most `upper_limit`; `only_open`: those that a person may look at."""
        with self.file.read_transaction() as db:
            return queries.row_records(db, self.selected, only_open=only_open, most=most)

    def counts(self) -> RowCounts:
        """Return the number of rows in each state, and their cost."""
        with self.file.read_transaction() as db:
            return queries.counts(db, self.selected)

    def running_owner(self) -> str | None:
        """Return the process that sends rows of the run now, for people; `None` if none does."""
        with self.file.read_transaction() as db:
            return queries.running_owner(db, self.selected)

    def request(self) -> RunRequest:
        """Return the order, as far as the journal knows it."""
        with self.file.read_transaction() as db:
            return load_request(db, self.run_id)

    def approved_credits(self) -> int | None:
        """Return the credits that the last approval allows; `None` without a price or an approval."""
        with self.file.read_transaction() as db:
            lessons = approved_lessons(db, self.run_id)
            (price,) = db.execute("select max(credits) from row where run_id = ?", (self.run_id,)).fetchone()
        return None if lessons is None or price is None else lessons * int(price)

    def retry(self, names: Sequence[int | str]) -> int:
        """Plan refused rows again, by line or name; none given: all of them. How many there were.

        A run whose tries are all used gets as many again for the rows that are open, which then count as well.
        """
        rows = self.rows()
        row_ids = [find_row(rows, name) for name in names] or [row.row_id for row in rows]
        with self.file.write_transaction() as db:
            changed = resolve.retry(db, row_ids) or resolve.allow_more_tries(db, self.run_id)
        _LOG.info("run %d: %d rows are planned again", self.run_id, changed)
        return changed

    def decide(self, name: int | str, decision: RowDecision, now: int) -> RowRecord:
        """Carry out a person's decision about the row of that line or name, and return the row afterwards.

        `now` is epoch milliseconds. Raises `PlanRejected` where the row does not allow it.
        """
        row_id = find_row(self.rows(), name)
        with self.file.write_transaction() as db:
            resolve.decide(db, row_id, decision, now)
        return next(row for row in self.rows() if row.row_id == row_id)


def store_run(file: JournalFile, plan: Plan, now: int, *, has_list: bool) -> StoredRun:
    """Enrol the plan's rows. Without its list, `has_list`, the rows that were skipped stay as they were stored."""
    entries = [
        NewRow(row.line, row.topic, row.language, row.copy, plan.template, row.destination, row.options)
        for row in plan.rows
        if row.is_in_run
    ]
    goes_to, rule = plan.destination, plan.key_rule
    with file.write_transaction() as db:
        selected = enrol(db, plan.identity, plan.place.origin, entries, now, destination=goes_to, key_rule=rule)
        save_request(db, selected.run_id, plan, has_list=has_list)
        recovery.doubt_new_rows(db, selected.run_id, keyed=plan.place.honours_keys)
        return StoredRun(file, selected, redirections(db, selected.run_id))


@contextmanager
def open_run(summary: RunSummary) -> Iterator[StoredRun]:
    """Yield all rows of a run in its journal, which is closed after the block.

    Raises `JournalError` if it cannot be read.
    """
    with closing(JournalFile(summary.journal)) as file:
        with file.read_transaction() as db:
            query = "select id from run where person = ? and name = ?"
            (run_id,) = db.execute(query, (summary.person, summary.name)).fetchone()
        yield StoredRun(file, RowSelection(run_id))


def read_run_rows(summary: RunSummary) -> list[RowRecord]:
    """Return the run's rows from its journal, in order. Raises `JournalError` if it cannot be read."""
    with open_run(summary) as stored:
        return stored.rows()
