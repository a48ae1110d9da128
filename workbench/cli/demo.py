"""`workbench demo`: ten topics become ten private planning sheets on this computer, and a finished lesson is shared.

Harmless to repeat. The sheets are for an author to finish; the lesson that learners may see ships with the package.
With `--example` it makes an organization to explore instead, and with `--remove-example` takes that away.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli import example_organization
from workbench.cli.output import UsageError, add_yes_option, as_invoked, note, say, say_json, say_table

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.bulk import Run

TOPICS = Path(__file__).with_name("demo_topics.csv")
FINISHED = Path(__file__).with_name("demo_lesson.json")
NAME = "demo"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--example",
        action="store_true",
        help="make a second organization, an example with sixteen weeks of generated work, for reports and notebooks",
    )
    which.add_argument("--remove-example", action="store_true", help="take the example away again, with all of it")
    add_yes_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Make or remove the example, or make the ten lessons."""
    if chosen.example:
        return example_organization.make(chosen)
    if chosen.remove_example:
        return example_organization.remove(chosen)
    if chosen.yes:
        raise UsageError("--yes goes with --remove-example.")
    return _make_lessons(chosen)


def _make_lessons(chosen: argparse.Namespace) -> int:
    """Make what is not made yet, share the finished lesson, show it; 1 when a lesson is missing."""
    from workbench.api.connect import opened
    from workbench.api.credentials import embedded
    from workbench.cli.runs.run_output import is_complete, run_plan

    with opened(embedded()) as workbench:
        before = workbench.credits()
        plan = workbench.bulk.plan(TOPICS, language="EN", name=NAME)
        run = run_plan(plan, workbench.client, None)
        try:
            complete = is_complete(run)
            lessons = made_lessons(workbench, _lesson_ids(run))
        finally:
            run.close()
        facts = {
            "lessonsMade": (before or 0) - (workbench.credits() or 0),
            "creditsBefore": before,
            "creditsAfter": workbench.credits(),
            "lessons": lessons,
            "sharedLesson": shared_lesson(workbench),
        }
        if chosen.as_json:
            say_json(facts)
        else:
            _tell(facts, workbench)
    return 0 if complete and len(lessons) == len(plan.rows) else 1


def made_lessons(workbench: Workbench, lesson_ids: list[str]) -> list[dict[str, Any]]:
    """What was made of each topic. They stay private: a planning sheet has notes for its authors."""
    from workbench.procedures.lesson import get_lesson

    found = workbench.client.batch(*(get_lesson(lesson_id=each) for each in lesson_ids))
    return [
        {"title": each.title, "blocks": len(each.blocks), "lessonId": each.lesson_id, "courseId": each.course_id}
        for each in found
    ]


def shared_lesson(workbench: Workbench) -> dict[str, Any]:
    """The finished lesson with its link; made and made public where it is not there yet."""
    lesson = json.loads(FINISHED.read_text("utf-8"))
    title = lesson["title"]
    found = [each for each in workbench.courses.iter(search=title) if each.title == title and each.is_public]
    if found:
        return {"title": title, "courseId": found[0].course_id, "shareUrl": found[0].share_url}
    note("Sharing one finished lesson: its link needs no sign-in. It opens only on this computer.")
    course_id = _written(workbench, lesson)
    return {"title": title, "courseId": course_id, "shareUrl": workbench.courses.share(course_id).url}


def _written(workbench: Workbench, lesson: dict[str, Any]) -> str:
    """The id of the new course that holds the lesson."""
    from workbench.authoring.block import Block, new_block_id
    from workbench.authoring.mutation import LessonBlockInsert
    from workbench.authoring.transaction import Transaction
    from workbench.procedures.lesson import create_lesson
    from workbench.procedures.realtime import execute_transactions

    made = workbench.client.call(create_lesson(title=lesson["title"], language=lesson["language"]))
    inserts = [LessonBlockInsert(block=Block(id=new_block_id(), **each)) for each in lesson["blocks"]]
    transactions = [Transaction(label="insertPages", mutations=[*inserts])]
    workbench.client.call(
        execute_transactions(lesson_id=made.lesson_id, language=lesson["language"], transactions=transactions)
    )
    return made.course_id


def _lesson_ids(run: Run) -> list[str]:
    made = {(row.position, row.language, row.copy): row.lesson_id for row in run.rows()}
    ids = [made.get((row.line, row.language, row.copy)) or row.lesson_id for row in run.plan.rows]
    return [each for each in ids if each]


def _tell(facts: dict[str, Any], workbench: Workbench) -> None:
    from workbench.credit_text import credit_noun, credits_label

    say_table(facts["lessons"], ["title", "blocks", "lessonId"], longest=72)
    made = facts["lessonsMade"]
    service = workbench.facts.service
    label = credits_label(credit_noun(service))
    news = f"{made} lessons were made" if made else "All lessons were there already; none was made again"
    say(f"\n{news}. {label}: {facts['creditsBefore']:,} before, {facts['creditsAfter']:,} after.")
    if service is not None and not service.writer.is_ai:
        say(
            "They are planning sheets, made without AI, and private: an author makes lessons of them. "
            "For an AI writer set WORKBENCH_AI_MODEL=provider:model and its key."
        )
    say(f"A finished lesson as learners see it, only on this computer: {facts['sharedLesson']['shareUrl']}")
    say(f"Next: {as_invoked()} lab. To stop the service: {as_invoked()} stop")
