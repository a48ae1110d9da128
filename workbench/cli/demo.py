"""`workbench demo`: ten topics become ten shared lessons on this computer, with links. Harmless to repeat."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.output import as_invoked, note, say, say_json, say_table

if TYPE_CHECKING:
    from workbench.bulk import Run
    from workbench.connect import Workbench

TOPICS = Path(__file__).with_name("demo_topics.csv")
NAME = "demo"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but what every command takes."""


def run(chosen: argparse.Namespace) -> int:
    """Make what is not made yet, share it, show it; 1 when a lesson is missing."""
    from workbench.cli.carrying import carry_out, is_complete
    from workbench.connect.door import opened
    from workbench.connect.source import embedded

    with opened(embedded()) as workbench:
        before = workbench.credits()
        plan = workbench.bulk.plan(TOPICS, language="EN", name=NAME)
        run = carry_out(plan, workbench.client, None)
        try:
            complete = is_complete(run)
            lessons = shared_lessons(workbench, _lesson_ids(run))
        finally:
            run.close()
        facts = {
            "made": (before or 0) - (workbench.credits() or 0),
            "creditsBefore": before,
            "creditsAfter": workbench.credits(),
            "lessons": lessons,
        }
        if chosen.as_json:
            say_json(facts)
        else:
            _tell(facts, workbench)
    return 0 if complete and len(lessons) == len(plan.rows) else 1


def shared_lessons(workbench: Workbench, lesson_ids: list[str]) -> list[dict[str, Any]]:
    """Each lesson with its link; a course that was private is made public."""
    from workbench.procedures.lesson import get_lesson

    found = workbench.client.batch(*(get_lesson(lesson_id=each) for each in lesson_ids))
    public = {each.course_id: each.is_public for each in workbench.courses.list()}
    private = [lesson.course_id for lesson in found if not public.get(lesson.course_id)]
    if private:
        note(f"Sharing {len(private)} courses: the links need no sign-in. They open only on this computer.")
    return [
        {
            "title": lesson.title,
            "blocks": len(lesson.blocks),
            "lessonId": lesson.lesson_id,
            "courseId": lesson.course_id,
            "shareUrl": (
                workbench.courses.share(lesson.course_id)
                if lesson.course_id in private
                else workbench.courses.sharing(lesson.course_id)
            ).url,
        }
        for lesson in found
    ]


def _lesson_ids(run: Run) -> list[str]:
    made = {row.position: row.lesson_id for row in run.rows()}
    ids = [made.get(row.row) or row.lesson_id for row in run.plan.rows]
    return [each for each in ids if each]


def _tell(facts: dict[str, Any], workbench: Workbench) -> None:
    rows = [{**each, "link (only on this computer)": each["shareUrl"]} for each in facts["lessons"]]
    say_table(rows, ["title", "blocks", "link (only on this computer)"], longest=72)
    made = facts["made"]
    news = f"{made} lessons were made" if made else "All lessons were there already; none was made again"
    say(f"\n{news}. Credits: {facts['creditsBefore']:,} before, {facts['creditsAfter']:,} after.")
    service = workbench.facts.service
    if service is not None and not service.writer.is_ai:
        say(
            "They are outlines, written without AI. For an AI writer set WORKBENCH_AI_MODEL=provider:model and its key."
        )
    say(f"Next: {as_invoked()} lab. To stop the service: {as_invoked()} stop")
