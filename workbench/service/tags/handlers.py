"""The handler of an organization's tags; those of a lesson or course are set by its own handlers."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.procedures import organization
from workbench.procedures.tags import (
    MAX_TAG_PAGE,
    ListTagsInput,
    TagCount,
    TagList,
)
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.membership import here
from workbench.service.tags import store as tags


@serves(organization.list_tags, requires="read", long=True)
async def list_tags(context: Context, request: ListTagsInput) -> TagList:
    """Return the organization's tags, each with its numbers of lessons and courses."""
    organization_id = (await here(context, request.organization_id)).organization_id
    limit = request.limit or MAX_TAG_PAGE
    rows = await tags.list_tags(context.db, organization_id, after=request.cursor or "", limit=limit + 1)
    return TagList(tags=_tag_counts(rows[:limit]), next_cursor=rows[limit - 1].folded if len(rows) > limit else None)


def _tag_counts(rows: Sequence[tags.TagRow]) -> list[TagCount]:
    return [TagCount(tag=row.tag, lesson_count=row.lesson_count, course_count=row.course_count) for row in rows]
