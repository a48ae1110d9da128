"""`workbench source update`: a changed file as the next version of a source, another title, or to learners or not."""

from __future__ import annotations

import argparse

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, answer
from workbench.cli.sources.added_output import COUNTED, STOPPED, shown_progress


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("source", metavar="SOURCE", help="id or title of the source")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the changed file; its passages are the next version")
    parser.add_argument("--title", metavar="TITLE", help="another title")
    parser.add_argument(
        "--publishable",
        action=argparse.BooleanOptionalAction,
        help="whether learners may read the passages that lessons quote",
    )
    parser.add_argument("--encoding", metavar="NAME", help="encoding of a text that is not UTF-8")


def run(chosen: argparse.Namespace) -> int:
    """Update it, and print what it is now. The same content is no new version."""
    from workbench.api.connect import connect

    if chosen.file is None and chosen.title is None and chosen.publishable is None:
        raise UsageError("Say what is to change: FILE, --title, --publishable or --no-publishable.")
    with stoppable(COUNTED, message=STOPPED) as count, connect() as workbench:
        source = workbench.sources.update(
            chosen.source,
            chosen.file,
            title=chosen.title,
            publishable=chosen.publishable,
            encoding=chosen.encoding,
            progress=shown_progress(count),
        )
    facts = source.model_dump(mode="json", by_alias=True)
    what = "1 passage" if source.passages == 1 else f"{source.passages:,} passages"
    readers = "learners may read what is quoted" if source.is_publishable else "learners read title and place only"
    return answer(chosen, facts, f"{source.title}: version {source.version}, {what}; {readers}.")
