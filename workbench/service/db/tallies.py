"""Tallies: how many courses and lessons a project has, without counting them. It writes nothing.

The database itself keeps them, by triggers (`migrations/tallies.py`), in the unit that changes what they count.
"""

from __future__ import annotations

from sqlalchemy import Column, ColumnElement, Table, bindparam, func, or_, select

from workbench.service.db.statement import Statement
from workbench.service.db.tables import course, lesson, project, tally


def sum_of_tallies(counted: Column[int], *, of_project: bool) -> Statement:
    """Return the sum of a column over an organization's projects, or over one of them.

    Parameters: `organization_id`, `project_id`.
    """
    query = select(func.coalesce(func.sum(counted), 0)).where(tally.c.organization_id == bindparam("organization_id"))
    return Statement(query.where(tally.c.project_id == bindparam("project_id")) if of_project else query)


def tally_column(counted: Column[int]) -> ColumnElement[int]:
    """Return the column for the row's project, in a statement that reads projects."""
    return func.coalesce(select(counted).where(tally.c.project_id == project.c.id).scalar_subquery(), 0)


def _living(table: Table) -> ColumnElement[int]:
    query = select(func.count()).where(table.c.project_id == project.c.id, table.c.deleted_at.is_(None))
    return query.scalar_subquery()


MISCOUNTED = Statement(
    select(project.c.id)
    .where(or_(tally_column(tally.c.courses) != _living(course), tally_column(tally.c.lessons) != _living(lesson)))
    .order_by(project.c.id)
)
"""Projects with a wrong tally: none, unless somebody changed the database manually."""
