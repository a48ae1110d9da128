"""`workbench generate`: a lesson for each topic in a list.

Plans, asks for approval, runs; a repeated call continues where it stopped.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli import planning
from workbench.cli.output import UsageError, answer, note, say, say_table
from workbench.cli.parser import at_least_one, whole_number

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.bulk import Plan, Run

ROWS_SHOWN = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "topics",
        metavar="TOPICS",
        help="a file (CSV, XLSX, Parquet, text, or a saved plan); `-` reads standard input",
    )
    planning.reading_arguments(parser)
    planning.lesson_arguments(parser)
    parser.add_argument(
        "--organization", metavar="ORGANIZATION", help="organization that pays (default: the last selected)"
    )
    parser.add_argument("--project", metavar="NAME", help="name or id of the default project, for rows that name none")
    parser.add_argument(
        "--course", metavar="NAME", help="the course that the lessons go into, by name or id (default: one for each)"
    )
    parser.add_argument("--new-course", metavar="TITLE", help="create one course with this title for all lessons")
    parser.add_argument("--run", metavar="RUN", help="name of the run; an existing name resumes that run")
    parser.add_argument("--plan", action="store_true", help="only show what would be created and its cost")
    parser.add_argument("--save", metavar="FILE", help="with --plan: also save it; `workbench generate FILE` makes it")
    parser.add_argument("--sample", type=at_least_one, metavar="N", help="only the first N ready rows")
    parser.add_argument("--budget", type=whole_number, metavar="N", help="spend at most N credits")
    parser.add_argument("--yes", action="store_true", help="approve the cost without a prompt")
    parser.add_argument("--blank", action="store_true", help="write an empty list to TOPICS to fill in (.csv or .xlsx)")


def run(chosen: argparse.Namespace) -> int:
    """Make the lessons; 1 when some were not made."""
    if chosen.save and not chosen.plan:
        raise UsageError("--save needs --plan, which saves the plan without running it.")
    if chosen.blank:
        return _write_blank(chosen)
    from workbench.api.connect import connect

    with connect() as workbench:
        plan = planning.load_or_make_plan(chosen, workbench)
        if chosen.plan:
            return show_plan(plan, chosen)
        return make_lessons(plan, workbench, chosen)


def _write_blank(chosen: argparse.Namespace) -> int:
    from workbench.bulk.reading.template import JOINED, write_template

    path = write_template(chosen.topics)
    sentence = f"Written: {path}. Fill it in, then: workbench generate {path} --template '{JOINED}' --plan"
    return answer(chosen, {"file": str(path), "template": JOINED}, sentence)


def show_plan(plan: Plan, chosen: argparse.Namespace) -> int:
    """Print the plan, saved first where a file is named."""
    from workbench.bulk import save_plan

    if chosen.save:
        note(f"Saved: {save_plan(plan, chosen.save)}. To run it: workbench generate {chosen.save}")
    return planning.show(plan, output=chosen.output)


def make_lessons(plan: Plan, workbench: Workbench, chosen: argparse.Namespace) -> int:
    """Ask for the approval that the plan needs, and carry it out; 1 when some lessons were not made."""
    from workbench.bulk.planning.plan_card import plan_text
    from workbench.cli.run_output import ask_approval, run_plan, say_run

    note(plan_text(plan, "" if plan.ready else planning.advice(plan)))
    approval = ask_approval(plan, yes=chosen.yes, look_first="Preview with --plan or --sample 5.")
    with run_plan(plan, workbench.client, approval) as ended:
        if not chosen.as_json:
            _say_rows(ended)
        return say_run(ended, as_json=chosen.as_json)


def _say_rows(run: Run) -> None:
    from workbench.cli.run_output import rows_as_table

    rows = run.rows()
    open_rows = [row for row in rows if row.needs_person or row.state.value in ("refused", "planned")]
    shown = open_rows or rows
    say_table(rows_as_table(shown[:ROWS_SHOWN]), ["line", "topic", "state", "title", "lessonId", "message"], longest=40)
    if len(shown) > ROWS_SHOWN:
        say(f"... and {len(shown) - ROWS_SHOWN:,} more: workbench runs show {run.plan.name!r}")
