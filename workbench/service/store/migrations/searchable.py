"""What step 0009 cannot say in SQL: the lessons that are there already are numbered and indexed, with the index's code.

It is done in the transaction that takes the step.
"""

from __future__ import annotations

import json
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import bindparam, select, update

from workbench.authoring.block import stored_block
from workbench.service.store.db.seam import Db, Row, Value
from workbench.service.store.db.statement import Statement
from workbench.service.store.search.index import index_lesson, number_base
from workbench.service.store.tables import block, lesson

if TYPE_CHECKING:
    import psycopg

STEP = "0009"
_PAGE = 500
_LESSONS = Statement(
    select(lesson.c.id, lesson.c.organization_id, lesson.c.title)
    .where(lesson.c.id > bindparam("after"))
    .order_by(lesson.c.id)
    .limit(bindparam("limit"))
)
_NUMBER = Statement(
    update(lesson).values(number=lesson.c.number + bindparam("base")).where(lesson.c.id == bindparam("lesson_id"))
)
_BLOCKS = Statement(
    select(block.c.id, block.c.type, block.c.content).where(block.c.lesson_id == bindparam("lesson_id"))
)

T = TypeVar("T")


async def make_searchable(db: Db) -> None:
    """Number and index every lesson."""
    page = await db.rows(_LESSONS, after="", limit=_PAGE)
    while page:
        await db.run_many(_NUMBER, [{"lesson_id": row[0], "base": number_base(row[1])} for row in page])
        for lesson_id, _, title in page:
            found = await db.rows(_BLOCKS, lesson_id=lesson_id)
            blocks = tuple([stored_block(block_id, kind, json.loads(content)) for block_id, kind, content in found])
            await index_lesson(db, lesson_id, title, blocks)
        page = await db.rows(_LESSONS, after=page[-1][0], limit=_PAGE)


class BlockingDb:
    """A `Db` on a blocking connection to PostgreSQL; each method runs to its end before it returns."""

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        from psycopg import RawCursor  # not there where only SQLite is used

        self._cursor = RawCursor(connection)

    async def rows(self, statement: Statement, /, **values: Value) -> list[Row]:
        text, placed = statement.place("postgresql", values)
        return self._cursor.execute(text.encode(), placed).fetchall()

    async def row(self, statement: Statement, /, **values: Value) -> Row | None:
        return next(iter(await self.rows(statement, **values)), None)

    async def run(self, statement: Statement, /, **values: Value) -> int:
        text, placed = statement.place("postgresql", values)
        return self._cursor.execute(text.encode(), placed).rowcount

    async def run_many(self, statement: Statement, values: Sequence[Mapping[str, Value]], /) -> None:
        placed = [statement.place("postgresql", each) for each in values]
        if placed:
            self._cursor.executemany(placed[0][0].encode(), [each for _, each in placed])

    async def together(self, *parts: Coroutine[Any, Any, T]) -> list[T]:
        return [await part for part in parts]
