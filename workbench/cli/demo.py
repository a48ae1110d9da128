"""`workbench demo`: ten topics become ten private planning sheets on this computer, and a finished lesson is shared.

Harmless to repeat. The sheets are for an author to finish; the lesson that learners may see ships with the package.
With `--example` it makes an organization to explore instead, and with `--remove-example` takes that away.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, add_yes_option, answer, as_invoked, confirm, note, say, say_json, say_table
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.bulk import Run
    from workbench.embedded.example.example import ExampleOrganization


TOPICS = Path(__file__).with_name("demo_topics.csv")
NAME = "demo"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--example",
        action="store_true",
        help="create an example organization with sixteen weeks of sample data, for reports and notebooks",
    )
    which.add_argument("--remove-example", action="store_true", help="delete the example organization and all its data")
    add_yes_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Make or remove the example, or make the ten lessons."""
    if chosen.example:
        return _make_example(chosen)
    if chosen.remove_example:
        return _remove_example(chosen)
    return _make_lessons(chosen)


def _make_lessons(chosen: argparse.Namespace) -> int:
    """Create the missing lessons, share the finished lesson, show it; return 1 when a lesson is missing."""
    from workbench.api.connect import open_workbench
    from workbench.api.credentials import start_local_service
    from workbench.cli.run_output import is_complete, run_plan

    with open_workbench(start_local_service()) as workbench:
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
    """Return the lessons made of each topic. They stay private: a planning sheet has notes for its authors."""
    from workbench.procedures.lesson import get_lesson

    lessons = workbench.client.batch(*(get_lesson(lesson_id=lesson_id) for lesson_id in lesson_ids))
    return [
        {
            "title": lesson.title,
            "blocks": len(lesson.blocks),
            "lessonId": lesson.lesson_id,
            "courseId": lesson.course_id,
        }
        for lesson in lessons
    ]


def shared_lesson(workbench: Workbench) -> dict[str, Any]:
    """Return the finished lesson with its link, making it and publishing it if it is not public yet."""
    course = workbench.courses.add_example()
    url = course.share_url
    if not course.is_public:
        note("Sharing one finished lesson: its link needs no sign-in. It opens only on this computer.")
        url = workbench.courses.share(course.course_id).url
    return {"title": course.title, "courseId": course.course_id, "shareUrl": url}


def _lesson_ids(run: Run) -> list[str]:
    made = {(row.position, row.language, row.copy): row.lesson_id for row in run.rows()}
    ids = [made.get((row.line, row.language, row.copy)) or row.lesson_id for row in run.plan.rows]
    return [id_ for id_ in ids if id_]


def _tell(facts: dict[str, Any], workbench: Workbench) -> None:
    from workbench.credit_text import credit_noun, credits_label

    say_table(facts["lessons"], ["title", "blocks", "lessonId"], longest=72)
    made = facts["lessonsMade"]
    service = workbench.facts.service
    label = credits_label(credit_noun(service))
    news = (
        ("1 lesson created" if made == 1 else f"{made} lessons created")
        if made
        else "All lessons already exist; none was created again"
    )
    say(f"\n{news}. {label}: {facts['creditsBefore']:,} before, {facts['creditsAfter']:,} after.")
    if service is not None and not service.writer.is_ai:
        say(
            "They are private planning sheets, made without AI, for authors to complete. "
            "To use AI, set WORKBENCH_AI_MODEL=provider:model and its key."
        )
    say(f"A finished lesson as learners see it, only on this computer: {facts['sharedLesson']['shareUrl']}")
    say(f"Next: {as_invoked()} lab. To stop the service: {as_invoked()} stop")


def _make_example(chosen: argparse.Namespace) -> int:
    """Make the example if it is not there. Raises `UsageError` where notebooks are connected to another service."""
    from workbench.api.credentials import choose
    from workbench.embedded.example.example import make_example

    source = choose(None, None)
    if source.renew is None:
        raise UsageError(
            "The example can only be created on the service of this computer, but you are connected to "
            f"{source.profile.base_url} (from {source.profile.source}). Unset that setting, or run: workbench logout"
        )
    with stoppable(
        "of 16 weeks created", message="Stopped before it finished. Run the command again to start over."
    ) as progress:
        example = make_example(progress)
    news = "was created" if example.is_new else "already exists"
    sentence = (
        f"{example.name} {news}: {count_text(example.lessons, 'lesson')}, {count_text(example.members, 'member')}, "
        "sixteen weeks of work.\n"
        "It contains generated sample data and is separate from your own organization.\n"
        f'To explore it: {as_invoked()} reports show credits --organization "{example.name}"; notebooks 40, 60 and '
        f"70 show it while your own is empty.\nTo delete it: {as_invoked()} demo --remove-example"
    )
    return answer(chosen, {**_example_facts(example), "wasMade": example.is_new}, sentence)


def _remove_example(chosen: argparse.Namespace) -> int:
    """Ask, and remove the example."""
    from workbench.embedded.example.example import find_example, remove_example

    example = find_example()
    if example is None:
        return answer(chosen, {"wasRemoved": False}, "There is no example on this computer.")
    lessons = count_text(example.lessons, "lesson")
    what = f"{example.name} will be deleted permanently, with {lessons} and all its data."
    confirm(chosen, what, example.lessons)
    remove_example()
    return answer(chosen, {**_example_facts(example), "wasRemoved": True}, f"{example.name} was deleted.")


def _example_facts(organization: ExampleOrganization) -> dict[str, object]:
    return {
        "organization": organization.name,
        "organizationId": organization.organization_id,
        "lessons": organization.lessons,
        "members": organization.members,
    }
