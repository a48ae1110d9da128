"""Commands for the session with a service: `login`, `logout` and `whoami`."""

from __future__ import annotations

import argparse
import sys
from getpass import getpass
from typing import TYPE_CHECKING

from workbench.cli.output import UsageError, answer, note, say, say_json

if TYPE_CHECKING:
    from workbench.client.session.profile import Profile
    from workbench.client.session.token import Token


def add_login_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `login`; not the token, which would stay in the shell's history."""
    parser.add_argument("--url", default=argparse.SUPPRESS, help="URL of the service (default: WORKBENCH_URL)")
    parser.add_argument(
        "--profile", default=argparse.SUPPRESS, metavar="NAME", help="name to save it under (default: its host)"
    )
    parser.add_argument("--cookie-name", metavar="NAME", help="name of the service's session cookie")
    parser.add_argument("--rpc-path", metavar="PATH", help="path of the service's procedures (default: /api/rpc)")
    parser.add_argument(
        "--file",
        action="store_true",
        help="save the session in a file that only you can read, if there is no keyring",
    )


def run_login(chosen: argparse.Namespace) -> int:
    """Ask for the token, connect with it, and save it if the service accepts it."""
    from workbench.api.connect import open_workbench
    from workbench.api.credentials import Source
    from workbench.client.session import profile
    from workbench.client.session.environment import ENVIRONMENT
    from workbench.client.session.origin import origin

    known = profile.profile_names().get(chosen.profile) if chosen.profile else None
    url = (
        chosen.url
        or known
        or ENVIRONMENT.get("WORKBENCH_URL")
        or _ask("Address of the service: ", "--url or WORKBENCH_URL")
    )
    bound = origin(url)
    session = profile.from_arguments(
        url, _token(bound), ENVIRONMENT, cookie_name=chosen.cookie_name, rpc_path=chosen.rpc_path
    )
    with open_workbench(Source(session, "Ask the service for a new one.")) as workbench:
        storage = _store(session, in_file=chosen.file, name=chosen.profile)
        if chosen.as_json:
            say_json({"origin": bound, "storage": storage})
        else:
            say(repr(workbench))
            say(f"Saved the session for {bound} in {storage}.")
    return 0


def _token(bound: str) -> Token:
    from workbench.client.session.token import Token

    if sys.stdin.isatty():
        return Token(getpass(f"Session token for {bound} (not shown): "))
    return Token(sys.stdin.readline())


def _store(session: Profile, *, in_file: bool, name: str | None) -> str:
    from workbench.client.data_folder import data_folder
    from workbench.client.session import keyring_store, profile

    path = data_folder() / profile.PROFILES
    problem = None if in_file else keyring_store.problem()
    if problem:
        note(f"{problem} The session can be saved in {path}, which only you can read.")
        if not sys.stdin.isatty():
            raise UsageError("The session was not saved. To save it in that file: workbench login --file")
        if _ask("Save it there? [y/N] ", "--file").strip().lower() not in ("y", "yes"):
            raise UsageError("The session was not saved.")
    profile.save(session, in_file=in_file or bool(problem), name=name)
    return str(path) if in_file or problem else "the keyring"


def _ask(question: str, otherwise: str) -> str:
    if not sys.stdin.isatty():
        raise UsageError(f"There is no terminal for a prompt. Use {otherwise}.")
    return input(question)


def add_logout_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `logout`."""
    parser.add_argument("--url", default=argparse.SUPPRESS, help="URL of the service (default: the last one)")
    parser.add_argument("--profile", default=argparse.SUPPRESS, metavar="NAME", help="name of the saved service")


def run_logout(chosen: argparse.Namespace) -> int:
    """Remove the saved session, if there is one."""
    from workbench.client.session import profile

    bound = profile.forget(profile.profile_address(chosen.profile) if chosen.profile else chosen.url)
    sentence = f"Removed the session for {bound} from this computer." if bound else "There is no saved session."
    return answer(chosen, {"origin": bound}, sentence)


def add_whoami_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: `whoami` takes only those of every command."""


def run_whoami(chosen: argparse.Namespace) -> int:
    """Connect as a notebook would, and show the signed-in person."""
    from workbench.api.connect import connect

    with connect() as workbench:
        if not chosen.as_json:
            say(repr(workbench))
            return 0
        facts = workbench.facts
        service, person = facts.service, facts.who or facts.person
        say_json(
            {
                "origin": facts.origin,
                "source": facts.source,
                "serviceId": service.service_id if service else None,
                "writer": service.writer.name if service else None,
                "personId": person.person_id if person else None,
                "name": person.name if person else None,
                "email": person.email if person else None,
                "organizationId": facts.organization_id,
                "organization": facts.organization.name if facts.organization else None,
                "role": facts.organization.role if facts.organization else None,
                "tier": facts.tier_and_status.tier if facts.tier_and_status else None,
                "status": facts.tier_and_status.status if facts.tier_and_status else None,
                "aiCreditBalance": facts.credits_left,
                "sessionDays": facts.session_days,
                "notes": list(facts.notes),
            }
        )
    return 0
