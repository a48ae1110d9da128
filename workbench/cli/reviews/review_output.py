"""What the commands of reviews have in common: the lessons, the rows of a table, and what became of each lesson."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.output import add_yes_option, confirm, say, say_json, say_table

if TYPE_CHECKING:
    import pandas

COLUMNS = ("lesson_id", "state", "revision", "approved_revision", "refused")


def add_lessons(parser: argparse.ArgumentParser) -> None:
    """Add the lessons to a command, and `--yes` for several."""
    parser.add_argument("lessons", nargs="+", metavar="LESSON", help="id or title of a lesson")
    add_yes_option(parser)


def confirm_several(chosen: argparse.Namespace, what: str) -> None:
    """Let a person approve that several lessons are meant. Raises `UsageError` where they do not."""
    if len(chosen.lessons) > 1:
        confirm(chosen, f"{len(chosen.lessons):,} lessons are {what}.", len(chosen.lessons))


def say_decisions(chosen: argparse.Namespace, frame: pandas.DataFrame, done: str) -> int:
    """Print what became of each lesson; exit code 1 where one was refused."""
    rows = rows_of(frame)
    refused = [row for row in rows if row["refused"] is not None]
    if chosen.as_json:
        say_json(rows)
    elif len(rows) == 1 and not refused:
        say(f"The lesson is {done}.")
    else:
        say_table(rows, COLUMNS if refused else COLUMNS[:4], longest=80)
    return 1 if refused else 0


def rows_of(frame: pandas.DataFrame) -> list[dict[str, Any]]:
    """The rows by column, as JSON has them: times as text, what is missing as null."""
    from workbench.columns import MOMENT, arrow_type

    moments = [
        name for name, dtype in frame.dtypes.items() if getattr(dtype, "pyarrow_dtype", None) == arrow_type(MOMENT)
    ]
    texts = {str(name): frame[name].map(lambda at: at.isoformat(), na_action="ignore") for name in moments}
    values = frame.assign(**texts).astype(object)
    return [
        {str(name): value for name, value in each.items()}
        for each in values.where(values.notna(), None).to_dict("records")
    ]
