"""Pages of a list, their order, and the cursor that leads from one to the next.

A listed table has the columns `id`, `organization_id`, `title_folded`, `updated_at`, `created_at` and `deleted_at`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, Table, bindparam, select, tuple_

from workbench.errors import WorkbenchError
from workbench.patterns import ASCII, Pattern
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement

Item = TypeVar("Item")

UPDATED, CREATED, ALPHABETICAL = "recently-updated", "recently-created", "alphabetical"
_CURSOR = Pattern(r"([a-zA-Z])\.([0-9]{0,18})\.([a-z0-9]{1,64})", ASCII)
_COLUMNS = {
    UPDATED: "updated_at",
    "updatedAt": "updated_at",
    CREATED: "created_at",
    "createdAt": "created_at",
    ALPHABETICAL: "title_folded",
    "-title": "title_folded",
}
"""The column of each order that every listed table has."""
_SAME = {"-updatedAt": UPDATED, "-createdAt": CREATED, "title": ALPHABETICAL}
_LETTERS = {
    UPDATED: "u",
    "updatedAt": "U",
    CREATED: "c",
    "createdAt": "C",
    ALPHABETICAL: "a",
    "-title": "A",
    "status": "s",
    "-status": "S",
    "findings": "f",
    "-findings": "F",
    "language": "l",
    "-language": "L",
    "createdBy": "b",
    "-createdBy": "B",
    "tags": "t",
    "-tags": "T",
}
"""The letter that a cursor of each order begins with."""
_BY_TEXT = frozenset({ALPHABETICAL, "-title", "language", "-language", "createdBy", "-createdBy", "tags", "-tags"})
"""The orders whose cursor has no value: it is looked up by the item's id."""


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
    """The item that a page ended with. `value` is what it is sorted by if that is a number, else None."""

    value: int | None
    id: str


def known_sort(preference: str | None, columns: Collection[str] = ()) -> str:
    """Return a known sort preference; any other sorts as recently updated (service 1).

    `columns` are those that this list can be sorted by, too, with `-` in front for a falling order.
    """
    if preference in (UPDATED, CREATED, ALPHABETICAL):
        return str(preference)
    if preference is None or preference.removeprefix("-") not in columns:
        return UPDATED
    return _SAME.get(preference, preference)


def is_rising(sort: str) -> bool:
    """Return whether what is less comes first."""
    return sort not in (UPDATED, CREATED) and not sort.startswith("-")


def cursor_at(sort: str, position: PagePosition) -> str:
    """Return the cursor as text, at most 90 characters."""
    return f"{_LETTERS[sort]}.{'' if position.value is None else position.value}.{position.id}"


def cursor_after(sort: str, item: Timed, item_id: str, value: int | None = None) -> str:
    """Return the cursor of the page that follows the one whose last item this is.

    `value` is what the item is sorted by if that is a number and not a time.
    """
    times = {"updated_at": item.updated_at, "created_at": item.created_at}
    return cursor_at(sort, PagePosition(times.get(_COLUMNS.get(sort, ""), value), item_id))


def decode_cursor(sort: str, cursor: str | None) -> PagePosition | None:
    """Return the position where the previous page ended. Raises CursorRejected for any other text."""
    if cursor is None:
        return None
    match = _CURSOR.fullmatch(cursor)
    if match is None or match[1] != _LETTERS[sort] or bool(match[2]) == (sort in _BY_TEXT):
        raise CursorRejected
    return PagePosition(int(match[2]) if match[2] else None, match[3])


def in_order(
    query: Select[*tuple[object, ...]],
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
    plain = query.order_by(*ordering).limit(bindparam("limit"))
    if null is None:
        return Statement(plain)
    first = null if rising else null.desc()
    return Statement(plain, postgresql=query.order_by(first, *ordering).limit(bindparam("limit")))


def read_page(
    query: Select[*tuple[object, ...]], table: Table, sort: str, *, continued: bool, in_trash: bool
) -> Statement:
    """Return the page of results in the listed table; with `continued`, the next one (`after`, `after_id`)."""
    by, rising = table.c[_COLUMNS[sort]], is_rising(sort)
    if continued:
        query = query.where(_is_after(by, table, rising=rising))
    return in_order(query, (by, table.c.id), rising=rising, null=None if in_trash else table.c.deleted_at)


def read_page_by(
    matches: Select[*tuple[object, ...]],
    item: Select[*tuple[object, ...]],
    table: Table,
    sort: str,
    *,
    continued: bool,
) -> Statement:
    """Return the page as `read_page` does, in an order that no index has.

    `matches` selects the id and the key of every result, with the name `sorted_by`: these alone are sorted. `item` are
    the columns of a result, behind which each row of the page has its key.
    """
    key, rising = matches.selected_columns["sorted_by"], is_rising(sort)
    if continued:
        matches = matches.where(_is_after(key, table, rising=rising))
    ordering = [column if rising else column.desc() for column in (key, table.c.id)]
    page = matches.order_by(*ordering).limit(bindparam("limit")).subquery("page")
    shown = item.add_columns(page.c.sorted_by).join(page, page.c.id == table.c.id)
    return Statement(shown.order_by(*[page.c[name] if rising else page.c[name].desc() for name in ("sorted_by", "id")]))


def _is_after(key: ColumnElement[Any], table: Table, *, rising: bool) -> ColumnElement[bool]:
    here, there = tuple_(key, table.c.id), tuple_(bindparam("after", type_=key.type), bindparam("after_id"))
    return here > there if rising else here < there


def item_title(table: Table) -> Statement:
    """Return the folded title of one listed item, from which a page in alphabetical order continues."""
    return item_text(table, table.c.title_folded)


def item_text(table: Table, key: ColumnElement[Any]) -> Statement:
    """Return the text that one listed item is sorted by, from which a page in that order continues."""
    return Statement(
        select(key).where(table.c.id == bindparam("after_id"), table.c.organization_id == bindparam("organization_id"))
    )


async def values_after(db: Db, text: Statement, position: PagePosition, organization_id: str) -> dict[str, Value]:
    """Return `after` and `after_id` of the page that follows `position`; `text` is the `item_text` of its order.

    Raises CursorRejected when the organization has no such item.
    """
    if position.value is not None:
        return {"after_id": position.id, "after": position.value}
    row = await db.row(text, after_id=position.id, organization_id=organization_id)
    if row is None:
        raise CursorRejected
    return {"after_id": position.id, "after": str(row[0])}
