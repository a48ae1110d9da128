"""`workbench changes undo`: put back what a set changed and nobody has touched since."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.changes.set_output import add_set_argument, find_set
from workbench.cli.interrupts import stoppable
from workbench.cli.output import add_yes_option, answer, confirm

if TYPE_CHECKING:
    from workbench.changes.results import ChangeSetSummary

_STOPPED = "Stopped. What is back stays back; the same command goes on with the rest."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_set_argument(parser)
    add_yes_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Put the changes back; what others changed since stays, and is listed."""
    return undo_set(find_set(chosen.name), chosen)


def undo_set(found: ChangeSetSummary, chosen: argparse.Namespace) -> int:
    """Undo a change set that was found."""
    from workbench.api.connect import connect
    from workbench.changes.undo import look_before_undo_changes, undo_changes

    with connect() as workbench:
        preview = look_before_undo_changes(found, workbench.client)
        confirm(chosen, str(preview), len(preview.back))
        with stoppable(f"of {len(preview.back):,} changes put back", message=_STOPPED) as progress:
            result = undo_changes(found, workbench.client, progress=progress)
    left = [
        {"line": left.record.line, "lessonId": left.record.lesson_id, "reason": left.reason} for left in result.left
    ]
    return answer(chosen, {"changeSet": found.name, "undone": result.undone, "left": left}, str(result))
