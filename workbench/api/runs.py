"""The bulk runs of this computer, as `wb.runs` has them. The rules are those of `workbench.bulk`."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from workbench.api.bulk import Bulk
from workbench.api.collection import Collection, ask_for_number
from workbench.errors import PlanRejected

if TYPE_CHECKING:
    import pandas

    from workbench.api.run import NotebookRun
    from workbench.bulk import Approval
    from workbench.bulk.results.runs import RunSummary
    from workbench.bulk.running.undo import UndoResult


class Runs(Collection):
    """Runs of this computer's journals, on all services; a run is given by its name. `wb.bulk` makes new ones."""

    def list(self) -> pandas.DataFrame:
        """Every run, a row each, newest first; a journal that cannot be read is a row with its fault.

        >>> _ = wb.bulk.run(wb.bulk.plan(["Rowing", "Punting"], language="EN", name="two topics"))
        >>> wb.runs.list()[["name", "done", "spent_credits"]].to_dict("records")
        [{'name': 'two topics', 'done': 2, 'spent_credits': 2}]
        """
        return self._report("runs")

    def iter(self) -> Iterator[RunSummary]:
        """The runs one after the other, newest first.

        >>> [run.name for run in wb.runs.iter()]
        ['two topics']
        """
        from workbench.bulk import find_runs

        yield from find_runs()

    def get(self, run: str) -> RunSummary:
        """One run by its name. Raises `PlanRejected` for an unknown one, with the nearest, and for two of the name.

        >>> wb.runs.get("two topics").rows
        2
        """
        runs = [*self.iter()]
        found = [each for each in runs if each.name == run]
        if len(found) == 1:
            return found[0]
        if found:
            listed = "; ".join(f"{each.origin} ({each.journal})" for each in found)
            raise PlanRejected(f"{len(found)} runs are named {run!r}, at {listed}.")
        near = get_close_matches(run, [each.name for each in runs], n=3)
        there = f"The nearest: {', '.join(map(repr, near))}." if near else "See wb.runs.list()."
        raise PlanRejected(f"There is no run {run!r} on this computer. {there}")

    def rows(self, run: str) -> pandas.DataFrame:
        """The rows of a run as its journal has them: topic, state, lesson, credits, and what went wrong.

        >>> wb.runs.rows("two topics")["state"].to_list()
        ['done', 'done']
        """
        from workbench.bulk.results.frame import run_frame
        from workbench.bulk.running.stored_run import rows_of

        return run_frame(rows_of(self.get(run)))

    def resume(self, run: str, approval: Approval | None = None, *, wait: bool = True) -> NotebookRun:
        """Go on with a run without its topic list: the rows that are not made yet, with the keys that they had.

        Raises `PlanRejected` in another session than the run's, and where the cost needs an approval.

        >>> wb.runs.resume("two topics").progress.counts.done
        2
        """
        from workbench.bulk.running.resume import replanned

        plan = replanned(self.get(run), self._client)
        return Bulk(self._client, self.organization_id).run(plan, approval, wait=wait)

    def undo(self, run: str, *, include_edited: bool = False, yes: bool = False) -> UndoResult:
        """Put the lessons of a run into the trash. Credits are not refunded. Raises where the service cannot.

        It says first what would go, and asks; `yes` is for where nobody can be asked. Lessons that were edited since
        they were made stay and are listed, unless `include_edited`; those that another member paid for always stay.

        >>> wb.runs.undo("two topics", yes=True).trashed
        2
        """
        from workbench.bulk.running.undo import look_before_undo, undo

        found = self.get(run)
        if not yes:
            preview = look_before_undo(found, self._client, include_edited=include_edited)
            ask_for_number(str(preview), len(preview.untouched), unasked=f"undo({run!r}, yes=True)")
        return undo(found, self._client, include_edited=include_edited)
