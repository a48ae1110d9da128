"""`workbench course unpublish`: make a course private; its publications are kept."""

from __future__ import annotations

import argparse

from workbench.cli.output import say


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("course", metavar="COURSE", help="id or title of a course")


def run(chosen: argparse.Namespace) -> int:
    """Make it private."""
    from workbench.api.connect import connect

    with connect() as workbench:
        workbench.courses.unpublish(chosen.course)
    say("The course is private; its link opens nothing.")
    return 0
