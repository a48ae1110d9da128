"""`workbench import PATH`: finds out what it is, shows the plan, asks, and makes one change set of it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.imports.kinds import ImportKind, PlannedImport, kind_of, kinds_text, read_import
from workbench.cli.output import UsageError, note
from workbench.wording import counted

if TYPE_CHECKING:
    from workbench.changes.plan import ChangePlan
    from workbench.changes.row import ChangeRow
    from workbench.client.sync import Client

UNTAKEN_LISTED = 20

OF_SOME_KINDS: dict[str, str] = {
    "delete": "--delete",
    "course": "--course",
    "project": "--project",
    "language": "--language",
    "one_lesson": "--one-lesson",
}
"""Options that go with some kinds only: the name in what was chosen, and the flag."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add = parser.add_argument
    add("path", metavar="PATH", help=kinds_text())
    add("--name", metavar="NAME", help="name of the change set (default: from the path)")
    add("--plan", action="store_true", help="only show what would change")
    add("--yes", action="store_true", help="approve the changes without a prompt")
    add("--delete", action="store_true", help="move lessons whose files are missing to the trash; asks separately")
    group = parser.add_argument_group("documents and questions", "options for files that become new lessons")
    add = group.add_argument
    add("--course", metavar="NAME", help="title or id of the course to add them to (default: a new course)")
    add("--project", metavar="NAME", help="name or id of the new course's project (default: Starter lessons)")
    add(
        "--language",
        metavar="CODE",
        help="language of the lessons, such as EN, if the file names none (default: `workbench language show`)",
    )
    add("--one-lesson", action="store_true", help="create one lesson, ignoring headings and sections")
    parser.set_defaults(save=None)


def run(chosen: argparse.Namespace) -> int:
    """Import it; 1 when some changes were not made, or some of it could not be taken."""
    from workbench.api.connect import connect
    from workbench.cli.plans import show_plan

    path = Path(chosen.path).expanduser()
    kind = kind_of(path)
    _refuse_options(chosen, kind)
    planned_with = read_import(kind)(path, chosen)
    with connect() as workbench:
        planned = planned_with(workbench)
        if chosen.plan:
            code = show_plan(planned.plan, chosen)
            _tell_untaken(planned.plan)
            return code
        return _carry_out(planned, workbench.client, chosen)


def _carry_out(planned: PlannedImport, client: Client, chosen: argparse.Namespace) -> int:
    from workbench.changes import ChangeRun
    from workbench.changes.row import trash_count
    from workbench.cli.changes import run_change_set
    from workbench.cli.plans import approval_of, plan_text

    plan = planned.plan
    note(plan_text(plan, advice="" if plan.changes or _untaken(plan) else None))
    _tell_untaken(plan)
    approval = approval_of(plan, yes=chosen.yes)
    if planned.begin is not None and (begun := planned.begin()) is not None:
        plan = begun
        approval = approval and plan.approve(changes=len(plan.changes), trash=trash_count(plan.rows))
    with ChangeRun(plan, client, approval) as started:
        code = run_change_set(started, as_json=chosen.as_json)
    if started.written:
        count = counted(len(started.written), "file")
        note(f"{count} updated with ids and revisions.")
    sentence = planned.finish() if planned.finish is not None else ""
    if sentence:
        note(sentence)
    return max(code, int(bool(_untaken(planned.plan))))


def _untaken(plan: ChangePlan) -> list[ChangeRow]:
    """Return the rows that cannot be imported as they are."""
    from workbench.changes.row import ChangeVerdict

    return [row for row in plan.rows if row.verdict not in (ChangeVerdict.CHANGE, ChangeVerdict.UNCHANGED)]


def _tell_untaken(plan: ChangePlan) -> None:
    """Say of each file that cannot be taken why, whole: the table cuts long sentences."""
    from workbench.changes.row import ChangeVerdict

    found = _untaken(plan)
    for row in found[:UNTAKEN_LISTED]:
        has_reason = row.verdict is ChangeVerdict.NOT_ALLOWED and row.reason
        note(f"Skipped: {row.reason if has_reason else row.verdict_text}")
    if len(found) > UNTAKEN_LISTED:
        note(f"... and {len(found) - UNTAKEN_LISTED:,} more: --plan --json shows all")


def _refuse_options(chosen: argparse.Namespace, kind: ImportKind) -> None:
    for name, flag in OF_SOME_KINDS.items():
        if getattr(chosen, name) and name not in kind.options:
            raise UsageError(f"{flag} does not go with {kind.about}. Nothing was changed.")
