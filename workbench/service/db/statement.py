"""A statement: SQLAlchemy Core built once, compiled once per dialect, run by the driver.

It knows the two dialects' text and nothing of connections; SQLAlchemy's engine never executes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import BigInteger, Boolean, ColumnElement, Executable, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.types import Text

T = TypeVar("T")

_DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": PGDialect_psycopg(paramstyle="numeric_dollar"),  # type: ignore[no-untyped-call]
}


class _Text(NamedTuple):
    """A statement in one dialect: SQL, the values that the construct fixes, and the names of `$1`, `$2` … in order."""

    sql: str
    fixed: dict[str, Any]
    order: tuple[str, ...]


class Statement:
    """A statement for both dialects, or one for each if they must differ. Parameters are named and always bound.

    `adds_one` says that it adds one row or fails, so that its answer is known before it is sent. `plain` is its text
    for SQLite once that is known to need no other values than the caller's, so that a short read looks for nothing.
    """

    __slots__ = ("_constructs", "_texts", "adds_one", "plain")

    def __init__(self, construct: Executable, *, postgresql: Executable | None = None, adds_one: bool = False) -> None:
        self._constructs = {"sqlite": construct, "postgresql": construct if postgresql is None else postgresql}
        self._texts: dict[str, _Text] = {}
        self.adds_one = adds_one
        self.plain: str | None = None

    def text(self, dialect: str) -> tuple[str, dict[str, Any]]:
        """Return the driver's SQL, and the values that the construct itself fixes."""
        known = self._texts.get(dialect) or self._compile(dialect)
        return known.sql, known.fixed

    def bind(self, dialect: str, values: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """Return the driver's SQL and every value it names."""
        text, fixed, _ = self._texts.get(dialect) or self._compile(dialect)
        return text, {**fixed, **values} if fixed else values

    def place(self, dialect: str, values: Mapping[str, Any]) -> tuple[str, list[Any]]:
        """Return the driver's SQL and its values in the order of their numbers (PostgreSQL)."""
        text, fixed, order = self._texts.get(dialect) or self._compile(dialect)
        return text, [values[name] if name in values else fixed[name] for name in order]

    def _compile(self, dialect: str) -> _Text:
        construct = self._constructs[dialect]
        assert isinstance(construct, ClauseElement)
        compiled = construct.compile(dialect=_DIALECTS[dialect])
        assert isinstance(compiled, SQLCompiler)
        fixed = {name: bind.effective_value for bind, name in compiled.bind_names.items() if not bind.required}
        self._texts[dialect] = _Text(str(compiled), fixed, tuple(compiled.positiontup or ()))
        if dialect == "sqlite" and not fixed:
            self.plain = str(compiled)
        return self._texts[dialect]

    def __repr__(self) -> str:
        return f"Statement({self.text('sqlite')[0]!r})"


def columns_of(record: type | tuple[str, ...], table: Table, **other: ColumnElement[Any]) -> list[ColumnElement[Any]]:
    """List the columns that fill a record, in the order of its fields: those of `table` by name, `other` by field.

    `record` is a dataclass or a named tuple, or names its fields; `Record(*row)` makes one of a row that was selected
    with them.
    """
    if isinstance(record, tuple):
        names = record
    else:
        names = getattr(record, "_fields", None) or tuple([field.name for field in fields(record)])
    return [other[name] if name in other else table.c[name] for name in names]


def among(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """Return the condition that the column's text is in the JSON array of the parameter `name`."""
    return _Among(column, bindparam(name, type_=Text()))


class _Among(ColumnElement[bool]):
    """A parameter for a list of any length, so that the statement stays the same."""

    type = Boolean()
    inherit_cache = False
    _is_implicitly_boolean = True  # else the SQL is `… IN (…) = 1`, which uses no index

    def __init__(self, column: ColumnElement[str], texts: ColumnElement[str]) -> None:
        self.column = column
        self.texts = texts


@compiles(_Among, "sqlite")
def _among_json_each(element: _Among, compiler: SQLCompiler, **options: Any) -> str:
    column, texts = compiler.process(element.column, **options), compiler.process(element.texts, **options)
    return f"{column} IN (SELECT value FROM json_each({texts}))"


@compiles(_Among, "postgresql")
def _among_json_elements(element: _Among, compiler: SQLCompiler, **options: Any) -> str:
    column, texts = compiler.process(element.column, **options), compiler.process(element.texts, **options)
    return f"{column} IN (SELECT json_array_elements_text(CAST({texts} AS json)))"


def without_index(column: ColumnElement[T]) -> ColumnElement[T]:
    """Return the column in a form for which SQLite chooses no index."""
    return _Unindexed(column)


class _Unindexed(ColumnElement[T]):
    inherit_cache = False

    def __init__(self, column: ColumnElement[T]) -> None:
        self.column = column
        self.type = column.type


@compiles(_Unindexed, "sqlite")
def _unindexed_by_a_sign(element: _Unindexed[Any], compiler: SQLCompiler, **options: Any) -> str:
    return f"+{compiler.process(element.column, **options)}"


@compiles(_Unindexed, "postgresql")
def _as_it_is(element: _Unindexed[Any], compiler: SQLCompiler, **options: Any) -> str:
    return compiler.process(element.column, **options)


def today() -> ColumnElement[int]:
    """Return the database clock's day, whole days (UTC) since 1970, the same throughout a statement."""
    return _Today()


class _Today(ColumnElement[int]):
    type = BigInteger()
    inherit_cache = False


@compiles(_Today, "sqlite")
def _today_in_a_file(element: _Today, compiler: SQLCompiler, **options: Any) -> str:
    return "(unixepoch() / 86400)"


@compiles(_Today, "postgresql")
def _today_on_a_server(element: _Today, compiler: SQLCompiler, **options: Any) -> str:
    return "CAST(floor(extract(epoch FROM now()) / 86400) AS BIGINT)"


def insert_of(table: Table, *, without: tuple[str, ...] = ()) -> Statement:
    """Return an insert of one row that names every column of the table except those in `without`."""
    return Statement(table.insert().values(binds_of(table, without)), adds_one=True)


def insert_new_of(table: Table, *key: str, without: tuple[str, ...] = ()) -> Statement:
    """Return an insert of one row that does nothing (0 rows changed) if the unique `key` is taken."""
    values = binds_of(table, without)
    return Statement(
        sqlite.insert(table).values(values).on_conflict_do_nothing(index_elements=list(key)),
        postgresql=postgresql.insert(table).values(values).on_conflict_do_nothing(index_elements=list(key)),
    )


def binds_of(table: Table, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a parameter for each column of the table except those in `without`."""
    return {
        column.key: bindparam(column.key, type_=column.type) for column in table.columns if column.key not in without
    }
