"""Milestones: every hundredth revision of a lesson is stored whole, so that any revision can be rebuilt in few steps.

The steps between two revisions are in `history`; milestones could be derived from them, only more slowly.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from workbench.authoring.block import Blocks, stored_block
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import lesson_milestone
from workbench.service.lessons.store import content_text

EVERY = 100


@dataclass(frozen=True, slots=True)
class Milestone:
    """The lesson's blocks in their order at a revision."""

    revision: int
    blocks: Blocks


_KEEP = insert_of(lesson_milestone)
_NEAREST = Statement(
    select(lesson_milestone.c.revision, lesson_milestone.c.blocks)
    .where(
        lesson_milestone.c.lesson_id == bindparam("lesson_id"),
        lesson_milestone.c.revision >= bindparam("wanted_revision"),
    )
    .order_by(lesson_milestone.c.revision)
    .limit(bindparam("limit"))
)


async def keep_milestone(db: Db, lesson_id: str, revision: int, blocks: Blocks) -> None:
    """Store the blocks of the new revision, if it is one of those that are stored whole."""
    if revision % EVERY == 0:
        await db.run(_KEEP, lesson_id=lesson_id, revision=revision, blocks=_text(blocks))


async def milestone_from(db: Db, lesson_id: str, revision: int) -> Milestone | None:
    """Return the nearest milestone not newer than the revision; None if the current lesson is nearer."""
    row = await db.row(_NEAREST, lesson_id=lesson_id, wanted_revision=revision, limit=1)
    return None if row is None else Milestone(row[0], _blocks(row[1]))


def _text(blocks: Blocks) -> str:
    texts = [f"[{json.dumps(block.id)},{json.dumps(block.type)},{content_text(block)}]" for block in blocks]
    return f"[{','.join(texts)}]"


def _blocks(text: str) -> Blocks:
    stored = json.loads(text)
    return tuple([stored_block(block_id, kind, content) for block_id, kind, content in stored])
