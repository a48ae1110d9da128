"""`workbench runs resolve`: decide about a row that needs a person."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.output import UsageError, answer
from workbench.cli.runs.run_argument import add_run_argument, find_lesson_run, resume_hint

if TYPE_CHECKING:
    from workbench.bulk.running.resolve import RowDecision

DECISIONS = {
    "assign": "the lesson of --lesson is the row's",
    "unassign": "the lesson that was matched is not the row's",
    "resend": "send it once more; it may cost its credits twice",
    "dismiss": "seen: take it off the list",
}
"""What can be decided, each with what it means."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    meanings = "; ".join(f"{name}: {about}" for name, about in DECISIONS.items())
    parser.add_argument("decision", metavar="DECISION", choices=tuple(DECISIONS), help=meanings)
    add_run_argument(parser)
    parser.add_argument(
        "--row", metavar="LINE", required=True, help="its line in the list, such as 12 or '12 DE'; see `runs show`"
    )
    parser.add_argument("--lesson", metavar="ID", help="assign: the lesson")
    parser.add_argument("--force", action="store_true", help="resend: within 10 minutes of the send, too")


def run(chosen: argparse.Namespace) -> int:
    """Write the decision into the journal. Sends nothing; the lesson of `assign` is looked up."""
    from workbench.api.connect import connect
    from workbench.bulk.journal.row import State
    from workbench.bulk.running.clocks import epoch_ms
    from workbench.bulk.running.resolve import Assign, Resend, verify
    from workbench.bulk.running.resume import run_place
    from workbench.bulk.running.stored_run import open_run

    decision = decision_of(chosen)
    found = find_lesson_run(chosen.name)
    if isinstance(decision, Assign):
        with connect() as workbench:
            run_place(found, workbench.client)
            decision = verify(decision, workbench.client)
    with open_run(found) as stored:
        row = stored.decide(chosen.row, decision, epoch_ms())
    if isinstance(decision, Resend):
        sentence = f"Line {row.name} is planned again. {resume_hint(found)}"
    elif row.state is State.UNSURE:
        sentence = f"Line {row.name} still needs you: `resolve assign --lesson ID` or `resolve resend`."
    else:
        sentence = f"Line {row.name} is settled."
    return answer(chosen, {"run": found.name, "row": row.position}, sentence)


def decision_of(chosen: argparse.Namespace) -> RowDecision:
    """Return the decision with its own options. Raises `UsageError` for an option of another decision."""
    from workbench.bulk.running.resolve import Assign, Dismiss, Resend, Unassign

    if chosen.lesson is not None and chosen.decision != "assign":
        raise UsageError(f"--lesson goes with assign, not with {chosen.decision}. Nothing was sent.")
    if chosen.force and chosen.decision != "resend":
        raise UsageError(f"--force goes with resend, not with {chosen.decision}. Nothing was sent.")
    if chosen.decision == "assign":
        if chosen.lesson is None:
            raise UsageError("assign needs the lesson: --lesson ID. Nothing was sent.")
        return Assign(chosen.lesson)
    if chosen.decision == "resend":
        return Resend(force=chosen.force)
    return Unassign() if chosen.decision == "unassign" else Dismiss()
