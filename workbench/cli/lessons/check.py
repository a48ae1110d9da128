"""`workbench check`: what the checks find in lessons, the worst first."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime

from workbench.cli.interrupts import stoppable
from workbench.cli.output import note, say_json, say_table, say_text
from workbench.wording import count_text

FIRST = 50


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="ids or titles of lessons (default: all)")
    parser.add_argument(
        "--severity",
        choices=("error", "warning", "note"),
        help="minimum severity (default: all as JSON or CSV, warning in a table)",
    )
    parser.add_argument("--project", metavar="NAME", help="only lessons in this project")
    parser.add_argument("--course", metavar="NAME", help="only lessons in this course")
    parser.add_argument("--language", metavar="CODE", help="only lessons in this language")


def run(chosen: argparse.Namespace) -> int:
    """Print the findings; return 0 even if there are some."""
    from workbench.api.connect import connect
    from workbench.api.content.checked_lessons import COLUMNS
    from workbench.reports.files.csv_text import as_csv
    from workbench.reports.files.parquet import as_json
    from workbench.reports.tables.finished import FinishedReport

    is_table = chosen.output == "table"
    with stoppable(message="Stopped."), connect() as workbench:
        frame = workbench.lessons.check(
            chosen.lessons or None,
            severity=chosen.severity or ("warning" if is_table else None),
            project=chosen.project,
            course=chosen.course,
            language=chosen.language,
        )
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    missing = tuple(frame.attrs["missing"])
    report = FinishedReport("check", "findings in lessons", COLUMNS, frame, missing, at)
    for sentence in missing:
        note(sentence)
    if is_table:
        rows = report.table().slice(0, FIRST).to_pylist()
        if rows:
            say_table(rows, ["severity", "finding", "title", "message", "lesson_id"], longest=60)
        lessons = frame.attrs["lessons"]
        more = f" Shown are {FIRST}; all of them: --output csv" if len(frame) > FIRST else ""
        note(f"{count_text(len(frame), 'finding')} in {count_text(lessons, 'lesson')} checked.{more}")
    elif chosen.as_json:
        say_json(json.loads(as_json(report)))
    else:
        say_text(as_csv(report).decode())
    return 0
