"""The bulk runs of the example, by the code that makes everybody's; those of others lie in a journal of their own."""

from __future__ import annotations

import time
from collections.abc import Sequence

from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.bulk.running.clocks import Clocks
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.executors import ThreadExecutor
from workbench.bulk.running.run import Run
from workbench.embedded.example.college import CollegeCourse
from workbench.embedded.example.staff import YOU, ExampleLesson, Staff

_POLL_SECONDS = 0.005
_ONE_TRY = RunRetryPolicy(tries=1, first_wait_seconds=0.0, breaker_failures=1, breaker_seconds=(0.0,))


def plan_run(staff: Staff, by: str, name: str, parts: Sequence[tuple[CollegeCourse, str]]) -> None:
    """Plan a run: every topic of some courses, each course in one language."""
    rows = [
        {"topic": topic["EN"], "language": language, "course": staff.course_id(by, of, language)}
        for of, language in parts
        for topic in of.topics
    ]
    target = PlanTarget(organization_id=staff.organization_id)
    staff.plans[name] = plan_topics(
        rows, staff.client(by), name=name, target=target, options=PlanOptions(skip_existing=False)
    )


def make_run(staff: Staff, by: str, name: str, *, rows: int | None = None) -> None:
    """Start a run, or go on with it: so many `rows` of it are approved, or all."""
    plan = staff.plans[name]
    folder = staff.folder if by == YOU else staff.folder / "of others"
    client, wall = staff.client(by), staff.service.clock
    known = {lesson.lesson_id for lesson in staff.lessons}
    executor = ThreadExecutor(client, most=1, wall=wall)
    approval = plan.approve(rows=len(plan.rows) if rows is None else rows, beyond_balance=True)
    run = Run(plan, client, approval, retry_policy=_ONE_TRY, clocks=Clocks(wall=wall), executor=executor, folder=folder)
    with run:
        run.start()
        while run.is_running:  # its own `wait` takes Ctrl-C for the wish to end this run alone
            time.sleep(_POLL_SECONDS)
        found = {row.position: row.lesson_id for row in run.rows() if row.lesson_id}
    executor.close()
    topics = {
        topic["EN"]: (of, topic) for project in staff.college.projects for of in project.courses for topic in of.topics
    }
    new = [(row, found[row.line]) for row in plan.rows if found.get(row.line, "") not in {"", *known}]
    for row, lesson_id in new:
        staff.lessons.append(ExampleLesson(lesson_id, *topics[row.topic], str(row.language)))
