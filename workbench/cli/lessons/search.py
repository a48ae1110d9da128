"""`workbench search`: the lessons that have all the words and filters, best first."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from workbench.cli.interrupts import stoppable
from workbench.cli.output import note, say, say_json, say_table, say_text
from workbench.cli.parser import at_least_one
from workbench.columns import ALL
from workbench.wording import count_text

FIRST = 20
BEFORE = 16
"""Characters of a hit that a table on a terminal has before the first word that was searched for."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "words",
        nargs="+",
        metavar="WORD",
        help="words, '\"whole phrases\"', and filters: tag:safety, tag:none, lang:de, status:draft, course:NAME, "
        "project:NAME, quiz:none, quiz:some, 'updated:<30d', 'updated:>6m' (h d w m y); quote < and > from your shell",
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=at_least_one,
        help=f"the best N only (default: all as JSON or CSV, {FIRST} in a table)",
    )


def run(chosen: argparse.Namespace) -> int:
    """Search and print the results, best first; return 0 even if there are none."""
    from workbench.api.connect import connect
    from workbench.api.content.found_lessons import COLUMNS
    from workbench.reports.files.csv_text import as_csv
    from workbench.reports.files.parquet import as_json
    from workbench.reports.tables.finished import FinishedReport

    query = " ".join(chosen.words)
    first = FIRST if chosen.output == "table" else None
    with stoppable(message="Stopped."), connect() as workbench:
        frame = workbench.lessons.search(query, columns=ALL, limit=chosen.limit or first)
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    missing = tuple(frame.attrs["missing"])
    report = FinishedReport("search", f"lessons that {query!r} finds", COLUMNS, frame, missing, at)
    if first is not None:
        _show(report.table().to_pylist(), frame.attrs["total"])
        return 0
    for sentence in missing:
        note(sentence)
    if chosen.as_json:
        say_json(json.loads(as_json(report)))
    else:
        say_text(as_csv(report).decode())
    return 0


def _show(rows: Sequence[Mapping[str, Any]], total: int) -> None:
    if not rows:
        say("No lessons found. Remove a word or filter, or use only the first three letters of a word.")
        return
    lines = [{**row, "hit": _from_first_match(row), "tags": ", ".join(row["tags"] or ())} for row in rows]
    seen = [name for name in ("title", "hit", "course", "language", "tags") if any(line[name] for line in lines)]
    say_table(lines, [*seen, "lesson_id"], longest=48)
    if len(rows) < total:
        note(f"The best {len(rows):,} of {total:,} lessons. To see all: --limit {total}")
    else:
        note(f"{count_text(total, 'lesson')}.")


def _from_first_match(row: Mapping[str, Any]) -> str:
    """Return the hit of a block or of tags from shortly before its first match, so that it is not cut off."""
    if set(row["found_in"]) <= {"title"}:
        return ""
    start = row["hit"].find(row["matches"][0]) - BEFORE
    return str(row["hit"]) if start <= 1 else f"…{row['hit'][start:].lstrip()}"
