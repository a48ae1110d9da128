"""A course made of a brief, whose process is killed behind the outline, behind the course and among the lessons."""

from __future__ import annotations

import signal
from collections import Counter

import pytest

from tests.databases import SERVER_LATER
from tests.faults.hosts import host
from tests.faults.outlining import AFTER_COURSE, AFTER_OUTLINE, LESSONS, outlining
from tests.model_server import good, model_server, request_in
from tests.people import owner_of
from workbench.client.sync import Client
from workbench.procedures.course import get_course, list_courses
from workbench.procedures.organization import get_credit_ledger, get_user_data

pytestmark = pytest.mark.slow  # `make test` kills the journal of a run in test_many_kills.py

SPARE = 5


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_a_killed_course_of_a_brief_is_made_and_paid_for_once(database_url: str) -> None:
    """Twelve lessons in the outline's order in one course, twelve charges, and one for the outline."""
    added = owner_of(database_url, credits_at_start=LESSONS + 1 + SPARE)
    with (
        model_server(good()) as model,
        host(database_url, writer_environment=model.environment) as service,
        Client(service.base_url, added.session_token) as client,
    ):
        options = {"url": service.base_url, "token": added.session_token}
        ends = [outlining(**options, die_at=moment) for moment in (AFTER_OUTLINE, AFTER_COURSE, 4)]
        ended = outlining(**options)
        courses = client.call(list_courses()).courses
        lessons = client.call(get_course(course_id=courses[0].course_id)).lessons
        entries = client.call(get_credit_ledger(limit=200)).entries
        left = client.call(get_user_data()).ai_credit_balance
        asked = Counter("brief" in request_in(request) for request in model.requests)
        taught = {
            str(request_in(request).get("objectives")) for request in model.requests if "topic" in request_in(request)
        }

    assert (ends, ended) == ([-signal.SIGKILL] * 3, 0)
    assert [course.title for course in courses] == ["Baking bread: for: a course"]
    assert [str(lesson.topic).partition(": What")[0] for lesson in lessons] == [
        f"Baking bread: for, part {number}" for number in (LESSONS, *range(1, LESSONS))
    ]
    assert len(taught) == LESSONS and "['Describe part 1 of Baking bread: for', 'Apply part 1 at work']" in taught
    paid = Counter(entry.purpose for entry in entries if entry.kind == "settle")
    assert (paid, left, asked[True]) == ({"starter lesson": LESSONS, "outline": 1}, SPARE, 1)
