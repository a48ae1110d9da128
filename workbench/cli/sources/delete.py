"""`workbench source delete`: remove a source with all its versions, for good."""

from __future__ import annotations

import argparse

from workbench.cli.output import add_yes_option, answer, confirm


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("source", metavar="SOURCE", help="id or title of the source")
    add_yes_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Ask, and delete it; lessons keep quote, title and place."""
    from workbench.api.connect import connect
    from workbench.client.sanitize import shown

    with connect() as workbench:
        source = workbench.sources.get(chosen.source)
        title = shown(source.title)
        confirm(chosen, f"{title} goes with {source.passages:,} passages and all its versions, for good.", 1)
        workbench.sources.delete(source.source_id, yes=True)
    facts = {"sourceId": source.source_id, "title": source.title, "passages": source.passages}
    return answer(chosen, facts, f"{title} is deleted. Lessons keep what they quote of it.")
