"""`workbench runs retry`: plan refused rows again; `workbench runs resume` sends them."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer
from workbench.cli.runs.run_argument import add_run_argument, find_lesson_run, resume_hint


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_run_argument(parser)
    parser.add_argument(
        "--row",
        metavar="LINE",
        action="append",
        default=[],
        help="which one, by its line in the list, such as 12 or '12 DE'; repeated for several (default: all refused)",
    )


def run(chosen: argparse.Namespace) -> int:
    """Plan them and print how many there were. Sends nothing."""
    from workbench.bulk.running.stored_run import open_run

    found = find_lesson_run(chosen.name)
    with open_run(found) as stored:
        planned = stored.retry(chosen.row)
    why = "" if planned else ": none of them was refused"
    sentence = f"{planned:,} {'row is' if planned == 1 else 'rows are'} planned again{why}. {resume_hint(found)}"
    return answer(chosen, {"run": found.name, "planned": planned}, sentence)
