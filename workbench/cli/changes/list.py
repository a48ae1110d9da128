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
    sets = [set_ for set_ in found if not set_.fault]
    rows = [
        {"changeSet": set_.name, "createdAt": iso(set_.made_at), "service": set_.target.origin}
        | {name: getattr(set_.counts, name) for name in COUNTS}
        for set_ in sets
    ]
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, ["changeSet", "createdAt", "service", *COUNTS])
    elif rows:
        minutes = [datetime.fromtimestamp(set_.made_at / 1000, UTC).strftime("%Y-%m-%d %H:%M") for set_ in sets]
        table = [row | {"created": minute} for row, minute in zip(rows, minutes, strict=True)]
        say_table(table, ["changeSet", "created", *COUNTS, "service"])
    else:
        say(NO_SETS)
    for set_ in found:
        if set_.fault:
            note(f"Not read: {set_.fault}")
    return 1 if len(sets) < len(found) else 0
