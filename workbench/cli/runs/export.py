"""`workbench runs export`: the rows of a run as CSV that no spreadsheet runs anything of."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from workbench.cli.output import UsageError, answer, say_json
from workbench.cli.runs.run_argument import add_run_argument, find_lesson_run
from workbench.client.atomic_write import write_whole_text


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_run_argument(parser)
    parser.add_argument("--to", metavar="FILE", help="the CSV file; - or none prints it")


def run(chosen: argparse.Namespace) -> int:
    """Write or print the CSV."""
    from workbench.bulk.run_frame import rows_csv
    from workbench.bulk.running.stored_run import rows_of

    return write_or_print(rows_csv(rows_of(find_lesson_run(chosen.name))), chosen)


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
