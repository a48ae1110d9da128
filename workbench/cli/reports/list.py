"""`workbench reports list`: which reports there are, and what their columns mean."""

from __future__ import annotations

import argparse

from workbench.cli.output import say, say_csv, say_json, say_table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("name", nargs="?", metavar="REPORT", help="one report, with columns and parameters in full")


def run(chosen: argparse.Namespace) -> int:
    """List all, or explain one. Asks no service."""
    from workbench.reports import REPORTS, find_report
    from workbench.reports.files.parquet import columns_as_json

    found = [find_report(chosen.name)] if chosen.name else list(REPORTS.values())
    if chosen.as_json:
        say_json(
            [
                {
                    "report": report.name,
                    "about": report.about,
                    "columns": columns_as_json(report.columns),
                    "parameters": [parameter._asdict() for parameter in report.parameters],
                }
                for report in found
            ]
        )
    elif chosen.output == "csv":
        rows = [{"report": report.name} | column._asdict() for report in found for column in report.columns]
        say_csv(rows, ["report", "name", "dtype", "unit", "meaning"])
    elif chosen.name:
        report = found[0]
        say(f"{report.name}: {report.about}\n")
        say_table([column._asdict() for column in report.columns], ["name", "dtype", "unit", "meaning"], longest=100)
        if report.parameters:
            say("\nparameters, as in --param name=value")
            say_table(
                [parameter._asdict() for parameter in report.parameters], ["name", "kind", "meaning"], longest=100
            )
    else:
        for listed_report in found:
            names = ", ".join(column.name for column in listed_report.columns)
            say(f"{listed_report.name}: {listed_report.about}\n    {names}")
    return 0
