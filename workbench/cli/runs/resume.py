"""`workbench runs resume`: go on with a run, by the rules of its kind."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.output import note
from workbench.cli.runs.run_argument import add_any_run_argument, find_any_run

if TYPE_CHECKING:
    from workbench.bulk.run_summaries import RunSummary
    from workbench.bulk.translations.run_record import TranslationRunSummary


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_any_run_argument(parser)
    parser.add_argument("--yes", action="store_true", help="approve the cost without being asked")


def run(chosen: argparse.Namespace) -> int:
    """Go on with the run without its list; 1 when a row is not done or needs a person."""
    from workbench.bulk.translations.run_record import TranslationRunSummary
    from workbench.changes.results import ChangeSetSummary
    from workbench.cli.changes.resume import resume_set

    found = find_any_run(chosen)
    if isinstance(found, ChangeSetSummary):
        return resume_set(found, chosen)
    if isinstance(found, TranslationRunSummary):
        return _translate_again(found, chosen)
    return _make_lessons(found, chosen)


def _make_lessons(found: RunSummary, chosen: argparse.Namespace) -> int:
    """Send the rows that are not made yet, with the keys that they had."""
    from workbench.api.connect import connect
    from workbench.bulk.planning.plan_card import plan_text
    from workbench.bulk.running.resume import replanned
    from workbench.cli.run_output import ask_approval, run_plan, say_run

    with connect() as workbench:
        plan = replanned(found, workbench.client)
        note(plan_text(plan, "" if plan.ready else "There is nothing to make."))
        with run_plan(plan, workbench.client, ask_approval(plan, yes=chosen.yes)) as ended:
            return say_run(ended, as_json=chosen.as_json)


def _translate_again(found: TranslationRunSummary, chosen: argparse.Namespace) -> int:
    """Plan the run of translations again, and make what is missing."""
    from workbench.api.connect import connect
    from workbench.bulk.translations.resume import planned_again
    from workbench.bulk.translations.run_record import RunRecord
    from workbench.cli.lessons.translate import make_translations

    with connect() as workbench:
        plan = planned_again(found, workbench.client)
        return make_translations(plan, workbench.client, chosen, record=RunRecord(found.path))
