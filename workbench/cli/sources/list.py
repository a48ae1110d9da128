"""`workbench source list`: the sources of the organization, last changed first."""

from __future__ import annotations

import argparse

from workbench.cli.output import note, say, say_csv, say_json, say_table

COLUMNS = ("title", "version", "passages", "isReady", "isPublishable", "updatedAt", "sourceId")
NONE = "There is no source yet. Add a file: workbench source add FILE"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but what every command takes."""


def run(chosen: argparse.Namespace) -> int:
    """List them."""
    from workbench.api.connect import connect

    with connect() as workbench:
        rows = [each.model_dump(mode="json", by_alias=True) for each in workbench.sources.iter()]
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, [*COLUMNS, "fileName", "mediaType", "characters", "addedBy", "createdAt", "contentDigest"])
    elif rows:
        say_table([row | {"updatedAt": row["updatedAt"][:16]} for row in rows], COLUMNS)
        note(f"{len(rows):,} source{'' if len(rows) == 1 else 's'}.")
    else:
        say(NONE)
    return 0
