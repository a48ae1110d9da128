"""`workbench admin restore`: a copy becomes the database again; for PostgreSQL, which tool of its own to use."""

from __future__ import annotations

import argparse
from pathlib import Path

from workbench.cli.admin.check import find_problems
from workbench.cli.admin.database import add_database_option, sqlite_url
from workbench.cli.output import say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a copy made by `workbench admin backup`")
    add_database_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Check the copy, rename the present database, bring the copy up to date and check it; 1 if it has problems."""
    from workbench.service.administration.backup import native_tools, put_back
    from workbench.service.db.migrating import migrate

    def instead(url: str) -> str:
        tool = native_tools(url, chosen.file)[1]
        return f"PostgreSQL has a tool of its own. Stop the service and run: {tool}; then: workbench admin check"

    address = sqlite_url(chosen.database, instead)
    previous = put_back(address, chosen.file)
    migrate(address)
    found = find_problems(address)
    if chosen.as_json:
        say_json({"previousDatabase": None if previous is None else str(previous), "problems": found})
    else:
        say(f"{chosen.file} is the database now.")
        if previous is not None:
            say(f"What was there before is kept as {previous}.")
        for problem in found:
            say(problem)
    return 1 if found else 0
