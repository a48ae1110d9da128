"""`workbench review approve`: approve lessons as they are now, or at the revision that was read."""

from __future__ import annotations

import argparse

from workbench.cli.parser import at_least_one
from workbench.cli.reviews.review_output import add_lessons, confirm_several, say_decisions


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_lessons(parser)
    parser.add_argument("--revision", metavar="N", type=at_least_one, help="the revision that you read, of one lesson")
    parser.add_argument("--note", metavar="TEXT", help="what the others should know")


def run(chosen: argparse.Namespace) -> int:
    """Approve them; 1 where one was refused."""
    from workbench.api.connect import connect

    confirm_several(chosen, "approved")
    with connect() as workbench:
        lessons = chosen.lessons if len(chosen.lessons) > 1 else chosen.lessons[0]
        frame = workbench.reviews.approve(lessons, revision=chosen.revision, note=chosen.note, yes=True)
    return say_decisions(chosen, frame, "approved")
