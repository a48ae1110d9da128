"""`workbench glossary show`: the terms that the organization's lessons use or avoid."""

from __future__ import annotations

import argparse

from workbench.cli.output import note, say, say_csv, say_json, say_table

COLUMNS = ("language", "term", "use", "instead", "note", "version")
NONE = "There is no term yet. Set some: workbench glossary set FILE.csv --language EN"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--language", metavar="CODE", help="only the terms of this language, such as EN")


def run(chosen: argparse.Namespace) -> int:
    """Print them; as CSV they can be changed and set again."""
    from workbench.api.connect import connect

    with connect() as workbench:
        frame = workbench.glossary.list(chosen.language)
    rows = [
        {str(name): value for name, value in each.items() if isinstance(value, str | int)}
        for each in frame.to_dict("records")
    ]
    if chosen.as_json:
        say_json(rows)
    elif chosen.output == "csv":
        say_csv(rows, COLUMNS)
    elif rows:
        say_table(rows, COLUMNS[:5], longest=60)
        note(f"{len(rows):,} term{'' if len(rows) == 1 else 's'}.")
    else:
        say(NONE)
    return 0
