"""`workbench logout`: delete the session that login saved. The session itself ends by time, or at the service."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--url", default=argparse.SUPPRESS, help="the service to forget (default: the one signed in to last)"
    )
    parser.add_argument("--profile", default=argparse.SUPPRESS, metavar="NAME", help="the same, by its profile's name")


def run(chosen: argparse.Namespace) -> int:
    """Forget it. That there was none is fine."""
    from workbench.client.session import profile

    bound = profile.forget(profile.address_of(chosen.profile) if chosen.profile else chosen.url)
    sentence = f"The session for {bound} is forgotten on this computer." if bound else "No session was kept."
    return answer(chosen, {"origin": bound}, sentence)
