"""`workbench course publish`: let learners see courses as they are now."""

from __future__ import annotations

import argparse

from workbench.cli.output import say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("course", metavar="COURSE", help="id or title of a course")
    parser.add_argument("--note", metavar="TEXT", help="why; it is kept")
    parser.add_argument(
        "--confirm-open-places", action="store_true", help="let learners read the places that an author left open (✎)"
    )
    parser.add_argument("--restore", metavar="NUMBER", type=int, help="show this earlier publication again instead")
    parser.add_argument("--override", metavar="REASON", help="publish against the organization's policy (owners)")


def run(chosen: argparse.Namespace) -> int:
    """Publish it, or show an earlier publication again."""
    from workbench.api.connect import connect

    with connect() as workbench:
        confirmed, reason = chosen.confirm_open_places, chosen.override
        if chosen.restore is None:
            found = workbench.courses.publish(
                chosen.course, note=chosen.note, confirm_open_places=confirmed, override_reason=reason
            )
        else:
            found = workbench.courses.restore_publication(
                chosen.course, chosen.restore, confirm_open_places=confirmed, override_reason=reason
            )
        link = workbench.courses.sharing(found.course_id)
    if chosen.as_json:
        say_json(found.model_dump(mode="json"))
    else:
        say(f"Learners see publication {found.number:,} of “{found.title}”: {link.url}")
    return 0
