"""The plan of `workbench generate`: options for reading a list, a plan that was saved, and showing one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pydantic.alias_generators import to_camel

from workbench.cli.input_file import add_file_options, local_path, refuse_plan_options
from workbench.cli.output import UsageError, say, say_csv, say_json, say_table
from workbench.cli.parser import whole_number
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.api.organizations import OrganizationHandle
    from workbench.api.workbench import Workbench
    from workbench.bulk import Plan
    from workbench.bulk.journal.destination import Destination
    from workbench.bulk.lesson_options import LessonOptions

# Options that are part of a saved plan.
READING: Final = (
    *("language", "topic_column", "language_column", "template", "encoding", "delimiter", "sheet", "header"),
    *("copies", "organization", "project", "course", "new_course", "run", "budget", "project_column", "course_column"),
    *("audience", "tone", "reading_level", "words", "questions", "objective", "like", "source", "strict", "column"),
)

_COLUMNS: Final = (
    *("row", "topic", "language", "copy", "verdict", "reason", "warning", "credits"),
    *("projectId", "project", "courseId", "course"),
    *("audience", "tone", "readingLevel", "words", "questions", "objectives", "sources", "like", "strict"),
)


def reading_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for reading the list."""
    add = parser.add_argument
    add(
        "--language",
        metavar="CODE",
        action="append",
        help="language, such as EN; repeat for several; with --language-column, for rows that name none "
        "(default: a column, then `workbench language show`)",
    )
    add("--topic-column", metavar="NAME", help="column with the topics (default: detected)")
    add("--language-column", metavar="NAME", help="column with the languages")
    add("--project-column", metavar="NAME", help="column with the projects; '' for none (default: detected)")
    add("--course-column", metavar="NAME", help="column with the courses; '' for none (default: detected)")
    add(
        "--column",
        metavar="OPTION=NAME",
        action="append",
        help="column with audience, tone, reading_level, words, questions, objectives, sources or like; "
        "'words=' for none (default: detected)",
    )
    add("--template", metavar="TEXT", help="join columns into the topic, such as '{title}: {description}'")
    add_file_options(parser)
    add("--delimiter", metavar="SIGN", help="delimiter between cells; '' for one topic per line (default: detected)")
    add(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether the first line is a header (default: detected)",
    )
    add("--copies", type=whole_number, metavar="N", help="create N lessons for each topic")


