"""Statements: one construct, two texts, bound values only."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from sqlalchemy import bindparam, select, update

from workbench.service.db.statement import Statement, among, columns_of, insert_new_of
from workbench.service.db.tables import lesson, membership


def test_values_that_the_construct_fixes_travel_with_it() -> None:
    """A constant in a construct is bound like any other value, under both dialects."""
    statement = Statement(select(lesson.c.id).where(lesson.c.language == "EN", lesson.c.id == bindparam("lesson_id")))
    sqlite, postgresql = statement.bind("sqlite", {"lesson_id": "a"}), statement.bind("postgresql", {"lesson_id": "a"})
    assert sqlite[1] == postgresql[1] == {"language_1": "EN", "lesson_id": "a"}
    assert ":language_1" in sqlite[0]
    assert "lesson.language = $1" in postgresql[0]


def test_values_are_placed_in_the_order_of_their_numbers() -> None:
    """What is said twice has one number, and what the construct fixes has its place among the rest."""
    asked = bindparam("asked")
    statement = Statement(
        select(lesson.c.id).where(lesson.c.title == asked, lesson.c.language == "EN", lesson.c.topic == asked)
    )
    assert statement.place("postgresql", {"asked": "a"})[1] == ["a", "EN"]


def test_a_list_is_one_parameter() -> None:
    """A filter by many texts is one statement, whatever their number."""
    statement = Statement(select(lesson.c.id).where(among(lesson.c.topic_sha256, "topics")))
    assert "IN (SELECT value FROM json_each(:topics))" in statement.text("sqlite")[0]
    assert "json_array_elements_text(CAST($1" in statement.text("postgresql")[0]


def test_a_row_lock_is_said_where_there_are_row_locks() -> None:
    """FOR UPDATE reaches PostgreSQL; SQLite's writer has the whole file."""
    statement = Statement(select(lesson.c.revision).with_for_update())
    assert "FOR UPDATE" not in statement.text("sqlite")[0]
    assert "FOR UPDATE" in statement.text("postgresql")[0]


def test_an_insert_of_what_may_be_there_is_said_in_both() -> None:
    """Both dialects leave a taken key alone."""
    statement = insert_new_of(membership, "organization_id", "person_id")
    for dialect in ("sqlite", "postgresql"):
        assert "ON CONFLICT (organization_id, person_id) DO NOTHING" in statement.text(dialect)[0]


def test_a_statement_is_compiled_once() -> None:
    """The second asking gives the same text object."""
    statement = Statement(update(lesson).values(title=bindparam("title")).where(lesson.c.id == bindparam("lesson_id")))
    assert statement.text("sqlite")[0] is statement.text("sqlite")[0]


def test_a_list_is_a_condition_as_it_stands() -> None:
    """Regression: SQLite was told `IN (…) = 1`, and read every row."""
    statement = Statement(select(lesson.c.id).where(among(lesson.c.topic_sha256, "topics")))
    assert statement.text("sqlite")[0].endswith("json_each(:topics))")


class Tagged(NamedTuple):
    """Two columns of a lesson, and one of another table."""

    lesson_id: str
    title: str
    role: str


def test_the_columns_of_a_record_are_in_the_order_of_its_fields() -> None:
    """By name from the table, and as given where the name or the table differs."""
    found = columns_of(Tagged, lesson, role=membership.c.role, lesson_id=lesson.c.id)

    assert found == [lesson.c.id, lesson.c.title, membership.c.role]


def test_a_field_that_no_column_fills_is_an_error() -> None:
    """When the statement is built, which is when the service starts."""
    with pytest.raises(KeyError, match="lesson_id"):
        columns_of(Tagged, lesson, role=membership.c.role)
