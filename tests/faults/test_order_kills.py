"""A bulk run whose process is killed while it puts the lessons of a course in order."""

from __future__ import annotations

import signal

import pytest

from tests.databases import SERVER_LATER
from tests.faults.crashes import topics
from tests.faults.hosts import host
from tests.faults.ordering import AFTER_ANSWER, BEFORE_SENDING, ordering
from tests.people import owner_of
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.procedures.course import create_course, get_course, order_lessons
from workbench.procedures.lesson import create_lesson
from workbench.procedures.organization import get_user_data

pytestmark = pytest.mark.slow  # `make test` kills the journal of a run in test_many_kills.py

ROWS = 12
NAME = "killed"


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_a_run_that_is_killed_while_it_orders_ends_in_the_lists_order(database_url: str) -> None:
    """Before the order is sent and after it was answered; each row paid once, and no order of a person undone later."""
    added = owner_of(database_url, credits_at_start=ROWS)
    with host(database_url) as service, Client(service.base_url, added.session_token) as client:
        here = {"organization_id": added.organization_id}
        course_id = client.call(create_course(title="Baking", **here)).course_id
        before = client.call(create_lesson(title="Before", language="EN", course_id=course_id)).lesson_id
        target = PlanTarget(organization_id=added.organization_id, course="Baking")
        plan = plan_topics(topics(ROWS), client, language="EN", name=NAME, target=target)
        Run(plan, client).close()
        options = {"url": service.base_url, "token": added.session_token, "name": NAME}

        ends = [ordering(**options, die_at=moment) for moment in (BEFORE_SENDING, AFTER_ANSWER)]
        ended = ordering(**options)
        lessons = client.call(get_course(course_id=course_id)).lessons
        turned = [lesson.lesson_id for lesson in reversed(lessons)]
        client.call(order_lessons(course_id=course_id, lesson_ids=turned))
        ordering(**options)

        assert ends == [-signal.SIGKILL] * 2
        assert ended == 0
        assert lessons[0].lesson_id == before
        assert [lesson.title for lesson in lessons[1:]] == [topic.capitalize() for topic in topics(ROWS)]
        assert client.call(get_user_data(**here)).ai_credit_balance == 0
        assert [lesson.lesson_id for lesson in client.call(get_course(course_id=course_id)).lessons] == turned
