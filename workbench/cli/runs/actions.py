"""Commands that resume, stop or settle runs: `workbench runs resume`, `stop`, `retry`, `resolve`, `undo` and so on."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, add_yes_option, answer, confirm, note
from workbench.cli.runs.run_argument import (
    add_any_run_argument,
    add_run_argument,
    find_any_run,
    find_lesson_run,
    resume_hint,
)

if TYPE_CHECKING:
    from workbench.bulk.run_summaries import RunSummary
    from workbench.bulk.running.resolve import RowDecision
    from workbench.bulk.running.undo import UndoResult
    from workbench.bulk.translations.run_record import TranslationRunSummary


def add_resume_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs resume`."""
    add_any_run_argument(parser)
    parser.add_argument("--yes", action="store_true", help="approve the cost without a prompt")


def run_resume(chosen: argparse.Namespace) -> int:
    """Resume the run without its list; return 1 when a row is not done or needs a person."""
    from workbench.bulk.translations.run_record import TranslationRunSummary
    from workbench.changes.results import ChangeSetSummary
    from workbench.cli.changes import resume_set

    summary = find_any_run(chosen)
    if isinstance(summary, ChangeSetSummary):
        return resume_set(summary, chosen)
    if isinstance(summary, TranslationRunSummary):
        return _translate_again(summary, chosen)
    return _make_lessons(summary, chosen)


def _make_lessons(summary: RunSummary, chosen: argparse.Namespace) -> int:
    """Send the rows that are not made yet, with the keys that they had."""
    from workbench.api.connect import connect
    from workbench.bulk.planning.plan_card import plan_text
    from workbench.bulk.running.resume import replan
    from workbench.cli.run_output import ask_approval, run_plan, say_run

    with connect() as workbench:
        plan = replan(summary, workbench.client)
        note(plan_text(plan, "" if plan.ready else "Nothing to create."))
        with run_plan(plan, workbench.client, ask_approval(plan, yes=chosen.yes)) as ended:
            return say_run(ended, as_json=chosen.as_json)


def _translate_again(summary: TranslationRunSummary, chosen: argparse.Namespace) -> int:
    """Plan the run of translations again, and create missing ones."""
    from workbench.api.connect import connect
    from workbench.bulk.translations.resume import planned_again
    from workbench.bulk.translations.run_record import RunRecord
    from workbench.cli.lessons.translate import make_translations

    with connect() as workbench:
        plan = planned_again(summary, workbench.client)
        return make_translations(plan, workbench.client, chosen, record=RunRecord(summary.path))


def add_stop_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs stop`."""
    add_any_run_argument(parser)


def run_stop(chosen: argparse.Namespace) -> int:
    """Ask the process of the run to stop; it finishes requests in progress."""
    from workbench.runs import run_facts, stop_run

    summary = find_any_run(chosen)
    where = stop_run(summary)
    sentence = f"Asked {where} to stop the run {summary.name}; requests in flight are finished first."
    return answer(chosen, {"run": summary.name, "kind": run_facts(summary).kind}, sentence)


def add_retry_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs retry`."""
    add_run_argument(parser)
    parser.add_argument(
        "--row",
        metavar="LINE",
        action="append",
        default=[],
        help="line of a row, such as 12 or '12 DE'; repeat for several (default: all refused)",
    )


def run_retry(chosen: argparse.Namespace) -> int:
    """Plan them and print how many there were. Sends nothing."""
    from workbench.bulk.running.stored_run import open_run

    lesson_run = find_lesson_run(chosen.name)
    with open_run(lesson_run) as stored:
        planned = stored.retry(chosen.row)
    why = "" if planned else ": none of them was refused"
    sentence = f"{planned:,} {'row is' if planned == 1 else 'rows are'} planned again{why}. {resume_hint(lesson_run)}"
    return answer(chosen, {"run": lesson_run.name, "planned": planned}, sentence)


DECISIONS = {
    "assign": "the row created the lesson in --lesson",
    "unassign": "the row did not create the matched lesson",
    "resend": "send it again; it may cost credits twice",
    "dismiss": "mark it as seen",
}
"""The possible decisions, with their meaning."""


def add_resolve_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs resolve`."""
    meanings = "; ".join(f"{name}: {about}" for name, about in DECISIONS.items())
    parser.add_argument("decision", metavar="DECISION", choices=tuple(DECISIONS), help=meanings)
    add_run_argument(parser)
    parser.add_argument(
        "--row", metavar="LINE", required=True, help="line of the row, such as 12 or '12 DE'; see `runs show`"
    )
    parser.add_argument("--lesson", metavar="ID", help="assign: the lesson")
    parser.add_argument("--force", action="store_true", help="with resend: even within 10 minutes of the first send")


