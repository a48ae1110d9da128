"""The tables of publications; the database refuses to change or remove their rows.

A publication is a course's title and its lessons in order, each at a revision. `course.publication` is the number of
the one that learners see. At that revision the lesson's blocks refer to `assets`, a JSON
object of file names by id (a list of ids in a publication that a migration made), and to `sources`, a list of ids.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Index, Integer, Table, Text

from workbench.service.store.db.metadata import Time, id_of, tables

publication = Table(
    "publication",
    tables,
    id_of("course.id", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    id_of("organization.id"),
    Column("title", Text, nullable=False),
    Column("lesson_count", Integer, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Column("note", Text),
    Column("override_reason", Text),
    sqlite_with_rowid=False,
)

published_lesson = Table(
    "published_lesson",
    tables,
    Column("course_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    id_of("lesson.id", primary_key=True),
    Column("position", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("assets", Text, nullable=False),
    Column("sources", Text, nullable=False),
    ForeignKeyConstraint(["course_id", "number"], ["publication.course_id", "publication.number"]),
    Index(None, "lesson_id", "course_id", "number"),
    sqlite_with_rowid=False,
)
