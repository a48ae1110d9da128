"""`workbench runs list`: every run of this computer's journals, newest first."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from workbench.cli.output import iso, note, say, say_csv, say_json, say_table
from workbench.cli.runs.run_argument import NO_RUNS

COUNTS = ("rows", "done", "refused", "unsure")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but what every command takes."""


def run(chosen: argparse.Namespace) -> int:
    """List the runs; 1 when a journal could not be read."""
    from workbench.bulk import find_runs

    runs = find_runs()
    rows = [
        {"run": each.name, "createdAt": each.made_at, "service": each.origin, "organization": each.organization}
        | {name: getattr(each, name) for name in COUNTS}
        | {"credits": each.spent_credits, "fault": each.fault}
        for each in runs
    ]
    programs = [row | {"createdAt": iso(each.made_at)} for row, each in zip(rows, runs, strict=True)]
    if chosen.as_json:
        say_json(programs)
    elif chosen.output == "csv":
        say_csv(programs, ["run", "createdAt", "service", "organization", *COUNTS, "credits", "fault"])
    elif rows:
        say_table(
            [row | {"created": _minute(each.made_at)} for row, each in zip(rows, runs, strict=True) if not each.fault],
            ["run", "created", *COUNTS, "credits", "organization", "service"],
        )
        for each in runs:
            if each.fault:
                note(f"Not read: {each.fault}")
    else:
        say(NO_RUNS)
    return 1 if any(each.fault for each in runs) else 0


def _minute(epoch_ms: int) -> str:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M") if epoch_ms else ""
