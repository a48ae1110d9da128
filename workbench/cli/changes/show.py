"""`workbench changes show`: the changes of a set, with both values."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.changes.set_output import add_set_argument, as_facts, find_set, rows_as_json
from workbench.cli.output import say_csv, say_json, say_table

if TYPE_CHECKING:
    from workbench.changes.results import ChangeSetSummary

COLUMNS = ("line", "lesson", "field", "before", "after", "state", "message")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_set_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Show the rows from the journal; no service is asked."""
    return show_set(find_set(chosen.name), chosen)


def show_set(found: ChangeSetSummary, chosen: argparse.Namespace) -> int:
    """Show a change set that was found."""
    from workbench.changes.results import records_of

    rows = records_of(found)
    if chosen.as_json:
        say_json({"changeSet": found.name, "service": found.target.origin} | as_facts(rows))
    elif chosen.output == "csv":
        say_csv(rows_as_json(rows), COLUMNS)
    else:
        say_table(rows_as_json(rows), COLUMNS, longest=40)
    return 0
