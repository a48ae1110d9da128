"""`workbench apply`: make lessons, or links of courses, what a table says. Plans, asks, changes; again, it goes on."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.input_file import add_file_options, local_path, refuse_plan_options
from workbench.cli.output import UsageError, ask_for_number, note, say, say_csv, say_json, say_table

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.changes import ChangePlan
    from workbench.changes.plan import ChangeApproval

_COLUMNS = ("line", "lesson", "field", "before", "after", "verdict")
_FOR_PROGRAMS = (
    "line",
    "lessonId",
    "courseId",
    "blockId",
    "field",
    "before",
    "after",
    "verdict",
    "reason",
    "isPublic",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("table", metavar="FILE", help="CSV, XLSX or Parquet with `lesson_id` and changed columns; or a saved plan")
    add("--courses", action="store_true", default=None, help="the table has `course_id` and settings of links")
    add("--name", metavar="NAME", help="the change set's name (default: the file's, and a digest of what it wants)")
    add("--plan", action="store_true", help="only show what would be changed")
    add("--save", metavar="FILE", help="with --plan: also save it; `workbench apply FILE` carries it out")
    add_file_options(parser)
    add("--yes", action="store_true", help="approve the changes without being asked")


def run(chosen: argparse.Namespace) -> int:
    """Change the lessons; 1 when some changes were not made."""
    if chosen.save and not chosen.plan:
        raise UsageError("--save goes with --plan: the plan is saved, and nothing is changed yet.")
    from workbench.api.connect import connect
    from workbench.cli.changes.set_output import run_change_set

    with connect() as workbench:
        plan = _plan(chosen, workbench)
        if chosen.plan:
            return show_plan(plan, chosen)
        note(plan_text(plan, advice="" if plan.changes else None))
        approval = approval_of(plan, yes=chosen.yes)
        from workbench.changes import ChangeRun

        with ChangeRun(plan, workbench.client, approval) as started:
            return run_change_set(started, as_json=chosen.as_json)


def _plan(chosen: argparse.Namespace, workbench: Workbench) -> ChangePlan:
    from workbench.changes.plan_file import is_saved_change_plan

    table = local_path(chosen.table)
    if is_saved_change_plan(chosen.table):
        refuse_plan_options(chosen, chosen.table, ("name", "sheet", "encoding", "courses"))
        return workbench.changes.load(chosen.table)
    if chosen.courses:
        return workbench.courses.apply(table, name=chosen.name, sheet=chosen.sheet, encoding=chosen.encoding)
    return workbench.lessons.apply(
        table,
        name=chosen.name,
        sheet=chosen.sheet,
        encoding=chosen.encoding,
    )


def show_plan(plan: ChangePlan, chosen: argparse.Namespace) -> int:
    """Print a plan that is not carried out, and save it where that is wanted; 0."""
    if chosen.save:
        from workbench.changes import save_change_plan

        note(f"Saved: {save_change_plan(plan, chosen.save)}. To carry it out: workbench apply {chosen.save}")
    if chosen.as_json:
        say_json(_as_json(plan))
        return 0
    if chosen.output == "csv":
        say_csv(_rows_as_json(plan), _FOR_PROGRAMS)
        return 0
    from workbench.changes.plan_card import first_changes

    rows = first_changes(plan.rows)
    say_table(
        [
            {"line": row.line, "lesson": row.title, "field": row.field}
            | {"before": row.shown_before, "after": row.shown_after, "verdict": row.verdict_text}
            for row in rows
        ],
        _COLUMNS,
        longest=40,
    )
    if len(plan.rows) > len(rows):
        say(f"... and {len(plan.rows) - len(rows):,} more rows: --json shows all")
    say(
        plan_text(
            plan, advice="There is nothing to change." if not plan.changes else "To change them, leave out --plan."
        )
    )
    return 0


def approval_of(plan: ChangePlan, *, yes: bool) -> ChangeApproval | None:
    """The approval of a plan, by `--yes` or by a person who types its number; `None` where it needs none."""
    if not plan.needs_approval:
        return None
    from workbench.changes.plan_card import change_extent
    from workbench.changes.row import trash_count

    trashed = trash_count(plan.rows)
    changes, unasked = len(plan.changes), "To approve that: --yes. To look first: --plan."
    if not yes:
        ask_for_number(f"This makes {change_extent(plan)}.", changes, unasked=unasked)
        if trashed:
            lessons = "1 lesson goes" if trashed == 1 else f"{trashed:,} lessons go"
            ask_for_number(f"{lessons} into the trash.", trashed, unasked=unasked)
    return plan.approve(changes=changes, trash=trashed)


def plan_text(plan: ChangePlan, *, advice: str | None) -> str:
    """What a plan would do, for a terminal."""
    from workbench.changes.plan_card import change_text

    return change_text(plan, advice)


def _as_json(plan: ChangePlan) -> dict[str, Any]:
    return {
        "changeSet": plan.name,
        "changes": len(plan.changes),
        "lessons": plan.lessons,
        "publicChanges": plan.public_changes,
        "counts": {str(verdict): count for verdict, count in plan.counts.items()},
        "notes": list(plan.notes),
        "rows": _rows_as_json(plan),
    }


def _rows_as_json(plan: ChangePlan) -> list[dict[str, Any]]:
    from workbench.changes.row import shown_value

    return [
        {
            "line": row.line,
            "lessonId": row.lesson_id or None,
            "courseId": row.course_id or None,
            "blockId": row.block_id or None,
            "field": row.field or None,
            "before": shown_value(row.field, row.block_id, row.before),
            "after": shown_value(row.field, row.block_id, row.after),
            "verdict": str(row.verdict),
            "reason": row.reason,
            "isPublic": row.is_public,
        }
        for row in plan.rows
    ]
