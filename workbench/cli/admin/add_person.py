"""`workbench admin people add`: a person who can sign in; the session token is printed once."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_database
from workbench.cli.output import say, say_json
from workbench.cli.parser import whole_number
from workbench.service.kernel.roles import ROLES


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("email", metavar="EMAIL", help="the person; repeated, the same person gets a new session")
    parser.add_argument(
        "--organization", metavar="ORGANIZATION", required=True, help="joined; made if there is none of that name"
    )
    parser.add_argument("--role", choices=ROLES, help="default: author")
    parser.add_argument(
        "--credits", type=whole_number, default=0, metavar="N", help="opening balance, if the organization is new"
    )
    add_database_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Add the person and print the session token, which is stored nowhere and cannot be shown again."""
    from workbench.service.administration.admin import add_person

    added = on_database(
        chosen.database,
        lambda store: add_person(
            store, chosen.email, chosen.organization, role=chosen.role, credits_at_start=chosen.credits
        ),
    )
    shown = {
        "personId": added.person_id,
        "organizationId": added.organization_id,
        "sessionToken": added.session_token,
    }
    if chosen.as_json:
        say_json(shown)
    else:
        for name, value in shown.items():
            say(f"{name + ':':<16} {value}")
        say("The session token is shown this once. The person keeps it with: workbench login")
    return 0
