"""`workbench admin organizations suspend`: it generates and shares nothing until it is resumed."""

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
    from workbench.service.administration.admin import suspend_organization

    done = on_present_database(chosen.database, lambda store: suspend_organization(store, chosen.organization))
    already = "was suspended already" if done.was_so else "is suspended now"
    sentence = (
        f"{done.name} {already}: sessions go on and its people read, edit and export, its learner pages answer as "
        "if there were none, and runs stop with their rows planned."
    )
    facts = {"organizationId": done.id, "organization": done.name, "status": "Suspended", "changed": not done.was_so}
    return answer(chosen, facts, sentence)
