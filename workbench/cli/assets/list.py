"""`workbench asset list`: the pictures, recordings and files of the organization, the newest first."""

from __future__ import annotations

import argparse

from workbench.cli.output import note, say, say_csv, say_json, say_table

COLUMNS = ("fileName", "mediaType", "size", "alternativeText", "createdAt", "assetId")
NONE = "There is no picture or file yet. Upload one: workbench asset upload FILE"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but what every command takes."""


def run(chosen: argparse.Namespace) -> int:
    """List them."""
    from workbench.api.connect import connect

    with connect() as workbench:
        rows = [each.model_dump(mode="json", by_alias=True) for each in workbench.assets.iter()]
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, [*COLUMNS, "width", "height", "addedBy", "contentDigest"])
    elif rows:
        say_table([row | {"createdAt": row["createdAt"][:16]} for row in rows], COLUMNS)
        note(f"{len(rows):,} file{'' if len(rows) == 1 else 's'}.")
    else:
        say(NONE)
    return 0
