"""`workbench review send-back`: send lessons back with a note that says what is to be changed."""

from __future__ import annotations

import argparse

from workbench.cli.parser import at_least_one
from workbench.cli.reviews.review_output import add_lessons, confirm_several, say_decisions


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_lessons(parser)
    parser.add_argument("--note", metavar="TEXT", required=True, help="what is to be changed")
    parser.add_argument("--revision", metavar="N", type=at_least_one, help="the revision that you read, of one lesson")


def run(chosen: argparse.Namespace) -> int:
    """Send them back; 1 where one was refused."""
    from workbench.api.connect import connect

    confirm_several(chosen, "sent back")
    with connect() as workbench:
        lessons = chosen.lessons if len(chosen.lessons) > 1 else chosen.lessons[0]
        frame = workbench.reviews.send_back(lessons, chosen.note, revision=chosen.revision, yes=True)
    return say_decisions(chosen, frame, "sent back")
