"""Plans of a verb: shown, saved, approved and carried out.

The same command run again continues where it stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from workbench.cli.commands import CommandEntry
from workbench.cli.input_file import local_path, refuse_plan_options
from workbench.cli.output import ask_for_number, note, say, say_csv, say_json, say_table
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.changes import ChangePlan
    from workbench.changes.plan import ChangeApproval

Make = Callable[[], Any]
_OPTIONS = ("name", "sheet", "encoding")
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


def carry_out(
    command: CommandEntry, workbench: Workbench, given: Mapping[str, Any], chosen: argparse.Namespace, plan: Make
) -> int:
    """Show the plan that a verb makes, or have it approved and carried out; 1 when some of it was not done.

    A file that a plan was saved in is that plan, as it is.
    """
    if command.plan == "lessons":
        from workbench.cli import generate

        made = plan()
        return generate.show_plan(made, chosen) if chosen.plan else generate.make_lessons(made, workbench, chosen)
    ready_plan = _load_saved(workbench, given) or plan()
    return show_plan(ready_plan, chosen) if chosen.plan else _change(ready_plan, workbench, chosen)


def _load_saved(workbench: Workbench, given: Mapping[str, Any]) -> ChangePlan | None:
    from workbench.changes.plan_file import is_saved_change_plan

    path = given.get("table")
    if path is None:
        return None
    local_path(path)
    if not is_saved_change_plan(path):
        return None
    options = argparse.Namespace(**dict.fromkeys(_OPTIONS) | dict(given))
    refuse_plan_options(options, path, _OPTIONS)
    return workbench.changes.load(path)


def _change(plan: ChangePlan, workbench: Workbench, chosen: argparse.Namespace) -> int:
    from workbench.changes import ChangeRun
    from workbench.cli.changes import run_change_set

    note(plan_text(plan, advice="" if plan.changes else None))
    approval = ask_approval(plan, yes=bool(chosen.yes))
    with ChangeRun(plan, workbench.client, approval) as started:
        return run_change_set(started, as_json=chosen.as_json)


def show_plan(plan: ChangePlan, chosen: argparse.Namespace) -> int:
    """Print a plan that is not carried out, and save it where that is wanted; 0."""
    if chosen.save:
        from workbench.changes import save_change_plan

        note(f"Saved: {save_change_plan(plan, chosen.save)}. To run it: workbench lessons apply {chosen.save}")
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
        say(f"... and {count_text(len(plan.rows) - len(rows), 'more row')}: --json shows all")
    say(plan_text(plan, advice="Nothing to change." if not plan.changes else "To change them, leave out --plan."))
    return 0


def ask_approval(plan: ChangePlan, *, yes: bool) -> ChangeApproval | None:
    """Return the approval of a plan, by `--yes` or by typing its number; `None` if it needs none."""
    if not plan.needs_approval:
        return None
    from workbench.changes.plan_card import change_extent
    from workbench.changes.row import trash_count

    trashed = trash_count(plan.rows)
    changes, unasked = len(plan.changes), "Use --yes to approve, or --plan to preview."
    if not yes:
        ask_for_number(f"This makes {change_extent(plan)}.", changes, unasked=unasked)
        if trashed:
            lessons = f"This moves {count_text(trashed, 'lesson')}"
            ask_for_number(f"{lessons} to the trash.", trashed, unasked=unasked)
    return plan.approve(changes=changes, trash=trashed)


def plan_text(plan: ChangePlan, *, advice: str | None) -> str:
    """Return what a plan would do, for a terminal."""
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
