"""`workbench runs resume`: send the rows of a run that are not made yet."""

from __future__ import annotations

import argparse

from workbench.cli.output import note
from workbench.cli.runs.run_argument import add_run_argument, find_run


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_run_argument(parser)
    parser.add_argument("--yes", action="store_true", help="approve the cost without being asked")


def run(chosen: argparse.Namespace) -> int:
    """Go on with the run without its list; 1 when a row is not done or needs a person."""
    from workbench.api.connect import connect
    from workbench.bulk.planning.plan_card import plan_text
    from workbench.bulk.running.resume import replanned
    from workbench.cli.runs.run_output import ask_approval, run_plan, say_run

    found = find_run(chosen.name)
    with connect() as workbench:
        plan = replanned(found, workbench.client)
        note(plan_text(plan, "" if plan.ready else "There is nothing to make."))
        with run_plan(plan, workbench.client, ask_approval(plan, yes=chosen.yes)) as ended:
            return say_run(ended, as_json=chosen.as_json)
