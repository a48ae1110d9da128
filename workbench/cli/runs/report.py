"""`workbench runs report`: a run as an HTML page for the person who approved the money."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.runs.export import write_or_print
from workbench.cli.runs.run_argument import add_run_argument, find_lesson_run
from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.bulk.run_summaries import RunSummary
    from workbench.bulk.running.run_request import RunLinks


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_run_argument(parser)
    parser.add_argument("--to", metavar="FILE", help="the HTML file (default: printed)")


def run(chosen: argparse.Namespace) -> int:
    """Write or print the page. The service is asked for public links; the page is made without them, too."""
    from dataclasses import replace

    from workbench.bulk.running.clocks import epoch_ms
    from workbench.bulk.running.report import report_page
    from workbench.bulk.running.stored_run import open_run

    found = find_lesson_run(chosen.name)
    with open_run(found) as stored:
        request, rows, approved = stored.request(), stored.rows(), stored.approved_credits()
    ordered = replace(request, approved_credits=approved, links=_links(found))
    return write_or_print(report_page(ordered, rows, epoch_ms()), chosen)


def _links(run: RunSummary) -> RunLinks:
    from workbench.api.connect import connect
    from workbench.bulk.running.resume import links_of
    from workbench.bulk.running.run_request import RunLinks

    try:
        with connect() as workbench:
            return links_of(run, workbench.client)
    except WorkbenchError as refused:  # the page is worth having without them, and says so
        return RunLinks(fault=refused.message)
