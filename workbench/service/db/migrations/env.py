"""Alembic's entry point: emits migrations as SQL for a dialect, or runs them on the caller's connection."""

from __future__ import annotations

from alembic import context

from workbench.service.db.metadata import tables

given_attributes = context.config.attributes

if context.is_offline_mode():
    context.configure(
        dialect_name=given_attributes["dialect"],
        target_metadata=tables,
        as_sql=True,
        transactional_ddl=False,  # the caller runs more statements in the same transaction
        output_buffer=context.config.output_buffer,
    )
else:
    context.configure(connection=given_attributes["connection"], target_metadata=tables)

with context.begin_transaction():
    context.run_migrations()