def lesson_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for lessons whose lines do not specify these options."""
    group = parser.add_argument_group("options for lessons", "used for rows whose columns don't set them")
    add = group.add_argument
    add("--audience", metavar="TEXT", help="audience, such as 'apprentices in their first year'")
    add("--tone", metavar="TEXT", help="tone, such as friendly")
    add("--reading-level", metavar="TEXT", help="reading level, such as B1")
    add("--words", type=whole_number, metavar="N", help="approximate words per lesson, 100 to 5,000")
    add("--questions", type=whole_number, metavar="N", help="quiz questions per lesson, 0 to 10")
    add("--objective", metavar="TEXT", action="append", help="learning objective; repeat for up to 10")
    add("--like", metavar="LESSON", help="title or id of a lesson whose block structure to follow")
    add("--source", metavar="SOURCE", action="append", help="title or id of a source to draft from; repeat for several")
    add("--strict", action="store_true", default=None, help="refuse drafts with facts that no source supports")


def load_or_make_plan(chosen: argparse.Namespace, workbench: Workbench) -> Plan:
    """Return the plan of the list, or the saved plan. Raises `UsageError` and `PlanRejected`."""
    if chosen.topics != "-" and _is_saved_plan(chosen.topics):
        return _load_plan(chosen)
    organization = find_organization(chosen, workbench)
    bulk = workbench.bulk if organization is None else organization.bulk
    return bulk.plan(
        _read_standard_input() if chosen.topics == "-" else local_path(chosen.topics),
        language=chosen.language,
        topic_column=chosen.topic_column,
        language_column=chosen.language_column,
        template=chosen.template,
        encoding=chosen.encoding,
        delimiter=_delimiter(chosen.delimiter),
        header=chosen.header,
        sheet=chosen.sheet,
        name=chosen.run,
        project=chosen.project,
        course=chosen.course,
        new_course=chosen.new_course,
        project_column=chosen.project_column,
        course_column=chosen.course_column,
        copies=1 if chosen.copies is None else chosen.copies,
        sample=chosen.sample,
        budget=chosen.budget,
        audience=chosen.audience,
        tone=chosen.tone,
        reading_level=chosen.reading_level,
        words=chosen.words,
        questions=chosen.questions,
        objectives=chosen.objective,
        like=chosen.like,
        sources=chosen.source,
        strict=bool(chosen.strict),
        option_columns=_option_columns(chosen.column or ()),
    )


def _option_columns(given: Sequence[str]) -> dict[str, str]:
    columns = {}
    for entry in given:
        option, equals, column = entry.partition("=")
        if not equals:
            raise UsageError(f"--column takes OPTION=NAME, such as 'audience=For whom', not {entry!r}.")
        columns[option.strip().replace("-", "_").replace(" ", "_")] = column.strip()
    return columns


def find_organization(chosen: argparse.Namespace, workbench: Workbench) -> OrganizationHandle | None:
    """Return the given organization; `None` for the last selected. Raises `UnknownName` if it does not exist."""
    return workbench.organizations[chosen.organization] if chosen.organization else None


def show(plan: Plan, *, output: str) -> int:
    """Print the plan with its first rows, those that need attention first; as JSON and CSV all rows."""
    from workbench.bulk.planning.plan_card import first_rows, plan_text

    if output == "json":
        say_json(_plan_as_json(plan))
        return 0
    if output == "csv":
        say_csv(_rows_as_json(plan), _COLUMNS)
        return 0
    rows = [
        {"line": row.line, "topic": row.topic, "language": row.language, "credits": row.credits}
        | {"verdict": "; ".join(part for part in (row.verdict_text, row.warning) if part)}
        for row in first_rows(plan)
    ]
    say_table(rows, ["line", "topic", "language", "credits", "verdict"], longest=100)
    if len(plan.rows) > len(rows):
        say(f"... and {count_text(len(plan.rows) - len(rows), 'more row')}: --json shows all")
    say(plan_text(plan, advice(plan)))
    return 0


def advice(plan: Plan) -> str:
    """Return what to do next, in the words of the command line."""
    if not plan.ready:
        return "Nothing to create."
    first = " A few of them first: --sample 5." if plan.needs_approval else ""
    if plan.cost.shortfall:
        return f"To create the {plan.cost.payable_rows:,} that you can pay for, leave out --plan.{first}"
    return f"To create them, leave out --plan.{first}"


def _load_plan(chosen: argparse.Namespace) -> Plan:
    from workbench.bulk import load_plan

    refuse_plan_options(chosen, chosen.topics, READING)
    plan = load_plan(chosen.topics)
    return plan if chosen.sample is None else plan.sample(chosen.sample)


def _is_saved_plan(text: str) -> bool:
    from workbench.bulk.planning.plan_file import is_saved_plan

    return is_saved_plan(text)


def _read_standard_input() -> str:
    # A line's end tells pasted text from a path.
    text = sys.stdin.read()
    return text if text.endswith("\n") else f"{text}\n"


def _delimiter(text: str | None) -> str | None:
    return "\t" if text in ("\\t", "tab") else text


def destination_as_json(destination: Destination) -> dict[str, object]:
    """Return a lesson's destination for programs; `None` is the default project, or a new course."""
    return {
        "projectId": destination.project_id,
        "project": destination.project_name,
        "courseId": destination.course_id,
        "course": destination.course_name,
    }


def options_as_json(options: LessonOptions) -> dict[str, object]:
    """Return a row's options other than its topic, for programs; `None` lets the service decide."""
    return {to_camel(name): value for name, value in options.values.items()}


def _plan_as_json(plan: Plan) -> dict[str, object]:
    return {
        "run": plan.name,
        "source": plan.source,
        **destination_as_json(plan.destination),
        "isNewCourse": plan.destination.is_new_course,
        "ready": len(plan.ready),
        "totalCredits": plan.total_credits,
        "balanceCredits": plan.place.balance_credits,
        "paidFor": plan.rows_paid_for,
        "counts": {str(verdict): count for verdict, count in plan.counts.items()},
        "notes": list(plan.notes),
        "rows": _rows_as_json(plan),
    }


def _rows_as_json(plan: Plan) -> list[dict[str, object]]:
    return [
        {
            "row": row.line,
            "topic": row.topic,
            "language": row.language,
            "copy": row.copy,
            "verdict": str(row.verdict),
        }
        | {"reason": row.reason, "warning": row.warning, "credits": row.credits}
        | destination_as_json(row.destination)
        | options_as_json(row.options)
        for row in plan.rows
    ]
