"""`workbench runs undo`: move the lessons that a run made into the trash."""

from __future__ import annotations

import argparse

from workbench.cli.interrupts import stoppable
from workbench.cli.output import add_yes_option, answer, confirm
from workbench.cli.runs.run_argument import add_run_argument, find_run

_STOPPED = "Stopped. What is in the trash stays there; the same command goes on with the rest."


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_run_argument(parser)
    add_yes_option(parser)
    parser.add_argument("--include-edited", action="store_true", help="also lessons that were edited since")


def run(chosen: argparse.Namespace) -> int:
    """Move them into the trash; nothing is refunded. Lessons that were edited stay without `--include-edited`."""
    from workbench.api.connect import connect
    from workbench.bulk.running.undo import look_before_undo, undo

    found = find_run(chosen.name)
    with connect() as workbench:
        preview = look_before_undo(found, workbench.client, include_edited=chosen.include_edited)
        confirm(chosen, str(preview), len(preview.untouched))
        lessons = f"of {len(preview.untouched):,} lessons in the trash"
        with stoppable(lessons, message=_STOPPED) as progress:
            result = undo(found, workbench.client, include_edited=chosen.include_edited, progress=progress)
    left = [each.lesson_id for each in result.left]
    facts = {"run": found.name, "trashed": result.trashed, "missing": result.missing, "editedAndLeft": left}
    return answer(chosen, facts, str(result))
