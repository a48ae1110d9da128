"""Undo a change set: each value is restored if nobody has changed it since. Source: ours (changes 2)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.planning.target import check_session
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.journal import ChangeRecord, mark_undone, set_conditions, to_undo
from workbench.changes.reading import find_target, names_change_sets, read_orders, read_present, read_restored_revisions
from workbench.changes.results import ChangeSetSummary, set_records
from workbench.changes.row import (
    COURSE,
    LINK,
    NEW_COURSE,
    NEW_LESSON,
    POSITION,
    PROJECT,
    RESTORE,
    SHARE_FIELDS,
    TAGS,
    TIES,
    TRASH,
)
from workbench.changes.settling import changes_revision, has_trashed_course, needs_blocks
from workbench.changes.undo_steps import (
    FIRST_REVISION,
    TOUCHED,
    ChangeLeft,
    UndoState,
    UndoSteps,
    course_steps,
    lesson_steps,
    order_steps,
    place_steps,
    restore_steps,
    text_steps,
    tie_steps,
    trash_steps,
)
from workbench.changes.writes import is_position
from workbench.changes.xliff.reading import read_tied
from workbench.client.calling import CallingClient
from workbench.client.conversation import MAX_CALLS
from workbench.client.lookups.same_name import new_course_notes
from workbench.client.sync import Client
from workbench.errors import CallFailed, OpenAuthorNotes, OpenPlaces, WorkbenchError
from workbench.procedures.declare import Call
from workbench.wording import count_text

ROWS_LISTED: Final = 20
_Steps = Callable[[Sequence[ChangeRecord], UndoState], UndoSteps]
_LOG: Final = logging.getLogger("workbench.changes")


@dataclass(frozen=True, slots=True)
class UndoChangesPreview:
    """A preview of undoing: `back` are changes that would be undone, `left` those that would stay.

    `notes` are about courses that come out of the trash to a title that another one has.
    """

    back: tuple[ChangeRecord, ...]
    left: tuple[ChangeLeft, ...] = ()
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        sentences = (f"{_changes(len(self.back))} would be undone.", *self.notes)
        return f"{' '.join(sentences)}{_listing(self.left)}"


@dataclass(frozen=True, slots=True)
class UndoChangesResult:
    """The number of undone changes, and those that were left."""

    undone: int
    left: tuple[ChangeLeft, ...] = ()

    def __str__(self) -> str:
        return f"{_changes(self.undone)} {'was' if self.undone == 1 else 'were'} undone.{_listing(self.left)}"


def preview_undo_changes(summary: ChangeSetSummary, client: CallingClient) -> UndoChangesPreview:
    """Return what undoing the set would do now. Reads only.

    Raises `PlanRejected` and `OtherOrganization` in another session.
    """
    records = to_undo(set_records(summary))
    state = _read(summary, client, records)
    steps = [steps_of(records, state) for steps_of in _steps_for(records)]
    back = {change.row_id: change for one in steps for change in one.back}
    left = tuple(left for one in steps for left in one.left)
    restored = [
        record for record in back.values() if record.field == TRASH and record.course_id not in state.present.courses
    ]
    titles = {record.course_id: record.course_title for record in restored if record.course_title}
    notes = new_course_notes(cast("Client", client), summary.target.organization_id, titles.values(), "Undoing it")
    return UndoChangesPreview(tuple(sorted(back.values(), key=lambda value: value.line)), left, notes)


def undo_changes(
    summary: ChangeSetSummary,
    client: CallingClient,
    *,
    progress: Callable[[int], None] = lambda undone: None,
) -> UndoChangesResult:
    """Undo every change of the set that nobody has altered since; the others are kept and listed.

    Started again, it continues where it stopped. `progress` is called with the number undone so far. Raises the
    errors of `preview_undo_changes`.
    """
    records = to_undo(set_records(summary))
    undone, left = 0, []
    has_name = names_change_sets(client)

    def in_set(call: Call[Any]) -> Call[Any]:
        return call.in_change_set(summary.name) if has_name else call

    with closing(JournalFile(summary.journal)) as file:
        for steps_of in _steps_for(records):
            steps = steps_of(records, _read(summary, client, records))
            left += steps.left
            already = [change.row_id for change in steps.already if change.row_id not in steps.half]
            with file.write_transaction() as db:
                mark_undone(db, already, epoch_ms())
            undone += len(already)
            for start in range(0, len(steps.calls), MAX_CALLS):
                batch = steps.calls[start : start + MAX_CALLS]
                outcomes = client.outcomes(*(in_set(call) for _, call in batch))
                done = [
                    record
                    for (rows, _), outcome in zip(batch, outcomes, strict=True)
                    for record in rows
                    if not _is_failure(outcome) and record.row_id not in steps.half
                ]
                with file.write_transaction() as db:
                    mark_undone(db, [change.row_id for change in done], epoch_ms())
                undone += len(done)
                left += [
                    ChangeLeft(record, _failure(outcome))
                    for (rows, _), outcome in zip(batch, outcomes, strict=True)
                    if _is_failure(outcome)
                    for record in rows
                ]
                progress(undone)
    _LOG.info("change set %r undone: %d back, %d stay", summary.name, undone, len(left))
    return UndoChangesResult(undone, tuple(left))


def _steps_for(records: Sequence[ChangeRecord]) -> list[_Steps]:
    """Return the steps in order, without those that no row needs.

    Lessons go back to their courses first: a course that was made for one alone then follows its title again.
    Items are taken out of the trash before anything in them is changed back, new lessons and courses are moved
    there last.
    """
    fields = {record.field for record in records if not record.block_id}
    steps: list[_Steps] = [restore_steps] if TRASH in fields else []
    if fields & {COURSE, PROJECT, TAGS, LINK, *SHARE_FIELDS}:
        steps.append(place_steps)
    if fields & {COURSE, POSITION}:
        steps.append(order_steps)
    steps += [tie_steps] if TIES in fields else []
    if any(map(changes_revision, records)):
        steps.append(text_steps)
    steps += [trash_steps] if RESTORE in fields else []
    steps += [lesson_steps] if NEW_LESSON in fields else []
    return steps + ([course_steps] if NEW_COURSE in fields else [])


def _read(summary: ChangeSetSummary, client: CallingClient, records: Sequence[ChangeRecord]) -> UndoState:
    run_target, target = find_target(client, summary.target.organization_id)
    check_session(summary.target, target)
    with_blocks = {record.lesson_id for record in records if needs_blocks(record)}
    present = read_present(
        client,
        run_target,
        {record.lesson_id for record in records},
        with_blocks=with_blocks,
        with_trashed_courses=has_trashed_course(records),
    )
    ordered = {
        record.course_id if is_position(record) else record.before
        for record in records
        if record.field in (COURSE, POSITION)
    }
    present = replace(present, orders=read_orders(client, run_target, ordered & present.courses.keys()))
    tied = [record for record in records if record.field == TIES]
    present = replace(present, translations=read_tied(client, tied) if tied else {})
    made = {(record.lesson_id, record.made_revision) for record in records if changes_revision(record)}
    new = {record.lesson_id for record in records if record.field == NEW_LESSON}
    made |= {(lesson_id, FIRST_REVISION) for lesson_id in new}
    edited = {record.lesson_id for record in records if changes_revision(record) and record.made_revision}
    later = [
        lesson_id
        for lesson_id in edited | new
        if lesson_id in present.lessons and (lesson_id, present.lessons[lesson_id].revision) not in made
    ]
    with closing(JournalFile(summary.journal)) as file, file.read_transaction() as db:
        conditions = set_conditions(db, summary.set_id)
    return UndoState(present, read_restored_revisions(client, later), conditions)


def _is_failure(outcome: Any) -> bool:
    return isinstance(outcome, WorkbenchError)


def _failure(outcome: WorkbenchError) -> str:
    if isinstance(outcome, OpenPlaces | OpenAuthorNotes):
        return outcome.message.rstrip(".")
    if isinstance(outcome, CallFailed) and outcome.http_status == 409:
        return TOUCHED
    return f"not undone ({outcome.message.rstrip('.')}); undo again"


def _listing(left: Sequence[ChangeLeft]) -> str:
    if not left:
        return ""
    more = f"; and {len(left) - ROWS_LISTED:,} more" if len(left) > ROWS_LISTED else ""
    verb = "stays" if len(left) == 1 else "stay"
    return f" {_changes(len(left))} {verb} as they are: {'; '.join(map(str, left[:ROWS_LISTED]))}{more}."


def _changes(count: int) -> str:
    return f"{count_text(count, 'change')}"
