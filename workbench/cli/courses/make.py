"""`workbench courses make`: the lessons of an outline, in one new course.

Run again, it continues where it stopped.
"""

from __future__ import annotations

import argparse

from workbench.cli import planning
from workbench.cli.generate import make_lessons, show_plan
from workbench.cli.output import UsageError
from workbench.cli.parser import at_least_one, whole_number


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add = parser.add_argument
    add("outline", metavar="OUTLINE", help="a file of `course propose --to`, or a CSV or XLSX with a column of titles")
    add("--title", metavar="TITLE", help="the course's title, where the file does not say it or says another")
    add(
        "--language",
        metavar="CODE",
        help="the course's language, where the file does not say it (default: `workbench language show`)",
    )
    add("--project", metavar="NAME", help="the project of the course, by name or id (default: Starter lessons)")
    add("--course", metavar="NAME", help="a course that is there, by name or id, instead of a new one")
    add("--organization", metavar="ORGANIZATION", help="which organization pays (default: the last selected)")
    add("--run", metavar="RUN", help="the run's name; the same name goes on with the same run")
    add("--plan", action="store_true", help="only show what would be made and what it would cost")
    add("--save", metavar="FILE", help="with --plan: also save it; `workbench generate FILE` makes it")
    add("--sample", type=at_least_one, metavar="N", help="only the first N lessons")
    add("--budget", type=whole_number, metavar="N", help="spend at most N credits")
    add("--yes", action="store_true", help="approve the cost without being asked")


def run(chosen: argparse.Namespace) -> int:
    """Make the course; 1 when some lessons were not made."""
    if chosen.save and not chosen.plan:
        raise UsageError("--save goes with --plan: the plan is saved, and nothing is made yet.")
    from workbench.api.connect import connect

    with connect() as workbench:
        found = planning.organization_of(chosen, workbench)
        courses = workbench.courses if found is None else found.courses
        outline = courses.load_outline(chosen.outline, title=chosen.title, language=chosen.language)
        plan = outline.plan(
            project=chosen.project, course=chosen.course, name=chosen.run, budget=chosen.budget, sample=chosen.sample
        )
        return show_plan(plan, chosen) if chosen.plan else make_lessons(plan, workbench, chosen)
