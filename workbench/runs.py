"""All runs stored on this computer: lessons from topic lists, change sets, and translations.

Each kind keeps its own journal, states and rules (decision 134); here they are found by name, listed, stopped and
undone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.run_frame import run_frame
from workbench.bulk.run_summaries import RunSummary, find_runs, has_live_claims
from workbench.bulk.run_thread import RunThread, request_stop, running_threads
from workbench.bulk.running.stored_run import read_run_rows
from workbench.bulk.running.undo import UndoPreview, UndoResult, preview_undo, undo
from workbench.bulk.translations.resume import preview_undo_translations, undo_translations
from workbench.bulk.translations.run_record import TranslationRunSummary, find_translation_runs
from workbench.changes.results import ChangeSetSummary, change_frame, find_change_sets, set_records
from workbench.client.sync import Client
from workbench.columns import INTEGER, MOMENT, TEXT, Column, rows_frame
from workbench.errors import PlanRejected
from workbench.process_identity import shown_process
from workbench.text import display_text

if TYPE_CHECKING:
    import pandas

RunKind = Literal["lessons", "changes", "translations"]
KINDS: Final[tuple[RunKind, ...]] = ("lessons", "changes", "translations")
AnyRun = RunSummary | ChangeSetSummary | TranslationRunSummary
COLUMNS: Final = (
    Column("kind", TEXT, "", "lessons of a topic list, changes of lessons and courses, or translations."),
    Column("name", TEXT, "", "The run, or the change set."),
    Column("origin", TEXT, "", "The service that it ran on."),
    Column("organization", TEXT, "", "Name of the organization it was made in; missing if unknown."),
    Column("created_at", MOMENT, "UTC", "When it was planned; for translations, when it was first started."),
    Column("rows", INTEGER, "rows", "Rows of the plan."),
    Column("done", INTEGER, "rows", "Rows that became a lesson, a change or a translation."),
    Column("refused", INTEGER, "rows", "Rows that the service refused."),
    Column("unsure", INTEGER, "rows", "Rows that a person must check: unknown outcome, or in conflict with a change."),
    Column("planned", INTEGER, "rows", "Rows still to be made."),
    Column("sends", INTEGER, "calls", "Paid calls that were sent; missing for changes, which are free."),
    Column("spent_credits", INTEGER, "credits", "Cost of the rows that are done; missing if a price is unknown."),
    Column("fault", TEXT, "", "Why the journal could not be read; missing if it could."),
)
LISTED: Final = (
    "kind",
    "name",
    "organization",
    "created_at",
    "rows",
    "done",
    "refused",
    "unsure",
    "planned",
    "spent_credits",
)
"""Columns shown in a list by default."""
_NUMBERS: Final = tuple(column.name for column in COLUMNS if column.dtype == INTEGER)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The common facts of runs of every kind; `unsure` rows of a change set are those in conflict.

    `made_at` is epoch milliseconds; `sends` is `None` for runs that are free.
    """

    kind: RunKind
    name: str
    origin: str
    organization: str
    made_at: int
    rows: int
    done: int
    refused: int
    unsure: int
    planned: int
    sends: int | None
    spent_credits: int | None
    fault: str


def run_facts(run: AnyRun) -> RunFacts:
    """Return the facts that a list shows about a run."""
    if isinstance(run, ChangeSetSummary):
        target, counts = run.target, run.counts
        return RunFacts(
            kind="changes",
            name=run.name,
            origin=target.origin,
            organization=target.organization_name,
            made_at=run.made_at,
            rows=counts.total,
            done=counts.done,
            refused=counts.refused,
            unsure=counts.conflict,
            planned=counts.planned,
            sends=None,
            spent_credits=0,
            fault=run.fault,
        )
    is_translation = isinstance(run, TranslationRunSummary)
    return RunFacts(
        kind="translations" if is_translation else "lessons",
        name=run.name,
        origin=run.origin,
        organization=run.organization,
        made_at=run.made_at,
        rows=run.rows,
        done=run.done,
        refused=run.refused,
        unsure=run.unsure,
        planned=run.rows - run.done - run.refused - run.unsure,
        sends=run.sends,
        spent_credits=run.spent_credits,
        fault=run.fault,
    )


def find_all_runs(kind: RunKind | None = None, folder: Path | None = None) -> list[AnyRun]:
    """Return all runs, or those of one kind, newest first; a journal that cannot be read is listed with its fault."""
    runs: list[AnyRun] = []
    if kind in (None, "lessons"):
        runs += find_runs(folder)
    if kind in (None, "translations"):
        runs += find_translation_runs(folder)
    if kind in (None, "changes"):
        runs += [set_ for set_ in find_change_sets(folder) if kind or not set_.fault]
    return sorted(runs, key=lambda run: -run.made_at)


def person_of(run: AnyRun) -> str:
    """Return the id of the person who started a run."""
    return run.target.person if isinstance(run, ChangeSetSummary) else run.person


def is_run_of(run: AnyRun, service: str, organization_id: str) -> bool:
    """Return whether a run belongs to an organization; `service` is the service's id, or its origin without one.

    Runs of lessons and change sets share the organization's journal.
    """
    if isinstance(run, TranslationRunSummary):
        return (run.service, run.organization_id) == (service, organization_id)
    return run.journal.name == journal_name(service, organization_id)


