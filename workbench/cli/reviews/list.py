"""`workbench review list`: the lessons that wait for a review, those with the worst findings first."""

from __future__ import annotations

import argparse
from typing import get_args

from workbench.cli.interrupts import stoppable
from workbench.cli.output import note, say, say_csv, say_json, say_table
from workbench.cli.parser import at_least_one
from workbench.cli.reviews.review_output import rows_of

FIRST = 20
SHOWN = ("title", "errors", "warnings", "hints", "requested_by", "language", "writer", "course_title", "lesson_id")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    from workbench.procedures.reviews.review import ReviewState

    parser.add_argument("--state", choices=get_args(ReviewState), default="inReview", help="default: inReview")
    parser.add_argument("--run", metavar="NAME", help="only lessons that this run made")
    parser.add_argument("--project", metavar="PROJECT", help="only lessons of this project, by id or name")
    parser.add_argument("--language", metavar="CODE", help="only lessons in this language, such as EN")
    parser.add_argument("--writer", metavar="NAME", help="only lessons that this writer drafted")
    parser.add_argument("--rule", metavar="RULE", help="only lessons in which this rule of the checks found something")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=at_least_one,
        help=f"the first N only (default: all as JSON or CSV, {FIRST} in a table)",
    )


def run(chosen: argparse.Namespace) -> int:
    """Print them; 0 also when there is none."""
    from workbench.api.connect import connect

    first = FIRST if chosen.output == "table" else None
    with stoppable(message="Stopped."), connect() as workbench:
        frame = workbench.reviews.queue(
            state=chosen.state,
            run=chosen.run,
            project=chosen.project,
            language=chosen.language,
            writer=chosen.writer,
            rule=chosen.rule,
            limit=chosen.limit or first,
        )
    columns = [str(each) for each in frame.columns]
    rows = rows_of(frame)
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, columns)
    elif rows:
        say_table(rows, [each for each in SHOWN if any(row[each] is not None for row in rows)], longest=40)
        total = frame.attrs["total"]
        note(f"{len(rows):,} of {total:,} lessons." + ("" if len(rows) == total else f" All of them: --limit {total}"))
    else:
        say(f"No lesson is in the state {chosen.state}.")
    return 0
