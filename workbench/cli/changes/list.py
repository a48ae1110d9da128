"""`workbench changes list`: every change set of this computer's journals, newest first."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from workbench.cli.changes.set_output import NO_SETS
from workbench.cli.output import iso, note, say, say_csv, say_json, say_table

COUNTS = ("planned", "done", "conflict", "refused", "undone")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but what every command takes."""


def run(chosen: argparse.Namespace) -> int:
    """List the sets; 1 when a journal could not be read."""
    from workbench.changes import find_change_sets

    found = find_change_sets()
    sets = [each for each in found if not each.fault]
    rows = [
        {"changeSet": each.name, "createdAt": iso(each.made_at), "service": each.target.origin}
        | {name: getattr(each.counts, name) for name in COUNTS}
        for each in sets
    ]
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, ["changeSet", "createdAt", "service", *COUNTS])
    elif rows:
        minutes = [datetime.fromtimestamp(each.made_at / 1000, UTC).strftime("%Y-%m-%d %H:%M") for each in sets]
        table = [row | {"created": minute} for row, minute in zip(rows, minutes, strict=True)]
        say_table(table, ["changeSet", "created", *COUNTS, "service"])
    else:
        say(NO_SETS)
    for each in found:
        if each.fault:
            note(f"Not read: {each.fault}")
    return 1 if len(sets) < len(found) else 0
