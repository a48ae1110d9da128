"""`workbench admin people disable`: nobody signs in as them until they are enabled."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_present_database
from workbench.cli.output import answer
from workbench.wording import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("email", metavar="EMAIL", help="the person")
    add_database_option(parser, is_present=True)


def run(chosen: argparse.Namespace) -> int:
    """Do it, and say what follows for sessions, learner pages and runs."""
    from workbench.service.administration.admin import disable_person

    done = on_present_database(chosen.database, lambda store: disable_person(store, chosen.email))
    already = "was disabled already" if done.was_so else "is disabled now"
    sentence = (
        f"{done.name} {already}: {counted(done.sessions_ended, 'session')} ended and no other is accepted, "
        "learner pages stay as they are, and their runs stop with their rows planned."
    )
    facts = {"email": done.name, "personId": done.id, "sessionsEnded": done.sessions_ended, "changed": not done.was_so}
    return answer(chosen, facts, sentence)
