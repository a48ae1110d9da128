"""`workbench login`: take a session token where nobody sees it, try it, and keep it for its origin."""

from __future__ import annotations

import argparse
import sys
from getpass import getpass
from typing import TYPE_CHECKING

from workbench.cli.output import UsageError, note, say, say_json

if TYPE_CHECKING:
    from workbench.client.session.profile import Profile
    from workbench.client.session.token import Token


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments; never the token itself, which would stay in the shell's history."""
    parser.add_argument("--url", default=argparse.SUPPRESS, help="the service's address (default: WORKBENCH_URL)")
    parser.add_argument(
        "--profile", default=argparse.SUPPRESS, metavar="NAME", help="a name for it (default: its host)"
    )
    parser.add_argument("--cookie-name", metavar="NAME", help="if the service's session cookie has another name")
    parser.add_argument("--rpc-path", metavar="PATH", help="if its procedures lie elsewhere than /api/rpc")
    parser.add_argument(
        "--file",
        action="store_true",
        help="keep the session in a file that only you can read, where there is no keyring",
    )


def run(chosen: argparse.Namespace) -> int:
    """Ask for the token, connect with it, and keep it if the service knows it."""
    from workbench.api.connect import opened
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
    with opened(Source(session, "Ask the service for a new one.")) as workbench:
        place = _store(session, in_file=chosen.file, name=chosen.profile)
        if chosen.as_json:
            say_json({"origin": bound, "storage": place})
        else:
            say(repr(workbench))
            say(f"The session is kept in {place}, for {bound} alone.")
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
        note(f"{problem} The session can be kept in {path}, which only you can read.")
        if not sys.stdin.isatty():
            raise UsageError("Nothing was kept. To keep it in that file: workbench login --file")
        if _ask("Keep it there? [y/N] ", "--file").strip().lower() not in ("y", "yes"):
            raise UsageError("Nothing was kept.")
    profile.save(session, in_file=in_file or bool(problem), name=name)
    return str(path) if in_file or problem else "the keyring"


def _ask(question: str, otherwise: str) -> str:
    if not sys.stdin.isatty():
        raise UsageError(f"There is no terminal to ask on. Say it with {otherwise}.")
    return input(question)
