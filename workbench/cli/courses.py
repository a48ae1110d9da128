"""`workbench courses propose` and `make`: the outline of a course from a brief, and its lessons."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli import planning
from workbench.cli.generate import make_lessons, show_plan
from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, note, say, say_json
from workbench.cli.parser import at_least_one, whole_number

if TYPE_CHECKING:
    from workbench.bulk.outlines.outline import Outline


STOPPED = "Stopped. Run the command again to get the outline; you pay once."


def add_propose_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `courses propose`."""
    add = parser.add_argument
    add("brief", metavar="BRIEF", nargs="?", help="what the course teaches, and to whom; `-` reads standard input")
    add("--file", metavar="FILE", help="read the brief from this file")
    add("--language", metavar="CODE", help="the course's language, such as EN (default: `workbench language show`)")
    add("--lessons", metavar="N", type=at_least_one, help="number of lessons, up to 300")
    add("--to", metavar="FILE", help="save the outline for editing: .csv, .xlsx or .json")
    add("--overwrite", action="store_true", help="replace an existing file")
    add("--variant", metavar="N", type=at_least_one, default=1, help="another outline of the same brief, charged again")
    add("--organization", metavar="ORGANIZATION", help="organization that pays (default: the last selected)")


def run_propose(chosen: argparse.Namespace) -> int:
    """Ask for the outline, save it where a file is named, and print it."""
    from workbench.api.connect import connect

    brief = _brief(chosen)
    with stoppable(message=STOPPED), connect() as workbench:
        organization = planning.find_organization(chosen, workbench)
        courses = workbench.courses if organization is None else organization.courses
        note("The model is writing the outline. This can take a minute.")
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

        note(f"It is in {language_name(outline.language)}, the default language. Use --language for another.")
    note(_cost(outline.cost_credits))
    if path is not None:
        note(f"Saved: {path}. Edit it, then: workbench courses make {shlex.quote(str(path))} --plan")
    return 0


def _brief(chosen: argparse.Namespace) -> str:
    if (chosen.brief is None) == (chosen.file is None):
        raise UsageError("Add a brief or --file, such as: workbench courses propose 'Baking bread'")
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
        return "This service doesn't report the cost."
    return "It was already paid for, so it cost nothing." if credits == 0 else f"It cost {credits_text(credits)}."


def _as_json(outline: Outline, path: Path | None) -> dict[str, object]:
    lessons = [
        {"title": lesson.title, "objectives": lesson.objectives, "topic": lesson.topic} for lesson in outline.lessons
    ]
    facts = {"title": outline.title, "language": outline.language, "writer": outline.writer}
    return {**facts, "credits": outline.cost_credits, "file": None if path is None else str(path), "lessons": lessons}


def add_make_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `courses make`."""
    add = parser.add_argument
    add("outline", metavar="OUTLINE", help="a file of `course propose --to`, or a CSV or XLSX with a column of titles")
    add("--title", metavar="TITLE", help="title of the course (default: from the file)")
    add(
        "--language",
        metavar="CODE",
        help="language of the course, if the file doesn't name one (default: `workbench language show`)",
    )
    add("--project", metavar="NAME", help="name or id of the project (default: Starter lessons)")
    add("--course", metavar="NAME", help="name or id of an existing course to add the lessons to")
    add("--organization", metavar="ORGANIZATION", help="organization that pays (default: the last selected)")
    add("--run", metavar="RUN", help="name of the run; an existing name resumes that run")
    add("--plan", action="store_true", help="only show what would be created and its cost")
    add("--save", metavar="FILE", help="with --plan: also save it; `workbench generate FILE` makes it")
    add("--sample", type=at_least_one, metavar="N", help="only the first N lessons")
    add("--budget", type=whole_number, metavar="N", help="spend at most N credits")
    add("--yes", action="store_true", help="approve the cost without a prompt")


def run_make(chosen: argparse.Namespace) -> int:
    """Make the course; 1 when some lessons were not made."""
    if chosen.save and not chosen.plan:
        raise UsageError("--save needs --plan, which saves the plan without running it.")
    from workbench.api.connect import connect

    with connect() as workbench:
        organization = planning.find_organization(chosen, workbench)
        courses = workbench.courses if organization is None else organization.courses
        outline = courses.load_outline(chosen.outline, title=chosen.title, language=chosen.language)
        plan = outline.plan(
            project=chosen.project, course=chosen.course, name=chosen.run, budget=chosen.budget, sample=chosen.sample
        )
        return show_plan(plan, chosen) if chosen.plan else make_lessons(plan, workbench, chosen)
