"""`workbench course publications`: what was published of a course, or what is not published yet."""

from __future__ import annotations

import argparse

from workbench.cli.output import say, say_csv, say_json, say_table
from workbench.cli.reviews.review_output import rows_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("course", metavar="COURSE", help="id or title of a course")
    parser.add_argument("--changes", action="store_true", help="in what the course differs from what learners see")


def run(chosen: argparse.Namespace) -> int:
    """Print them; 0 also when there is none."""
    from workbench.api.connect import connect

    with connect() as workbench:
        courses = workbench.courses
        frame = courses.publication_changes(chosen.course) if chosen.changes else courses.publications(chosen.course)
    columns = [str(each) for each in frame.columns]
    rows = rows_of(frame)
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, columns)
    elif rows:
        say_table(rows, [each for each in columns if any(row[each] is not None for row in rows)], longest=40)
    else:
        say("Learners see the course as it is." if chosen.changes else "The course was never published.")
    return 0
