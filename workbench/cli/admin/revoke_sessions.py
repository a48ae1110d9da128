"""`workbench admin people revoke-sessions`: end every session of a person, from the next request on."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_present_database
from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("email", metavar="EMAIL", help="the person")
    add_database_option(parser, is_present=True)


def run(chosen: argparse.Namespace) -> int:
    """End them and print how many there were."""
    from workbench.service.administration.admin import revoke_sessions

    ended = on_present_database(chosen.database, lambda store: revoke_sessions(store, chosen.email))
    sentence = f"{ended} session{'' if ended == 1 else 's'} ended."
    return answer(chosen, {"email": chosen.email, "sessionsEnded": ended}, sentence)
