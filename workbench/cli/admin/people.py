"""Commands about who can sign in to a service: `workbench admin people VERB`."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_database, on_present_database
from workbench.cli.output import answer, say, say_json
from workbench.cli.parser import whole_number
from workbench.service.kernel.roles import ROLES
from workbench.wording import count_text


def add_add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin people add`."""
    parser.add_argument("email", metavar="EMAIL", help="email address; an existing person gets a new session")
    parser.add_argument(
        "--organization", metavar="ORGANIZATION", required=True, help="joined; created if it doesn't exist"
    )
    parser.add_argument("--role", choices=ROLES, help="default: author")
    parser.add_argument(
        "--credits", type=whole_number, default=0, metavar="N", help="opening balance of a new organization"
    )
    add_database_option(parser)


def run_add(chosen: argparse.Namespace) -> int:
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
        say("The session token is shown only once. The person saves it with: workbench login")
    return 0


def add_disable_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin people disable`."""
    parser.add_argument("email", metavar="EMAIL", help="the person")
    add_database_option(parser, is_present=True)


def run_disable(chosen: argparse.Namespace) -> int:
    """Do it, and say what follows for sessions, learner pages and runs."""
    from workbench.service.administration.admin import disable_person

    done = on_present_database(chosen.database, lambda store: disable_person(store, chosen.email))
    already = "was already disabled" if done.was_so else "is now disabled"
    sentence = (
        f"{done.name} {already}: {count_text(done.sessions_ended, 'session')} ended. They can't sign in, "
        "their runs stop, and learner pages stay as they are."
    )
    facts = {"email": done.name, "personId": done.id, "sessionsEnded": done.sessions_ended, "changed": not done.was_so}
    return answer(chosen, facts, sentence)


def add_enable_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin people enable`."""
    parser.add_argument("email", metavar="EMAIL", help="the person")
    add_database_option(parser, is_present=True)


def run_enable(chosen: argparse.Namespace) -> int:
    """Do it, and say what follows for sessions, learner pages and runs."""
    from workbench.service.administration.admin import enable_person

    done = on_present_database(chosen.database, lambda store: enable_person(store, chosen.email))
    already = "was already enabled" if done.was_so else "is now enabled"
    sentence = (
        f"{done.name} {already}. Give them a new session with: workbench admin people add. "
        "Their runs can be resumed, and learner pages stay as they are."
    )
    return answer(chosen, {"email": done.name, "personId": done.id, "changed": not done.was_so}, sentence)


def add_revoke_sessions_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin people revoke-sessions`."""
    parser.add_argument("email", metavar="EMAIL", help="the person")
    add_database_option(parser, is_present=True)


def run_revoke_sessions(chosen: argparse.Namespace) -> int:
    """End them and print how many there were."""
    from workbench.service.administration.admin import revoke_sessions

    ended = on_present_database(chosen.database, lambda store: revoke_sessions(store, chosen.email))
    sentence = f"{count_text(ended, 'session')} ended."
    return answer(chosen, {"email": chosen.email, "sessionsEnded": ended}, sentence)
