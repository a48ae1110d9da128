"""What both stores promise a unit."""

from __future__ import annotations

import pytest
from sqlalchemy import bindparam, select

from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import service

pytestmark = pytest.mark.anyio

KEEP = insert_of(service)
VALUE = Statement(select(service.c.value).where(service.c.key == bindparam("key")))


async def test_parts_of_a_read_answer_in_their_order(store: Store) -> None:
    """However many times each of them asks, what they give is where they stood."""
    await store.write(lambda db: db.run(KEEP, key="a", value="1"))

    async def part(db: Db, keys: str) -> list[str | None]:
        return [found[0] if (found := await db.row(VALUE, key=key)) else None for key in keys]

    async def unit(db: Db) -> list[list[str | None]]:
        return await db.together(part(db, "ab"), part(db, ""), part(db, "bba"))

    assert await store.read(unit) == [["1", None], [], [None, None, "1"]]


async def test_a_part_that_fails_ends_the_read(store: Store) -> None:
    """Its error is the unit's, and the next read is served."""

    async def part(db: Db) -> None:
        await db.row(VALUE, key="a")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await store.read(lambda db: db.together(part(db), part(db)))
    assert await store.read(lambda db: db.row(VALUE, key="a")) is None
