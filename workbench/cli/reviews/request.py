"""`workbench review request`: ask for a review of lessons as they are now."""

from __future__ import annotations

import argparse

from workbench.cli.reviews.review_output import say_decisions


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("lessons", nargs="+", metavar="LESSON", help="id or title of a lesson")
    parser.add_argument("--note", metavar="TEXT", help="what the reviewer should know")


def run(chosen: argparse.Namespace) -> int:
    """Ask for it; what is in review or approved stays so."""
    from workbench.api.connect import connect

    with connect() as workbench:
        frame = workbench.reviews.request(chosen.lessons, note=chosen.note)
    return say_decisions(chosen, frame, "approved already" if frame["state"][0] == "approved" else "in review")
