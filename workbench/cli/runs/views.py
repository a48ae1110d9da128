"""Commands that show runs: `workbench runs list`, `show`, `export` and `report`."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.output import UsageError, answer, iso, note, say, say_csv, say_json, say_table, say_text
from workbench.cli.runs.run_argument import (
    NO_RUNS,
    add_any_run_argument,
    add_kind_option,
    add_run_argument,
    find_any_run,
    find_lesson_run,
)
from workbench.client.atomic_write import write_whole_text
from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.bulk.run_summaries import RunSummary
    from workbench.bulk.running.run_request import RunLinks


COUNTS = ("rows", "done", "refused", "unsure")


def add_list_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs list`."""
    add_kind_option(parser)


def run_list(chosen: argparse.Namespace) -> int:
    """List the runs; 1 when a journal could not be read."""
    from workbench.runs import find_all_runs, run_facts

    runs = [run_facts(summary) for summary in find_all_runs(chosen.kind)]
    programs: list[dict[str, object]] = [
        {"run": run.name, "kind": run.kind, "createdAt": iso(run.made_at), "service": run.origin}
        | {"organization": run.organization, **{name: getattr(run, name) for name in COUNTS}}
        | {"credits": run.spent_credits, "fault": run.fault}
        for run in runs
    ]
    if chosen.as_json:
        say_json(programs)
    elif chosen.output == "csv":
        say_csv(programs, ["run", "kind", "createdAt", "service", "organization", *COUNTS, "credits", "fault"])
    elif programs:
        pairs = zip(programs, runs, strict=True)
        say_table(
            [row | {"created": _minute(run.made_at)} for row, run in pairs if not run.fault],
            ["run", "kind", "created", *COUNTS, "credits", "organization", "service"],
        )
        for run in runs:
            if run.fault:
                note(f"Not read: {run.fault}")
    else:
        say(NO_RUNS)
    return 1 if any(run.fault for run in runs) else 0


def _minute(epoch_ms: int) -> str:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M") if epoch_ms else ""


def add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs show`."""
    add_any_run_argument(parser)


def run_show(chosen: argparse.Namespace) -> int:
    """Show this computer's record of the rows; nothing is sent."""
    from workbench.bulk.run_summaries import RunSummary
    from workbench.changes.results import ChangeSetSummary
    from workbench.cli.changes import show_set
    from workbench.cli.run_output import next_steps, rows_as_json, rows_as_table, translation_steps
    from workbench.runs import run_rows

    summary = find_any_run(chosen)
    if isinstance(summary, ChangeSetSummary):
        return show_set(summary, chosen)
    rows = run_rows(summary)
    if chosen.as_json:
        say_json({"run": summary.name, "service": summary.origin, "rows": rows_as_json(rows)})
    elif chosen.output == "csv":
        from workbench.bulk.run_frame import rows_csv

        say_text(rows_csv(rows))
    else:
        columns = ["line", "topic", "language", "state", "title", "lessonId", "credits", "message"]
        say_table(rows_as_table(rows), columns, longest=40)
        is_journalled = isinstance(summary, RunSummary)
        for step in next_steps(summary.name, rows) if is_journalled else translation_steps(summary.name, rows):
            say(step)
    return 0


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs export`."""
    add_run_argument(parser)
    parser.add_argument("--to", metavar="FILE", help="CSV file to write; default or -: standard output")


def run_export(chosen: argparse.Namespace) -> int:
    """Write or print the CSV."""
    from workbench.bulk.run_frame import rows_csv
    from workbench.bulk.running.stored_run import read_run_rows

    return write_or_print(rows_csv(read_run_rows(find_lesson_run(chosen.name))), chosen)


def write_or_print(text: str, chosen: argparse.Namespace) -> int:
    """Write `text` to the file of `--to`, else print it. Raises `UsageError` where the file cannot be written."""
    if chosen.to in (None, "-"):
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
    return answer(chosen, {"file": str(path)}, f"Written: {path}")


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs report`."""
    add_run_argument(parser)
    parser.add_argument("--to", metavar="FILE", help="HTML file to write (default: standard output)")


def run_report(chosen: argparse.Namespace) -> int:
    """Write or print the page. Public links are requested from the service; the page is also made without them."""
    from dataclasses import replace

    from workbench.bulk.running.clocks import epoch_ms
    from workbench.bulk.running.report import report_page
    from workbench.bulk.running.stored_run import open_run

    lesson_run = find_lesson_run(chosen.name)
    with open_run(lesson_run) as stored:
        request, rows, approved = stored.request(), stored.rows(), stored.approved_credits()
    ordered = replace(request, approved_credits=approved, links=_links(lesson_run))
    return write_or_print(report_page(ordered, rows, epoch_ms()), chosen)


def _links(run: RunSummary) -> RunLinks:
    from workbench.api.connect import connect
    from workbench.bulk.running.resume import public_links
    from workbench.bulk.running.run_request import RunLinks

    try:
        with connect() as workbench:
            return public_links(run, workbench.client)
    except WorkbenchError as refused:  # the page is worth having without them, and says so
        return RunLinks(fault=refused.message)
