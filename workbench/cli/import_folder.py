"""`workbench import`: make the lessons what a folder of Markdown files says. Plans, asks, changes, writes it again."""

from __future__ import annotations

import argparse
from pathlib import Path

from workbench.cli.output import note


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("folder", metavar="FOLDER", help="a folder that `workbench export COURSE --editable --to FOLDER` wrote")
    add("--name", metavar="NAME", help="the change set's name (default: the folder's, and a digest of what it wants)")
    add("--plan", action="store_true", help="only show what would be changed")
    add("--yes", action="store_true", help="approve the changes without being asked")
    parser.set_defaults(save=None)


def run(chosen: argparse.Namespace) -> int:
    """Change the lessons; 1 when some changes were not made."""
    from workbench.api.connect import connect
    from workbench.changes import ChangeRun
    from workbench.changes.folders.planning import plan_folder
    from workbench.changes.folders.refresh import refresh_files
    from workbench.changes.folders.scan import scan_folder
    from workbench.cli.apply import approval_of, plan_text, show_plan
    from workbench.cli.changes.set_output import run_change_set

    folder = scan_folder(Path(chosen.folder).expanduser())
    with connect() as workbench:
        plan = plan_folder(folder, workbench.client, name=chosen.name)
        if chosen.plan:
            return show_plan(plan, chosen)
        note(plan_text(plan, advice="" if plan.changes else None))
        approval = approval_of(plan, yes=chosen.yes)
        with ChangeRun(plan, workbench.client, approval) as started:
            code = run_change_set(started, as_json=chosen.as_json)
        written = refresh_files(folder, workbench.client, {each.lesson_id for each in plan.changes})
        if written:
            count = "1 file was" if len(written) == 1 else f"{len(written):,} files were"
            note(f"{count} written again, with the new revisions.")
        return code
