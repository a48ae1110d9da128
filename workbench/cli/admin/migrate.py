"""`workbench admin migrate`: the database of a service brought up to date, once, whoever else tries."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, database_url
from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_database_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Take every step that is missing, in one transaction; a database that is current is left alone."""
    from workbench.service.db.migrating import migrate

    before, after = migrate(database_url(chosen.database))
    sentence = f"The database was {'empty' if before is None else f'at step {before}'} and is at step {after} now."
    if before == after:
        sentence = f"The database is up to date (step {after})."
    return answer(chosen, {"before": before, "after": after}, sentence)
