"""What step 0009 cannot say in SQL: the lessons that are there already are numbered and indexed, with the index's code.

It is done in the transaction that takes the step.
"""

from __future__ import annotations

import json

from sqlalchemy import bindparam, select, update

from workbench.authoring.block import stored_block
from workbench.service.store.db.seam import Db
from workbench.service.store.db.statement import Statement
from workbench.service.store.search.index import index_lesson, number_base
from workbench.service.store.tables import block, lesson, organization

STEP = "0009"
_PAGE = 500
_LESSONS = Statement(
    select(lesson.c.id, lesson.c.number, lesson.c.title)
    .where(lesson.c.number > bindparam("after"))
    .order_by(lesson.c.number)
    .limit(bindparam("limit"))
)
_ORGANIZATIONS = Statement(select(organization.c.id))
_NUMBER = Statement(
    update(lesson)
    .values(number=lesson.c.number + bindparam("base"))
    .where(lesson.c.organization_id == bindparam("of_id"))
)
_BLOCKS = Statement(
    select(block.c.id, block.c.type, block.c.content).where(block.c.lesson_id == bindparam("lesson_id"))
)


async def make_searchable(db: Db) -> None:
    """Number and index every lesson, in the order of the index."""
    found = await db.rows(_ORGANIZATIONS)
    await db.run_many(_NUMBER, [{"of_id": of_id, "base": number_base(of_id)} for (of_id,) in found])
    page = await db.rows(_LESSONS, after=0, limit=_PAGE)
    while page:
        for lesson_id, _, title in page:
            found = await db.rows(_BLOCKS, lesson_id=lesson_id)
            blocks = tuple([stored_block(block_id, kind, json.loads(content)) for block_id, kind, content in found])
            await index_lesson(db, lesson_id, title, blocks)
        page = await db.rows(_LESSONS, after=page[-1][1], limit=_PAGE)
