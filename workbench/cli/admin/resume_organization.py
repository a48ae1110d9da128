"""`workbench admin organizations resume`: it is active again."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_present_database
from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="its name or id")
    add_database_option(parser, is_present=True)


def run(chosen: argparse.Namespace) -> int:
    """Do it, and say what follows for sessions, learner pages and runs."""
    from workbench.service.administration.admin import resume_organization

    done = on_present_database(chosen.database, lambda store: resume_organization(store, chosen.organization))
    already = "was active already" if done.was_so else "is active now"
    sentence = (
        f"{done.name} {already}: its people may generate and share, its learner pages open as they were published, and "
        "runs go on when they are started again."
    )
    facts = {"organizationId": done.id, "organization": done.name, "status": "Active", "changed": not done.was_so}
    return answer(chosen, facts, sentence)
