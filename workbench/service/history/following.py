"""The realtime handler through which a view follows other people's changes to a lesson."""

from __future__ import annotations

from workbench.procedures import realtime
from workbench.procedures.history import ChangesInput, ChangesOutput, LessonChange
from workbench.service.history import store as history
from workbench.service.history.handlers import revision_facts_by_name
from workbench.service.history.rebuilding import TRANSACTIONS
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.membership import require_role
from workbench.service.kernel.roles import Membership

MOST_CHANGES = 200
MOST_CHARACTERS = 500_000


@serves(realtime.get_changes, requires="read")
async def get_changes(context: Context, request: ChangesInput) -> ChangesOutput:
    """Return what a view has not seen yet; only one row is read if it has seen everything."""
    lesson = await history.followed_lesson(context.db, request.lesson_id, person_id=context.person.person_id)
    await require_role(context, None if lesson is None else Membership(lesson.organization_id, lesson.role))
    assert lesson is not None, "callers without a membership are refused above"
    behind = lesson.revision - request.since_revision
    reload = behind != 0 and not await _can_be_sent(context, request, behind)
    changes = [] if reload or behind == 0 else await _changes(context, request)
    return ChangesOutput(
        lesson_id=request.lesson_id, revision=lesson.revision, title=lesson.title, reload=reload, changes=changes
    )


async def _can_be_sent(context: Context, request: ChangesInput, behind: int) -> bool:
    """Return whether the revision exists, steps lead on from it, and the changes are not too many or too long."""
    if request.since_revision < 1 or not 0 < behind <= MOST_CHANGES:
        return False
    characters = await history.characters_after(context.db, request.lesson_id, request.since_revision)
    if characters > MOST_CHARACTERS:
        return False
    context.expect(characters)
    return True


async def _changes(context: Context, request: ChangesInput) -> list[LessonChange]:
    since = request.since_revision
    revisions = await history.revisions_after(context.db, request.lesson_id, since, limit=MOST_CHANGES)
    steps = await history.steps_after(context.db, request.lesson_id, since, limit=MOST_CHANGES)
    return [
        LessonChange(**revision_facts_by_name(revision), transactions=TRANSACTIONS.validate_json(step.transactions))
        for revision, step in zip(revisions, steps, strict=True)
    ]
