"""Handlers of the lesson router that are about its history: what changed, how it was, and going back."""

from __future__ import annotations

import json
from typing import Any

from workbench.authoring.block import Blocks
from workbench.authoring.comparison import summarize
from workbench.procedures import lesson
from workbench.procedures.history import (
    MAX_REVISION,
    HistoryInput,
    HistoryOutput,
    LessonRevision,
    RevertInput,
    RevertOutput,
    Revision,
    RevisionInput,
)
from workbench.service.db.seam import Db
from workbench.service.history import store as history
from workbench.service.history.rebuilding import blocks_at
from workbench.service.kernel.binding import serves, serves_alone
from workbench.service.kernel.context import Caller, Context, instant
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_lesson
from workbench.service.kernel.paging import DEFAULT_PAGE, entry_before
from workbench.service.lessons import edits
from workbench.service.lessons import store as lessons
from workbench.service.lessons.edits import REVISION_HEADER, check_revision, save


@serves(lesson.get_history, requires="read", long=True)
async def get_history(context: Context, request: HistoryInput) -> HistoryOutput:
    """Return a page of the lesson's changes; its creation follows the oldest."""
    await at_lesson(context, request.lesson_id)
    making = existing(await history.lesson_origin(context.db, request.lesson_id))
    limit, before = request.limit or DEFAULT_PAGE, entry_before(request.cursor, most=MAX_REVISION)
    rows = await history.revisions_before(context.db, request.lesson_id, before=before, limit=limit)
    entries = [Revision(**revision_facts_by_name(row)) for row in rows]
    is_end = len(rows) < limit
    if is_end and (before is None or before > 1):
        made = "The lesson was made."
        who = {"person_id": making.person_id, "person_name": making.person_name}
        entries.append(Revision(revision=1, label="", summary=made, same_as=None, at=instant(making.at), **who))
    return HistoryOutput(
        lesson_id=request.lesson_id,
        revision=making.revision,
        entries=entries,
        next_cursor=None if is_end else str(rows[-1].revision),
    )


@serves(lesson.get_revision, requires="read", long=True)
async def get_revision(context: Context, request: RevisionInput) -> LessonRevision:
    """Return the blocks and the title as they were."""
    title, blocks = await _lesson_at(context, request)
    return LessonRevision(lesson_id=request.lesson_id, revision=request.revision, title=title, blocks=list(blocks))


@serves_alone(lesson.revert_to, requires="edit")
async def revert_to(asker: Caller, request: RevertInput) -> RevertOutput:
    """Restore the revision's blocks and title.

    They never change, so they are rebuilt before the lesson is locked.
    """

    async def rebuild(db: Db) -> tuple[str, Blocks]:
        return await _lesson_at(asker.in_unit(db), request)

    then = await asker.service.store.read(rebuild, long=True)
    with asker.service.gate.write():
        return await asker.service.store.write(lambda db: _revert(asker.in_unit(db), request, then))


async def _revert(context: Context, request: RevertInput, then: tuple[str, Blocks]) -> RevertOutput:
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    locked = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
    revision, (title, blocks) = locked.revision, then
    if (locked.title, locked.blocks) != then:  # else it is a repeated call, or there is nothing to do
        check_revision(locked, request.base_revision)
        label = f"back to revision {request.revision}"
        revision = await save(
            context,
            organization_id,
            locked,
            blocks,
            label=label,
            same_as=request.revision,
            title=title,
            keep_course_title=bool(request.keep_course_title),
        )
    context.headers.append((REVISION_HEADER, b"%d" % revision))
    return RevertOutput(lesson_id=request.lesson_id, revision=revision)


async def _lesson_at(context: Context, request: RevisionInput) -> tuple[str, Blocks]:
    """Title and blocks at the revision.

    Raises `HandlerError` for a revision that never was.
    """
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    row = existing(
        await lessons.lesson_by_id(
            context.db, request.lesson_id, organization_id=organization_id, expecting=context.expect
        )
    )
    if request.revision > row.revision:
        raise HandlerError("NOT_FOUND", f"The lesson's newest revision is {row.revision}.")
    blocks = await blocks_at(context.db, request.lesson_id, request.revision, newest=row.revision, blocks=row.blocks)
    title = await history.title_before(context.db, request.lesson_id, request.revision)
    return row.title if title is None else title, blocks


def revision_facts_by_name(row: history.RevisionRow) -> dict[str, Any]:
    """Return a stored revision's facts by field name."""
    counts = json.loads(row.changes)
    same_as = counts.pop("sameAs", None)
    return {
        "revision": row.revision,
        "label": row.label,
        "summary": summarize(**counts, titles=_titles(row)),
        "same_as": same_as,
        "title": row.title,
        "title_before": row.title_before,
        "change_set": row.change_set,
        "person_id": row.person_id,
        "person_name": row.person_name,
        "at": instant(row.at),
    }


def _titles(row: history.RevisionRow) -> tuple[str, str] | None:
    return None if row.title is None or row.title_before is None else (row.title_before, row.title)
