"""The settings of a course's link, stored at the course."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import and_, bindparam, select, update

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import course

_LOCK = Statement(
    select(course.c.id)
    .where(
        course.c.id == bindparam("course_id"),
        course.c.organization_id == bindparam("organization_id"),
        course.c.deleted_at.is_(None),
    )
    .with_for_update()
)
_SET = Statement(
    update(course)
    .values(
        expires_at=bindparam("end"),
        embed_origins=bindparam("origins"),
        indexing=bindparam("indexed"),
        updated_at=bindparam("now"),
    )
    .where(and_(course.c.id == bindparam("course_id"), course.c.organization_id == bindparam("of_id")))
)


async def lock_course(db: Db, course_id: str, *, organization_id: str) -> None:
    """Lock the course until the transaction ends, so that nobody changes its settings in between."""
    await db.row(_LOCK, course_id=course_id, organization_id=organization_id)


async def set_share_settings(
    db: Db,
    course_id: str,
    *,
    organization_id: str,
    expires_at: int | None,
    embed_origins: Sequence[str] | None,
    indexing: bool,
    now: int,
) -> None:
    """Set the settings of the course's link; their limits are checked by the caller."""
    origins = None if embed_origins is None else json.dumps(list(embed_origins))
    values = {"end": expires_at, "origins": origins, "indexed": indexing}
    await db.run(_SET, course_id=course_id, of_id=organization_id, now=now, **values)
