"""Saving a change of a lesson: its steps forth and back, its counts, its entry in the log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from workbench.authoring.block import Block, Blocks
from workbench.authoring.comparison import compared
from workbench.authoring.content import shape_problem
from workbench.authoring.content.media_types import MEDIA_BLOCKS, takes
from workbench.authoring.transaction import Transaction, apply, difference
from workbench.errors import EditRejected
from workbench.service.assets.store import asset_ids, referable_assets
from workbench.service.courses import store as courses
from workbench.service.kernel.audit import record
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.lessons import edits
from workbench.service.lessons.edits import LockedLesson, RevisionEdit
from workbench.service.lessons.store import LessonRow
from workbench.service.sources.quote_states import with_quote_states
from workbench.wire.strict_json import write

REVISION_HEADER = b"x-lesson-revision"
"""The header that tells a caller at which revision the lesson is."""


async def save(
    context: Context,
    organization_id: str,
    found: LockedLesson,
    after: Blocks,
    *,
    label: str,
    fingerprint: str | None = None,
    same_as: int | None = None,
    title: str | None = None,
    keep_course_title: bool = False,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """The lesson's revision with these blocks and this title; it is one higher if they are others than before.

    A course that was made for the lesson alone takes the title too, unless `keep_course_title`. `facts` are recorded
    in the audit log with it.
    What is kept are the shortest steps between the two, not the call's own words: they apply to just these blocks,
    without knowing what the lesson once had.
    """
    await check_assets(context, organization_id, found.blocks, after)
    edit = RevisionEdit(
        label=label,
        changes=_counts(found.blocks, after, same_as),
        transactions=_text(difference(found.blocks, after, label)),
        inverse=_text(difference(after, found.blocks, f"undo {label}"[:200])),
        fingerprint=fingerprint,
        person_id=context.person.person_id,
        title=title,
        change_set=context.options.change_set,
    )
    revision = await edits.save_edit(context.db, found, after, edit, now=context.service.clock())
    if revision != found.revision:
        titles: dict[str, Any] = {}
        if title is not None and title != found.title:
            titles = {"titleBefore": found.title, "title": title}
            ids = found.course_id, found.lesson_id
            course_title = None
            if not keep_course_title:
                course_title = await courses.rename_along(context.db, *ids, before=found.title, title=title)
            if course_title is not None:
                titles |= {"courseId": found.course_id, "isCourseRenamed": True}
                titles |= {"courseTitle": course_title} if course_title != title else {}
        await record(context, organization_id, found.lesson_id, revision=revision, **titles, **facts)
    return revision


async def check_assets(context: Context, organization_id: str, before: Blocks, after: Blocks) -> None:
    """Raises `HandlerError` where a block newly refers to an asset that the organization lacks, or of another kind."""
    known = {each.id: each.content.get("asset") for each in before}
    new = [each for each in after if each.type in MEDIA_BLOCKS and each.content.get("asset") != known.get(each.id)]
    wanted = asset_ids(new)
    if not wanted:
        return
    types = await referable_assets(context.db, wanted, organization_id=organization_id)
    for each in new:
        asset_id = each.content.get("asset")
        if asset_id and asset_id not in types:
            raise HandlerError(
                "BAD_REQUEST",
                "A block refers to a picture or file that the organization does not have. Upload it, and use its id.",
                reason="assetMissing",
            )
        if asset_id and not takes(each.type, types[asset_id]):
            raise HandlerError(
                "BAD_REQUEST", f"A block of the type {each.type} cannot show {types[asset_id]}.", reason="assetType"
            )


def check_shapes(before: Blocks, after: Blocks) -> None:
    """Raises `HandlerError` for a new or changed block whose fields have wrong types, lengths or links.

    What a lesson holds from before stays storable as it is, so that its other blocks can be edited.
    """
    stored = {id(block) for block in before}
    for block in after:
        problem = None if id(block) in stored else shape_problem(block.type, block.content)
        if problem is not None:
            raise HandlerError(
                "BAD_REQUEST",
                f"A block of the type {block.type} was not stored: {problem} Correct it and send the call again.",
                reason="blockShape",
                blockId=block.id,
            )


async def check_base(context: Context, found: LockedLesson, base_revision: int | None) -> None:
    """Raises `HandlerError` like `check_revision`, but not for a base since which the lesson was only given titles."""
    is_older = base_revision is not None and 0 < base_revision < found.revision
    if is_older and await edits.is_renamed_only(context.db, found.lesson_id, base_revision or 0):
        return
    check_revision(found, base_revision)


def check_revision(found: LockedLesson | LessonRow, base_revision: int | None) -> None:
    """Raises `HandlerError` when the lesson is not at the revision that the caller knows, where they said one."""
    if base_revision is not None and base_revision != found.revision:
        raise HandlerError(
            "CONFLICT",
            "The lesson has changed meanwhile. Read it again.",
            revision=found.revision,
            currentOrder=[block.id for block in found.blocks],
        )


async def edited(
    context: Context, organization_id: str, transactions: Sequence[Transaction], found: LockedLesson
) -> Blocks:
    """The lesson's blocks after the transactions, with the states of their quotes as the service finds them.

    Raises `HandlerError` where the transactions do not apply.
    """
    try:
        after = apply(transactions, found.blocks, found.gone)
    except EditRejected as rejected:
        if not rejected.conflict:
            raise HandlerError("BAD_REQUEST", rejected.message) from None
        raise HandlerError(
            "CONFLICT",
            rejected.message,
            revision=found.revision,
            currentOrder=[block.id for block in found.blocks],
            unknown=list(rejected.unknown),
        ) from None
    check_shapes(found.blocks, after)
    return await with_quote_states(context.db, organization_id, found.blocks, after)


async def first_blocks(context: Context, organization_id: str, blocks: Sequence[Block]) -> Blocks:
    """The blocks that a new lesson begins with. Raises `HandlerError` for those that no lesson can have."""
    if len({each.id for each in blocks}) < len(blocks):
        raise HandlerError("BAD_REQUEST", "blocks: two blocks have one id.")
    try:
        after = apply(difference((), tuple(blocks), ""), ())
    except EditRejected as rejected:
        raise HandlerError("BAD_REQUEST", rejected.message) from None
    check_shapes((), after)
    await check_assets(context, organization_id, (), after)
    return await with_quote_states(context.db, organization_id, (), after)


def _counts(before: Blocks, after: Blocks, same_as: int | None) -> str:
    found = compared(before, after)
    counts = {
        "added": len(found.added),
        "removed": len(found.removed),
        "changed": len(found.changed),
        "moved": len(found.moved),
    }
    return json.dumps(counts if same_as is None else counts | {"sameAs": same_as}, separators=(",", ":"))


def _text(transactions: Sequence[Transaction]) -> str:
    return write([each.to_wire() for each in transactions]).decode()
