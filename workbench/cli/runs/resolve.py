"""What `workbench runs` does about one run: retry, resolve, export, report, undo, begin again. A function for each."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, say, say_json
from workbench.client.atomic_write import write_whole_text
from workbench.errors import WorkbenchError

_STOPPED = "Stopped. What is in the trash stays there; the same command goes on with the rest."

if TYPE_CHECKING:
    from workbench.bulk.results.runs import RunSummary
    from workbench.bulk.running.run_links import RunLinks
    from workbench.bulk.running.undo import UndoPreview


def retry(one: RunSummary, chosen: argparse.Namespace) -> int:
    """Plan refused rows again; `resume` sends them."""
    from workbench.bulk.running.resume import retry_rows

    planned = retry_rows(one, chosen.row or [])
    why = "" if planned else ": none of them was refused"
    said = f"{planned:,} {'row is' if planned == 1 else 'rows are'} planned again{why}. {_next(one)}"
    return _told(chosen, {"run": one.name, "planned": planned}, said)


def resolve(one: RunSummary, chosen: argparse.Namespace) -> int:
    """Decide about one row that needs a person."""
    from workbench.api.connect import connect
    from workbench.bulk.journal.row import State
    from workbench.bulk.running.clocks import epoch_ms
    from workbench.bulk.running.resolve import RowDecision
    from workbench.bulk.running.resume import decide_row, named_row

    if not chosen.row or len(chosen.row) != 1:
        raise UsageError("Name one row: workbench runs resolve NAME --row 7 --lesson ID (see: workbench runs show)")
    ways = (chosen.again, chosen.lesson is not None, chosen.not_its_lesson, chosen.dismiss)
    if sum(ways) != 1:
        raise UsageError("Choose one of --lesson ID, --again, --not-its-lesson, --dismiss. Nothing was sent.")
    choice = RowDecision(
        again=chosen.again,
        lesson_id=chosen.lesson,
        disown=chosen.not_its_lesson,
        dismiss=chosen.dismiss,
        already=chosen.already,
    )
    if chosen.lesson is not None:
        with connect() as workbench:
            choice = named_row(one, choice, workbench.client)
    row = decide_row(one, chosen.row[0], choice, epoch_ms())
    if chosen.again:
        said = f"Line {row.name} is planned again. {_next(one)}"
    elif row.state is State.UNSURE:
        said = f"Line {row.name} still needs you: name its lesson (--lesson ID), or make it again (--again)."
    else:
        said = f"Line {row.name} is settled."
    return _told(chosen, {"run": one.name, "row": row.position}, said)


def export(one: RunSummary, chosen: argparse.Namespace) -> int:
    """The rows as CSV that no spreadsheet runs anything of."""
    from workbench.bulk.results.csv_export import rows_csv
    from workbench.bulk.running.resume import rows_of

    return _written(rows_csv(rows_of(one)), chosen)


def report(one: RunSummary, chosen: argparse.Namespace) -> int:
    """The run as an HTML page for the person who approved the money."""
    from dataclasses import replace

    from workbench.bulk.running.clocks import epoch_ms
    from workbench.bulk.running.report import report_page
    from workbench.bulk.running.resume import order_of, rows_of

    ordered = replace(order_of(one), links=_links(one))
    return _written(report_page(ordered, rows_of(one), epoch_ms()), chosen)


def _links(one: RunSummary) -> RunLinks:
    from workbench.api.connect import connect
    from workbench.bulk.running.resume import links_of
    from workbench.bulk.running.run_links import RunLinks

    try:
        with connect() as workbench:
            return links_of(one, workbench.client)
    except WorkbenchError as refused:  # the page is worth having without them, and says so
        return RunLinks(fault=refused.message)


def undo(one: RunSummary, chosen: argparse.Namespace) -> int:
    """Put the run's lessons into the trash, edited ones only by `--edited-too`; nothing is refunded."""
    from workbench.api.connect import connect
    from workbench.bulk.running import undo as undoing

    with connect() as workbench:
        ready = undoing.look_before_undo(one, workbench.client, edited_too=chosen.edited_too)
        if not chosen.yes:
            _ask(ready)
        with stoppable(_of(len(ready.untouched)), said=_STOPPED) as progress:
            done = undoing.undo(one, workbench.client, edited_too=chosen.edited_too, progress=progress)
    left = [each.lesson_id for each in done.left]
    facts = {"run": one.name, "trashed": done.trashed, "missing": done.missing, "editedAndLeft": left}
    return _told(chosen, facts, str(done))


def _of(lessons: int) -> str:
    return f"of {lessons:,} lessons in the trash"


def begin_again(one: RunSummary, chosen: argparse.Namespace) -> int:
    """Set a damaged journal aside, so that a new one begins; the run's NAME is then the journal's file."""
    from workbench.bulk.journal import recovery
    from workbench.bulk.journal.journal_file import JournalDamaged, JournalFile

    try:
        JournalFile(one.journal).close()
    except JournalDamaged:
        pass
    else:
        raise UsageError(f"The journal {one.journal} is sound, and stays. Nothing was changed.")
    if not chosen.yes:
        raise UsageError(f"{one.journal} is set aside, and what it knew is not known any more. To do it: --yes.")
    kept = recovery.begin_again(one.journal)
    said = f"A new journal has begun; the old one is {kept}. Now run the same lists under the same names again."
    return _told(chosen, {"kept": str(kept)}, said)


def _ask(ready: UndoPreview) -> None:
    if not sys.stdin.isatty():
        raise UsageError(f"{ready} To do it: --yes.")
    lessons = len(ready.untouched)
    if input(f"{ready} Type {lessons} to go on: ").strip() != str(lessons):
        raise UsageError("Nothing was changed.")


def _written(text: str, chosen: argparse.Namespace) -> int:
    if chosen.to is None:
        if chosen.as_json:
            say_json({"text": text})
        else:
            sys.stdout.write(text)
        return 0
    path = Path(chosen.to)
    try:
        write_whole_text(path, text)
    except OSError as refused:
        raise UsageError(f"{path} cannot be written: {refused.strerror}.") from None
    return _told(chosen, {"file": str(path)}, f"Written: {path}")


def _told(chosen: argparse.Namespace, facts: dict[str, object], said: str) -> int:
    if chosen.as_json:
        say_json(facts)
    else:
        say(said)
    return 0


def _next(one: RunSummary) -> str:
    return f"Go on with: workbench runs resume {one.name!r}"