def is_running(run: AnyRun) -> bool:
    """Return whether a run is being carried out, as far as this computer knows.

    A change set that another process applies is not known to be running.
    """
    if _own_threads(run):
        return True
    if isinstance(run, TranslationRunSummary):
        return run.runs_in is not None
    return isinstance(run, RunSummary) and not run.fault and has_live_claims(run)


def find_run(name: str, kind: RunKind | None = None, folder: Path | None = None) -> AnyRun:
    """Return the one run of that name. Raises `PlanRejected` if there is none (naming similar ones) or several."""
    runs = find_all_runs(kind, folder)
    matches = [run for run in runs if run.name == name]
    if len(matches) == 1:
        return matches[0]
    if matches:
        facts = [(run_facts(run).kind, run_facts(run).origin, _file(run)) for run in matches]
        listed = "; ".join(f"{origin} ({file})" for _, origin, file in facts)
        if len(kinds := dict.fromkeys(run_kind for run_kind, _, _ in facts)) > 1:
            listed = f"{listed}. Say which: {', '.join(f'kind={kind!r}' for kind in kinds)}"
        raise PlanRejected(f"{len(matches)} runs are named {name!r}, at {listed}.")
    near = get_close_matches(name, [run.name for run in runs], n=3)
    hint = f"The nearest: {', '.join(map(repr, near))}." if near else "See wb.runs.list()."
    raise PlanRejected(f"There is no run {name!r} on this computer. {hint}")


def runs_frame(runs: Sequence[AnyRun]) -> pandas.DataFrame:
    """Return a DataFrame with a row for each run, in the columns of COLUMNS; `missing` lists what could not be read."""
    facts = [run_facts(run) for run in runs]
    rows = [
        {column.name: getattr(run, column.name) or None for column in COLUMNS if column.dtype == TEXT}
        | {name: None if run.fault else getattr(run, name) for name in _NUMBERS}
        | {"created_at": datetime.fromtimestamp(run.made_at / 1000, UTC) if run.made_at else None}
        for run in facts
    ]
    unread = [f"The journal {run.name} cannot be read: {run.fault}" for run in facts if run.fault]
    return rows_frame(COLUMNS, rows, missing=unread)


def rows_table(run: AnyRun) -> pandas.DataFrame:
    """Return a DataFrame with the rows of a run: changes for a change set, else lessons with their outcomes."""
    return change_frame(set_records(run)) if isinstance(run, ChangeSetSummary) else run_frame(run_rows(run))


def run_rows(run: RunSummary | TranslationRunSummary) -> list[RowRecord]:
    """Return the rows of a run of lessons or translations, as this computer has them."""
    return run.records if isinstance(run, TranslationRunSummary) else read_run_rows(run)


def stop_run(run: AnyRun) -> str:
    """Stop a run after its requests in progress finish and are recorded. Return where it was running.

    A run in another process on this computer is asked to stop, and does so within a second. For a change set the
    process is not recorded, so any that runs it stops. Raises `PlanRejected` if the run is not running.
    """
    own_threads = _own_threads(run)
    for thread in own_threads:
        thread.stop()
    if own_threads:
        return "this process"
    other = _process_of(run)
    if not other:
        raise PlanRejected(f"The run {display_text(run.name)} is not running. Nothing was stopped.")
    try:
        request_stop(run_facts(run).kind, _thread_name(run), _file(run))
    except OSError as failed:
        raise PlanRejected(
            f"Could not ask {other} to stop the run {display_text(run.name)}: {failed.strerror}. Stop it there: Ctrl-C "
            "at its command, or interrupt its kernel."
        ) from None
    return other


def undo_preview(
    run: RunSummary | TranslationRunSummary, client: Client, *, include_edited: bool = False
) -> UndoPreview:
    """Return which lessons or translations of a run would go into the trash, and which stay; reads only."""
    if isinstance(run, TranslationRunSummary):
        return preview_undo_translations(run, client, include_edited=include_edited)
    return preview_undo(run, client, include_edited=include_edited)


def undo_run(
    run: RunSummary | TranslationRunSummary,
    client: Client,
    *,
    include_edited: bool = False,
    progress: Callable[[int], None] = lambda trashed: None,
) -> UndoResult:
    """Put the lessons or translations of a run into the trash. Change sets have `workbench.changes.undo`."""
    if isinstance(run, TranslationRunSummary):
        return undo_translations(run, client, include_edited=include_edited, progress=progress)
    return undo(run, client, include_edited=include_edited, progress=progress)


def _own_threads(run: AnyRun) -> list[RunThread]:
    """Return the threads of this process that carry out a run."""
    wanted = (run_facts(run).kind, _thread_name(run), _file(run))
    return [thread for thread in running_threads() if (thread.kind, thread.name, thread.path) == wanted]


def _thread_name(run: AnyRun) -> str:
    return run.plan_name if isinstance(run, TranslationRunSummary) else run.name


def _file(run: AnyRun) -> Path:
    return run.path if isinstance(run, TranslationRunSummary) else run.journal


def _process_of(run: AnyRun) -> str:
    """Return a phrase for the other process that carries out a run; empty if none does."""
    if isinstance(run, TranslationRunSummary):
        return shown_process(run.runs_in) if run.runs_in else ""
    if run.fault:
        return ""
    if isinstance(run, ChangeSetSummary):
        return "whichever process makes it" if run.counts.planned else ""
    return next((row.owner for row in read_run_rows(run) if row.owner and row.state == "sending"), "")