def run_resolve(chosen: argparse.Namespace) -> int:
    """Write the decision into the journal. Sends nothing; the lesson of `assign` is looked up."""
    from workbench.api.connect import connect
    from workbench.bulk.journal.row import State
    from workbench.bulk.running.clocks import epoch_ms
    from workbench.bulk.running.resolve import Assign, Resend, verify
    from workbench.bulk.running.resume import run_place
    from workbench.bulk.running.stored_run import open_run

    decision = parse_decision(chosen)
    lesson_run = find_lesson_run(chosen.name)
    if isinstance(decision, Assign):
        with connect() as workbench:
            run_place(lesson_run, workbench.client)
            decision = verify(decision, workbench.client)
    with open_run(lesson_run) as stored:
        row = stored.decide(chosen.row, decision, epoch_ms())
    if isinstance(decision, Resend):
        sentence = f"Line {row.name} is planned again. {resume_hint(lesson_run)}"
    elif row.state is State.UNSURE:
        sentence = f"Line {row.name} still needs attention: `resolve assign --lesson ID` or `resolve resend`."
    else:
        sentence = f"Line {row.name} is settled."
    return answer(chosen, {"run": lesson_run.name, "row": row.position}, sentence)


def parse_decision(chosen: argparse.Namespace) -> RowDecision:
    """Return the decision with its own options. Raises `UsageError` for an option of another decision."""
    from workbench.bulk.running.resolve import Assign, Dismiss, Resend, Unassign

    if chosen.lesson is not None and chosen.decision != "assign":
        raise UsageError(f"--lesson works only with assign, not with {chosen.decision}.")
    if chosen.force and chosen.decision != "resend":
        raise UsageError(f"--force works only with resend, not with {chosen.decision}.")
    if chosen.decision == "assign":
        if chosen.lesson is None:
            raise UsageError("assign needs --lesson ID.")
        return Assign(chosen.lesson)
    if chosen.decision == "resend":
        return Resend(force=chosen.force)
    return Unassign() if chosen.decision == "unassign" else Dismiss()


_STOPPED: Final = "Stopped. Run the command again to undo the rest."


def add_undo_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs undo`."""
    add_any_run_argument(parser)
    add_yes_option(parser)
    parser.add_argument("--include-edited", action="store_true", help="also undo lessons that were edited since")


def run_undo(chosen: argparse.Namespace) -> int:
    """Move its lessons or translations into the trash, or put its changes back; nothing is refunded.

    Lessons that were edited stay without `--include-edited`, and so does what others changed since a change set.
    """
    from workbench.api.connect import connect
    from workbench.changes.results import ChangeSetSummary
    from workbench.cli.changes import undo_set
    from workbench.runs import undo_preview, undo_run

    summary = find_any_run(chosen)
    if isinstance(summary, ChangeSetSummary):
        if chosen.include_edited:
            raise UsageError(
                "--include-edited works only for runs of lessons; later edits of a change set's values are always kept."
            )
        return undo_set(summary, chosen)
    with connect() as workbench:
        preview = undo_preview(summary, workbench.client, include_edited=chosen.include_edited)
        confirm(chosen, str(preview), len(preview.untouched))
        lessons = f"of {len(preview.untouched):,} lessons in the trash"
        with stoppable(lessons, message=_STOPPED) as progress:
            result: UndoResult = undo_run(
                summary, workbench.client, include_edited=chosen.include_edited, progress=progress
            )
    left = [lesson.lesson_id for lesson in result.left]
    facts = {"run": summary.name, "trashed": result.trashed, "missing": result.missing, "editedAndLeft": left}
    return answer(chosen, facts, str(result))


def add_reset_journal_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs reset-journal`."""
    parser.add_argument("name", metavar="JOURNAL", help="file name of the journal, as shown by `workbench runs`")
    parser.add_argument(
        "--checked",
        action="store_true",
        help="with --yes: you have checked the service, and it has no lesson from these lists; their rows are sent",
    )
    parser.add_argument("--yes", action="store_true", help="confirm; what the journal recorded is lost")


def run_reset_journal(chosen: argparse.Namespace) -> int:
    """Rename the file; one that can be read is never touched."""
    from workbench.bulk.journal.journal_file import JournalDamaged, JournalFile
    from workbench.bulk.journal.recovery import reset_journal

    path = find_lesson_run(chosen.name).journal
    try:
        JournalFile(path).close()
    except JournalDamaged:
        pass
    else:
        raise UsageError(f"The journal {path} is not damaged and was kept.")
    if not chosen.yes:
        raise UsageError(f"{path} will be set aside, and its records are lost. Use --yes to confirm.")
    damaged = reset_journal(path, nothing_unknown=chosen.checked)
    sentence = f"Started a new journal; the old one is {damaged}. Now run the same lists under the same names again."
    return answer(chosen, {"damagedJournal": str(damaged)}, sentence)
