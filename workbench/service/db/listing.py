"""Pages of a list, their order, and the cursor that leads from one to the next.

A listed table has the columns `id`, `organization_id`, `title_folded`, `updated_at`, `created_at` and `deleted_at`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, Table, bindparam, select, tuple_

from workbench.errors import WorkbenchError
from workbench.patterns import ASCII, Pattern
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement

Item = TypeVar("Item")

UPDATED, CREATED, ALPHABETICAL = "recently-updated", "recently-created", "alphabetical"
_CURSOR = Pattern(r"([uca])\.([0-9]{0,18})\.([a-z0-9]{1,64})", ASCII)
_LETTERS = {UPDATED: "u", CREATED: "c", ALPHABETICAL: "a"}
_COLUMNS = {UPDATED: "updated_at", CREATED: "created_at", ALPHABETICAL: "title_folded"}


class CursorRejected(WorkbenchError):
    """The cursor is not one that this list gave in this order. Start again without a cursor."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a list, in its order; how many the whole list has; where the next page starts (None: the end)."""

    items: tuple[Item, ...]
    total: int
    next_cursor: str | None


class Timed(Protocol):
    """An item of a list with its times."""

    @property
    def updated_at(self) -> int: ...
    @property
    def created_at(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PagePosition:
    """The item that a page ended with. `value` is its time, None in alphabetical order."""

    value: int | None
    id: str


def known_sort(preference: str | None) -> str:
    """Return a known sort preference; any other sorts as recently updated (service 1)."""
    return preference if preference in _LETTERS and preference is not None else UPDATED


def cursor_at(sort: str, position: PagePosition) -> str:
    """Return the cursor as text, at most 90 characters."""
    return f"{_LETTERS[sort]}.{'' if position.value is None else position.value}.{position.id}"


def cursor_after(sort: str, item: Timed, item_id: str) -> str:
    """Return the cursor of the page that follows the one whose last item this is."""
    times = {UPDATED: item.updated_at, CREATED: item.created_at}
    return cursor_at(sort, PagePosition(times.get(sort), item_id))


def decode_cursor(sort: str, cursor: str | None) -> PagePosition | None:
    """Return the position where the previous page ended. Raises CursorRejected for any other text."""
    if cursor is None:
        return None
    found = _CURSOR.fullmatch(cursor)
    if found is None or found[1] != _LETTERS[sort] or bool(found[2]) == (sort == ALPHABETICAL):
        raise CursorRejected
    return PagePosition(int(found[2]) if found[2] else None, found[3])


def in_order(
    found: Select[*tuple[object, ...]],
    keys: Sequence[ColumnElement[Any]],
    *,
    rising: bool,
    null: ColumnElement[Any] | None,
) -> Statement:
    """Return the first `limit` rows in key order. `null` is a column known to be NULL in all rows.

    PostgreSQL does not treat `IS NULL` as an equality, and reads rows off an index in its order only if the
    order names the column before the keys in it; else it sorts all rows there are.
    """
    ordering = [key if rising else key.desc() for key in keys]
    plain = found.order_by(*ordering).limit(bindparam("limit"))
    if null is None:
        return Statement(plain)
    first = null if rising else null.desc()
    return Statement(plain, postgresql=found.order_by(first, *ordering).limit(bindparam("limit")))


def read_page(
    found: Select[*tuple[object, ...]], table: Table, sort: str, *, continued: bool, in_trash: bool
) -> Statement:
    """Return the page of results in the listed table; with `continued`, the next one (`after`, `after_id`)."""
    by = table.c[_COLUMNS[sort]]
    rising = sort == ALPHABETICAL
    if continued:
        row_key, last_key = tuple_(by, table.c.id), tuple_(bindparam("after", type_=by.type), bindparam("after_id"))
        found = found.where(row_key > last_key if rising else row_key < last_key)
    return in_order(found, (by, table.c.id), rising=rising, null=None if in_trash else table.c.deleted_at)


def item_title(table: Table) -> Statement:
    """Return the folded title of one listed item, from which a page in alphabetical order continues."""
    return Statement(
        select(table.c.title_folded).where(
            table.c.id == bindparam("after_id"), table.c.organization_id == bindparam("organization_id")
        )
    )


async def values_after(db: Db, title: Statement, position: PagePosition, organization_id: str) -> dict[str, Value]:
    """Return `after` and `after_id` of the page that follows `position`; `title` is the table's `item_title`.

    Raises CursorRejected when the organization has no such item.
    """
    if position.value is not None:
        return {"after_id": position.id, "after": position.value}
    found = await db.row(title, after_id=position.id, organization_id=organization_id)
    if found is None:
        raise CursorRejected
    return {"after_id": position.id, "after": str(found[0])}
