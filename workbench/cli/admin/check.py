"""`workbench admin check`: whether a database is consistent, after a restore or a fault."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, database_url, on_database
from workbench.cli.output import say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_database_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Check the file (SQLite), the schema, the ledger and the lessons, and change nothing; 1 if there are problems."""
    found = find_problems(database_url(chosen.database))
    if chosen.as_json:
        say_json({"problems": found})
    elif found:
        for problem in found:
            say(problem)
    else:
        say("The database is consistent.")
    return 1 if found else 0


def find_problems(address: str) -> list[str]:
    """Return a sentence for each problem of the database at `address`."""
    from workbench.service.administration.backup import CopyBroken, check
    from workbench.service.administration.checking import problems
    from workbench.service.db.seam import dialect_of

    if dialect_of(address) == "sqlite":
        from workbench.service.db.sqlite_file import path_of

        try:
            check(path_of(address))
        except CopyBroken as broken:
            return [broken.message.removesuffix(" Nothing was changed.")]
    return on_database(address, lambda store: store.read(problems, long=True))
