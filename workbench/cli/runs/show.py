"""`workbench runs show`: the rows of a run, and what can be done about those that are open."""

from __future__ import annotations

import argparse

from workbench.cli.output import say, say_json, say_table, say_text
from workbench.cli.runs.run_argument import add_any_run_argument, find_any_run


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_any_run_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Show the rows as this computer has them; no service is asked."""
    from workbench.bulk.run_summaries import RunSummary
    from workbench.changes.results import ChangeSetSummary
    from workbench.cli.changes.show import show_set
    from workbench.cli.run_output import next_steps, rows_as_json, rows_as_table, translation_steps
    from workbench.runs import run_rows

    found = find_any_run(chosen)
    if isinstance(found, ChangeSetSummary):
        return show_set(found, chosen)
    rows = run_rows(found)
    if chosen.as_json:
        say_json({"run": found.name, "service": found.origin, "rows": rows_as_json(rows)})
    elif chosen.output == "csv":
        from workbench.bulk.run_frame import rows_csv

        say_text(rows_csv(rows))
    else:
        columns = ["line", "topic", "language", "state", "title", "lessonId", "credits", "message"]
        say_table(rows_as_table(rows), columns, longest=40)
        is_journalled = isinstance(found, RunSummary)
        for step in next_steps(found.name, rows) if is_journalled else translation_steps(found.name, rows):
            say(step)
    return 0
