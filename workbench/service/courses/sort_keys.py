"""What lessons and courses are sorted by that stands in other tables: the name of who made them, their first tag."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Table, func, literal_column, select

from workbench.service.db.tables import person, tag

_AFTER_ALL_TAGS: Final[ColumnElement[str]] = literal_column("'\U0010ffff'")


def author_key(table: Table) -> ColumnElement[Any]:
    """Return the name of who made a row of the table; empty where it is not known."""
    name = select(func.lower(person.c.name)).where(person.c.id == table.c.created_by).correlate(table).scalar_subquery()
    return func.coalesce(name, literal_column("''"))


def tags_key(table: Table) -> ColumnElement[Any]:
    """Return the first tag of a row of the table, as tags are compared; what has none comes after all others."""
    first = select(func.min(tag.c.tag_folded)).where(tag.c.item_id == table.c.id).correlate(table).scalar_subquery()
    return func.coalesce(first, _AFTER_ALL_TAGS)
