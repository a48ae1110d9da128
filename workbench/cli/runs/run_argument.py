"""Which run an action of `workbench runs` is about."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.name_argument import add_name_argument, find_by_name
from workbench.cli.output import UsageError

if TYPE_CHECKING:
    from workbench.bulk.results.runs import RunSummary

NO_RUNS = "No runs yet. Begin one with: workbench generate TOPICS"


def add_run_argument(parser: argparse.ArgumentParser) -> None:
    """Add `RUN` to an action."""
    add_name_argument(parser, "RUN", "run")


def find_run(name: str | None) -> RunSummary:
    """The run of that name, or of the one name that begins so; without a name the newest.

    Raises `UsageError` where there is none or there are several, with the nearest name.
    """
    from workbench.bulk import find_runs

    runs = find_runs()
    if not runs:
        raise UsageError(NO_RUNS)

    def hint() -> str:
        return " ".join(f"Not read: {each.fault}" for each in runs if each.fault) or "See: workbench runs"

    return find_by_name(name, runs, "run", label=lambda each: f"{each.name} at {each.origin}", hint=hint)


def resume_hint(run: RunSummary) -> str:
    """The command that goes on with a run, as a sentence."""
    return f"Go on with: workbench runs resume {run.name!r}"
