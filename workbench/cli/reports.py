"""Commands about reports: which there are, one of them shown or written to a file, and dated sets of them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, note, say, say_csv, say_json, say_table, say_text
from workbench.client.atomic_write import write_whole_text
from workbench.credit_text import PRACTICE
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.columns import Columns
    from workbench.reports.report import Report
    from workbench.reports.tables.finished import FinishedReport


def add_list_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("name", nargs="?", metavar="REPORT", help="a report, to show its columns and parameters")


def run_list(chosen: argparse.Namespace) -> int:
    """List all, or explain one. Asks no service."""
    from workbench.reports import REPORTS, find_report
    from workbench.reports.files.parquet import columns_as_json

    reports = [find_report(chosen.name)] if chosen.name else list(REPORTS.values())
    if chosen.as_json:
        say_json(
            [
                {
                    "report": report.name,
                    "about": report.about,
                    "columns": columns_as_json(report.columns),
                    "parameters": [parameter._asdict() for parameter in report.parameters],
                }
                for report in reports
            ]
        )
    elif chosen.output == "csv":
        rows = [{"report": report.name} | column._asdict() for report in reports for column in report.columns]
        say_csv(rows, ["report", "name", "dtype", "unit", "meaning"])
    elif chosen.name:
        report = reports[0]
        say(f"{report.name}: {report.about}\n")
        say_table([column._asdict() for column in report.columns], ["name", "dtype", "unit", "meaning"], longest=100)
        if report.parameters:
            say("\nparameters, as in --param name=value")
            say_table(
                [parameter._asdict() for parameter in report.parameters], ["name", "kind", "meaning"], longest=100
            )
    else:
        for listed_report in reports:
            names = ", ".join(column.name for column in listed_report.columns)
            say(f"{listed_report.name}: {listed_report.about}\n    {names}")
    return 0


ROWS_SHOWN = 40
LONGEST = 32
WHOLE = {"message", "check", "differing"}
"""Columns of sentences, which say nothing when they are cut."""


def add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "name",
        metavar="REPORT_OR_NOTEBOOK",
        help="a report, or a notebook file; `workbench reports list` lists reports",
    )
    parser.add_argument(
        "--to",
        metavar="FILE",
        type=Path,
        help="file to write: .csv, .xlsx, .parquet, .json, .html, .ipynb for notebooks; - prints CSV, with --json JSON",
    )
    parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    parser.add_argument(
        "--param", metavar="NAME=VALUE", action="append", default=[], help="a parameter, such as since=2026-01-31"
    )
    parser.add_argument("--columns", metavar="NAMES", help="columns to show, in this order, such as title,language")
    parser.add_argument(
        "--organization",
        metavar="ORGANIZATION",
        action="append",
        default=[],
        help="organization; repeat for several, or `all` (default: the last selected)",
    )


def run_show(chosen: argparse.Namespace) -> int:
    """Ask and write or show it; 1 when something is missing."""
    from workbench.columns import chosen_columns
    from workbench.reports import find_report
    from workbench.reports.files.output import check_path
    from workbench.reports.scope import parse_parameters

    if chosen.to == Path("-"):
        chosen.to, chosen.output = None, "json" if chosen.as_json else "csv"
    if chosen.name.endswith(".ipynb"):
        return _run_notebook(chosen)
    report = find_report(chosen.name)
    columns = chosen_columns(report.columns, chosen.columns)
    given = parse_parameters(report.parameters, pairs(chosen.param))
    if chosen.to is not None:
        check_path(chosen.to, overwrite=chosen.overwrite)
    with stoppable(message=stop_message(chosen.to)) as progress, failures_beside(chosen.to):
        finished, complete = _finish_report(report, columns, chosen.organization, progress, **given)
        for sentence in finished.missing:
            note(sentence)
        if finished.about.endswith(f"{PRACTICE}s"):
            note(f"Its credits are {PRACTICE}s, which buy nothing without a model.")
        _hand_over(finished, chosen)
    return 0 if complete else 1


def pairs(arguments: list[str]) -> dict[str, str]:
    """Return names and values. Raises `UsageError` for an argument that is not NAME=VALUE."""
    values_by_name = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not equals or not name:
            raise UsageError("--param takes NAME=VALUE, such as since=2026-01-31.")
        values_by_name[name.strip()] = value.strip()
    return values_by_name


def stop_message(to: Path | None) -> str:
    """Return the line that is printed after Ctrl-C."""
    return "Stopped." if to is None else f"Stopped. {to} was not written."


def _run_notebook(chosen: argparse.Namespace) -> int:
    from workbench.reports.files.notebook import parse_value, run_notebook

    if chosen.to is None or chosen.columns:
        raise UsageError("A notebook is written to a new notebook: use --to FILE.ipynb without --columns.")
    given = {name: parse_value(value) for name, value in pairs(chosen.param).items()}
    if chosen.organization:
        given["organization"] = chosen.organization if len(chosen.organization) > 1 else chosen.organization[0]
    with stoppable(message=stop_message(chosen.to)), failures_beside(chosen.to):
        run_notebook(Path(chosen.name), chosen.to, given, overwrite=chosen.overwrite)
    note(f"{chosen.to}: written.")
    if chosen.as_json:
        say_json({"file": str(chosen.to)})
    return 0


def _finish_report(
    report: Report, columns: Columns, organizations: list[str], progress: Callable[[int], object], **given: object
) -> tuple[FinishedReport, bool]:
    from workbench.api.connect import connect
    from workbench.reports.tables.finished import FinishedReport

    with connect() as workbench:
        frame = workbench.reports.build(report.name, organization=organizations or None, progress=progress, **given)
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    missing = tuple(frame.attrs["missing"])
    is_complete, about = bool(frame.attrs["is_complete"]), str(frame.attrs["about"])
    table = frame[[column.name for column in columns]]
    return FinishedReport(report.name, about, columns, table, missing, at), is_complete


def _hand_over(finished: FinishedReport, chosen: argparse.Namespace) -> None:
    from workbench.reports.files.csv_text import as_csv
    from workbench.reports.files.output import write_report
    from workbench.reports.files.parquet import as_json

    if chosen.to is not None:
        write_report(finished, chosen.to, overwrite=chosen.overwrite)
        note(f"{chosen.to}: {count_text(len(finished.frame), 'row')}.")
        if chosen.as_json:
            written = {"file": str(chosen.to), "rows": len(finished.frame), "isComplete": not finished.missing}
            say_json({**written, "missing": list(finished.missing)})
    elif chosen.as_json:
        say_json(json.loads(as_json(finished)))
    elif chosen.output == "csv":
        say_text(as_csv(finished).decode())
    else:
        _show(finished, all_columns=bool(chosen.columns))


def _show(finished: FinishedReport, *, all_columns: bool) -> None:
    from workbench.reports.view import shown_columns
    from workbench.text import display_text

    every = [column.name for column in finished.columns]
    first = zip(finished.rows(), range(ROWS_SHOWN), strict=False)
    rows = (zip(every, map(cell, row), strict=True) for row, _ in first)
    say_table(
        ({name: text if name in WHOLE else display_text(text, longest=LONGEST) for name, text in row} for row in rows),
        every if all_columns else shown_columns(finished.frame),
        longest=120,
    )
    left = len(finished.frame) - ROWS_SHOWN
    if left > 0:
        note(f"{count_text(left, 'more row')}. All: workbench reports show {finished.name} --to {finished.name}.csv")


def cell(value: object) -> str:
    """Format a value for a table on a terminal: numbers with two places, times to the minute.

    Files have the values in full.
    """
    from workbench.reports.tables.finished import value_text

    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%MZ}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else value_text(value)


@contextmanager
def failures_beside(to: Path | None) -> Iterator[None]:
    """Also write an error raised inside to a file next to the output file; success removes it."""
    beside = None if to is None else to.with_name(f"{to.name}.failed.txt")
    try:
        yield
    except BaseException as failed:
        if beside is not None and type(failed) is not KeyboardInterrupt:  # the person pressed Ctrl-C
            at = datetime.now(UTC).isoformat(timespec="seconds")
            reason = " ".join(str(failed).split()) or type(failed).__name__
            with suppress(OSError):  # the disk is full: standard error and the exit code say it
                write_whole_text(beside, f"{at} {reason}\n")
        raise
    if beside is not None:
        beside.unlink(missing_ok=True)


def add_snapshot_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder with the dated sets")
    parser.add_argument("--overwrite", action="store_true", help="replace today's set, or the one with this label")
    parser.add_argument(
        "--organization", metavar="ORGANIZATION", action="append", default=[], help="as in `workbench reports show`"
    )
    parser.add_argument(
        "--label", metavar="TEXT", help="label, such as 'before import', for another set on the same day"
    )
    parser.add_argument(
        "--compare", metavar="DAY_OR_LABEL", nargs=2, help="take none; say what changed between two days or labels"
    )
    parser.add_argument(
        "--report", metavar="REPORT", default="lessons", help="with --compare: which one (default: lessons)"
    )


def run_snapshot(chosen: argparse.Namespace) -> int:
    """Take a set, or compare two; 1 when something is missing."""
    return _compare_snapshots(chosen) if chosen.compare else _take_snapshot(chosen)


def _take_snapshot(chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect
    from workbench.reports.snapshots.snapshot import refuse_taken

    refuse_taken(chosen.folder, datetime.now(UTC).date(), label=chosen.label, overwrite=chosen.overwrite)
    with stoppable() as progress, connect() as workbench:
        taken = workbench.snapshots.create(
            chosen.folder,
            label=chosen.label,
            organization=chosen.organization or None,
            overwrite=chosen.overwrite,
            progress=progress,
        )
    for sentence in taken.missing:
        note(sentence)
    if chosen.as_json:
        say_json({"folder": str(taken.folder), "isComplete": taken.is_complete, "missing": list(taken.missing)})
    else:
        say(str(taken.folder))
    return 0 if taken.is_complete else 1


def _compare_snapshots(chosen: argparse.Namespace) -> int:
    from workbench.reports.files.csv_text import as_csv
    from workbench.reports.snapshots.comparison import COLUMNS, compare_frames
    from workbench.reports.snapshots.stored import as_of
    from workbench.reports.tables.finished import FinishedReport, value_text

    before, after = (as_of(chosen.folder, chosen.report, snapshot_name) for snapshot_name in chosen.compare)
    comparison = compare_frames(chosen.report, before, after)
    finished = FinishedReport(chosen.report, "", COLUMNS, comparison)
    rows = finished.table().to_pylist()
    if chosen.as_json:
        say_json([_for_programs(row) for row in rows])
    elif chosen.output == "csv":
        say_text(as_csv(finished).decode())
    else:
        names = (frame.attrs["label"] or frame.attrs["day"] for frame in (before, after))
        note(f"{chosen.report}: {' and '.join(names)}, {len(rows):,} differences.")
        for attr in comparison.attrs["missing"]:
            note(attr)
        table = (row | {"columns": value_text(row["columns"])} for row in rows)
        say_table(table, ["change", "name", "columns", "before", "after"], longest=48)
    return 0


def _for_programs(row: dict[str, Any]) -> dict[str, Any]:
    """Return a difference with its columns as a list and their values as objects, by the wire names."""
    from pydantic.alias_generators import to_camel

    difference = dict(row)
    difference["columns"] = [to_camel(column) for column in row["columns"] or []]
    for side in ("before", "after"):
        values = json.loads(row[side]) if row[side] else {}
        difference[side] = {to_camel(name): value for name, value in values.items()}
    return difference
