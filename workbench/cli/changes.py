"""`workbench changes`: list change sets made from tables, and resume or undo them."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from workbench.cli.interrupts import stoppable
from workbench.cli.name_argument import add_name_argument, find_by_name
from workbench.cli.output import (
    UsageError,
    add_yes_option,
    answer,
    confirm,
    iso,
    note,
    say,
    say_csv,
    say_json,
    say_table,
)

if TYPE_CHECKING:
    from workbench.changes import ChangeRun
    from workbench.changes.journal import ChangeRecord
    from workbench.changes.results import ChangeSetSummary


NO_SETS = "No change sets yet. Start one: workbench lessons apply FILE"
ROWS_LISTED = 10


def add_set_argument(parser: argparse.ArgumentParser) -> None:
    """Add `CHANGE_SET` to an action."""
    add_name_argument(parser, "CHANGE_SET", "set")


def find_set(name: str | None) -> ChangeSetSummary:
    """Return the change set with that name, or the only one whose name begins so; without a name the newest.

    Raises `UsageError` with the nearest name unless exactly one matches.
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
    from workbench.text import display_text

    left = [row for row in rows if row.state.value in ("conflict", "refused")]
    lines = [
        f"{_place(row)}, {display_text(row.field)}: {display_text(row.message or '')}" for row in left[:ROWS_LISTED]
    ]
    if len(left) > ROWS_LISTED:
        lines.append(f"... and {len(left) - ROWS_LISTED:,} more: workbench changes show {name!r}")
    if any(row.state.value == "planned" for row in rows):
        lines.append(f"Resume with: workbench changes resume {name!r}")
    already = sum(row.code == ALREADY for row in rows)
    if already:
        lines.append(f"{already:,} of them {'was' if already == 1 else 'were'} already so, and undo keeps them.")
    if already < sum(row.state.value == "done" for row in rows):
        lines.append(f"Undo with: workbench changes undo {name!r}")
    return lines


def _place(row: ChangeRecord) -> str:
    from workbench.text import display_text

    return f"Line {row.line}" if row.line else display_text(row.title, longest=60)


COUNTS = ("planned", "done", "conflict", "refused", "undone")


def add_list_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: the command has only the common options."""


def run_list(chosen: argparse.Namespace) -> int:
    """List the sets; 1 when a journal could not be read."""
    from workbench.changes import find_change_sets

    change_sets = find_change_sets()
    sets = [set_ for set_ in change_sets if not set_.fault]
    rows = [
        {"changeSet": set_.name, "createdAt": iso(set_.made_at), "service": set_.target.origin}
        | {name: getattr(set_.counts, name) for name in COUNTS}
        for set_ in sets
    ]
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, ["changeSet", "createdAt", "service", *COUNTS])
    elif rows:
        minutes = [datetime.fromtimestamp(set_.made_at / 1000, UTC).strftime("%Y-%m-%d %H:%M") for set_ in sets]
        table = [row | {"created": minute} for row, minute in zip(rows, minutes, strict=True)]
        say_table(table, ["changeSet", "created", *COUNTS, "service"])
    else:
        say(NO_SETS)
    for set_ in change_sets:
        if set_.fault:
            note(f"Not read: {set_.fault}")
    return 1 if len(sets) < len(change_sets) else 0


COLUMNS = ("line", "lesson", "field", "before", "after", "state", "message")


def add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `changes show`."""
    add_set_argument(parser)


def run_show(chosen: argparse.Namespace) -> int:
    """Show the rows from the journal; nothing is sent."""
    return show_set(find_set(chosen.name), chosen)


def show_set(change_set: ChangeSetSummary, chosen: argparse.Namespace) -> int:
    """Show a change set that was found."""
    from workbench.changes.results import set_records

    rows = set_records(change_set)
    if chosen.as_json:
        say_json({"changeSet": change_set.name, "service": change_set.target.origin} | as_facts(rows))
    elif chosen.output == "csv":
        say_csv(rows_as_json(rows), COLUMNS)
    else:
        say_table(rows_as_json(rows), COLUMNS, longest=40)
    return 0


def add_resume_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `changes resume`."""
    add_set_argument(parser)


def run_resume(chosen: argparse.Namespace) -> int:
    """Resume an approved change set, without its table; return 1 when a change is not made."""
    return resume_set(find_set(chosen.name), chosen)


def resume_set(change_set: ChangeSetSummary, chosen: argparse.Namespace) -> int:
    """Resume a change set that was found."""
    from workbench.api.connect import connect
    from workbench.changes import ChangeRun

    with connect() as workbench, ChangeRun.of_set(change_set, workbench.client) as started:
        return run_change_set(started, as_json=chosen.as_json)


_STOPPED = "Stopped. Run the command again to undo the rest."


def add_undo_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `changes undo`."""
    add_set_argument(parser)
    add_yes_option(parser)


def run_undo(chosen: argparse.Namespace) -> int:
    """Put the changes back; what others changed since stays, and is listed."""
    return undo_set(find_set(chosen.name), chosen)


def undo_set(change_set: ChangeSetSummary, chosen: argparse.Namespace) -> int:
    """Undo a change set that was found."""
    from workbench.api.connect import connect
    from workbench.changes.undo import preview_undo_changes, undo_changes

    with connect() as workbench:
        preview = preview_undo_changes(change_set, workbench.client)
        confirm(chosen, str(preview), len(preview.back))
        with stoppable(f"of {len(preview.back):,} changes undone", message=_STOPPED) as progress:
            result = undo_changes(change_set, workbench.client, progress=progress)
    left = [
        {"line": left.record.line, "lessonId": left.record.lesson_id, "reason": left.reason} for left in result.left
    ]
    return answer(chosen, {"changeSet": change_set.name, "undone": result.undone, "left": left}, str(result))
