"""`workbench source add`: files as sources. Each is read on this computer; only its passages are sent."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, complain, say, say_json
from workbench.cli.sources.added_output import COUNTED, STOPPED, shown_progress

MANY_TITLES = "One title for several files: leave out --title, each then has the name of its file."


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="PDF, DOCX, PPTX, Markdown, text or subtitles (.vtt, .srt)"
    )
    parser.add_argument("--title", metavar="TITLE", help="its title (default: the file's name without its ending)")
    parser.add_argument("--publishable", action="store_true", help="learners may read the passages that lessons quote")
    parser.add_argument("--encoding", metavar="NAME", help="encoding of a text that is not UTF-8")


def run(chosen: argparse.Namespace) -> int:
    """Add each file; 1 when one is refused, which stops no other. The same file again is nothing new."""
    from workbench.api.connect import connect
    from workbench.errors import SourceRejected

    if chosen.title is not None and len(chosen.files) > 1:
        raise UsageError(MANY_TITLES)
    added: list[dict[str, Any]] = []
    is_refused = False
    with stoppable(COUNTED, message=STOPPED) as count, connect() as workbench:
        for path in chosen.files:
            try:
                source = workbench.sources.add(
                    path,
                    title=chosen.title,
                    publishable=chosen.publishable,
                    encoding=chosen.encoding,
                    progress=shown_progress(count),
                )
            except SourceRejected as refused:
                is_refused = True
                complain(refused.message, exit_code=1, as_json=chosen.as_json, file=path)
                continue
            facts = {"sourceId": source.source_id, "title": source.title, "version": source.version}
            more = {"passages": source.passages, "isNew": source.is_new, "notes": list(source.notes)}
            added.append({"file": path, **facts, **more})
            if not chosen.as_json:
                say(str(source))
    if chosen.as_json:
        say_json(added)
    return 1 if is_refused else 0
