"""`workbench source show`: the passages of a source, or those with the words that are searched for."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.cli.output import note, say_csv, say_json, say_table
from workbench.cli.parser import at_least_one

COLUMNS = ("number", "place", "heading", "text", "passageId", "version")
FIRST = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("source", metavar="SOURCE", help="id or title of the source")
    parser.add_argument("--query", metavar="WORDS", help="only passages with these words, at most 100, best first")
    parser.add_argument("--version", metavar="N", type=at_least_one, help="an earlier version (default: the current)")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=at_least_one,
        help=f"the first N only (default: all as JSON or CSV, {FIRST} in a table)",
    )


def run(chosen: argparse.Namespace) -> int:
    """Print them in the document's order."""
    from workbench.api.connect import connect

    is_table = chosen.output == "table"
    with connect() as workbench:
        source = workbench.sources.get(chosen.source)
        limit = chosen.limit or (FIRST if is_table else None)
        frame = workbench.sources.passages(source.source_id, query=chosen.query, version=chosen.version, limit=limit)
    plain = frame.rename(columns={"passage_id": "passageId"}).astype(object)
    rows: list[dict[str, Any]] = plain.where(plain.notna(), None).to_dict("records")  # type: ignore[assignment]
    if chosen.as_json:
        say_json({"source": source.model_dump(mode="json", by_alias=True), "passages": rows})
    elif chosen.output == "csv":
        say_csv(rows, COLUMNS)
    else:
        say_table(rows, COLUMNS[:4], longest=80)
        more = "" if chosen.query or len(rows) == source.passages else f" Shown are {len(rows)}; all: --output csv"
        note(f"{source.title}: version {source.version}, {source.passages:,} passages.{more}")
    return 0
