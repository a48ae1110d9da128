"""A run of translations that this computer remembers: planned again, and undone. Source: ours (bulk)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.undo import UNDONE, UndoPreview, UndoResult, preview_rows, trash_rows
from workbench.bulk.translations.plan import TranslationPlan
from workbench.bulk.translations.planning import plan_missing, translation_place
from workbench.bulk.translations.run_record import RunRecord, TranslationRunSummary
from workbench.client.lookups.lessons import iter_lessons
from workbench.client.sync import Client
from workbench.errors import NotFound, PlanRejected
from workbench.text import display_text


def planned_again(summary: TranslationRunSummary, client: Client) -> TranslationPlan:
    """Return the plan for what a run still has to do; existing translations cost nothing.

    Lessons that no longer exist are left out. Raises `PlanRejected` in another session than the run's.
    """
    _check_session(summary, client)
    there = {lesson.lesson_id for lesson in iter_lessons(client, summary.organization_id)}
    pairs = [row.pair for row in summary.translations if row.lesson_id in there]
    if not pairs:
        raise PlanRejected(
            f"No lesson of the run {display_text(summary.name)} exists any more. Nothing was translated."
        )
    return plan_missing(client, pairs, organization_id=summary.organization_id, name=summary.plan_name)


def preview_undo_translations(
    summary: TranslationRunSummary, client: Client, *, include_edited: bool = False
) -> UndoPreview:
    """Return what undoing would do now; reads only.

    Raises `PlanRejected` if the service cannot delete lessons, and in another session than the run's.
    """
    return preview_rows(summary.records, client, _check_session(summary, client), include_edited=include_edited)


def undo_translations(
    summary: TranslationRunSummary,
    client: Client,
    *,
    include_edited: bool = False,
    progress: Callable[[int], None] = lambda trashed: None,
) -> UndoResult:
    """Put the translations that the run made into the trash; those that existed before are kept.

    Those that were edited since stay and are listed, unless `include_edited`. Started again, it resumes where
    it stopped. Planned again, the run makes them again, and they are charged again. Raises as the preview does.
    """
    ready = preview_undo_translations(summary, client, include_edited=include_edited)
    record, sources = RunRecord(summary.path), {row.record.row_id: row.lesson_id for row in summary.translations}

    def mark(row: RowRecord, message: str) -> None:
        record.settle(sources[row.row_id], replace(row, code=UNDONE, message=message))

    return trash_rows(ready, client, mark, progress)


def _check_session(summary: TranslationRunSummary, client: Client) -> RunTarget:
    """Return the session's target if the run belongs to it. Raises `PlanRejected` if it belongs to another one."""
    here = None
    if client.origin == summary.origin:
        try:
            here = translation_place(client, summary.organization_id)
        except NotFound:
            here = None
    if here is None or here.identity != (summary.service, summary.organization_id, summary.person):
        made_in = f' in "{display_text(summary.organization)}"' if summary.organization else ""
        raise PlanRejected(
            f"The run {display_text(summary.name)} was made at {summary.origin}{made_in}; this session is "
            f"at {client.origin}. Connect there as the person who made it. Nothing was translated."
        )
    return here
