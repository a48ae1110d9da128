"""`workbench runs list`: the runs of this computer, of every kind, newest first."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from workbench.cli.output import iso, note, say, say_csv, say_json, say_table
from workbench.cli.runs.run_argument import NO_RUNS, add_kind_option

COUNTS = ("rows", "done", "refused", "unsure")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_kind_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """List the runs; 1 when a journal could not be read."""
    from workbench.runs import find_all_runs, run_facts

    runs = [run_facts(found) for found in find_all_runs(chosen.kind)]
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
