"""Handlers of the realtime router: edits of a lesson as transactions. The rules are `authoring.transaction`'s."""

from __future__ import annotations

from workbench.authoring.transaction import apply, difference, fingerprint
from workbench.errors import EditRejected
from workbench.procedures import realtime
from workbench.procedures.realtime import Done, TransactionsAsked
from workbench.service.context import Context
from workbench.service.membership import at_lesson
from workbench.service.noting import note
from workbench.service.refused import Refused, not_found
from workbench.service.serve import serves
from workbench.service.store import lesson_edits
from workbench.service.store.lesson_edits import Edit, LessonToEdit
from workbench.wire.strict_json import write

REVISION_HEADER = b"x-lesson-revision"


@serves(realtime.execute_transactions)
async def execute_transactions(context: Context, asked: TransactionsAsked) -> Done:
    """All transactions applied as one unit, or none; a repeated call succeeds with nothing applied."""
    standing = await at_lesson(context, asked.lesson_id)
    found = await lesson_edits.lesson_to_edit(context.db, asked.lesson_id, organization_id=standing.organization_id)
    if found is None:
        raise not_found()
    _check_language(found, asked.language)
    revision = found.revision
    said = fingerprint(asked.lesson_id, asked.transactions)
    if said is None or not await lesson_edits.was_applied(context.db, asked.lesson_id, said):
        _check_revision(found, asked.base_revision)
        revision = await _apply(context, found, asked, said)
    if revision != found.revision:
        await note(context, standing.organization_id, found.lesson_id, revision=revision)
    context.headers.append((REVISION_HEADER, b"%d" % revision))
    return Done(status="success")


async def _apply(context: Context, found: LessonToEdit, asked: TransactionsAsked, said: str | None) -> int:
    try:
        after = apply(asked.transactions, found.blocks, found.gone)
    except EditRejected as rejected:
        raise _refused(rejected, found) from None
    label = asked.transactions[-1].label if asked.transactions else ""
    undo = difference(after, found.blocks, f"undo {label}"[:200])
    edit = Edit(
        label=label,
        transactions=write([each.to_wire() for each in asked.transactions]).decode(),
        inverse=write([each.to_wire() for each in undo]).decode(),
        fingerprint=said,
        person_id=context.person.person_id,
    )
    return await lesson_edits.keep_edit(context.db, found, after, edit, now=context.service.clock())


def _check_language(found: LessonToEdit, language: str) -> None:
    if language != found.language:
        raise Refused("CONFLICT", f"The lesson is in {found.language}, not in {language}.", language=found.language)


def _check_revision(found: LessonToEdit, base_revision: int | None) -> None:
    if base_revision is not None and base_revision != found.revision:
        raise Refused(
            "CONFLICT",
            "The lesson has changed meanwhile. Read it again.",
            revision=found.revision,
            currentOrder=[block.id for block in found.blocks],
        )


def _refused(rejected: EditRejected, found: LessonToEdit) -> Refused:
    if not rejected.conflict:
        return Refused("BAD_REQUEST", rejected.message)
    return Refused(
        "CONFLICT",
        rejected.message,
        revision=found.revision,
        currentOrder=[block.id for block in found.blocks],
        unknown=list(rejected.unknown),
    )
