"""The building blocks of tables for both databases: their collection, column types, and columns for owners."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Text

tables = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Time = BigInteger
Serial = BigInteger().with_variant(Integer, "sqlite")
Folded = Text().with_variant(Text(collation="C"), "postgresql")  # sorts by code point, as SQLite does


def reference_column(owner: str, *, nullable: bool = False, primary_key: bool = False) -> Column[str]:
    """Return a column that references a row of another table: `person.id` gives `person_id`."""
    name = owner.replace(".", "_")
    return Column(name, Text, ForeignKey(owner), nullable=nullable and not primary_key, primary_key=primary_key)
