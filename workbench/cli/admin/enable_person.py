"""`workbench admin people enable`: they may sign in again."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_present_database
from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("email", metavar="EMAIL", help="the person")
    add_database_option(parser, is_present=True)


def run(chosen: argparse.Namespace) -> int:
    """Do it, and say what follows for sessions, learner pages and runs."""
    from workbench.service.administration.admin import enable_person

    done = on_present_database(chosen.database, lambda store: enable_person(store, chosen.email))
    already = "was enabled already" if done.was_so else "is enabled now"
    sentence = (
        f"{done.name} {already}: they sign in with a new session (workbench admin people add), learner pages "
        "stay as they are, and their runs go on when they are started again."
    )
    return answer(chosen, {"email": done.name, "personId": done.id, "changed": not done.was_so}, sentence)
