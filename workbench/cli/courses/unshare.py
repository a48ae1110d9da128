"""`workbench course unshare`: a course's link stops working."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("course", metavar="COURSE", help="the course's id, or its title where only one has it")


def run(chosen: argparse.Namespace) -> int:
    """Make the course private."""
    from workbench.api.connect import connect

    with connect() as workbench:
        link = workbench.courses.unshare(chosen.course)
    return answer(chosen, {"shareUrl": link.url, "isPublic": link.is_public}, "The course is private again.")
