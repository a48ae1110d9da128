"""`workbench courses propose`: the outline of a course from a brief. Paid once; nothing is made of it yet."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli import planning
from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, note, say, say_json
from workbench.cli.parser import at_least_one

if TYPE_CHECKING:
    from workbench.bulk.outlines.outline import Outline

STOPPED = "Stopped. Say the same again for the outline: it is paid for once."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add = parser.add_argument
    add("brief", metavar="BRIEF", nargs="?", help="what the course teaches, and to whom; `-` reads it")
    add("--file", metavar="FILE", help="the brief is the text of this file")
    add("--language", metavar="CODE", help="the course's language, such as EN (default: `workbench language show`)")
    add("--lessons", metavar="N", type=at_least_one, help="how many lessons are wanted, up to 300")
    add("--to", metavar="FILE", help="save the outline, to be edited: .csv, .xlsx or .json")
    add("--overwrite", action="store_true", help="replace the file where it is there already")
    add("--variant", metavar="N", type=at_least_one, default=1, help="another outline of the same brief, paid again")
    add("--organization", metavar="ORGANIZATION", help="which organization pays (default: the last selected)")


def run(chosen: argparse.Namespace) -> int:
    """Ask for the outline, save it where a file is named, and print it."""
    from workbench.api.connect import connect

    brief = _brief(chosen)
    with stoppable(message=STOPPED), connect() as workbench:
        found = planning.organization_of(chosen, workbench)
        courses = workbench.courses if found is None else found.courses
        note("The model is writing the outline; this may take a minute.")
        outline = courses.propose(
            brief, language=chosen.language, lessons=chosen.lessons, variant=chosen.variant, on_wait=note
        )
        path = courses.save_outline(outline, chosen.to, overwrite=chosen.overwrite) if chosen.to else None
    if chosen.as_json:
        say_json(_as_json(outline, path))
        return 0
    say(str(outline))
    if outline.is_language_assumed:
        from workbench.languages.reader import language_name

        note(f"It is in {language_name(outline.language)}, the default language. For another: --language.")
    note(_cost(outline.cost_credits))
    if path is not None:
        note(f"Saved: {path}. Edit it, then: workbench courses make {shlex.quote(str(path))} --plan")
    return 0


def _brief(chosen: argparse.Namespace) -> str:
    if (chosen.brief is None) == (chosen.file is None):
        raise UsageError("Say the brief, or the file that has it: workbench courses propose 'Baking bread'")
    if chosen.file is not None:
        try:
            return Path(chosen.file).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as refused:
            why = refused.strerror if isinstance(refused, OSError) else "it is not UTF-8 text"
            raise UsageError(f"{chosen.file} cannot be read: {why}.") from None
    return sys.stdin.read() if chosen.brief == "-" else str(chosen.brief)


def _cost(credits: int | None) -> str:
    from workbench.credit_text import credits_text

    if credits is None:
        return "This service does not say what it cost."
    return "It was paid for before, and cost nothing now." if credits == 0 else f"It cost {credits_text(credits)}."


def _as_json(outline: Outline, path: Path | None) -> dict[str, object]:
    lessons = [
        {"title": lesson.title, "objectives": lesson.objectives, "topic": lesson.topic} for lesson in outline.lessons
    ]
    facts = {"title": outline.title, "language": outline.language, "writer": outline.writer}
    return {**facts, "credits": outline.cost_credits, "file": None if path is None else str(path), "lessons": lessons}
