"""`workbench changes resume`: make the changes of a set that are not made yet."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.changes.set_output import add_set_argument, find_set, run_change_set

if TYPE_CHECKING:
    from workbench.changes.results import ChangeSetSummary


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_set_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Go on with what was approved, without its table; 1 when a change is not made."""
    return resume_set(find_set(chosen.name), chosen)


def resume_set(found: ChangeSetSummary, chosen: argparse.Namespace) -> int:
    """Resume a change set that was found."""
    from workbench.api.connect import connect
    from workbench.changes import ChangeRun

    with connect() as workbench, ChangeRun.of_set(found, workbench.client) as started:
        return run_change_set(started, as_json=chosen.as_json)
