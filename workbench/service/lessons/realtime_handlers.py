"""Handlers of the realtime router: edits of a lesson as transactions. The rules are `authoring.transaction`'s."""

from __future__ import annotations

from workbench.authoring.transaction import fingerprint
from workbench.procedures import realtime
from workbench.procedures.realtime import ExecuteTransactionsInput, ExecuteTransactionsOutput
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_lesson
from workbench.service.lessons import edits
from workbench.service.lessons.edits import LockedLesson
from workbench.service.lessons.revisions import REVISION_HEADER, check_base, edited, save


@serves(realtime.execute_transactions, requires="edit")
async def execute_transactions(context: Context, request: ExecuteTransactionsInput) -> ExecuteTransactionsOutput:
    """All transactions applied as one unit, or none; a repeated call succeeds with nothing applied."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    found = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
    _check_language(found, request.language)
    revision = found.revision
    digest = fingerprint(request.lesson_id, request.transactions, request.base_revision)
    if digest is None or not await edits.was_applied(context.db, request.lesson_id, digest):
        await check_base(context, found, request.base_revision)
        label = request.transactions[-1].label if request.transactions else ""
        after = await edited(context, organization_id, request.transactions, found)
        revision = await save(context, organization_id, found, after, label=label, fingerprint=digest)
    context.headers.append((REVISION_HEADER, b"%d" % revision))
    return ExecuteTransactionsOutput(status="success")


def _check_language(found: LockedLesson, language: str) -> None:
    if language != found.language:
        raise HandlerError(
            "CONFLICT", f"The lesson is in {found.language}, not in {language}.", language=found.language
        )
