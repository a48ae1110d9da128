"""`workbench review comment`: comment on a lesson or a block; without a text, the comments there are."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer, say, say_csv, say_json, say_table
from workbench.cli.reviews.review_output import rows_of

SHOWN = ("at", "person_name", "text", "block_id", "resolved_by", "comment_id")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("lesson", metavar="LESSON", help="id or title of the lesson")
    parser.add_argument("text", nargs="?", metavar="TEXT", help="the comment (default: show the comments there are)")
    parser.add_argument("--block", metavar="ID", help="the block that it is about (default: the whole lesson)")


def run(chosen: argparse.Namespace) -> int:
    """Add it, or print them all."""
    from workbench.api.connect import connect

    with connect() as workbench:
        if chosen.text is not None:
            added = workbench.reviews.comment(chosen.lesson, chosen.text, block_id=chosen.block)
            return answer(chosen, added.model_dump(by_alias=True), f"The comment is added: {added.comment_id}")
        frame = workbench.reviews.comments(chosen.lesson)
    columns = [str(each) for each in frame.columns]
    rows = rows_of(frame)
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, columns)
    elif rows:
        say_table(rows, [each for each in SHOWN if any(row[each] is not None for row in rows)], longest=60)
    else:
        say("There is no comment yet.")
    return 0
