"""The runs of this computer, of every kind, as `wb.runs` has them. Each kind has the rules of its own package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.api.arguments import ColumnNames, SortColumns
from workbench.api.bulk import Bulk
from workbench.api.changes import resume_change_set, undo_change_set
from workbench.api.collection import Collection, ask_for_number
from workbench.columns import select
from workbench.errors import PlanRejected

if TYPE_CHECKING:
    import pandas

    from workbench.api.run import NotebookRun, NotebookTranslationRun
    from workbench.bulk import Approval
    from workbench.bulk.running.undo import UndoResult
    from workbench.changes.running import ChangeRun
    from workbench.changes.undo import UndoChangesResult
    from workbench.runs import AnyRun, RunKind


class Runs(Collection):
    """Runs of this computer on all services: lessons of topic lists, change sets, translations; given by their names.

    `wb.bulk` and `wb.changes` make new ones. `kind` tells two runs of one name apart: `lessons`, `changes` or
    `translations`.
    """

    def list(
        self,
        kind: RunKind | None = None,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each run, or each run of one kind, newest first.

        A journal that cannot be read has a row, too.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> _ = wb.bulk.run(wb.bulk.plan(["Rowing", "Punting"], language="EN", name="two topics"))
        >>> wb.runs.list("lessons")[["kind", "name", "done", "spent_credits"]].to_dict("records")
        [{'kind': 'lessons', 'name': 'two topics', 'done': 2, 'spent_credits': 2}]
        """
        from workbench.runs import COLUMNS, LISTED, runs_frame

        selection = select(COLUMNS, LISTED, wanted=columns, limit=limit, sort=sort)
        return selection.of(runs_frame([*self.iter(kind)]))

    def iter(self, kind: RunKind | None = None) -> Iterator[AnyRun]:
        """Yield the runs, newest first.

        >>> [run.name for run in wb.runs.iter("lessons")]
        ['two topics']
        """
        from workbench.runs import find_all_runs

        yield from find_all_runs(kind)

    def get(self, run: str, kind: RunKind | None = None) -> AnyRun:
        """Return a run by its name. Raises `PlanRejected` for an unknown or ambiguous name, with the nearest names.

        >>> wb.runs.get("two topics").rows
        2
        """
        from workbench.runs import find_run

        return find_run(run, kind)

    def rows(self, run: str, kind: RunKind | None = None) -> pandas.DataFrame:
        """Return the rows of a run as stored on this computer: topic, state, lesson and credits.

        For a change set, return its changes.

        >>> wb.runs.rows("two topics")["state"].to_list()
        ['done', 'done']
        """
        from workbench.runs import rows_table

        return rows_table(self.get(run, kind))

    def resume(
        self, run: str, approval: Approval | None = None, *, kind: RunKind | None = None, wait: bool = True
    ) -> NotebookRun | NotebookTranslationRun | ChangeRun:
        """Resume a run without its list or table, by the rules of its kind.

        Unfinished lessons are requested with their keys; only approved changes are made; translations are planned
        again, so that only missing ones are made. Raises `PlanRejected` in another session than the run's, and if the
        cost needs an approval.

        >>> wb.runs.resume("two topics").progress.counts.done
        2
        """
        from workbench.api.run import NotebookTranslationRun, start_run
        from workbench.bulk.running.resume import replan
        from workbench.bulk.translations.resume import planned_again
        from workbench.bulk.translations.run_record import RunRecord, TranslationRunSummary
        from workbench.changes.results import ChangeSetSummary

        summary = self.get(run, kind)
        if isinstance(summary, ChangeSetSummary):
            return resume_change_set(summary, self._client)
        if isinstance(summary, TranslationRunSummary):
            plan, record = planned_again(summary, self._client), RunRecord(summary.path)
            return start_run(NotebookTranslationRun(plan, self._client, approval, record=record), wait=wait)
        return Bulk(self._client, self.organization_id).run(replan(summary, self._client), approval, wait=wait)

    def stop(self, run: str, kind: RunKind | None = None) -> None:
        """Stop a run, of this process or another one of this computer.

        Requests in flight are finished and recorded, no more are sent. Returns immediately; another process stops
        within a second. Raises `PlanRejected` if the run is not running.

        >>> wb.runs.stop("two topics")
        Traceback (most recent call last):
        workbench.errors.PlanRejected: The run two topics is not running. Nothing was stopped.
        """
        from workbench.runs import stop_run

        stop_run(self.get(run, kind))

    def undo(
        self, run: str, *, kind: RunKind | None = None, include_edited: bool = False, yes: bool = False
    ) -> UndoResult | UndoChangesResult:
        """Undo a run by the rules of its kind: its lessons or translations go to the trash, its changes are undone.

        It first shows what would be undone, and asks for confirmation; `yes=True` skips the question. Credits are not
        refunded. Lessons and translations that were edited since they were made stay and are listed, unless
        `include_edited`; those that another member paid for always stay, and so do values changed since a change set.

        >>> wb.runs.undo("two topics", yes=True).trashed
        2
        """
        from workbench.changes.results import ChangeSetSummary
        from workbench.runs import undo_preview, undo_run

        summary = self.get(run, kind)
        if isinstance(summary, ChangeSetSummary):
            if include_edited:
                raise PlanRejected("What somebody changed since a change set always stays: leave out include_edited.")
            return undo_change_set(summary, self._client, yes=yes)
        if not yes:
            preview = undo_preview(summary, self._client, include_edited=include_edited)
            ask_for_number(str(preview), len(preview.untouched), unasked=f"undo({run!r}, yes=True)")
        return undo_run(summary, self._client, include_edited=include_edited)
