"""Lessons of any weight, stored as they were before there was a limit."""

from __future__ import annotations

from sqlalchemy import bindparam, update

from workbench.authoring.block import Block, new_block_id
from workbench.service.administration.admin import AddedPerson
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson
from workbench.service.kernel import membership
from workbench.service.lessons import store as lessons

_FILL = Statement(
    update(lesson)
    .values(ord=bindparam("new_ord"), block_count=bindparam("count"), weight=bindparam("new_weight"))
    .where(lesson.c.id == bindparam("lesson_id"))
)


def text_blocks(*markdowns: str) -> tuple[Block, ...]:
    """A text block for each, however long."""
    return tuple(Block(id=new_block_id(), type="text", content={"markdown": markdown}) for markdown in markdowns)


async def stored_lesson(
    store: Store, person: AddedPerson, blocks: tuple[Block, ...], *, title: str = "Heavy", course_id: str | None = None
) -> tuple[str, str]:
    """The id of a new lesson of the person's organization that holds these, and its course's."""

    async def unit(db: Db) -> tuple[str, str]:
        project_id = await membership.default_project(db, person.organization_id)
        new = lessons.NewLesson(
            person.organization_id, project_id, title, "EN", (), person.person_id, course_id=course_id
        )
        lesson_id, its_course = await lessons.insert_lesson(db, new, now=1)
        await lessons.insert_blocks(db, lesson_id, blocks)
        order, weight = lessons.order_text(blocks), lessons.stored_bytes(blocks)
        await db.run(_FILL, lesson_id=lesson_id, new_ord=order, count=len(blocks), new_weight=weight)
        return lesson_id, its_course

    return await store.write(unit)
