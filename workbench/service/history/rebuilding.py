"""A lesson's blocks as they were at a revision, rebuilt from its stored history."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import TypeAdapter
from sqlalchemy import select

from workbench.authoring.block import Blocks
from workbench.authoring.transaction import Transaction, apply
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import lesson
from workbench.service.history.store import read_steps_back
from workbench.service.lessons.milestones import milestone_from

STEPS_AT_ONCE = 200
TRANSACTIONS: TypeAdapter[list[Transaction]] = TypeAdapter(list[Transaction])
_NEWEST = Statement(select(lesson.c.id, lesson.c.revision, lesson.c.ord).where(among(lesson.c.id, "lesson_ids")))


async def newest_revisions(db: Db, lesson_ids: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Return each lesson's current revision and its `ord` text for `read_blocks`, including lessons in the trash."""
    rows = await db.rows(_NEWEST, lesson_ids=json.dumps(list(lesson_ids)))
    return {lesson_id: (revision, order) for lesson_id, revision, order in rows}


async def blocks_at(db: Db, lesson_id: str, revision: int, *, newest: int, blocks: Blocks) -> Blocks:
    """Return the blocks at a revision, by the stored steps back from the nearest whole lesson.

    That is a milestone, or the lesson as it is now: `blocks`, at the revision `newest`.
    """
    nearest = await milestone_from(db, lesson_id, revision) if revision < newest else None
    at = newest
    if nearest is not None:
        blocks, at = nearest.blocks, nearest.revision
    while at > revision:
        for step in await read_steps_back(db, lesson_id, start=at, end=revision, limit=STEPS_AT_ONCE):
            blocks = apply(TRANSACTIONS.validate_json(step.transactions), blocks)
            at = step.revision - 1
    return blocks
