"""How a change set is carried out from the command line, named, and shown."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.name_argument import add_name_argument, find_by_name
from workbench.cli.output import UsageError, say, say_json

if TYPE_CHECKING:
    from workbench.changes import ChangeRun
    from workbench.changes.journal import ChangeRecord
    from workbench.changes.results import ChangeSetSummary

NO_SETS = "No change sets yet. Begin one with: workbench lessons apply FILE"
ROWS_LISTED = 10


def add_set_argument(parser: argparse.ArgumentParser) -> None:
    """Add `CHANGE_SET` to an action."""
    add_name_argument(parser, "CHANGE_SET", "set")


def find_set(name: str | None) -> ChangeSetSummary:
    """Return the change set with that name, or the only one whose name begins so; without a name the newest.

    Raises `UsageError` if there is none or more than one, with the nearest name.
    """
    from workbench.changes import find_change_sets

    sets = [set_ for set_ in find_change_sets() if not set_.fault]
    if not sets:
        raise UsageError(NO_SETS)
    return find_by_name(name, sets, "change set", label=lambda set_: set_.name, hint=lambda: "See: workbench changes")


def run_change_set(run: ChangeRun, *, as_json: bool) -> int:
    """Carry the set out with a bar or lines, and print how it ended; 1 unless every change is made."""
    from workbench.cli.run_output import carry_out

    rows = carry_out(run, unit="change").rows()
    if as_json:
        say_json(
            {"changeSet": run.name, "phase": str(run.progress.phase), "message": run.progress.message} | as_facts(rows)
        )
    else:
        say(str(run.progress))
        for step in _next_steps(run.name, rows):
            say(step)
    return 0 if all(row.state.value == "done" for row in rows) else 1


def as_facts(rows: list[ChangeRecord]) -> dict[str, Any]:
    """Return counts and rows for programs."""
    states = [row.state.value for row in rows]
    counts = {name: states.count(name) for name in ("planned", "done", "conflict", "refused")}
    return {**counts, "undone": sum(row.undone_at is not None for row in rows), "rows": rows_as_json(rows)}


def rows_as_json(rows: list[ChangeRecord]) -> list[dict[str, Any]]:
    """Return the rows of a set for programs, and for a table."""
    return [
        {
            "line": row.line,
            "lesson": row.lesson_title or row.course_title,
            "lessonId": row.lesson_id or None,
            "courseId": row.course_id or None,
            "blockId": row.block_id or None,
            "field": row.field,
            "before": row.shown_before,
            "after": row.shown_after,
            "state": "undone" if row.undone_at is not None else str(row.state),
            "message": row.message,
        }
        for row in rows
    ]


def _next_steps(name: str, rows: list[ChangeRecord]) -> list[str]:
    from workbench.changes.journal import ALREADY
    from workbench.text import shown

    left = [row for row in rows if row.state.value in ("conflict", "refused")]
    lines = [f"{_place(row)}, {shown(row.field)}: {shown(row.message or '')}" for row in left[:ROWS_LISTED]]
    if len(left) > ROWS_LISTED:
        lines.append(f"... and {len(left) - ROWS_LISTED:,} more: workbench changes show {name!r}")
    if any(row.state.value == "planned" for row in rows):
        lines.append(f"Go on with: workbench changes resume {name!r}")
    already = sum(row.code == ALREADY for row in rows)
    if already:
        lines.append(
            f"{already:,} of them {'was' if already == 1 else 'were'} so already, and no undo takes them back."
        )
    if already < sum(row.state.value == "done" for row in rows):
        lines.append(f"Put it back with: workbench changes undo {name!r}")
    return lines


def _place(row: ChangeRecord) -> str:
    from workbench.text import shown

    return f"Line {row.line}" if row.line else shown(row.title, longest=60)
