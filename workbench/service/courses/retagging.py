"""Setting the tags of a lesson or a course, on condition of their version, and in the index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.procedures.tags import SetCourseTagsInput, SetLessonTagsInput
from workbench.service.courses import store as courses
from workbench.service.db.text_index import index_tags
from workbench.service.kernel.audit import record
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.tags import store as tags


async def set_tags(
    context: Context,
    organization_id: str,
    kind: tags.Tagged,
    item_id: str,
    wanted: Sequence[str],
    *,
    base: Sequence[str] | None = None,
    base_version: int | None = None,
) -> dict[str, Any]:
    """Replace the thing's tags, which are clean, and return the entry for the audit log.

    The same tags change nothing, whatever the condition, and are not logged. Raises `HandlerError` if they differ from
    `base`, or have another version than `base_version`.
    """
    stored = existing(await tags.locked_tags(context.db, kind, item_id, organization_id=organization_id))
    if list(wanted) == stored.tags:
        return {}
    is_other = base is not None and list(base) != stored.tags
    if is_other or base_version not in (None, stored.version):
        message = f"The tags of the {kind} have changed. Reload it and try again."
        raise HandlerError("CONFLICT", message, tags=stored.tags, tagsVersion=stored.version)
    now = context.service.clock()
    await tags.save_tags(context.db, kind, item_id, wanted, organization_id=organization_id, now=now)
    if kind == "lesson":
        await index_tags(context.db, item_id, wanted)
        await courses.touch_course(context.db, stored.course_id, now=now)
    return {"tagsBefore": stored.tags, "tags": list(wanted)}


async def tag_item(
    context: Context,
    organization_id: str,
    kind: tags.Tagged,
    item_id: str,
    request: SetLessonTagsInput | SetCourseTagsInput,
) -> None:
    """Give the thing the tags of the request, and record the change; the same ones change nothing."""
    conditions: dict[str, Any] = {"base": request.base_tags, "base_version": request.base_tags_version}
    if facts := await set_tags(context, organization_id, kind, item_id, request.tags, **conditions):
        await record(context, organization_id, item_id, **facts)
