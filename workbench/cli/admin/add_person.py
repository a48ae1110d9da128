"""`workbench admin add-person`: a person who can sign in, with a session that is told once."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import on_database, takes_database
from workbench.cli.output import say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("email", metavar="EMAIL", help="the person; repeated, the same person gets a new session")
    parser.add_argument(
        "--organization", metavar="NAME", required=True, help="joined; made if there is none of that name"
    )
    parser.add_argument("--role", help="owner, admin, author, reviewer, analyst or viewer (default: author)")
    parser.add_argument(
        "--credits", type=int, default=0, metavar="N", help="opening balance, if the organization is new"
    )
    takes_database(parser)


def run(chosen: argparse.Namespace) -> int:
    """Add the person and print the session token, which is stored nowhere and cannot be told again."""
    from workbench.service.running.admin import add_person

    added = on_database(
        chosen.database,
        lambda store: add_person(
            store, chosen.email, chosen.organization, role=chosen.role, credits_at_start=chosen.credits
        ),
    )
    told = {
        "personId": added.person_id,
        "organizationId": added.organization_id,
        "sessionToken": added.session_token,
    }
    if chosen.as_json:
        say_json(told)
    else:
        for name, value in told.items():
            say(f"{name + ':':<16} {value}")
        say("The session token is shown this once. The person keeps it with: workbench login")
    return 0
