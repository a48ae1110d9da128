"""How rows of ties are put back: what they made current is stale again. Pure. Source: ours."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.changes.journal import ChangeRecord
from workbench.changes.present import PresentTranslation
from workbench.changes.undoing.steps import UndoState, UndoSteps
from workbench.changes.xliff.tying import is_ties, undo_call


def tie_steps(records: Sequence[ChangeRecord], found: UndoState) -> UndoSteps:
    """Blocks that were stale are stale again; new blocks and new lessons go by themselves, and their ties with them."""
    steps = UndoSteps()
    for record in records:
        if not is_ties(record):
            continue
        call = undo_call(record, found.present.translations.get(record.lesson_id, PresentTranslation()))
        if call is None:
            steps.already.append(record)
        else:
            steps.calls.append(((record,), call))
    return steps
