"""Pages of a list, their order, and the cursor that leads from one to the next. It knows no table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam

from workbench.errors import WorkbenchError
from workbench.service.store.db.statement import Statement

Item = TypeVar("Item")

MAX_PAGE = 1_000
UPDATED, CREATED, ALPHABETICAL = "recently-updated", "recently-created", "alphabetical"
_CURSOR = re.compile(r"([uca])\.([0-9]{0,18})\.([a-z0-9]{1,64})", re.ASCII)
_LETTERS = {UPDATED: "u", CREATED: "c", ALPHABETICAL: "a"}


class CursorRejected(WorkbenchError):
    """The cursor is not one that this list gave in this order. Start again without a cursor."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a list, in its order; how many the whole list has; where the next page starts (None: the end)."""

    items: tuple[Item, ...]
    total: int
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class PagePosition:
    """The item that a page ended with. `value` is its time, None in alphabetical order."""

    value: int | None
    id: str


def sort_of(preference: str | None) -> str:
    """A sort preference that is known; any other sorts as recently updated (service 1)."""
    return preference if preference in _LETTERS and preference is not None else UPDATED


def cursor_at(sort: str, place: PagePosition) -> str:
    """The cursor as text, at most 90 characters."""
    return f"{_LETTERS[sort]}.{'' if place.value is None else place.value}.{place.id}"


def place_of(sort: str, cursor: str | None) -> PagePosition | None:
    """Where the page before ended. Raises CursorRejected for text that is no cursor of this order."""
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
    """The first `limit` rows in the order of the keys. `null` is a column that the rows are known to have no value in.

    PostgreSQL takes `IS NULL` for no equality, and reads rows off an index in its order only when the order names the
    column that stands before the keys in it; else it sorts all rows there are.
    """
    ordering = [key if rising else key.desc() for key in keys]
    plain = found.order_by(*ordering).limit(bindparam("limit"))
    if null is None:
        return Statement(plain)
    first = null if rising else null.desc()
    return Statement(plain, postgresql=found.order_by(first, *ordering).limit(bindparam("limit")))
