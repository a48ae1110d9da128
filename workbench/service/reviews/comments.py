"""Comments on a lesson or one of its blocks. They know a block by its id, so they stay with it wherever it goes."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, select, update

from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, columns_of, insert_of
from workbench.service.db.tables import block, comment, gone_block, person
from workbench.service.kernel.ids import new_id

MOST_COMMENTS = 2_000


class CommentRow(NamedTuple):
    """A comment; times are milliseconds since the epoch, people are named."""

    comment_id: str
    number: int
    lesson_id: str
    block_id: str | None
    has_block: bool
    text: str
    revision: int
    person_id: str | None
    person_name: str | None
    at: int
    resolved_by: str | None
    resolved_at: int | None


class NewComment(NamedTuple):
    """A new comment on a lesson or one of its blocks."""

    organization_id: str
    lesson_id: str
    block_id: str | None
    text: str
    revision: int
    person_id: str


_resolver = person.alias("resolver")
_COMMENT = (
    select(
        *columns_of(
            CommentRow,
            comment,
            comment_id=comment.c.id,
            has_block=block.c.id.is_not(None),
            person_name=person.c.name,
            resolved_by=_resolver.c.name,
        )
    )
    .select_from(comment)
    .outerjoin(block, and_(block.c.lesson_id == comment.c.lesson_id, block.c.id == comment.c.block_id))
    .outerjoin(person, person.c.id == comment.c.person_id)
    .outerjoin(_resolver, _resolver.c.id == comment.c.resolved_by)
)
_ONE = Statement(_COMMENT.where(comment.c.id == bindparam("comment_id")))
_OF_LESSON = _COMMENT.where(comment.c.lesson_id == bindparam("lesson_id"), comment.c.number > bindparam("after"))
_IS_OPEN = comment.c.resolved_at.is_(None)
_PAGES = {
    wanted: Statement(_OF_LESSON.where(*conditions).order_by(comment.c.number).limit(bindparam("limit")))
    for wanted, conditions in {None: (), False: (_IS_OPEN,), True: (~_IS_OPEN,)}.items()
}
_OPEN = Statement(select(func.count()).where(comment.c.lesson_id == bindparam("lesson_id"), _IS_OPEN))
_LAST_NUMBER = Statement(
    select(func.coalesce(func.max(comment.c.number), 0)).where(comment.c.lesson_id == bindparam("lesson_id"))
)
_HAS_BLOCK, _HAD_BLOCK = (
    Statement(
        select(table.c.id).where(table.c.lesson_id == bindparam("lesson_id"), table.c.id == bindparam("block_id"))
    )
    for table in (block, gone_block)
)
_INSERT = insert_of(comment, without=("resolved_by", "resolved_at"))
_IS_IT = comment.c.id == bindparam("of_comment_id")
_RESOLVE = Statement(
    update(comment).values(resolved_by=bindparam("who"), resolved_at=bindparam("now")).where(_IS_IT, _IS_OPEN)
)
_REOPEN = Statement(update(comment).values(resolved_by=None, resolved_at=None).where(_IS_IT, ~_IS_OPEN))


async def comment_by_id(db: Db, comment_id: str) -> CommentRow | None:
    """Return the comment, or None; the caller has checked that it may be read."""
    return _comment(await db.row(_ONE, comment_id=comment_id))


async def comments_after(
    db: Db, lesson_id: str, *, after: int = 0, resolved: bool | None = None, limit: int = 100
) -> list[CommentRow]:
    """Return the lesson's comments after number `after`, oldest first, filtered by `resolved` if it is set."""
    rows = await db.rows(_PAGES[resolved], lesson_id=lesson_id, after=after, limit=limit)
    return [comment for row in rows if (comment := _comment(row)) is not None]


async def open_comments(db: Db, lesson_id: str) -> int:
    """Return the number of open comments on the lesson."""
    row = await db.row(_OPEN, lesson_id=lesson_id)
    return 0 if row is None else int(row[0])


async def last_number(db: Db, lesson_id: str) -> int:
    """Return the number of comments ever made on the lesson."""
    row = await db.row(_LAST_NUMBER, lesson_id=lesson_id)
    return 0 if row is None else int(row[0])


async def has_block(db: Db, lesson_id: str, block_id: str) -> bool | None:
    """Return whether the lesson has the block now; None if it never had it."""
    which = {"lesson_id": lesson_id, "block_id": block_id}
    if await db.row(_HAS_BLOCK, **which) is not None:
        return True
    return None if await db.row(_HAD_BLOCK, **which) is None else False


async def add_comment(db: Db, new: NewComment, *, number: int, now: int) -> str:
    """Add a comment with the next number to a locked lesson; return its id."""
    comment_id = new_id()
    await db.run(_INSERT, id=comment_id, number=number, at=now, **new._asdict())
    return comment_id


async def resolve_comment(db: Db, comment_id: str, *, resolved: bool, person_id: str, now: int) -> bool:
    """Mark the comment as resolved, or reopen it; return False if it already had that state."""
    if resolved:
        return await db.run(_RESOLVE, of_comment_id=comment_id, who=person_id, now=now) > 0
    return await db.run(_REOPEN, of_comment_id=comment_id) > 0


def _comment(row: Row | None) -> CommentRow | None:
    return None if row is None else CommentRow(*row)._replace(has_block=bool(row[4]))
