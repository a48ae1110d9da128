"""`workbench runs undo`: undo a run by the rules of its kind."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, add_yes_option, answer, confirm
from workbench.cli.runs.run_argument import add_any_run_argument, find_any_run

if TYPE_CHECKING:
    from workbench.bulk.running.undo import UndoResult

_STOPPED: Final = "Stopped. What is in the trash stays there; the same command goes on with the rest."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_any_run_argument(parser)
    add_yes_option(parser)
    parser.add_argument("--include-edited", action="store_true", help="also lessons that were edited since")


def run(chosen: argparse.Namespace) -> int:
    """Move its lessons or translations into the trash, or put its changes back; nothing is refunded.

    Lessons that were edited stay without `--include-edited`, and so does what others changed since a change set.
    """
    from workbench.api.connect import connect
    from workbench.changes.results import ChangeSetSummary
    from workbench.cli.changes.undo import undo_set
    from workbench.runs import undo_preview, undo_run

    found = find_any_run(chosen)
    if isinstance(found, ChangeSetSummary):
        if chosen.include_edited:
            raise UsageError("--include-edited goes with lessons: what somebody touched since a change set stays.")
        return undo_set(found, chosen)
    with connect() as workbench:
        preview = undo_preview(found, workbench.client, include_edited=chosen.include_edited)
        confirm(chosen, str(preview), len(preview.untouched))
        lessons = f"of {len(preview.untouched):,} lessons in the trash"
        with stoppable(lessons, message=_STOPPED) as progress:
            result: UndoResult = undo_run(
                found, workbench.client, include_edited=chosen.include_edited, progress=progress
            )
    left = [lesson.lesson_id for lesson in result.left]
    facts = {"run": found.name, "trashed": result.trashed, "missing": result.missing, "editedAndLeft": left}
    return answer(chosen, facts, str(result))
