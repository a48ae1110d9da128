"""`workbench snapshots create`: a dated set of reports in a folder, and what has changed between two dates."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from workbench.cli.interrupts import stoppable
from workbench.cli.output import note, say, say_json, say_table, say_text
from workbench.wording import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder with the dated sets")
    parser.add_argument("--overwrite", action="store_true", help="replace today's set, or the one with this label")
    parser.add_argument(
        "--organization", metavar="ORGANIZATION", action="append", default=[], help="as in `workbench reports show`"
    )
    parser.add_argument(
        "--label", metavar="TEXT", help="label, such as 'before import', for another set on the same day"
    )
    parser.add_argument(
        "--compare", metavar="DAY_OR_LABEL", nargs=2, help="take no snapshot; compare two days or labels"
    )
    parser.add_argument(
        "--report", metavar="REPORT", default="lessons", help="with --compare: which one (default: lessons)"
    )


def run(chosen: argparse.Namespace) -> int:
    """Take a set, or compare two; 1 when something is missing."""
    return _compare(chosen) if chosen.compare else _take(chosen)


def _take(chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect
    from workbench.reports.snapshots.snapshot import refuse_taken

    refuse_taken(chosen.folder, datetime.now(UTC).date(), label=chosen.label, overwrite=chosen.overwrite)
    with stoppable() as progress, connect() as workbench:
        taken = workbench.snapshots.create(
            chosen.folder,
            label=chosen.label,
            organization=chosen.organization or None,
            overwrite=chosen.overwrite,
            progress=progress,
        )
    for sentence in taken.missing:
        note(sentence)
    if chosen.as_json:
        say_json({"folder": str(taken.folder), "isComplete": taken.is_complete, "missing": list(taken.missing)})
    else:
        say(str(taken.folder))
    return 0 if taken.is_complete else 1


def _compare(chosen: argparse.Namespace) -> int:
    from workbench.reports.files.csv_text import as_csv
    from workbench.reports.snapshots.comparison import COLUMNS, compared
    from workbench.reports.snapshots.stored import as_of
    from workbench.reports.tables.finished import FinishedReport, text_of

    before, after = (as_of(chosen.folder, chosen.report, snapshot_name) for snapshot_name in chosen.compare)
    found = compared(chosen.report, before, after)
    finished = FinishedReport(chosen.report, "", COLUMNS, found)
    rows = finished.table().to_pylist()
    if chosen.as_json:
        say_json([_for_programs(row) for row in rows])
    elif chosen.output == "csv":
        say_text(as_csv(finished).decode())
    else:
        names = (frame.attrs["label"] or frame.attrs["day"] for frame in (before, after))
        note(f"{chosen.report}: {' and '.join(names)}, {counted(len(rows), 'difference')}.")
        for attr in found.attrs["missing"]:
            note(attr)
        table = (row | {"columns": text_of(row["columns"])} for row in rows)
        say_table(table, ["change", "name", "columns", "before", "after"], longest=48)
    return 0


def _for_programs(row: dict[str, Any]) -> dict[str, Any]:
    """Return a difference with its columns as a list and their values as objects, by the wire names."""
    from pydantic.alias_generators import to_camel

    difference = dict(row)
    difference["columns"] = [to_camel(column) for column in row["columns"] or []]
    for side in ("before", "after"):
        values = json.loads(row[side]) if row[side] else {}
        difference[side] = {to_camel(name): value for name, value in values.items()}
    return difference
